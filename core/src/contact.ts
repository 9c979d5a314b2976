import type { CivilDay, Holidays } from './calendar.ts'
import { addDays, civilDayOf, daysBetween, nextBusinessDay } from './calendar.ts'
import { contactHours, mayContactAt } from './reminder.ts'

/**
 * When a borrower who is late may be written to about it. One rule for whoever works at the desk and for the reminders
 * that go out by themselves: to her own address, on business days from 9 to 20 h, at most once a day and twice in any
 * seven days in a row. Seven days in a row are stricter than a calendar week: they hold in every week, wherever it begins.
 */
export const CONTACTS_A_DAY = 1
export const CONTACTS_IN_SEVEN_DAYS = 2
const WINDOW_DAYS = 7

/** A promise to pay lies at most so far ahead. */
export const PROMISE_DAYS_MAX = 30

/** So long before a loan is handed to an agency she has been told. */
export const AGENCY_NOTICE_DAYS = 10

/** What may be said to somebody who is late, and the version of its words. Words that change get another version. */
export const contactTemplates = {
  /** A plain word: what is open, and that there is somebody to talk to. */
  talk: 1,
  /** Offers: a plan, fewer late charges, a pause until a day that she names. */
  plan: 1,
  waiver: 1,
  pause: 1,
  /** That the loan may be handed to an agency: the law’s notice. */
  agency_notice: 1,
} as const satisfies Readonly<Record<string, number>>

export type ContactTemplate = keyof typeof contactTemplates

export const contactTemplateNames = Object.keys(contactTemplates) as [ContactTemplate, ...ContactTemplate[]]

export type ContactFacts = {
  /** The days on which she was written to about what is late, in any order; older ones may be left out. */
  readonly contactDays: readonly CivilDay[]
  /** She has asked not to be contacted. */
  readonly isOptedOut: boolean
  /** The last day of what she has promised; null without a promise. */
  readonly promisedUntil: CivilDay | null
}

/** Why nobody may write to her now; the one that lasts longest is said first. */
export const contactObstacles = [
  'opted_out',
  'promised',
  'two_in_seven_days',
  'one_a_day',
  'not_a_business_day',
  'outside_hours',
] as const

export type ContactObstacle = (typeof contactObstacles)[number]

export type ContactBudget = {
  readonly obstacle: ContactObstacle | null
  readonly todayCount: number
  readonly sevenDaysCount: number
  /** Now when she may be written to, else the first later moment; null when she wants to hear nothing. */
  readonly nextAt: Date | null
}

/** How many of the contacts lie within the seven days that this day ends or begins. */
const contactsAround = (contactDays: readonly CivilDay[], day: CivilDay): number =>
  contactDays.filter((one) => Math.abs(daysBetween(one, day)) < WINDOW_DAYS).length

const obstacleOnDay = (
  { contactDays, isOptedOut, promisedUntil }: ContactFacts,
  day: CivilDay,
): ContactObstacle | null => {
  if (isOptedOut) return 'opted_out'
  if (promisedUntil !== null && day <= promisedUntil) return 'promised'
  if (contactsAround(contactDays, day) >= CONTACTS_IN_SEVEN_DAYS) return 'two_in_seven_days'
  // A contact that lies ahead was written before the sandbox's clock was set back: none comes before it.
  return contactDays.some((one) => one >= day) ? 'one_a_day' : null
}

/** Why she may not be written to at an instant; null when she may. */
export const mayContact = (facts: ContactFacts, now: Date, holidays: Holidays): ContactObstacle | null => {
  const today = civilDayOf(now)
  const onDay = obstacleOnDay(facts, today)
  if (onDay !== null) return onDay
  if (mayContactAt(now, holidays)) return null
  return nextBusinessDay(today, holidays) === today ? 'outside_hours' : 'not_a_business_day'
}

/** The first moment from now on at which she may be written to, as long as nothing else happens. */
const nextContact = (facts: ContactFacts, now: Date, holidays: Holidays): Date => {
  if (mayContact(facts, now, holidays) === null) return now
  const today = civilDayOf(now)
  let day = nextBusinessDay(now < contactHours(today).from ? today : addDays(today, 1), holidays)
  while (obstacleOnDay(facts, day) !== null) day = nextBusinessDay(addDays(day, 1), holidays)
  return contactHours(day).from
}

/** What is left of what is allowed, and why it is not allowed now. */
export const contactBudget = (facts: ContactFacts, now: Date, holidays: Holidays): ContactBudget => {
  const today = civilDayOf(now)
  return {
    obstacle: mayContact(facts, now, holidays),
    todayCount: facts.contactDays.filter((day) => day === today).length,
    sevenDaysCount: facts.contactDays.filter((day) => {
      const ago = daysBetween(day, today)
      return ago >= 0 && ago < WINDOW_DAYS
    }).length,
    nextAt: facts.isOptedOut ? null : nextContact(facts, now, holidays),
  }
}
