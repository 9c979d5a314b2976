import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Tx } from '../db/transaction.ts'
import { reasonTexts } from './reason-words.ts'
import { findDecisionReasons } from './store.ts'

/** The contract's bound; no decision has ever that many. */
const REASONS_MAX = 10

/** Why a decision fell as it did, in the words of a language. */
export const findReasons = async (
  tx: Tx,
  { language, ...decision }: { userId: string; decisionId: string; language: WireLanguage },
): Promise<RetOf<'loan/apply_info'>['reasons']> => {
  const codes = (await findDecisionReasons(tx, decision)).slice(0, REASONS_MAX)
  const texts = reasonTexts(codes, language)
  return codes.map((code, at) => ({ code, text: texts[at] ?? '' }))
}
