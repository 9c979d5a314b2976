import { addBusinessDays, addDays, type CivilDay, type Holidays } from '../calendar.ts'

/** The central bank's rule: business days from the contract or from the money, whichever comes later. */
export const WITHDRAWAL_BUSINESS_DAYS = 10

/** The consumer law's rule (Ley 24.240 art. 34): calendar days, which are shorter unless holidays say otherwise. */
export const WITHDRAWAL_CALENDAR_DAYS = 10

/** The last day on which a loan can be given back: by whichever of the two rules gives more time. */
export const withdrawalUntilDay = (fromDay: CivilDay, holidays: Holidays): CivilDay => {
  const byBank = addBusinessDays(fromDay, WITHDRAWAL_BUSINESS_DAYS, holidays)
  const byLaw = addDays(fromDay, WITHDRAWAL_CALENDAR_DAYS)
  return byBank > byLaw ? byBank : byLaw
}
