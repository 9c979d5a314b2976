import { civilDayOf } from '@hola/core/calendar.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { LoanEffect } from '../loan/public.ts'
import { settleOrder, withEffect } from '../loan/public.ts'
import type { OrderKey } from '../order/public.ts'
import { accountOf, bookingDay, planStateOf, withdrawalStateOf } from '../order/public.ts'
import type { Services } from '../services.ts'
import { findWriteOff, insertWriteOff, insertWriteOffReversal } from './store.ts'

export type WriteOffProblem =
  | 'no_such_order'
  | 'nothing_owed'
  | 'already_written_off'
  /** She pays it in parts as agreed. */
  | 'plan_running'
  /** She is giving it back and has time until the last day of that right. */
  | 'being_withdrawn'
  /** It is not due yet. */
  | 'not_overdue'

export type WriteOffResult = { readonly writeOffId: string; readonly effect: LoanEffect }

/**
 * Takes a loan out of what the lender counts on, as a loss. Its borrower owes what she owed, at no further cost; what she
 * pays from tomorrow on is booked as recovered.
 */
export const writeOff = (
  tx: Tx,
  services: Services,
  { userId, orderId }: OrderKey,
): Promise<WriteOffResult | WriteOffProblem> =>
  withEffect(tx, services, { userId, orderId }, async (order): Promise<{ writeOffId: string } | WriteOffProblem> => {
    const madeAt = services.clock.now()
    const day = bookingDay(order, civilDayOf(madeAt))
    const account = accountOf(order, day)
    if (account === null || account.clearedDay !== null) return 'nothing_owed'
    if (order.writtenOffDay !== null) return 'already_written_off'
    if (planStateOf(order, day) === 'running') return 'plan_running'
    if (withdrawalStateOf(order, day) === 'waiting') return 'being_withdrawn'
    if (account.overdueDays === 0) return 'not_overdue'
    const writeOffId = services.random.uuid()
    const amount = account.payoff
    await insertWriteOff(tx, { userId, orderId, writeOffId, day, amount, madeAt })
    await settleOrder(tx, services, order, { cause: 'write_off', sourceId: writeOffId, amount })
    return { writeOffId }
  })

export type WriteOffReversalProblem =
  | 'no_such_order'
  | 'not_written_off'
  /** She has paid everything that she was told she owes. */
  | 'already_paid_off'

/** Takes a write-off back: the loan is as if it had never been, with the charges of all days since. */
export const reverseWriteOff = (
  tx: Tx,
  services: Services,
  key: OrderKey,
): Promise<{ readonly effect: LoanEffect } | WriteOffReversalProblem> =>
  withEffect(tx, services, key, async (order): Promise<object | WriteOffReversalProblem> => {
    const found = await findWriteOff(tx, key)
    if (found === undefined) return 'not_written_off'
    if (order.state === 'cleared') return 'already_paid_off'
    await insertWriteOffReversal(tx, found, services.clock.now())
    await settleOrder(tx, services, order, { cause: 'write_off_reversal', sourceId: found.writeOffId })
    return {}
  })
