import * as z from 'zod/mini'
import type { employmentTypeIds, overduePeriodIds } from '../application/option-ids.ts'
import { idOf, money, text, whole } from './fields.ts'
import { keptShape } from './versions.ts'

/** What a decision was made from, and by what. */

const thinFile = z.object({ kind: z.literal('thin_file') })

const onFile = z.object({
  kind: z.literal('on_file'),
  /**
   * 1 normal … 5 irrecoverable, 6 irrecoverable by a technical rule. Now: the worst of what each entity reported last.
   * Null when no debt is reported, or none in the 24 months.
   */
  worstNow: z.nullable(whole),
  worst24Months: z.nullable(whole),
  debtTotalCentavos: money,
  unpaidRejectedChequesCount: whole,
  /** Something in it is disputed, before the bureau or before a judge. */
  isInReview: z.boolean(),
  /** An entity reports her in insolvency or bankruptcy proceedings. Answers from before it was kept do not say. */
  hasLegalSituation: z.optional(z.boolean()),
  /**
   * The worst of each month of the two years, the newest first: for whoever looks at a case; no rule asks for it. Answers
   * from before it was kept have none.
   */
  months: z.optional(z.array(z.object({ month: text, worst: whole }))),
})

/** What the Central de Deudores holds about somebody: nothing, or the worst of it. */
export const keptBureauReport = keptShape('bureau-report', z.discriminatedUnion('kind', [thinFile, onFile]))

/**
 * All that a decision is made from, and all that it can be made from: there is no room for gender, marital status,
 * address, contacts, messages, apps, places or devices. Stored with the decision, so that it can be made again.
 */
export const keptDecisionInputs = keptShape(
  'decision-inputs',
  z.strictObject({
    identity: z.strictObject({
      outcome: z.enum(['pass', 'refuse', 'manual', 'not_judged']),
      reasons: z.array(text),
    }),
    ageYears: whole,
    declared: z.strictObject({
      monthlyIncomeCentavos: money,
      employmentType: idOf<(typeof employmentTypeIds)[number]>(),
      overduePastSixMonths: z.boolean(),
      longestOverduePeriod: idOf<(typeof overduePeriodIds)[number]>(),
      currentInternetLoansCentavos: money,
      pastLoansCount: whole,
      internetLoansInProgressCount: whole,
    }),
    bureau: z.discriminatedUnion('kind', [
      thinFile,
      onFile,
      /** It gave no answer within a day, or none that can be used. */
      z.object({ kind: z.literal('unavailable') }),
      /** It is not asked about somebody who did not show that she is who she says. */
      z.object({ kind: z.literal('not_asked') }),
    ]),
    own: z.strictObject({
      clearedOnTimeCount: whole,
      clearedLateCount: whole,
      isOverdueNow: z.boolean(),
      openPrincipalCentavos: money,
    }),
    /** The same DNI has a live approval or an open loan under another account. */
    isDniActiveElsewhere: z.boolean(),
    /** The grid on which limits lie. */
    product: z.strictObject({ amountMinCentavos: money, amountMaxCentavos: money, amountStepCentavos: money }),
  }),
)

/** A decision table. What is in its rows is looked at by `parseReviewRules`, which knows what can be decided by. */
export const keptReviewRules = keptShape(
  'review-rules',
  z.looseObject({
    stops: z.array(z.unknown()),
    scorecard: z.array(z.unknown()),
    limits: z.array(z.unknown()),
    limit_cuts: z.array(z.unknown()),
    affordability: z.looseObject({}),
  }),
)
