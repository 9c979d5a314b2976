import { civilDayOf } from '@hola/core/calendar.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Centavos } from '@hola/core/money.ts'
import { openAddress } from '../account/address.ts'
import { listAddresses } from '../account/store.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import type { Facts } from './progress.ts'
import { readSteps } from './saved-steps.ts'
import { findApplication, findApprovedApplication, insertApplication } from './store.ts'

type Means = Pick<Services, 'sealer' | 'clock' | 'photos' | 'reference'>

/**
 * Everything about a person's application as it is now, for `progressOf`. `locked`, it stays so until the transaction
 * ends: for whoever decides by it.
 */
export const loadFacts = async (
  tx: Tx,
  { sealer, clock, photos, reference }: Means,
  { userId, language, locked = false }: { userId: string; language: WireLanguage; locked?: boolean },
): Promise<Facts> => {
  const row = await findApplication(tx, userId, { locked })
  const addresses = (await listAddresses(tx, userId)).map((address) => ({
    kind: address.kind,
    value: openAddress(sealer, address, address.sealedAddress),
  }))
  const now = clock.now()
  const steps = await readSteps(tx, sealer, userId)
  return {
    now,
    today: civilDayOf(now),
    row,
    steps,
    photos: await photos.find(tx, { userId, language, basic: steps.basic?.info ?? null }),
    addresses,
    loginPhone: addresses.find(({ kind }) => kind === 'phone')?.value ?? null,
    reference,
    language,
  }
}

/**
 * To be called before anything of an application is changed, and in the same transaction: from here on nobody else can
 * change or submit it. Refuses while it is in review, since what is reviewed must stay what was submitted.
 */
export const openForChanges = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
): Promise<Refusal | undefined> => {
  await insertApplication(tx, userId, clock.now())
  const row = await findApplication(tx, userId, { locked: true })
  return row?.state === 'in_review' ? refuse('application_locked') : undefined
}

/** What a person was approved for. It ends by the clock alone. */
export type Approval = {
  readonly applicationId: string
  readonly limitCentavos: Centavos
  readonly expiresAt: Date
  readonly isLive: boolean
}

/** The approval that a person's last application ended with, also when it has expired since. */
export const findApproval = async (
  tx: Tx,
  userId: string,
  now: Date,
  { locked }: { locked: boolean },
): Promise<Approval | undefined> => {
  const approved = await findApprovedApplication(tx, userId, { locked })
  return approved && { ...approved, isLive: now < approved.expiresAt }
}
