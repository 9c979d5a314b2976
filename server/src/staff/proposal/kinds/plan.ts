import { makePlan, reversePlan } from '../../../lending/servicing/public.ts'
import { loanEffects, problemOf } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Agrees on parts, with the days that count, instead of the due day. They are all that is owed at the time of approval. */
export const plan: Kind<'plan'> = {
  carryOut: async (tx, services, { order_number: orderNumber, parts: agreed }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const parts = agreed.map(({ due_day: dueDay, amount_centavos: amount }) => ({ dueDay, amount }))
    const result = await makePlan(tx, services, { ...key, parts })
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: [
        ...result.parts.map(({ dueDay, amount }) => ({ name: `part.${dueDay}`, before: null, after: amount })),
        ...(await loanEffects(tx, key, result.effect)),
      ],
      act: {
        act: 'make_plan',
        details: { order_id: key.orderId, plan_id: result.planId, part_count: result.parts.length },
      },
    }
  },
}

/** The loan is as if the plan had never been. */
export const planReversal: Kind<'plan_reversal'> = {
  carryOut: async (tx, services, { order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await reversePlan(tx, services, key)
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'reverse_plan', details: { order_id: key.orderId } },
    }
  },
}
