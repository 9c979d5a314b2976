import type { Clock } from '@hola/core/clock.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { Settings } from '../settings.ts'
import type { AddressKey } from './address.ts'
import { CLOCK_SKEW_MS, CODE_TRIES_MAX, hashCode, isSameHash } from './code.ts'
import type { CodePurpose } from './code.ts'
import { countTry, lockNewestCode, markUsed } from './code-store.ts'

/**
 * Spends the code that was last sent to an address and says which one it was, or why what was typed does not do. A wrong
 * one counts as a try when the transaction commits, so a refusal from here must be returned and never thrown.
 */
export const useCode = async (
  tx: Tx,
  { clock, settings }: { clock: Clock; settings: Settings },
  key: AddressKey & { purpose: CodePurpose },
  typed: string,
): Promise<{ codeId: string } | Refusal> => {
  const now = clock.now()
  const newest = await lockNewestCode(tx, key, new Date(now.getTime() + CLOCK_SKEW_MS))
  if (newest === undefined || newest.isSpent || newest.expiresAt <= now) return refuse('code_expired')
  if (newest.tries >= CODE_TRIES_MAX) return refuse('too_many_tries')
  const codeKey = { ...key, codeId: newest.codeId }
  if (!isSameHash(hashCode(settings.secrets.codePepper, codeKey, typed), newest.codeHmac)) {
    await countTry(tx, codeKey)
    return refuse(newest.tries + 1 < CODE_TRIES_MAX ? 'wrong_code' : 'too_many_tries')
  }
  await markUsed(tx, codeKey, now)
  return { codeId: newest.codeId }
}
