import { civilDayOf } from '@hola/core/calendar.ts'
import { findOrder } from '../../../lending/order/public.ts'
import { findReceipt, recordTransfer, staffCollectorOf } from '../../../lending/repayment/public.ts'
import { lastEntryEffects } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

/** Enters a transfer that stands in the statement of the lender's own account. */
export const transfer: Kind<'transfer'> = {
  carryOut: async (tx, services, details) => {
    const { provider_payment_id: providerPaymentId, amount_centavos: amount, paid_day: paidDay, reference } = details
    const provider = staffCollectorOf(services)?.provider
    if (provider === undefined) return new NotPossible('no_transfer_account')
    if (paidDay > civilDayOf(services.clock.now())) return new NotPossible('day_not_come')
    const key = { provider, providerPaymentId }
    if ((await findReceipt(tx, key, { locked: false })) !== undefined) return new NotPossible('entered_already')
    await recordTransfer(tx, services, { ...key, amount, paidDay, reference })
    const entered = await findReceipt(tx, key, { locked: false })
    if (entered === undefined) throw new Error('a transfer that was entered is gone')
    const { userId, orderId } = entered
    const placedOn = userId === null || orderId === null ? undefined : { userId, orderId }
    const order = placedOn && (await findOrder(tx, placedOn.userId, placedOn.orderId))
    return {
      userId,
      orderId,
      effects: [
        { name: 'transfer_centavos', before: null, after: amount },
        { name: 'paid_day', before: null, after: paidDay },
        { name: 'placed_on', before: null, after: order?.orderNumber ?? null },
        ...(placedOn === undefined ? [] : await lastEntryEffects(tx, placedOn)),
      ],
      act: {
        act: 'transfer',
        details: { provider_payment_id: providerPaymentId, amount_centavos: amount, paid_day: paidDay },
      },
    }
  },
}
