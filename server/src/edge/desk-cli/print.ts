import { civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { centavos, formatPesos } from '@hola/core/money.ts'
import { NO_BREAK_SPACE, writtenRate } from '@hola/core/written.ts'

/** What a command found or did: for a person, and for a script. */
export type Answer = {
  readonly text: string
  readonly json: unknown
  /** 1 when what was looked at is not in order. */
  readonly exitCode?: 0 | 1
}

const MINUTE_MS = 60_000

/** "2026-11-16 12:34", by the clocks of Argentina. */
export const showTime = (instant: Date): string => {
  const day = civilDayOf(instant)
  const minutes = Math.floor((instant.getTime() - startOfDay(day).getTime()) / MINUTE_MS)
  const twoDigits = (count: number): string => String(count).padStart(2, '0')
  return `${day} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

export const showPesos = (amountCentavos: number): string =>
  formatPesos(centavos(amountCentavos), { centavos: false }).replaceAll(NO_BREAK_SPACE, ' ')

/** To the centavo: "$ 152.580,50", and "-$ 1,00" for what left. */
export const showMoney = (amountCentavos: number): string => {
  const amount = formatPesos(centavos(Math.abs(amountCentavos))).replaceAll(NO_BREAK_SPACE, ' ')
  return amountCentavos < 0 ? `-${amount}` : amount
}

/** "1 day", "14 days" */
export const showDays = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`

/** Basis points as people write a rate: 9000 is "90 %", 1025 is "10,25 %". */
export const showRate = (basisPoints: number): string =>
  writtenRate(basisPoints, { short: true }).replaceAll(NO_BREAK_SPACE, ' ')

/** Rows under a line of headings, each column as wide as its widest cell. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Names on the left, what they are on the right. */
export const pairs = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/** Parts of an answer with a blank line between; an empty part is left out. */
export const parts = (...all: readonly (string | undefined)[]): string =>
  all.filter((part) => part !== undefined && part !== '').join('\n\n')

const showValue = (name: string, value: unknown): string => {
  if (value === null) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /centavos$/i.test(name)) return showPesos(value)
  return String(value)
}

/** Every value inside, each under its whole name: "bureau.worst_now". Nothing is left out, whatever is added later. */
export const flatten = (value: unknown, name = ''): (readonly [string, string])[] => {
  if (Array.isArray(value)) return [[name, value.length === 0 ? '-' : value.map(String).join(', ')]]
  if (typeof value !== 'object' || value === null) return [[name, showValue(name, value)]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, name === '' ? key : `${name}.${key}`))
}
