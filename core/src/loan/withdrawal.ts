import { addBusinessDays, type CivilDay, type Holidays } from '../calendar.ts'
import { add, type Centavos } from '../money.ts'
import type { Payment } from './account.ts'

/**
 * Within these the borrower gives back what she received and owes nothing else. BCRA counts business days; Ley 24.240,
 * art. 34, counts ten calendar days, which are always over sooner.
 */
export const WITHDRAWAL_BUSINESS_DAYS = 10

/** The last day on which a loan can be withdrawn from, counted from the day after it was signed or the money came. */
export const withdrawalUntilDay = (from: CivilDay, holidays: Holidays): CivilDay =>
  addBusinessDays(from, WITHDRAWAL_BUSINESS_DAYS, holidays)

/** What decides where a withdrawal stands. */
export type WithdrawalFacts = {
  /** What left for the borrower: the capital that goes back. */
  readonly arrival: Centavos
  /** What was credited and not taken back, on the payers' days. */
  readonly payments: readonly Payment[]
  /** For somebody who has said that she withdraws: the last day to give it back. Null for everybody else. */
  readonly withdrawalUntilDay: CivilDay | null
}

/**
 * waiting: what she received can still go back. complete: it is back, and was paid in time. lapsed: the last day has
 * passed without it, so that the loan is the agreed one from its payout day, as if nobody had said anything.
 */
export type WithdrawalState = 'waiting' | 'complete' | 'lapsed'

/**
 * Where a withdrawal stands on a day; null when nobody has withdrawn. It depends on what was paid by which day and on
 * nothing else: money that we hear of late but that was paid in time completes it after all, and money that is taken
 * back undoes that.
 */
export const withdrawalStateOn = (
  { arrival, payments, withdrawalUntilDay: until }: WithdrawalFacts,
  day: CivilDay,
): WithdrawalState | null => {
  if (until === null) return null
  const inTime = payments.filter((payment) => payment.day <= until && payment.day <= day)
  if (add(...inTime.map(({ amount }) => amount)) >= arrival) return 'complete'
  return day <= until ? 'waiting' : 'lapsed'
}

/** Whether she owes what she received and nothing else on a day: no fee, no interest, no VAT, no late charge. */
export const isWithdrawnOn = (facts: WithdrawalFacts, day: CivilDay): boolean => {
  const state = withdrawalStateOn(facts, day)
  return state === 'waiting' || state === 'complete'
}
