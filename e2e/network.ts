import { randomInt } from 'node:crypto'

/** The header by which a proxy names a network: each phone comes from one of its own, and the limits count each alone. */
export const newNetwork = (): Record<string, string> => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
})
