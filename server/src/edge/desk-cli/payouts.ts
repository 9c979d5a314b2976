import { PAYOUT_LATE_MS } from '@hola/core/desk-contract/payouts.ts'
import type { UnpaidOrder } from '../../lending/payout/public.ts'
import { ASKS_MAX, isFault, listStuckPayouts } from '../../lending/payout/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { showMoney, showTime, table } from './print.ts'

const standingOf = ({ orderState, attemptState, failureReason, words, asks }: UnpaidOrder): string => {
  if (orderState === 'payout_failed')
    return `failed: ${failureReason ?? 'other'}; the borrower is asked for another account`
  const asked = `asked ${asks ?? 0} of ${ASKS_MAX} times`
  switch (attemptState) {
    case 'accepted':
      return `the provider has it and has not settled it (${asked})`
    case 'asked':
      return `UNKNOWN: nobody knows whether it was paid (${asked})`
    case 'failed':
      return isFault(failureReason)
        ? `held (${failureReason}): the provider says "${words ?? ''}"`
        : 'not sent: the daily job sends it'
    case 'settled':
    case null:
      return 'not sent: the daily job sends it'
  }
}

/** Money that should have left and has not. Nothing in it says who it is for, so nobody has to say who looks. */
export const showPayouts = async ({ pool, clock }: Services): Promise<Answer> => {
  const waitingSince = new Date(clock.now().getTime() - PAYOUT_LATE_MS)
  const stuck = await inTransaction(pool, (tx) => listStuckPayouts(tx, waitingSince))
  return {
    text:
      stuck.length === 0
        ? 'Every payout is paid or on its way.'
        : table(
            ['LOAN', 'SINCE', 'AMOUNT', 'PROVIDER', 'ITS ID', 'STATE'],
            stuck.map((payout) => [
              payout.orderNumber,
              showTime(payout.since),
              showMoney(payout.amount),
              payout.provider ?? '-',
              payout.providerPayoutId ?? '-',
              standingOf(payout),
            ]),
          ),
    json: stuck.map((payout) => ({
      order_number: payout.orderNumber,
      user_id: payout.userId,
      order_id: payout.orderId,
      order_state: payout.orderState,
      since: payout.since.toISOString(),
      amount_centavos: payout.amount,
      provider: payout.provider,
      idempotency_key: payout.key,
      provider_payout_id: payout.providerPayoutId,
      attempt_state: payout.attemptState,
      failure_reason: payout.failureReason,
      asks: payout.asks,
    })),
  }
}
