import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { LoanFacts, PlanState } from '@hola/core/ledger/ledger.ts'
import { loanOn, planStateOn } from '@hola/core/ledger/ledger.ts'
import type { Account, LoanTerms } from '@hola/core/loan/account.ts'
import type { WithdrawalState } from '@hola/core/loan/withdrawal.ts'
import { withdrawalStateOn } from '@hola/core/loan/withdrawal.ts'
import type { OrderRow, Owing } from './store.ts'

const latest = (one: CivilDay, other: CivilDay): CivilDay => (one > other ? one : other)

/** The terms of an order as the engine reads them; until the money has left, those it would have as agreed. */
export const termsOf = (order: Owing): LoanTerms => ({
  amount: order.amount,
  termDays: order.termDays,
  payoutDay: order.payoutDay ?? order.agreedPayoutDay,
  dueDay: order.dueDay ?? order.agreedDueDay,
  pricing: {
    feeBasisPoints: order.feeBasisPoints,
    tnaBasisPoints: order.tnaBasisPoints,
    vatBasisPoints: order.vatBasisPoints,
    lateOneTimeBasisPoints: order.lateOneTimeBasisPoints,
    lateOneTimeUnpaidMin: order.lateOneTimeUnpaidMin,
    lateDailyBasisPoints: order.lateDailyBasisPoints,
    lateMaxBasisPoints: order.lateMaxBasisPoints,
  },
  rulesVersion: order.rulesVersion,
})

/** What the books of an order are made from. A provider's date from before the payout counts as the payout day. */
export const factsOf = (order: Owing): LoanFacts => {
  const terms = termsOf(order)
  return {
    terms,
    fee: order.fee,
    arrival: order.arrival,
    payments: order.payments.map(({ day, amount }) => ({ day: latest(day, terms.payoutDay), amount })),
    refunded: order.refunded,
    withdrawalUntilDay: order.withdrawnAt === null ? null : order.withdrawalUntilDay,
    waivers: order.waivers,
    plan: order.plan,
    writtenOffDay: order.writtenOffDay,
  }
}

/** The day up to which a loan is counted. The sandbox's clock can be set back to before the payout: then its first day. */
export const bookingDay = (order: Owing, day: CivilDay): CivilDay => latest(day, termsOf(order).payoutDay)

/** What an order owes on a day; null while there is no debt, because the money has not left or never will. */
export const accountOf = (order: OrderRow, day: CivilDay): Account | null =>
  order.payoutDay === null ? null : loanOn(factsOf(order), bookingDay(order, day))

/**
 * Where the withdrawal from an order stands on a day; null when nobody has withdrawn. While the money is under way it
 * waits too, and an order whose money never left is withdrawn from at once.
 */
export const withdrawalStateOf = (order: OrderRow, day: CivilDay): WithdrawalState | null => {
  if (order.withdrawnAt === null) return null
  if (order.payoutDay === null) return order.state === 'cancelled' ? 'complete' : 'waiting'
  return withdrawalStateOn(factsOf(order), bookingDay(order, day))
}

/** Where the payment plan of an order stands on a day; null when it has none. */
export const planStateOf = (order: OrderRow, day: CivilDay): PlanState | null =>
  order.payoutDay === null ? null : planStateOn(factsOf(order), bookingDay(order, day))

/** The payer's day on which a cleared order was paid, however late we heard of it. */
export const clearedDayOf = (order: OrderRow): CivilDay | null => {
  if (order.clearedAt === null) return null
  const bookedDay = civilDayOf(order.clearedAt)
  const lastDay = order.payments.reduce((last, { day }) => latest(last, day), bookedDay)
  return accountOf(order, lastDay)?.clearedDay ?? bookedDay
}
