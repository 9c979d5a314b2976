import type { CivilDay } from '@hola/core/calendar.ts'
import type { Account, LoanTerms } from '@hola/core/loan/account.ts'
import { accountOn } from '@hola/core/loan/account.ts'
import type { OrderRow } from './store.ts'

/** The terms of an order as the engine reads them; until the money has left, those it would have as agreed. */
export const termsOf = (order: OrderRow): LoanTerms => ({
  amount: order.amount,
  termDays: order.termDays,
  payoutDay: order.payoutDay ?? order.agreedPayoutDay,
  dueDay: order.dueDay ?? order.agreedDueDay,
  pricing: {
    feeBasisPoints: order.feeBasisPoints,
    tnaBasisPoints: order.tnaBasisPoints,
    vatBasisPoints: order.vatBasisPoints,
    lateOneTimeBasisPoints: order.lateOneTimeBasisPoints,
    lateDailyBasisPoints: order.lateDailyBasisPoints,
    lateMaxBasisPoints: order.lateMaxBasisPoints,
  },
})

/**
 * What an order owes on a day; null while there is no debt, because the money has not left or never will. The sandbox's
 * clock can be set back to before the payout: the loan then stands as on its first day.
 */
export const accountOf = (order: OrderRow, day: CivilDay): Account | null => {
  if (order.payoutDay === null || (order.state !== 'in_repayment' && order.state !== 'cleared')) return null
  return accountOn(termsOf(order), [], day < order.payoutDay ? order.payoutDay : day)
}
