import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import type { AttemptRow } from '../../lending/payout/public.ts'

/** Everybody who signed something, or of whom something says so, in the order of their ids, in pages. */
export const listSigners = async (tx: Tx, { after, limit }: { after: string; limit: number }): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM loan_order WHERE user_id > $1
     UNION SELECT user_id FROM signature_evidence WHERE user_id > $1
     ORDER BY user_id LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => row.user_id)
}

/** An order whose money has not left, with the last try to send it; all of that is null when there was none. */
export type StuckPayout = OrderKey & {
  readonly orderNumber: string
  readonly orderState: 'pending' | 'payout_failed'
  readonly since: Date
  readonly amount: Centavos
  readonly provider: string | null
  readonly key: string | null
  readonly providerPayoutId: string | null
  readonly attemptState: AttemptRow['state'] | null
  readonly failureReason: AttemptRow['failureReason']
  readonly asks: number | null
}

/** Every payout that failed, and those that have waited since before an instant; the oldest first. */
export const listStuckPayouts = async (tx: Tx, waitingSince: Date): Promise<StuckPayout[]> => {
  const { rows } = await tx.query<StuckPayout>(
    `SELECT loan_order.user_id AS "userId", loan_order.order_id AS "orderId", order_number AS "orderNumber",
            loan_order.state AS "orderState", state_since AS since, arrival_centavos AS amount, last.provider,
            last.idempotency_key AS key, last.provider_payout_id AS "providerPayoutId", last.state AS "attemptState",
            last.failure_reason AS "failureReason", last.asks
       FROM loan_order
       LEFT JOIN LATERAL (SELECT * FROM payout_attempt AS attempt
                           WHERE attempt.user_id = loan_order.user_id AND attempt.order_id = loan_order.order_id
                           ORDER BY attempt_number DESC LIMIT 1) AS last ON true
      WHERE loan_order.state IN ('pending', 'payout_failed')
        AND (loan_order.state = 'payout_failed' OR state_since <= $1)
      ORDER BY state_since, loan_order.order_id`,
    [waitingSince],
  )
  return rows
}
