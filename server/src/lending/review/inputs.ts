import { civilDayOf } from '@hola/core/calendar.ts'
import { ageOn } from '@hola/core/identifiers/age.ts'
import { centavos } from '@hola/core/money.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import { keptDecisionInputs } from '@hola/core/stored/review.ts'
import type { SavedBasic, SavedSocial } from '@hola/core/stored/steps.ts'
import { findApproval } from '../../person/application/public.ts'
import { findOffered } from '../catalog/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { IdentityVerdict } from '../../person/identity/public.ts'
import { indexDni, isUpToHer, listOthersOfDni } from '../../person/identity/public.ts'
import { ownHistory } from '../order/public.ts'
import type { AssociatedData, Sealer } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { lockDni } from './store.ts'

export type Means = Pick<Services, 'clock' | 'sealer' | 'reference' | 'loanCountsFromDays'>

/** The applicant as far as a decision may know her. */
export type Applicant = {
  readonly userId: string
  readonly basic: SavedBasic
  readonly extra: SavedSocial
  readonly verdict: IdentityVerdict | undefined
  readonly bureau: ReviewInputs['bureau']
}

/** Gathers what a decision is made from, field by field: what is not named here does not reach it. */
export const collectInputs = async (
  tx: Tx,
  services: Means,
  { userId, basic, extra, verdict, bureau }: Applicant,
): Promise<ReviewInputs> => {
  const own = await ownHistory(tx, services, userId)
  return {
    identity: {
      outcome: verdict === undefined || isUpToHer(verdict.outcome) ? 'not_judged' : verdict.outcome,
      reasons: verdict?.reasons ?? [],
    },
    ageYears: ageOn(basic.birth_day, civilDayOf(services.clock.now())),
    declared: {
      monthlyIncomeCentavos: extra.monthly_salary_centavos,
      employmentType: extra.employment_type_id,
      overduePastSixMonths: basic.overdue_past_six_months,
      longestOverduePeriod: basic.longest_overdue_period_id,
      currentInternetLoansCentavos: basic.current_internet_loans_centavos,
      pastLoansCount: basic.past_loans_count,
      internetLoansInProgressCount: basic.internet_loans_in_progress_count,
    },
    bureau,
    own: {
      clearedOnTimeCount: own.clearedOnTimeCount,
      clearedLateCount: own.clearedLateCount,
      isOverdueNow: own.overdueNow,
      openPrincipalCentavos: own.openPrincipalCentavos,
    },
    isDniActiveElsewhere: await isDniActiveElsewhere(tx, services, { userId, dni: basic.national_id_number }),
    product: await productGrid(tx),
  }
}

/**
 * Whether another account has a live approval or an open loan under the same DNI. From here on nobody else decides about
 * that DNI until the transaction ends, so two accounts cannot both be told no.
 */
export const isDniActiveElsewhere = async (
  tx: Tx,
  services: Means,
  { userId, dni }: { readonly userId: string; readonly dni: string },
): Promise<boolean> => {
  const dniIndex = indexDni(services, dni)
  await lockDni(tx, dniIndex)
  for (const other of await listOthersOfDni(tx, dniIndex, userId)) {
    const approval = await findApproval(tx, other, services.clock.now(), { locked: false })
    if (approval?.isLive === true) return true
    if ((await ownHistory(tx, services, other)).openPrincipalCentavos > 0) return true
  }
  return false
}

/** The amounts that can be lent: those of the product that the web app offers. */
export const productGrid = async (tx: Tx): Promise<ReviewInputs['product']> => {
  const offered = await findOffered(tx)
  if (offered === undefined) throw new Error('no product is offered on the web')
  return {
    amountMinCentavos: centavos(offered.product.amount_min_centavos),
    amountMaxCentavos: centavos(offered.product.amount_max_centavos),
    amountStepCentavos: centavos(offered.product.amount_step_centavos),
  }
}

type Key = { readonly userId: string; readonly decisionId: string }

const associatedDataOf = ({ userId, decisionId }: Key): AssociatedData => ({
  table: 'review_decision',
  column: 'sealed_inputs',
  row: [userId, decisionId],
})

export const sealInputs = (sealer: Sealer, key: Key, inputs: ReviewInputs): Buffer =>
  sealer.seal(keptDecisionInputs.writeText(inputs), associatedDataOf(key))

export const openInputs = (sealer: Sealer, key: Key, sealed: Buffer): ReviewInputs =>
  keptDecisionInputs.readText(sealer.open(sealed, associatedDataOf(key)).toString())
