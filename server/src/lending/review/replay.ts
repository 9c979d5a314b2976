import { isDeepStrictEqual } from 'node:util'
import type { ReviewDecision } from '@hola/core/review/decide.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { openInputs } from './inputs.ts'
import { rulesOf } from './load-rules.ts'
import type { DecisionRow } from './store.ts'

/** Makes a stored decision again, from its own inputs and by its own version of the rules. */
export const replay = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  decision: DecisionRow,
): Promise<ReviewDecision> =>
  decide(await rulesOf(tx, decision.rulesVersion), openInputs(sealer, decision, decision.sealedInputs))

/** Whether the rules say the same again; what a person decided is what they left to a person. */
export const isSameAgain = (
  { outcome, limitCentavos, score, reasons, decidedBy }: DecisionRow,
  again: ReviewDecision,
): boolean => {
  if (decidedBy !== null) return again.outcome === 'manual'
  return isDeepStrictEqual(
    { outcome, limit: limitCentavos, score, reasons },
    { outcome: again.outcome, limit: again.limit, score: again.score, reasons: again.reasons },
  )
}
