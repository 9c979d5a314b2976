import type { Pool } from '../db/public.ts'
import { inTransaction } from '../db/public.ts'
import { listFieldKeys } from './field-keys.ts'
import type { LearningKeyring } from './keyring.ts'
import { KeysProblem } from './keyring.ts'

/** So long after `npm run rekey` has begun, every process that runs seals with the new key, or has ended. */
export const KEYS_LEARNT_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 2_000

export type KeyWatch = {
  /** Ends with a sentence when the database is sealed with a key that this process does not have: it cannot go on. */
  readonly lost: Promise<string>
  readonly stop: () => Promise<void>
}

/** Looks every few seconds which key seals. A database that does not answer is asked again: others complain of that. */
export const watchKeys = (pool: Pool, keyring: LearningKeyring, everyMs = LOOK_EVERY_MS): KeyWatch => {
  const lost = Promise.withResolvers<string>()
  let looking: Promise<void> = Promise.resolve()
  let isOver = false
  const look = async (): Promise<void> => {
    const known = await inTransaction(pool, listFieldKeys).catch(() => undefined)
    if (known === undefined || isOver) return
    try {
      keyring.learn(known)
    } catch (error) {
      if (!(error instanceof KeysProblem)) throw error
      lost.resolve(error.message)
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  timer.unref()
  return {
    lost: lost.promise,
    stop: async () => {
      isOver = true
      clearInterval(timer)
      await looking
    },
  }
}
