import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import * as z from 'zod/mini'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'
import { instant, readPesos } from './mercado-pago-shapes.ts'
import type { Statement, StatementLine } from './port.ts'
import { StatementProblem } from './port.ts'

// The report of released money (`release_report`): a file with a row for each movement of the account. Its columns, its
// language and its separator are settings of the account (`/v1/account/release_report/config`).

/** What is read of it, by the names of the columns in English. */
const columns = ['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'DESCRIPTION', 'NET_DEBIT_AMOUNT'] as const
/** How a payout is called in it. */
const PAYOUT = 'payout'

/** The first and the last second of a day, as a report has them. */
const secondsOf = (day: CivilDay): { readonly begin: Date; readonly end: Date } => ({
  begin: startOfDay(day),
  end: new Date(startOfDay(addDays(day, 1)).getTime() - 1000),
})

const inSeconds = (at: Date): string => at.toISOString().replace('.000Z', 'Z')

/** The body that asks for the report of a day. */
export const reportRequest = (day: CivilDay): string => {
  const { begin, end } = secondsOf(day)
  return JSON.stringify({ begin_date: inSeconds(begin), end_date: inSeconds(end) })
}

const listed = z.object({ begin_date: instant, end_date: instant, file_name: z.string() })
const CSV = /^[\w.-]{1,200}\.csv$/

/**
 * The newest file of the list that covers a day. The list has what anybody ever made, in whatever format: each entry is
 * read by itself, and what is no CSV is another's. Undefined when none covers the day.
 */
export const findReport = (json: unknown, day: CivilDay): string | undefined | StatementProblem => {
  if (!Array.isArray(json)) return new StatementProblem('mercado pago has no list of reports')
  const { begin, end } = secondsOf(day)
  const covering = json.flatMap((entry) => {
    const read = listed.safeParse(entry)
    return read.success && read.data.begin_date <= begin && read.data.end_date >= end ? [read.data.file_name] : []
  })
  return covering.findLast((name) => CSV.test(name))
}

/** The cells of a line; a cell in quotes may have the separator in it. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [whole = '', quoted] = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest) ?? []
    const end = rest.indexOf(separator, whole.length)
    cells.push(quoted === undefined ? (end < 0 ? rest : rest.slice(0, end)).trim() : quoted.replaceAll('""', '"'))
    if (end < 0) return cells
    rest = rest.slice(end + separator.length)
  }
}

/** Spreadsheets end up with any of these between the cells; the head says which. */
const separators = [';', ',', '\t', '|'] as const

/**
 * The payouts of a day in a report. A row about a payout that cannot be read is named by its number and not left out: the
 * money in it has left all the same.
 */
export const readReport = (csv: string, day: CivilDay): Statement | StatementProblem => {
  const [head = '', ...rows] = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const separator = separators.find((one) => cellsOf(head, one).length > 1) ?? ';'
  const names = cellsOf(head, separator)
  const missing = columns.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return new StatementProblem(
      `mercado pago report without the columns ${missing.join(', ')}: set them, in English, in the settings of the report`,
    )
  const lines: StatementLine[] = []
  const unread: string[] = []
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue
    const cells = cellsOf(row, separator)
    const cell = (name: (typeof columns)[number]): string => cells[names.indexOf(name)] ?? ''
    const isWhole = cells.length === names.length
    // A row with cells too many or too few may have its words in other columns.
    if (isWhole ? cell('DESCRIPTION') !== PAYOUT : !cells.includes(PAYOUT)) continue
    const [at, amount] = [instant.safeParse(cell('DATE')), readPesos(cell('NET_DEBIT_AMOUNT'))]
    const key = cell('EXTERNAL_REFERENCE')
    if (isWhole && at.success && civilDayOf(at.data) !== day) continue
    // Nothing debited: a payout that came back, which no row of this kind is documented for.
    if (!isWhole || !at.success || amount === undefined || amount === 0 || key === '') unread.push(`row ${index + 2}`)
    else lines.push({ key, providerPayoutId: cell('SOURCE_ID'), amount, day })
  }
  return { lines, unread }
}

const config = z.object({
  columns: z.array(z.object({ key: z.string() })),
  report_translation: z.nullish(z.string()),
  include_withdrawal: z.nullish(z.boolean()),
  include_withdrawal_at_end: z.nullish(z.boolean()),
})

/** Whether the settings of the account give a report that can be read here. */
export const checkReportConfig = (status: number, json: unknown): readonly Finding[] => {
  if (status === 404)
    return [problem('the account has no settings of the release report: make them as docs/PROVIDERS.md says')]
  if (status !== 200) return [problem(`it does not show the settings of the release report (HTTP ${status})`)]
  const read = config.safeParse(json)
  if (!read.success) return [problem('it shows the settings of the release report in another shape')]
  const { report_translation: language, include_withdrawal, include_withdrawal_at_end } = read.data
  const missing = columns.filter((name) => !read.data.columns.some(({ key }) => key === name))
  return [
    missing.length === 0
      ? ok('the release report has the columns that reconciliation reads')
      : problem(`the release report lacks the columns ${missing.join(', ')}: add them to its settings`),
    (language ?? 'en') === 'en'
      ? ok('the release report has its columns in English')
      : problem(`the release report has its columns in "${language}": set report_translation to en`),
    include_withdrawal === true || include_withdrawal_at_end === true
      ? ok('the release report includes withdrawals')
      : warning('the release report may leave out withdrawals: set include_withdrawal_at_end to true'),
  ]
}
