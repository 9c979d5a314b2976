import { civilDayOf } from '@hola/core/calendar.ts'
import { accountOf, lockOrder } from '../../../lending/order/public.ts'
import { recordRefund } from '../../../lending/repayment/public.ts'
import { lastEntryEffects } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Credit of a loan goes back to its borrower: all of it, or an amount. The transfer itself is made at the bank. */
export const refund: Kind<'refund'> = {
  carryOut: async (tx, services, { order_number: orderNumber, amount_centavos: wanted }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const order = await lockOrder(tx, key)
    const credit = (order && accountOf(order, civilDayOf(services.clock.now()))?.credit) ?? 0
    if (credit === 0) return new NotPossible('no_credit')
    const amount = wanted ?? credit
    const result = await recordRefund(tx, services, { ...key, amount })
    if (typeof result === 'string') return new NotPossible('more_than_credit')
    return {
      ...key,
      effects: [
        { name: 'refund_centavos', before: null, after: amount },
        { name: 'credit_centavos', before: credit, after: credit - amount },
        ...(await lastEntryEffects(tx, key)),
      ],
      act: {
        act: 'refund',
        details: { order_id: key.orderId, refund_id: result.refundId, amount_centavos: amount },
      },
    }
  },
}
