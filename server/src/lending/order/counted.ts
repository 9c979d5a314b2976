import { daysBetween } from '@hola/core/calendar.ts'
import type { ClearedLoan } from '@hola/core/membership.ts'
import type { Services } from '../services.ts'
import { clearedDayOf } from './account-of.ts'
import type { OrderRow } from './store.ts'

export type Counting = Pick<Services, 'loanCountsFromDays'>

/**
 * As what a loan counts: by the payer's day, not the one on which we heard of it. Null for one that is not paid off, and
 * for one that was out for too few days: money that is given back at once says nothing about repaying.
 */
export const countsAs = (order: OrderRow, { loanCountsFromDays }: Counting): ClearedLoan | null => {
  const { state, payoutDay, dueDay } = order
  const clearedDay = clearedDayOf(order)
  if (state !== 'cleared' || clearedDay === null || payoutDay === null || dueDay === null) return null
  if (daysBetween(payoutDay, clearedDay) < loanCountsFromDays) return null
  return clearedDay > dueDay ? 'late' : 'on_time'
}

/** Cleared orders compare by it: by the payer's days, and of one day by when we heard of it. */
const sequenceOf = (order: OrderRow): string =>
  `${clearedDayOf(order)} ${order.clearedAt?.toISOString()} ${order.orderId}`

/** The loans that count, in the order in which they were paid. */
export const clearedLoansOf = (orders: readonly OrderRow[], counting: Counting): ClearedLoan[] =>
  orders
    .map((order) => ({ counted: countsAs(order, counting), sequence: sequenceOf(order) }))
    .toSorted((one, other) => (one.sequence < other.sequence ? -1 : 1))
    .flatMap(({ counted }) => counted ?? [])

/** Those of a person's cleared orders that were paid before this one. */
export const clearedBefore = (orders: readonly OrderRow[], order: OrderRow): OrderRow[] =>
  orders.filter((other) => other.state === 'cleared' && sequenceOf(other) < sequenceOf(order))
