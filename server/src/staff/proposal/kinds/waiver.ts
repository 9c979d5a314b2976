import { reverseWaiver, waiveLateCharges } from '../../../lending/servicing/public.ts'
import { loanEffects, problemOf } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Gives up late charges of a loan, at most what is owed of them at the time of approval. */
export const waiver: Kind<'waiver'> = {
  carryOut: async (tx, services, { order_number: orderNumber, amount_centavos: amount }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await waiveLateCharges(tx, services, { ...key, amount })
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'waive', details: { order_id: key.orderId, waiver_id: result.waiverId, amount_centavos: amount } },
    }
  },
}

/** The loan is as if the waiver had never been. */
export const waiverReversal: Kind<'waiver_reversal'> = {
  carryOut: async (tx, services, { order_number: orderNumber, waiver_id: waiverId }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await reverseWaiver(tx, services, { userId: key.userId, waiverId })
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'reverse_waiver', details: { order_id: key.orderId, waiver_id: waiverId } },
    }
  },
}
