import { civilDayOf, weekdayOf } from '@hola/core/calendar.ts'
import type { ContactObstacle, ContactTemplate } from '@hola/core/contact.ts'
import type { ArrearsBucket } from '@hola/core/desk-contract/arrears.ts'
import { arrearsBuckets } from '@hola/core/desk-contract/arrears.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { CONTACT_HOURS } from '@hola/core/reminder.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatDay, formatTime } from '@hola/i18n/format-date.ts'

// Arrears in words. Each message is named here, so that the build takes these and no others.

export type Late = DeskRetOf<'arrears/list'>['loans'][number]

export const sayBucket = (bucket: ArrearsBucket): string => {
  const { from, to } = arrearsBuckets[bucket]
  return to === null ? m.desk_care_bucket_over({ days: from - 1 }) : m.desk_care_bucket({ from, to })
}

const standings: Readonly<Record<Late['standing'], () => string>> = {
  late: m.desk_care_standing_late,
  plan: m.desk_care_standing_plan,
  withdrawing: m.desk_care_standing_withdrawing,
  written_off: m.desk_care_standing_written_off,
  not_late: m.desk_care_standing_not_late,
}

export const sayStanding = (standing: Late['standing']): string => standings[standing]()

const obstacles: Readonly<Record<ContactObstacle, () => string>> = {
  opted_out: m.desk_care_problem_opted_out,
  promised: m.desk_care_problem_promised,
  two_in_seven_days: m.desk_care_problem_two_in_seven_days,
  one_a_day: m.desk_care_problem_one_a_day,
  not_a_business_day: m.desk_care_problem_not_a_business_day,
  outside_hours: () => m.desk_care_problem_outside_hours(CONTACT_HOURS),
}

const isWeekend = (now: Date): boolean => [0, 6].includes(weekdayOf(civilDayOf(now)))

/** Why nobody may write to her now. Of a day that is no business day it says which: nobody has the holidays in her head. */
export const sayObstacle = (obstacle: ContactObstacle, now: Date): string => {
  if (obstacle !== 'not_a_business_day') return obstacles[obstacle]()
  return isWeekend(now) ? m.desk_care_budget_weekend() : m.desk_care_budget_holiday()
}

const templates: Readonly<Record<ContactTemplate | 'one_day_after' | 'seven_days_after', () => string>> = {
  talk: m.desk_care_template_talk,
  plan: m.desk_care_template_plan,
  waiver: m.desk_care_template_waiver,
  pause: m.desk_care_template_pause,
  agency_notice: m.desk_care_template_agency_notice,
  one_day_after: m.desk_care_template_one_day_after,
  seven_days_after: m.desk_care_template_seven_days_after,
}

/** A server that is newer than this page may know more of them: they are shown by their code. */
export const sayContact = (name: string): string => (name in templates ? templates[name as ContactTemplate]() : name)

export const sayMoment = (instant: string): string =>
  m.desk_care_next_at({ day: formatDate(instant), time: formatTime(instant) })

/** What may be done about a late loan, in a few words. */
export const sayNext = ({ standing, promised_until, budget }: Late): string => {
  if (standing === 'plan') return m.desk_care_next_plan()
  if (standing !== 'late') return m.desk_care_next_none()
  if (budget.obstacle === null) return m.desk_care_next_now()
  if (promised_until !== null) return m.desk_care_next_promise({ day: formatDay(promised_until) })
  return budget.next_at === null ? m.desk_care_next_never() : sayMoment(budget.next_at)
}
