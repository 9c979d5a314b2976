import { civilDayOf } from '@hola/core/calendar.ts'
import { accountOf, lockOrder } from '../../../lending/order/public.ts'
import { recordRefund, reverseRefund } from '../../../lending/refund/public.ts'
import { loanEffects, problemOf } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Credit of a loan goes back to its borrower: all of it, or an amount; by a transfer at the bank or by the payout provider. */
export const refund: Kind<'refund'> = {
  carryOut: async (tx, services, { order_number: orderNumber, amount_centavos: wanted, way = 'by_hand' }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const order = await lockOrder(tx, key)
    const credit = (order && accountOf(order, civilDayOf(services.clock.now()))?.credit) ?? 0
    if (credit === 0) return new NotPossible('no_credit')
    const amount = wanted ?? credit
    const result = await recordRefund(tx, services, { ...key, amount, way })
    if (typeof result === 'string') return new NotPossible('more_than_credit')
    return {
      ...key,
      effects: [
        { name: 'refund_centavos', before: null, after: amount },
        { name: 'credit_centavos', before: credit, after: credit - amount },
        { name: 'way', before: null, after: way },
        {
          name: 'account',
          before: null,
          after: `${result.account.institution_name} …${result.account.account_ending}`,
        },
        ...(await loanEffects(tx, key, result.effect)),
      ],
      act: {
        act: 'refund',
        details: { order_id: key.orderId, refund_id: result.refundId, amount_centavos: amount },
      },
    }
  },
}

/** A refund that was booked by hand did not happen: it is her credit again. */
export const refundReversal: Kind<'refund_reversal'> = {
  carryOut: async (tx, services, { order_number: orderNumber, refund_id: refundId }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await reverseRefund(tx, services, { userId: key.userId, refundId })
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'reverse_refund', details: { order_id: key.orderId, refund_id: refundId } },
    }
  },
}
