import type { PayoutFault } from '../../providers/payout/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'

/** Payouts that stand still by themselves. */
export type HaltRow = {
  readonly haltId: string
  readonly fault: PayoutFault
  /** The provider's own. */
  readonly words: string
  readonly beganAt: Date
  readonly trials: number
}

/** The halt that is in force. */
export const findHalt = async (tx: Tx): Promise<HaltRow | undefined> => {
  const { rows } = await tx.query<HaltRow>(
    `SELECT halt_id AS "haltId", fault, words, began_at AS "beganAt", trials FROM payout_halt WHERE ended_at IS NULL`,
  )
  return rows[0]
}

/** False when one is in force already. */
export const insertHalt = async (tx: Tx, halt: Omit<HaltRow, 'trials'>): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO payout_halt (halt_id, fault, words, began_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT ((true)) WHERE ended_at IS NULL DO NOTHING`,
    [halt.haltId, halt.fault, halt.words, halt.beganAt],
  )
  return rowCount === 1
}

export const countTrial = async (tx: Tx, haltId: string): Promise<void> => {
  await tx.query('UPDATE payout_halt SET trials = trials + 1 WHERE halt_id = $1', [haltId])
}

/** Ends a halt by a payout that was asked for after it began; false when there is none to end. */
export const endHalt = async (
  tx: Tx,
  { askedAt, now }: { readonly askedAt: Date; readonly now: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'UPDATE payout_halt SET ended_at = $2 WHERE ended_at IS NULL AND began_at <= $1',
    [askedAt, now],
  )
  return rowCount === 1
}

/** Whether the last so many payouts that were answered were all refused for a fault that meets every payout. */
export const isRunOfFaults = async (tx: Tx, count: number): Promise<boolean> => {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) FILTER (WHERE state = 'failed' AND failure_reason IN ('balance', 'access')) AS count
       FROM (SELECT state, failure_reason FROM payout_attempt WHERE state <> 'asked' ORDER BY asked_at DESC LIMIT $1) AS last`,
    [count],
  )
  return (rows[0]?.count ?? 0) >= count
}

/** Orders whose money can be sent as soon as payouts go on: never tried, or refused for a fault that meets every payout. */
export const listHaltedOrders = async (tx: Tx, limit: number): Promise<OrderKey[]> => {
  const { rows } = await tx.query<OrderKey>(
    `SELECT loan_order.user_id AS "userId", loan_order.order_id AS "orderId"
       FROM loan_order
       LEFT JOIN LATERAL (SELECT state, failure_reason FROM payout_attempt AS attempt
                           WHERE attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id
                           ORDER BY attempt_number DESC LIMIT 1) AS last ON true
      WHERE loan_order.state IN ('pending', 'payout_failed') AND loan_order.state = 'pending' AND withdrawn_at IS NULL
        AND (last.state IS NULL OR (last.state = 'failed' AND last.failure_reason IN ('balance', 'access')))
      ORDER BY state_since, loan_order.order_id LIMIT $1`,
    [limit],
  )
  return rows
}
