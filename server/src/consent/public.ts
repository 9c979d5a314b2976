import type { Clock, Random } from '@hola/core/clock.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { Tx } from '../db/transaction.ts'
import type { ConsentKind } from './kinds.ts'
import { consentKinds } from './kinds.ts'
import { endConsents, hasLiveConsent, insertConsent } from './store.ts'

/**
 * Records that a person agreed to the text of this version. Only to the one that is shown now: who read an older one is
 * asked to read again. Agreeing again changes nothing.
 */
export const giveConsent = async (
  tx: Tx,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  userId: string,
  { kind, version }: { readonly kind: ConsentKind; readonly version: string },
): Promise<Refusal | undefined> => {
  const { textVersion, textSha256, refusal } = consentKinds[kind]
  if (version !== textVersion) return refusal
  await insertConsent(tx, { userId, consentId: random.uuid(), kind, textVersion, textSha256, givenAt: clock.now() })
  return undefined
}

/** Whatever needs a consent asks here first, and again later: it may have been withdrawn, or its text have changed. */
export const demandConsent = async (tx: Tx, userId: string, kind: ConsentKind): Promise<Refusal | undefined> => {
  const { textVersion, refusal } = consentKinds[kind]
  return (await hasLiveConsent(tx, userId, kind, textVersion)) ? undefined : refusal
}

/** From now on nothing may be done under it. What was stored under it is for its own subject to delete. */
export const withdrawConsent = async (
  tx: Tx,
  { clock }: { readonly clock: Clock },
  userId: string,
  kind: ConsentKind,
): Promise<void> => {
  await endConsents(tx, userId, kind, clock.now())
}
