import { addBusinessDays, addDays, type CivilDay, type Holidays } from '../calendar.ts'

/** Within these the borrower gives back what she received and owes nothing else. BCRA counts business days. */
export const WITHDRAWAL_BUSINESS_DAYS = 10

/** Ley 24.240, art. 34, counts calendar days; where the two differ the borrower has the longer time. */
const WITHDRAWAL_CALENDAR_DAYS = 10

/** The last day on which a loan can be withdrawn from, counted from the day after it was signed or the money came. */
export const withdrawalUntilDay = (from: CivilDay, holidays: Holidays): CivilDay => {
  const business = addBusinessDays(from, WITHDRAWAL_BUSINESS_DAYS, holidays)
  const calendar = addDays(from, WITHDRAWAL_CALENDAR_DAYS)
  return business > calendar ? business : calendar
}
