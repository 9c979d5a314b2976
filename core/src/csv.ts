import type { Centavos } from './money.ts'

/** A cell: text, a number, an amount of money, or nothing. */
export type CsvCell = string | number | { readonly centavos: Centavos | number } | null

/** `1234.50`, whatever the language: a program reads it. */
const plainAmount = (amount: number): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A spreadsheet takes text that begins like this for a formula, and somebody's name must not be one. */
const beginsFormula = /^[=+\-@\t\r]/

const textOf = (cell: CsvCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return plainAmount(cell.centavos)
  const safe = beginsFormula.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of a CSV file, each with its end. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(textOf).join(',')}\r\n`).join('')
