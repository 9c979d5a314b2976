declare const civilDayBrand: unique symbol

/** A day of the Argentine calendar as 'YYYY-MM-DD', without a time. Two of them compare as text. */
export type CivilDay = string & { readonly [civilDayBrand]: true }

/** The days on which banks are closed besides the weekends. They change by decree, so they are data handed in. */
export type Holidays = Pick<ReadonlySet<CivilDay>, 'has'>

const DAY_MS = 86_400_000

// The zone database is the authority on the country's offset, not a fixed -03:00 of ours: it has had summer time.
// Made when first needed: that takes a cheap phone as long as two frames.
let formatter: Intl.DateTimeFormat | undefined
const wallClock = (): Intl.DateTimeFormat =>
  (formatter ??= new Intl.DateTimeFormat('en', {
    timeZone: 'America/Argentina/Buenos_Aires',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }))

const askWallTimeMs = (instantMs: number): number => {
  const part: Record<string, number> = {}
  for (const { type, value } of wallClock().formatToParts(instantMs)) part[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const HOUR_MS = 3_600_000
/** Since 1920 the clocks have been changed on a full hour of UTC alone, so one answer serves all instants of an hour. */
const offsetOfHour = new Map<number, number>()

/** What a clock on an Argentine wall shows, written as if it were UTC so that it can be counted with. */
const wallTimeMs = (instant: Date): number => {
  const ms = Math.floor(instant.getTime() / 1000) * 1000
  const hour = Math.floor(ms / HOUR_MS)
  const offset = offsetOfHour.get(hour) ?? askWallTimeMs(ms) - ms
  if (offsetOfHour.size > 9_999) offsetOfHour.clear()
  offsetOfHour.set(hour, offset)
  return ms + offset
}

/** What the clocks in Argentina showed, with how far they are from UTC: `2026-11-16T10:05:33-03:00`. */
export const argentineTime = (instant: Date): string => {
  const wallMs = wallTimeMs(instant)
  const aheadMinutes = Math.round((wallMs - instant.getTime()) / 60_000)
  const [hours, minutes] = [Math.trunc(Math.abs(aheadMinutes) / 60), Math.abs(aheadMinutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${new Date(wallMs).toISOString().slice(0, 19)}${aheadMinutes < 0 ? '-' : '+'}${hours}:${minutes}`
}

const dayOfUtcMs = (ms: number): CivilDay => new Date(ms).toISOString().slice(0, 10) as CivilDay

const utcMsOf = (day: CivilDay): number => Date.parse(`${day}T00:00:00.000Z`)

/** Whether text is a day that the calendar has. */
export const isCivilDay = (text: unknown): text is CivilDay => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  // JavaScript reads 30 February as 2 March; coming back changed gives it away.
  return !Number.isNaN(ms) && dayOfUtcMs(ms) === text
}

/** Takes text as a day. A day that no calendar has is a bug: what comes from outside is checked before. */
export const civilDay = (text: string): CivilDay => {
  if (!isCivilDay(text)) throw new RangeError(`not a calendar day: ${text}`)
  return text
}

/** The day it is in Argentina at an instant, whatever the machine's zone. */
export const civilDayOf = (instant: Date): CivilDay => dayOfUtcMs(wallTimeMs(instant))

/** The first instant of a day in Argentina. */
export const startOfDay = (day: CivilDay): Date => {
  const midnightUtcMs = utcMsOf(day)
  const startBy = (instantMs: number): number => {
    const instant = new Date(instantMs)
    return midnightUtcMs - (wallTimeMs(instant) - instant.getTime())
  }
  // The offset of the evening before is right, also when summer time begins at midnight; when it ends at midnight,
  // the evening happens twice and the offset after it is the right one.
  const startMs = startBy(midnightUtcMs)
  return civilDayOf(new Date(startMs)) === day ? new Date(startMs) : new Date(startBy(startMs))
}

export const addDays = (day: CivilDay, count: number): CivilDay => {
  if (!Number.isSafeInteger(count)) throw new RangeError(`not a whole number of days: ${count}`)
  return civilDay(dayOfUtcMs(utcMsOf(day) + count * DAY_MS))
}

/** Calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: CivilDay, to: CivilDay): number => (utcMsOf(to) - utcMsOf(from)) / DAY_MS

/** From 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: CivilDay): number => new Date(utcMsOf(day)).getUTCDay()

export const isBusinessDay = (day: CivilDay, holidays: Holidays): boolean => {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !holidays.has(day)
}

/** The day itself when business is done on it, else the first later day on which it is. */
export const nextBusinessDay = (day: CivilDay, holidays: Holidays): CivilDay => {
  let candidate = day
  while (!isBusinessDay(candidate, holidays)) candidate = addDays(candidate, 1)
  return candidate
}

/** The count-th business day after a day, which itself does not count. */
export const addBusinessDays = (day: CivilDay, count: number, holidays: Holidays): CivilDay => {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a number of business days: ${count}`)
  let reached = day
  for (let counted = 0; counted < count; counted += 1) reached = nextBusinessDay(addDays(reached, 1), holidays)
  return reached
}

/** When a loan is due: payout day plus term, moved to the next business day, which costs the borrower nothing. */
export const dueDay = (payoutDay: CivilDay, termDays: number, holidays: Holidays): CivilDay =>
  nextBusinessDay(addDays(payoutDay, termDays), holidays)
