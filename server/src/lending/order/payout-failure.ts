import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { PayoutFailure } from '../../providers/payout/public.ts'
import { payoutFailures } from '../../providers/payout/public.ts'
import type { OrderKey } from './store.ts'

type Reason = NonNullable<RetOf<'loan/order'>['order']['payout_failure']>['reason']

/** What happened, and what she can do about it. */
export const payoutFailureReason = (failure: PayoutFailure, language: WireLanguage): Reason => ({
  code: failure,
  text: say(`orders_payout_failure_${failure}`, language),
})

/**
 * What was wrong with her account when the last try to send the money of an order failed; null when nothing was, or there
 * was no try.
 */
export const findPayoutFailure = async (tx: Tx, { userId, orderId }: OrderKey): Promise<PayoutFailure | null> => {
  const { rows } = await tx.query<{ failure: string | null }>(
    `SELECT failure_reason AS failure FROM payout_attempt WHERE user_id = $1 AND order_id = $2
      ORDER BY attempt_number DESC LIMIT 1`,
    [userId, orderId],
  )
  return payoutFailures.find((failure) => failure === rows[0]?.failure) ?? null
}
