import { addDays, type CivilDay, civilDay, type Holidays, weekdayOf } from './calendar.ts'

/**
 * The national holidays by the law itself (Ley 27.399), for years whose calendar nobody has published yet. Bridge days,
 * and holidays that a decree moves in a single year, cannot be known before: whoever knows a year puts it in the table.
 */

/** Article 1, the days that never move. */
const FIXED_DAYS = ['01-01', '03-24', '04-02', '05-01', '05-25', '06-20', '07-09', '12-08', '12-25']

/** Güemes, San Martín, cultural diversity, sovereignty: these move to a Monday. */
const MOVABLE_DAYS = ['06-17', '08-17', '10-12', '11-20']

/** From Easter Sunday: the Monday and Tuesday of carnival, Good Friday. */
const FROM_EASTER_DAYS = [-48, -47, -2]

/** Article 6, by the day of the week, from Sunday: back from Tuesday and Wednesday, on from Thursday and Friday. */
const TO_MONDAY_DAYS = [0, 0, -1, -2, 4, 3, 0]

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
const easterOf = (year: number): CivilDay => {
  const century = Math.trunc(year / 100)
  const inCentury = year % 100
  const golden = year % 19
  const moonShift = Math.trunc((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.trunc(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.trunc(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.trunc((golden + 11 * epact + 22 * toSunday) / 451)
  return addDays(civilDay(`${year}-03-22`), epact + toSunday - 7 * correction)
}

const movedToMonday = (day: CivilDay): CivilDay => addDays(day, TO_MONDAY_DAYS[weekdayOf(day)] ?? 0)

/** The national holidays of a year as the law alone makes them. */
export const holidaysByLaw = (year: number): ReadonlySet<CivilDay> => {
  const on = (monthDay: string): CivilDay => civilDay(`${year}-${monthDay}`)
  const easter = easterOf(year)
  return new Set([
    ...FIXED_DAYS.map(on),
    ...MOVABLE_DAYS.map((monthDay) => movedToMonday(on(monthDay))),
    ...FROM_EASTER_DAYS.map((count) => addDays(easter, count)),
  ])
}

/** The days of the years that are known, and the law for every other year. */
export const holidaysFrom = (known: ReadonlyMap<number, ReadonlySet<CivilDay>>): Holidays => {
  const years = new Map(known)
  return {
    has: (day) => {
      const year = Number(day.slice(0, 4))
      const days = years.get(year) ?? holidaysByLaw(year)
      years.set(year, days)
      return days.has(day)
    },
  }
}
