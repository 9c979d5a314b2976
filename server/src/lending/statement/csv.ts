import { STATEMENT_COLUMNS_MAX, STATEMENT_LINES_MAX } from '@hola/core/desk-contract/statements.ts'

/** A table of text as banks write it out: in one of three encodings, with one of four separators. */
export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252'
export type Separator = ';' | ',' | '\t' | '|'

/** One line of the table; `lineNumber` is where it begins in the file, as an editor counts. */
export type CsvRow = { readonly lineNumber: number; readonly cells: readonly string[] }

export type Csv = {
  readonly encoding: Encoding
  readonly separator: Separator
  readonly rows: readonly CsvRow[]
}

export const csvProblems = ['empty', 'not_text', 'too_many_lines', 'too_many_columns', 'cell_too_long'] as const
export type CsvProblem = (typeof csvProblems)[number]

const CELL_MAX = 2000
const separators: readonly Separator[] = [';', '\t', '|', ',']
/** So much of a file says how it is separated. */
const SAMPLE_LINES = 20

const decode = (bytes: Buffer): { readonly text: string; readonly encoding: Encoding } | undefined => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return {
      text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes),
      encoding: 'utf-16',
    }
  // A picture, a sheet of a spreadsheet or an archive has zeros; text has none.
  if (bytes.includes(0)) return undefined
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}

/** The sign that stands in most of the first lines, and as often in one as in the next. */
const separatorOf = (text: string): Separator => {
  const lines = text
    .split(/\r\n|\r|\n/, SAMPLE_LINES)
    .map((line) => line.slice(0, CELL_MAX).replaceAll(/"[^"]*"/g, ''))
    .filter((line) => line.trim() !== '')
  const scoreOf = (separator: Separator): number => {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
    const most = Math.max(0, ...counts)
    return most === 0 ? 0 : counts.filter((count) => count === most).length
  }
  return separators.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0] ?? ';'
}

/**
 * Reads a file by RFC 4180: a cell in quotes may hold the separator, quotes and ends of lines. Bounded in everything: a
 * file with a million columns ends at the first one too many.
 */
const split = (text: string, separator: Separator): CsvRow[] | CsvProblem => {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let lineNumber = 1
  let began = 1
  const endRow = (): CsvProblem | undefined => {
    cells.push(cell)
    cell = ''
    if (cells.some((one) => one.trim() !== '')) {
      if (rows.length > STATEMENT_LINES_MAX) return 'too_many_lines'
      rows.push({ lineNumber: began, cells })
    }
    cells = []
    return undefined
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign === '\n') lineNumber += 1
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === separator) {
      if (cells.length + 1 >= STATEMENT_COLUMNS_MAX) return 'too_many_columns'
      cells.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      const problem = endRow()
      if (problem !== undefined) return problem
      lineNumber += 1
      began = lineNumber
    } else cell += sign
    if (cell.length > CELL_MAX) return 'cell_too_long'
  }
  return endRow() ?? rows
}

/** Control characters have no place in what a bank writes; ends of lines within a cell become spaces. */
const clean = (cell: string): string => cell.replaceAll(/[\p{Cc}\uFEFF]+/gu, ' ').trim()

export const readCsv = (bytes: Buffer): Csv | CsvProblem => {
  const decoded = decode(bytes)
  if (decoded === undefined) return 'not_text'
  const text = decoded.text.replace(/^\uFEFF/, '')
  // Excel says on a line of its own by what it separates.
  const told = /^sep=([;,\t|])\r?\n/.exec(text)
  const separator = (told?.[1] as Separator | undefined) ?? separatorOf(text)
  const rows = split(text, separator)
  if (typeof rows === 'string') return rows
  const kept = rows
    .filter(({ lineNumber }) => told === null || lineNumber > 1)
    .map(({ lineNumber, cells }) => ({ lineNumber, cells: cells.map(clean) }))
  return kept.length === 0 ? 'empty' : { encoding: decoded.encoding, separator, rows: kept }
}
