import { personCode } from '@hola/core/desk-contract/codes.ts'
import { openAccount, showAccount } from '../../../lending/order/public.ts'
import { sendAgain } from '../../../lending/payout/public.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/**
 * Sends a payout again that has been without an answer and without an id of the provider for a day: should the provider have
 * forgotten its key and paid it, the borrower has the money twice.
 */
export const payoutResend: Kind<'payout_resend'> = {
  carryOut: async (tx, services, { order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const sent = await sendAgain(tx, services, key, 'two')
    if (typeof sent === 'string') return new NotPossible('payout_not_waiting')
    const { order, unansweredSince } = sent
    const account = showAccount(openAccount(services.sealer, order, order.sealedAccount))
    return {
      ...key,
      effects: [
        { name: 'loan', before: null, after: order.orderNumber },
        { name: 'person', before: null, after: personCode(key.userId) },
        { name: 'amount_centavos', before: null, after: order.arrival },
        { name: 'account', before: null, after: `${account.institution_name} …${account.account_ending}` },
        { name: 'unanswered_since_at', before: null, after: unansweredSince?.toISOString() ?? null },
        { name: 'payout', before: 'unanswered', after: 'sent_again' },
      ],
      act: { act: 'send_payout', details: { order_id: key.orderId, amount_centavos: order.arrival } },
    }
  },
}
