import type { Clock, Random } from '@hola/core/clock.ts'
import { CONSENT_VALID_DAYS } from '@hola/core/device/limits.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { ConsentKind } from './kinds.ts'
import { consentKinds } from './kinds.ts'
import { endConsents, hasLiveConsent, insertConsent, lockAccount, lockConsents, updateDeleted } from './store.ts'

const VALID_MS = CONSENT_VALID_DAYS * 24 * 3_600_000

type Means = { readonly clock: Clock; readonly random: Random }

/**
 * Records that a person agreed to the text of this version. Only to the one that is shown now: who read an older one is
 * asked to read again. Agreeing again while it lasts changes nothing.
 */
export const giveConsent = async (
  tx: Tx,
  { clock, random }: Means,
  userId: string,
  { kind, version }: { readonly kind: ConsentKind; readonly version: string },
): Promise<Refusal | undefined> => {
  const { purpose, textVersion, textSha256, refusal } = consentKinds[kind]
  if (version !== textVersion) return refusal
  // Two at once are one consent: the second waits and finds the first.
  await lockAccount(tx, userId)
  const givenAt = clock.now()
  if (await hasLiveConsent(tx, { userId, kind, textVersion, at: givenAt })) return undefined
  const expiresAt = new Date(givenAt.getTime() + VALID_MS)
  await insertConsent(tx, {
    userId,
    consentId: random.uuid(),
    kind,
    purpose,
    textVersion,
    textSha256,
    givenAt,
    expiresAt,
  })
  return undefined
}

/**
 * Whatever needs a consent asks here first, and again later: it may have been withdrawn, have ended, or its text have
 * changed. From here on it stays until the transaction ends, so that what is stored under it is there to be deleted by
 * whoever withdraws it meanwhile.
 */
export const demandConsent = async (
  tx: Tx,
  { clock }: Pick<Means, 'clock'>,
  userId: string,
  kind: ConsentKind,
): Promise<Refusal | undefined> => {
  const { textVersion, refusal } = consentKinds[kind]
  return (await hasLiveConsent(tx, { userId, kind, textVersion, at: clock.now() })) ? undefined : refusal
}

/**
 * From now on nothing may be done under it. What was stored under it is deleted by `forget`, in the same transaction,
 * which answers how many records there were; null when they have to stay for now. Withdrawing again changes nothing.
 */
export const withdrawConsent = async (
  tx: Tx,
  { clock }: Pick<Means, 'clock'>,
  { userId, kind }: { readonly userId: string; readonly kind: ConsentKind },
  forget: () => Promise<number | null>,
): Promise<void> => {
  if (!(await lockConsents(tx, userId, kind))) return
  const now = clock.now()
  const deletedCount = await forget()
  await endConsents(tx, { userId, kind, withdrawnAt: now })
  if (deletedCount !== null) await updateDeleted(tx, { userId, kind, deletedAt: now, deletedCount })
}
