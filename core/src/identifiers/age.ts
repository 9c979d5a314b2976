import type { CivilDay } from '../calendar.ts'
import { bad, type Checked, good } from './checked.ts'

/** Full age by the civil code (section 25), and the most that we lend to. */
export const AGE_MIN_YEARS = 18
export const AGE_MAX_YEARS = 75

/** Years lived on a day. Who was born on 29 February grows older on 1 March where there is no such day. */
export const ageOn = (birthDay: CivilDay, today: CivilDay): number =>
  Number(today.slice(0, 4)) - Number(birthDay.slice(0, 4)) - (today.slice(5) < birthDay.slice(5) ? 1 : 0)

/** From the 18th birthday to the day before the 76th, by the Argentine calendar. */
export const checkAge = (birthDay: CivilDay, today: CivilDay): Checked<number, 'too_young' | 'too_old'> => {
  const years = ageOn(birthDay, today)
  if (years < AGE_MIN_YEARS) return bad('too_young')
  return years > AGE_MAX_YEARS ? bad('too_old') : good(years)
}
