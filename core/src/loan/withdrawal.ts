import { addBusinessDays, type CivilDay, type Holidays } from '../calendar.ts'

/**
 * Within these the borrower gives back what she received and owes nothing else. BCRA counts business days; Ley 24.240,
 * art. 34, counts ten calendar days, which are always over sooner.
 */
export const WITHDRAWAL_BUSINESS_DAYS = 10

/** The last day on which a loan can be withdrawn from, counted from the day after it was signed or the money came. */
export const withdrawalUntilDay = (from: CivilDay, holidays: Holidays): CivilDay =>
  addBusinessDays(from, WITHDRAWAL_BUSINESS_DAYS, holidays)
