import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import type { Tx } from '../../platform/db/public.ts'
import { reasonTexts } from './reason-words.ts'
import { retryAfter } from './retry-after.ts'
import { findLastDecisionReasons, listRefusals } from './store.ts'

/** The contract's bound; no decision has ever that many. */
const REASONS_MAX = 10

/** Why a person's application was decided as it was, in the words of a language; none while it is not. */
export const findLastReasons = async (
  tx: Tx,
  { userId, language }: { userId: string; language: WireLanguage },
): Promise<RetOf<'loan/apply_info'>['reasons']> => {
  return sayReasons(await findLastDecisionReasons(tx, userId), language)
}

const sayReasons = (reasons: readonly ReviewReason[], language: WireLanguage): RetOf<'loan/apply_info'>['reasons'] => {
  const codes = reasons.slice(0, REASONS_MAX)
  const texts = reasonTexts(codes, language)
  return codes.map((code, at) => ({ code, text: texts[at] ?? '' }))
}

/** As many as a list shows: at one in 14 days, most of a year. */
const REFUSALS_MAX = 20

type RefusedApplication = NonNullable<
  RetOf<'user/get_complete_order'>['groups'][number]['refused_applications']
>[number]

/** The applications of a person that were not approved, the newest first. */
export const findRefusedApplications = async (
  tx: Tx,
  { userId, language }: { userId: string; language: WireLanguage },
): Promise<RefusedApplication[]> =>
  (await listRefusals(tx, userId, REFUSALS_MAX)).map(({ decisionId, decidedAt, reasons }) => ({
    decision_id: decisionId,
    refused_at: decidedAt.toISOString(),
    retry_at: retryAfter(decidedAt).toISOString(),
    reasons: sayReasons(reasons, language),
  }))
