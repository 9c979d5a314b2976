import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDay, civilDayOf, daysBetween } from '@hola/core/calendar.ts'
import type { Services } from '../services.ts'

/** From so many days before its end somebody has to put the next years into the table. */
const WARN_DAYS = 365

type Means = Pick<Services, 'clock' | 'reference'>

const lastDayOf = ({ reference }: Means): CivilDay => civilDay(`${reference.holidayYears.last}-12-31`)

/** How many days the table of holidays still has; below zero when it has ended. */
export const holidayTableDaysLeft = (means: Means): number =>
  daysBetween(civilDayOf(means.clock.now()), lastDayOf(means))

/** Says in the log that the table of holidays ends within a year, or has ended. */
export const warnOfTableEnd = (means: Means & Pick<Services, 'log'>): void => {
  if (holidayTableDaysLeft(means) > WARN_DAYS) return
  means.log.warn(
    `the table of holidays ends on ${lastDayOf(means)}: later days go by the law alone, without bridge days. ` +
      'Put the next years into server/data/ar-holidays.json.',
  )
}
