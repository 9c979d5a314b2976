import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { add } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { LoanEffect } from '../loan/public.ts'
import { settleOrder, withEffect } from '../loan/public.ts'
import type { OrderKey } from '../order/public.ts'
import { accountOf, bookingDay } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { WaiverKey } from './store.ts'
import { findWaivedOrder, insertWaiver, insertWaiverReversal } from './store.ts'

export type WaiverProblem =
  | 'no_such_order'
  /** The money has not left: nothing is late. */
  | 'not_paid_out'
  /** Nobody counts on its charges any more; the write-off can be reversed first. */
  | 'written_off'
  /** More than what is owed in late charges today, or nothing. */
  | 'more_than_late_charges'

export type WaiverResult = { readonly waiverId: string; readonly effect: LoanEffect }

/** Gives up late charges of a loan, at most what is owed of them today. The days after it cost what they cost. */
export const waiveLateCharges = (
  tx: Tx,
  services: Services,
  { userId, orderId, amount }: OrderKey & { readonly amount: Centavos },
): Promise<WaiverResult | WaiverProblem> =>
  withEffect(tx, services, { userId, orderId }, async (order): Promise<{ waiverId: string } | WaiverProblem> => {
    const madeAt = services.clock.now()
    const day = bookingDay(order, civilDayOf(madeAt))
    const account = accountOf(order, day)
    if (account === null) return 'not_paid_out'
    if (order.writtenOffDay !== null) return 'written_off'
    if (amount <= 0 || amount > add(account.lateOneTime, account.lateDaily)) return 'more_than_late_charges'
    const waiverId = services.random.uuid()
    await insertWaiver(tx, { userId, orderId, waiverId, day, amount, madeAt })
    await settleOrder(tx, services, order, { cause: 'waiver', sourceId: waiverId, amount })
    return { waiverId }
  })

export type WaiverReversalProblem =
  | 'no_such_order'
  | 'no_such_waiver'
  /** She has paid everything that she was told she owes. */
  | 'already_paid_off'

/** Takes a waiver back: the loan is as if it had never been. */
export const reverseWaiver = async (
  tx: Tx,
  services: Services,
  key: WaiverKey,
): Promise<{ readonly effect: LoanEffect } | WaiverReversalProblem> => {
  const waived = await findWaivedOrder(tx, key)
  if (waived === undefined) return 'no_such_waiver'
  return withEffect(tx, services, waived, async (order): Promise<object | WaiverReversalProblem> => {
    const waiver = order.waivers.find(({ waiverId }) => waiverId === key.waiverId)
    if (waiver === undefined) return 'no_such_waiver'
    if (order.state === 'cleared') return 'already_paid_off'
    await insertWaiverReversal(tx, key, services.clock.now())
    const { waiverId: sourceId, amount } = waiver
    await settleOrder(tx, services, order, { cause: 'waiver_reversal', sourceId, amount })
    return {}
  })
}
