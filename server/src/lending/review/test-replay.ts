import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { isSameAgain, replay } from './replay.ts'
import type { DecisionColumns, DecisionRow } from './store.ts'
import { DECISION_COLUMNS, decisionOf } from './store.ts'

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
    if (!isSameAgain(decision, await replay(tx, services, decision))) different.push(decision.decisionId)
  return { count: decisions.length, different }
}
