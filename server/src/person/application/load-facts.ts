import { civilDayOf } from '@hola/core/calendar.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Centavos } from '@hola/core/money.ts'
import { listAddresses, openAddress } from '../account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Facts } from './progress.ts'
import { isLiveApproval } from './progress.ts'
import { readSteps } from './saved-steps.ts'
import { findApplication, insertApplication } from './store.ts'

export type Approval = {
  readonly applicationId: string
  readonly limitCentavos: Centavos
  readonly expiresAt: Date
  /** To the millisecond: at the instant of its end it is over. */
  readonly isLive: boolean
}

/** The approval that a person has or had last; `locked`, it stays as it is until the transaction ends. */
export const findApproval = async (
  tx: Tx,
  userId: string,
  now: Date,
  { locked }: { readonly locked: boolean },
): Promise<Approval | undefined> => {
  const row = await findApplication(tx, userId, { locked })
  if (row === undefined || row.state !== 'approved') return undefined
  const { applicationId, limitCentavos, expiresAt } = row
  if (applicationId === null || limitCentavos === null || expiresAt === null) return undefined
  return { applicationId, limitCentavos, expiresAt, isLive: isLiveApproval({ row, now }) }
}

type Means = Pick<Services, 'sealer' | 'clock' | 'photos' | 'decisions' | 'reference'>

/** What a person has told us of herself, and where her codes go: the phone first. */
export const findApplicant = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  userId: string,
): Promise<Pick<Facts, 'steps' | 'addresses'>> => {
  const [sealedAddresses, steps] = await Promise.all([listAddresses(tx, userId), readSteps(tx, sealer, userId)])
  const addresses = sealedAddresses.map((address) => ({
    kind: address.kind,
    value: openAddress(sealer, address, address.sealedAddress),
  }))
  return {
    steps,
    addresses: addresses.toSorted((one) => (one.kind === 'phone' ? -1 : 1)),
  }
}

/**
 * Everything about a person's application as it is now, for `progressOf`. `locked`, it stays so until the transaction
 * ends: for whoever decides by it.
 */
export const loadFacts = async (
  tx: Tx,
  { sealer, clock, photos, decisions, reference }: Means,
  { userId, language, locked = false }: { userId: string; language: WireLanguage; locked?: boolean },
): Promise<Facts> => {
  // The lock goes first: what is read behind it is what counts.
  const found = findApplication(tx, userId, { locked })
  const applicant = findApplicant(tx, { sealer }, userId)
  const basic = applicant.then(({ steps }) => steps.basic?.info ?? null)
  const [row, { steps, addresses }, reasons, photosOnFile] = await Promise.all([
    found,
    applicant,
    decisions.findLastReasons(tx, { userId, language }),
    photos.find(tx, { userId, language, basic }),
  ])
  // Read behind the lock: what was saved before it has an earlier time.
  const now = clock.now()
  return {
    now,
    today: civilDayOf(now),
    row,
    reasons,
    steps,
    photos: photosOnFile,
    addresses,
    loginPhone: addresses.find(({ kind }) => kind === 'phone')?.value ?? null,
    reference,
    language,
  }
}

/** What keeps a part of an application from being changed: only the account for the money may change while an approval lasts. */
export const lockedBy = (
  facts: Pick<Facts, 'row' | 'now'>,
  part: 'account' | 'evidence' = 'evidence',
): 'review' | 'approval' | null => {
  if (facts.row?.state === 'in_review') return 'review'
  return part === 'evidence' && isLiveApproval(facts) ? 'approval' : null
}

/**
 * To be called before anything of an application is changed, and in the same transaction: from here on nobody else can
 * change or submit it. Refuses while it is in review, since what is reviewed must stay what was submitted, and while an
 * approval lasts, since that is what it was given for; only the account for the money may change then.
 */
export const openForChanges = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
  part: 'account' | 'evidence' = 'evidence',
): Promise<Refusal | undefined> => {
  const now = clock.now()
  await insertApplication(tx, userId, now)
  const row = await findApplication(tx, userId, { locked: true })
  const locked = lockedBy({ row, now }, part)
  if (locked === null) return undefined
  return refuse(locked === 'review' ? 'application_locked' : 'application_decided')
}
