import { reverseWriteOff, writeOff as writeOffLoan } from '../../../lending/servicing/public.ts'
import { loanEffects, problemOf } from '../effects.ts'
import type { Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'
import { findOrderByNumber } from '../order.ts'

/** Takes an overdue loan out of what the lender counts on, as a loss; she owes it all the same, at no further cost. */
export const writeOff: Kind<'write_off'> = {
  carryOut: async (tx, services, { order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await writeOffLoan(tx, services, key)
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'write_off', details: { order_id: key.orderId, write_off_id: result.writeOffId } },
    }
  },
}

/** The loan is as if it had never been written off, with the charges of all days since. */
export const writeOffReversal: Kind<'write_off_reversal'> = {
  carryOut: async (tx, services, { order_number: orderNumber }) => {
    const key = await findOrderByNumber(tx, orderNumber)
    if (typeof key === 'string') return new NotPossible('no_such_loan')
    const result = await reverseWriteOff(tx, services, key)
    if (typeof result === 'string') return problemOf(result)
    return {
      ...key,
      effects: await loanEffects(tx, key, result.effect),
      act: { act: 'reverse_write_off', details: { order_id: key.orderId } },
    }
  },
}
