import type { Clock } from '@hola/core/clock.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { SoughtAddress } from './address.ts'
import { sessionOf } from './asker.ts'
import type { Asker } from './asker.ts'
import { isCode } from './code.ts'
import type { CodePurpose } from './code.ts'
import { countTry, listLiveCodes, markUsed } from './code-store.ts'
import type { LiveCode } from './code-store.ts'
import { CLOCK_SKEW_MS, LIMIT_WINDOW_MS, TRIES_IN_ALL_MAX, TRIES_PER_ASKER_MAX } from './limits.ts'
import type { Reader } from './reader.ts'

type Key = SoughtAddress & { readonly purpose: CodePurpose }

/**
 * The codes that somebody may still try, or why there are none. Strangers share the tries of a code; whoever asked for
 * it, and a network or browser known from an earlier log-in, has tries that they cannot use up.
 */
export const findTriable = async (
  reader: Reader,
  { clock }: { readonly clock: Clock },
  key: Key,
  asker: Asker,
  { locked }: { readonly locked: boolean },
): Promise<readonly (LiveCode & { readonly triesLeft: number })[] | Refusal> => {
  const now = clock.now()
  const window = {
    // Long before: only so that the older codes of the day are not even read.
    after: new Date(now.getTime() - LIMIT_WINDOW_MS),
    now,
    upTo: new Date(now.getTime() + CLOCK_SKEW_MS),
  }
  const live = await listLiveCodes(reader, key, window, { locked })
  if (live.length === 0) return refuse('code_expired')
  const triable = live
    .map((code) => ({ ...code, triesLeft: triesLeftOf(code, asker) }))
    .filter(({ triesLeft }) => triesLeft > 0)
  return triable.length === 0 ? refuse('too_many_tries') : triable
}

const triesLeftOf = ({ askerIndex, networkIndex, triedBy }: LiveCode, asker: Asker): number => {
  const isHers = (stored: Buffer): boolean => asker.index.versions.some((version) => version.equals(stored))
  const own = TRIES_PER_ASKER_MAX - triedBy.filter(isHers).length
  const isOwners = asker.kind !== 'stranger' || isHers(askerIndex) || isHers(networkIndex)
  return isOwners ? own : Math.min(own, TRIES_IN_ALL_MAX - triedBy.length)
}

/**
 * Spends a code that was sent to an address and says which one it was, or why what was typed does not do. A wrong one
 * counts as a try when the transaction commits, so a refusal from here must be returned and never thrown.
 */
export const useCode = async (
  tx: Tx,
  services: Pick<Services, 'clock' | 'settings'>,
  key: Key,
  typed: string,
  asker: Asker = sessionOf(key),
): Promise<{ codeId: string } | Refusal> => {
  const { clock, settings } = services
  const triable = await findTriable(tx, services, key, asker, { locked: true })
  if (triable instanceof Refusal) return triable
  // Each is compared, also after one was found: how long it takes says nothing about which.
  const [match] = triable.filter(({ codeId, codeHmac }) =>
    isCode(settings.secrets, { ...key, codeId }, typed, codeHmac),
  )
  if (match === undefined) {
    await countTry(
      tx,
      key,
      triable.map(({ codeId }) => codeId),
      asker,
    )
    const triesLeft = Math.max(...triable.map((code) => code.triesLeft)) - 1
    return triesLeft > 0 ? refuse('wrong_code', { tries: triesLeft }) : refuse('too_many_tries')
  }
  await markUsed(tx, { ...key, codeId: match.codeId }, clock.now())
  return { codeId: match.codeId }
}
