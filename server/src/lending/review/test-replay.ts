import { isDeepStrictEqual } from 'node:util'
import type { ReviewDecision } from '@hola/core/review/decide.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { openInputs } from './inputs.ts'
import { rulesOf } from './load-rules.ts'
import type { DecisionColumns, DecisionRow } from './store.ts'
import { DECISION_COLUMNS, decisionOf } from './store.ts'

/** Makes a stored decision again, from its own inputs and by its own version of the rules. */
const replay = async (tx: Tx, { sealer }: Pick<Services, 'sealer'>, decision: DecisionRow): Promise<ReviewDecision> =>
  decide(await rulesOf(tx, decision.rulesVersion), openInputs(sealer, decision, decision.sealedInputs))

/** Whether the rules say the same again; what a person decided is what they left to a person. */
const isSame = ({ outcome, limitCentavos, score, reasons, decidedBy }: DecisionRow, again: ReviewDecision): boolean => {
  if (decidedBy !== null) return again.outcome === 'manual'
  return isDeepStrictEqual(
    { outcome, limit: limitCentavos, score, reasons },
    { outcome: again.outcome, limit: again.limit, score: again.score, reasons: again.reasons },
  )
}

/** Every decision there is. */
export const listDecisions = async (tx: Tx): Promise<DecisionRow[]> => {
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT ${DECISION_COLUMNS} FROM review_decision ORDER BY user_id, decision_id`,
  )
  return rows.map(decisionOf)
}

/** Every decision there is, made again: how many, and which of them came out otherwise. */
export const replayAll = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
): Promise<{ readonly count: number; readonly different: readonly string[] }> => {
  const decisions = await listDecisions(tx)
  const different: string[] = []
  for (const decision of decisions)
    if (!isSame(decision, await replay(tx, services, decision))) different.push(decision.decisionId)
  return { count: decisions.length, different }
}
