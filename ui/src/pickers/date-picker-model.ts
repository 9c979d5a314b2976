import { DATE_PICKER_RANGE_YEARS } from '@hola/core/constants.ts'

/** A day as the wheels hold it; month 1 to 12. */
export type DateParts = { year: number; month: number; day: number }

export type DateUnit = keyof DateParts

/** How much of the date is asked for; the value gets shorter with it. */
export type DateFields = 'day' | 'month' | 'year'

export type DateRange = { start: DateParts; end: DateParts; years: readonly number[] }

const two = (number: number): string => String(number).padStart(2, '0')

export function daysInMonth(year: number, month: number): number {
  return month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month % 2 === +(month > 7)
      ? 30
      : 31
}

/** Reads `YYYY-MM-DD`, `YYYY-MM` or `YYYY`; an impossible day becomes the month's last, anything else is nothing. */
export function readDate(text: string | undefined): DateParts | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text ?? '')
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  return month < 1 || month > 12 || day < 1 ? null : { year, month, day: Math.min(day, daysInMonth(year, month)) }
}

export function writeDate({ year, month, day }: DateParts, fields: DateFields = 'day'): string {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return fields === 'day' ? text : text.slice(0, fields === 'month' ? 7 : 4)
}

/** As people here write it, whatever the interface language: 05/03/2027. */
export function writtenDate({ year, month, day }: DateParts): string {
  return `${two(day)}/${two(month)}/${String(year).padStart(4, '0')}`
}

const order = ({ year, month, day }: DateParts): number => (year * 100 + month) * 100 + day

/** 150 years either side of today; start and end bound the value, and may widen the years but never narrow them. */
export function dateRange(todayYear: number, startText?: string, endText?: string): DateRange {
  const start = readDate(startText) ?? { year: todayYear - DATE_PICKER_RANGE_YEARS, month: 1, day: 1 }
  const end = readDate(endText) ?? { year: todayYear + DATE_PICKER_RANGE_YEARS, month: 12, day: 31 }
  const first = Math.min(start.year, todayYear - DATE_PICKER_RANGE_YEARS)
  const last = Math.max(end.year, todayYear + DATE_PICKER_RANGE_YEARS)
  return { start, end, years: Array.from({ length: last - first + 1 }, (_, index) => first + index) }
}

/** An impossible day goes to the month's end, a date outside the range to its start or end. */
export function snapDate({ year, month, day }: DateParts, { start, end }: DateRange): DateParts {
  const date = { year, month, day: Math.min(day, daysInMonth(year, month)) }
  if (order(date) < order(start)) return start
  return order(date) > order(end) ? end : date
}

export function inRange(date: DateParts, { start, end }: DateRange): boolean {
  return order(date) >= order(start) && order(date) <= order(end)
}

/** Where the wheels open: on the value, or on today when there is none or it makes no sense. */
export function openingDate(value: string | undefined, today: string, range: DateRange): DateParts {
  return snapDate(readDate(value) ?? readDate(today) ?? range.start, range)
}

/** English says the month first; everybody else here the day. */
export function columnOrder(locale: string, fields: DateFields = 'day'): readonly DateUnit[] {
  const units: readonly DateUnit[] = locale === 'en' ? ['month', 'day', 'year'] : ['day', 'month', 'year']
  return units.filter((unit) => unit === 'year' || (unit === 'month' ? fields !== 'year' : fields === 'day'))
}

/** A number pad has no slash, so the slashes come by themselves; while deleting nothing is put in. */
export function typedText(text: string, before: string): string {
  if (text.length < before.length || /[^\d/]/.test(text)) return text
  const digits = text.replaceAll('/', '')
  if (/\d\/\d(\/|$)|^\d\//.test(text)) return text
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter(Boolean).join('/')
}

/** Reads day, month, year as typed; only a real date counts. */
export function readTyped(text: string): DateParts | null {
  const match = /^\s*(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})\s*$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  if (!match) return null
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null
}
