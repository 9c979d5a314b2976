import type { ProposalProblem } from '@hola/core/desk-contract/proposals.ts'
import type { PlaceProblem } from '../../../lending/repayment/public.ts'
import { placeSuspense } from '../../../lending/repayment/public.ts'
import { lastEntryEffects } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

const problems: Readonly<Record<PlaceProblem, ProposalProblem>> = {
  no_such_receipt: 'no_such_money',
  not_in_suspense: 'not_in_suspense',
  no_such_order: 'no_such_loan',
  not_paid_out: 'not_paid_out',
}

/** Puts money in suspense on a loan, on the day on which its payer paid. */
export const place: Kind<'place'> = {
  carryOut: async (tx, services, { provider, provider_payment_id: providerPaymentId, order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const placed = await placeSuspense(tx, services, { provider, providerPaymentId, ...key })
    if (typeof placed === 'string') return new NotPossible(problems[placed])
    return {
      ...key,
      effects: [
        { name: 'placed_on', before: null, after: orderNumber },
        { name: 'paid_day', before: null, after: placed.paidDay },
        { name: 'amount_centavos', before: null, after: placed.amount },
        ...(await lastEntryEffects(tx, key)),
      ],
      act: {
        act: 'place',
        details: {
          provider,
          provider_payment_id: providerPaymentId,
          order_id: key.orderId,
          order_number: orderNumber,
          amount_centavos: placed.amount,
        },
      },
    }
  },
}
