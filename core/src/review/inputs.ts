import * as z from 'zod/mini'
import { employmentTypeIds, overduePeriodIds } from '../application/option-ids.ts'
import type { Centavos } from '../money.ts'

const money = z.int().check(z.nonnegative()) as unknown as z.ZodMiniType<Centavos, number>
const count = z.int().check(z.nonnegative())
/** 1 normal … 5 irrecoverable, 6 of a technical kind that is no longer reported. */
const situation = z.int().check(z.minimum(1), z.maximum(6))

const thinFile = z.strictObject({ kind: z.literal('thin_file') })

const onFile = z.strictObject({
  kind: z.literal('on_file'),
  /** Null when no debt is reported for the last period, or none in the 24 months. */
  worstNow: z.nullable(situation),
  worst24Months: z.nullable(situation),
  debtTotalCentavos: money,
  unpaidRejectedChequesCount: count,
  /** Something in it is disputed, before the bureau or before a judge. */
  isInReview: z.boolean(),
})

/** What the Central de Deudores holds about somebody: nothing, or the worst of it. */
export const bureauFile = z.discriminatedUnion('kind', [thinFile, onFile])

export type BureauFile = z.output<typeof bureauFile>

/**
 * All that a decision is made from, and all that it can be made from: there is no room for gender, marital status,
 * address, contacts, messages, apps, places or devices. Stored with the decision, so that it can be made again.
 */
export const reviewInputs = z.strictObject({
  identity: z.strictObject({
    outcome: z.enum(['pass', 'refuse', 'manual', 'not_judged']),
    reasons: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40)),
  }),
  ageYears: z.int().check(z.minimum(0), z.maximum(150)),
  declared: z.strictObject({
    monthlyIncomeCentavos: money,
    employmentType: z.enum(employmentTypeIds),
    overduePastSixMonths: z.boolean(),
    longestOverduePeriod: z.enum(overduePeriodIds),
    currentInternetLoansCentavos: money,
    pastLoansCount: count,
    internetLoansInProgressCount: count,
  }),
  bureau: z.discriminatedUnion('kind', [
    thinFile,
    onFile,
    /** It gave no answer within a day, or none that can be used. */
    z.strictObject({ kind: z.literal('unavailable') }),
    /** It is not asked about somebody who did not show that she is who she says. */
    z.strictObject({ kind: z.literal('not_asked') }),
  ]),
  own: z.strictObject({
    clearedOnTimeCount: count,
    clearedLateCount: count,
    isOverdueNow: z.boolean(),
    openPrincipalCentavos: money,
  }),
  /** The same DNI has a live approval or an open loan under another account. */
  isDniActiveElsewhere: z.boolean(),
  /** The grid on which limits lie. */
  product: z.strictObject({ amountMinCentavos: money, amountMaxCentavos: money, amountStepCentavos: money }),
})

export type ReviewInputs = z.output<typeof reviewInputs>
