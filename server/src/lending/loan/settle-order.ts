import { civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { balancesOn, brokenDayOf, loanOn } from '@hola/core/ledger/ledger.ts'
import type { LoanFacts } from '@hola/core/ledger/ledger.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { isWithdrawnOn } from '@hola/core/loan/withdrawal.ts'
import type { Centavos } from '@hola/core/money.ts'
import { giveBackCoupon, takeCouponAgain } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Cause } from '../ledger/public.ts'
import { book } from '../ledger/public.ts'
import { settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import type { OrderEventKind, OrderKey, OrderRow } from '../order/public.ts'
import { bookingDay, factsOf, findOrder, insertOrderEvent, moveOrder } from '../order/public.ts'
import { announceLevel, settleGift } from './on-cleared.ts'

/** Which fact of a loan has changed. */
export type Change = {
  readonly cause: Cause
  /** What it answers to: a receipt, a payout, a refund. */
  readonly sourceId: string | null
  /** What the time line says it was about. */
  readonly amount?: Centavos | null
}

/** Days that pass are no event. */
const eventOf: Readonly<Record<Cause, OrderEventKind | undefined>> = {
  payout: 'paid_out',
  accrual: undefined,
  payment: 'payment',
  reversal: 'payment_reversed',
  withdrawal: 'withdrawn',
  extension: 'extended',
  refund: 'refunded',
  correction: 'corrected',
  receipt_reversal: 'receipt_reversed',
  waiver: 'waived',
  waiver_reversal: 'waiver_reversed',
  write_off: 'written_off',
  write_off_reversal: 'write_off_reversed',
  plan: 'planned',
  plan_broken: undefined,
  plan_reversal: 'plan_reversed',
  refund_reversal: 'refund_reversed',
}

const moveEvents: Readonly<Partial<Record<OrderState, OrderEventKind>>> = {
  cleared: 'cleared',
  cancelled: 'cancelled',
  in_repayment: 'reopened',
}

/** Where a loan that was paid out stands by what is owed on it. */
export const stateBy = (facts: LoanFacts, day: CivilDay): OrderState => {
  if (loanOn(facts, day).clearedDay === null) return 'in_repayment'
  return isWithdrawnOn(facts, day) ? 'cancelled' : 'cleared'
}

/**
 * Whoever changes a fact of a loan calls this in the same transaction, after the change: the books, the order's state
 * and the quota are made from the facts as they are now, and never moved by hand. So a payment that came late, twice,
 * out of order or was taken back ends where it must. An order whose money has not left has no books: only its quota.
 * The caller holds the lock of the order since before the change.
 */
export const settleOrder = async (
  tx: Tx,
  services: Services,
  key: OrderKey,
  { cause, sourceId, amount = null }: Change,
): Promise<OrderRow> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  if (order === undefined) throw new Error(`no order ${key.orderId} to settle`)
  const now = services.clock.now()
  const event = eventOf[cause]
  if (event !== undefined) await insertOrderEvent(tx, { ...key, kind: event, at: now, amount })
  if (order.payoutDay === null) {
    await settleQuota(tx, services, key.userId)
    return order
  }

  const facts = factsOf(order)
  const bookedDay = await book(tx, key, {
    cause,
    sourceId,
    day: bookingDay(order, civilDayOf(now)),
    bookedAt: now,
    on: (day) => ({ balances: balancesOn(facts, day), planBrokenDay: brokenDayOf(facts, day) }),
    rulesVersion: order.rulesVersion,
  })

  const to = stateBy(facts, bookedDay)
  if (to !== order.state) {
    await moveOrder(tx, key, { from: order.state, to, at: now })
    const kind = moveEvents[to]
    if (kind !== undefined) await insertOrderEvent(tx, { ...key, kind, at: now, amount: null })
  }
  const settled = to === order.state ? order : movedTo(order, to, now)
  if (settled.state === 'cleared' || order.state === 'cleared') await settleGift(tx, services, settled)
  await settleQuota(tx, services, key.userId)
  // With the withdrawal complete the coupon is hers again; money that is taken back takes it along, unless it was used.
  if (to === 'cancelled' && order.state !== 'cancelled') await giveBackCoupon(tx, services, key)
  if (to !== 'cancelled' && order.state === 'cancelled') await takeCouponAgain(tx, services, key)
  if (to !== order.state) await services.consumerRequests.settle(tx, services, key)
  if (to !== order.state && to === 'cleared') await announceLevel(tx, services, settled)
  return settled
}

/** The order as `moveOrder` has left it. */
const movedTo = (order: OrderRow, state: OrderState, at: Date): OrderRow => ({
  ...order,
  state,
  stateSince: at,
  clearedAt: state === 'cleared' ? at : null,
})
