import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock, Random } from '@hola/core/clock.ts'

export const systemClock: Clock = { now: () => new Date() }

export const systemRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  uuid: () => randomUUID(),
}
