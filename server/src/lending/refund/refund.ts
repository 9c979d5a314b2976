import { civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { LoanEffect } from '../loan/public.ts'
import { settleOrder, withEffect } from '../loan/public.ts'
import type { OrderKey } from '../order/public.ts'
import { accountOf, openAccount, showAccount } from '../order/public.ts'
import type { Services } from '../services.ts'
import { fileAsk } from './send.ts'
import type { RefundKey, RefundWay } from './store.ts'
import { findRefund, findTransfer, insertRefund, insertRefundReversal, insertTransfer } from './store.ts'

type RefundProblem = 'no_such_order' | 'more_than_credit'

type RefundResult = {
  readonly refundId: string
  /** The account of the borrower that it goes to: the one that her loan was paid out to. */
  readonly account: RetOf<'loan/preview'>['payout_account']
  readonly effect: LoanEffect
}

/**
 * Credit of an order goes back to its borrower: booked, and either transferred at the bank by the staff or sent by the
 * payout provider. A refund that is being sent is booked already, so that nobody can give the same credit back twice.
 */
export const recordRefund = (
  tx: Tx,
  services: Services,
  { userId, orderId, amount, way = 'by_hand' }: OrderKey & { readonly amount: Centavos; readonly way?: RefundWay },
): Promise<RefundResult | RefundProblem> =>
  withEffect(
    tx,
    services,
    { userId, orderId },
    async (order): Promise<Omit<RefundResult, 'effect'> | RefundProblem> => {
      const askedAt = services.clock.now()
      const credit = accountOf(order, civilDayOf(askedAt))?.credit ?? 0
      if (amount <= 0 || amount > credit) return 'more_than_credit'
      const refundId = services.random.uuid()
      await insertRefund(tx, { userId, orderId, refundId, amount, way, askedAt })
      if (way === 'provider') {
        await insertTransfer(tx, {
          userId,
          refundId,
          provider: services.payouts.provider,
          key: keyOf(refundId),
          askedAt,
        })
        await fileAsk(tx, services, { userId, refundId }, 0)
      }
      await settleOrder(tx, services, order, { cause: 'refund', sourceId: refundId, amount })
      return { refundId, account: showAccount(openAccount(services.sealer, order, order.sealedAccount)) }
    },
  )

/** The provider knows the transfer by it, however often it is asked. */
const keyOf = (refundId: string): string => `refund-${refundId}`

/** Where a refund stands. booked: the staff transfers it at the bank. failed: it is her credit again. */
export type RefundState = 'booked' | 'sending' | 'sent' | 'failed'

/** Where a refund stands; undefined when there is no such refund. */
export const refundStateOf = async (tx: Tx, key: RefundKey): Promise<RefundState | undefined> => {
  const refund = await findRefund(tx, key)
  if (refund === undefined) return undefined
  if (refund.reversal !== null) return 'failed'
  if (refund.way === 'by_hand') return 'booked'
  return (await findTransfer(tx, key))?.state === 'settled' ? 'sent' : 'sending'
}

type RefundReversalProblem =
  | 'no_such_order'
  | 'no_such_refund'
  | 'already_reversed'
  /** Only the provider can say that it did not arrive. */
  | 'sent_by_provider'

/** A refund that was booked by hand did not happen: it is her credit again. */
export const reverseRefund = async (
  tx: Tx,
  services: Services,
  key: RefundKey,
): Promise<{ readonly effect: LoanEffect } | RefundReversalProblem> => {
  const seen = await findRefund(tx, key)
  if (seen === undefined) return 'no_such_refund'
  if (seen.way === 'provider') return 'sent_by_provider'
  return withEffect(tx, services, seen, async (order): Promise<object | RefundReversalProblem> => {
    const refund = await findRefund(tx, key)
    if (refund?.reversal !== null) return 'already_reversed'
    await insertRefundReversal(tx, key, { reason: 'by_mistake', madeAt: services.clock.now() })
    const { refundId: sourceId, amount } = refund
    await settleOrder(tx, services, order, { cause: 'refund_reversal', sourceId, amount })
    return {}
  })
}
