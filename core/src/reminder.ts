import {
  addBusinessDays,
  addDays,
  type CivilDay,
  civilDayOf,
  daysBetween,
  type Holidays,
  isBusinessDay,
  nextBusinessDay,
  startOfDay,
} from './calendar.ts'

/**
 * When a borrower is reminded of a payment: on its day, or on the first business day after it while it still makes
 * sense; later it is dropped, because the next one says more. Days count from the due day, and no two rows meet: on no
 * day is anybody reminded twice.
 */
const reminderTable = [
  { kind: 'three_days_before', fromDays: -3, untilDays: -1 },
  { kind: 'on_the_day', fromDays: 0, untilDays: 0 },
  { kind: 'one_day_after', fromDays: 1, untilDays: 6 },
  { kind: 'seven_days_after', fromDays: 7, untilDays: 13 },
] as const

export type DueReminderKind = (typeof reminderTable)[number]['kind']

/** `withdrawal_ends`: the last day to give back a loan that was withdrawn from is near. */
export type ReminderKind = DueReminderKind | 'withdrawal_ends'

export const reminderKinds: readonly ReminderKind[] = [...reminderTable.map(({ kind }) => kind), 'withdrawal_ends']

/** So many business days before its last day whoever has withdrawn is reminded; when nothing ran then, up to that day. */
const WITHDRAWAL_REMINDER_BUSINESS_DAYS = 2

/** The hours in Argentina within which anybody is written to, and only on business days. */
export const CONTACT_HOURS = { from: 9, to: 20 } as const
const HOUR_MS = 3_600_000

/** From the first instant of the hours of a day to the first after them. */
export const contactHours = (day: CivilDay): { readonly from: Date; readonly to: Date } => {
  const midnightMs = startOfDay(day).getTime()
  return {
    from: new Date(midnightMs + CONTACT_HOURS.from * HOUR_MS),
    to: new Date(midnightMs + CONTACT_HOURS.to * HOUR_MS),
  }
}

/** Whether a borrower may be written to at an instant. */
export const mayContactAt = (instant: Date, holidays: Holidays): boolean => {
  const day = civilDayOf(instant)
  const { from, to } = contactHours(day)
  return isBusinessDay(day, holidays) && instant >= from && instant < to
}

/** The instant itself when a borrower may be written to, else the first later one at which she may. */
export const nextContactAt = (instant: Date, holidays: Holidays): Date => {
  if (mayContactAt(instant, holidays)) return instant
  const today = civilDayOf(instant)
  const isBefore = instant < contactHours(today).from
  return contactHours(nextBusinessDay(isBefore ? today : addDays(today, 1), holidays)).from
}

/** The reminder that is for this day of a payment due on that one; null for none. Whether it went out is not known here. */
export const reminderOn = (day: CivilDay, dueDay: CivilDay, holidays: Holidays): DueReminderKind | null => {
  if (!isBusinessDay(day, holidays)) return null
  const fromDueDays = daysBetween(dueDay, day)
  const row = reminderTable.find(({ fromDays, untilDays }) => fromDays <= fromDueDays && fromDueDays <= untilDays)
  return row?.kind ?? null
}

/** On this day, the due days of which payments there is a reminder, and which. */
export const remindersOn = (
  day: CivilDay,
  holidays: Holidays,
): readonly { readonly dueDay: CivilDay; readonly kind: DueReminderKind }[] =>
  reminderTable
    .flatMap(({ fromDays, untilDays }) => Array.from({ length: untilDays - fromDays + 1 }, (_, n) => fromDays + n))
    .flatMap((fromDueDays) => {
      const dueDay = addDays(day, -fromDueDays)
      const kind = reminderOn(day, dueDay, holidays)
      return kind === null ? [] : [{ dueDay, kind }]
    })

/** The last days of the right to withdraw that are reminded of on this day, from the first to the last; null for none. */
export const withdrawalRemindersOn = (
  day: CivilDay,
  holidays: Holidays,
): { readonly from: CivilDay; readonly to: CivilDay } | null =>
  isBusinessDay(day, holidays)
    ? { from: day, to: addBusinessDays(day, WITHDRAWAL_REMINDER_BUSINESS_DAYS, holidays) }
    : null
