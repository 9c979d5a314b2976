import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Tx } from '../../platform/db/public.ts'
import { reasonTexts } from './reason-words.ts'
import { findLastDecisionReasons } from './store.ts'

/** The contract's bound; no decision has ever that many. */
const REASONS_MAX = 10

/** Why a person's application was decided as it was, in the words of a language; none while it is not. */
export const findLastReasons = async (
  tx: Tx,
  { userId, language }: { userId: string; language: WireLanguage },
): Promise<RetOf<'loan/apply_info'>['reasons']> => {
  const codes = (await findLastDecisionReasons(tx, userId)).slice(0, REASONS_MAX)
  const texts = reasonTexts(codes, language)
  return codes.map((code, at) => ({ code, text: texts[at] ?? '' }))
}
