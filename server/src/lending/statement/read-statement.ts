import { createHash } from 'node:crypto'
import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, isCivilDay } from '@hola/core/calendar.ts'
import type { LineProblem, StatementField, StatementMapping } from '@hola/core/desk-contract/statements.ts'
import { statementFields } from '@hola/core/desk-contract/statements.ts'
import { MONEY_MAX_CENTAVOS } from '@hola/core/form/fields.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Csv, CsvProblem, CsvRow } from './csv.ts'
import { readCsv } from './csv.ts'

/** A line that says when, how much and under what id. Below zero it is money that left. */
export type ReadLine = {
  readonly lineNumber: number
  readonly lineSha256: Buffer
  readonly problem: null
  readonly paidDay: CivilDay
  readonly amount: Centavos
  readonly providerPaymentId: string
  readonly words: string
}

/** A line that could not be read, as it stands in the file. */
export type MalformedLine = {
  readonly lineNumber: number
  readonly lineSha256: Buffer
  readonly problem: LineProblem
  readonly words: string
}

export type StatementLine = ReadLine | MalformedLine

export type ReadStatement = {
  readonly csv: Csv
  readonly decimals: ',' | '.'
  readonly columns: readonly string[]
  readonly mapping: StatementMapping
  readonly isMapped: boolean
  readonly lines: readonly StatementLine[]
  /** Of the bytes of the file and what its columns were taken for. */
  readonly contentSha256: Buffer
}

/** Banks put their name, the account and the period before the table: its head is looked for in so many lines. */
const HEAD_LINES = 30
/** Older than this it is another year typed by mistake, or a file that nobody means. */
const DAYS_MAX = 400
const WORDS_MAX = 500
const ID_MAX = 100
const COLUMN_NAME_MAX = 80

/** By which words banks call their columns, without accents. The first that fits takes the column. */
const names: Readonly<Record<StatementField, RegExp>> = {
  day: /^(fecha|dia|date)\b/,
  credit: /\b(credito|creditos|haber|acreditacion|acreditado|ingreso|ingresos|credit)\b/,
  debit: /\b(debito|debitos|debe|egreso|egresos|debit)\b/,
  amount: /\b(importe|monto|valor|amount)\b/,
  payer_id: /\b(cuit|cuil|dni|documento|tax id)\b/,
  payer: /\b(ordenante|remitente|originante|origen|titular|nombre|razon social|pagador|cliente|payer|name)\b/,
  id: /\b(comprobante|operacion|transaccion|referencia bancaria|nro|numero|id|identificador|coelsa|transaction)\b/,
  concept: /\b(concepto|descripcion|detalle|referencia|leyenda|motivo|observaciones|concept|description|reference)\b/,
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const guess = (heads: readonly string[]): StatementMapping => {
  const found: Partial<Record<StatementField, number>> = {}
  heads.forEach((head, index) => {
    const field = statementFields
      .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
      .find((one) => found[one] === undefined && names[one].test(plain(head)))
    if (field !== undefined) found[field] = index
  })
  // Two columns of money say more than one of them with its sign.
  if (found.amount !== undefined && found.credit !== undefined) delete found.amount
  return found
}
const order = Object.keys(names) as StatementField[]

const isWhole = ({ day, amount, credit }: StatementMapping): boolean =>
  day !== undefined && (amount !== undefined || credit !== undefined)

/** The row of the heads: the first that names a day and money. */
const headOf = ({ rows }: Csv): number => rows.slice(0, HEAD_LINES).findIndex(({ cells }) => isWhole(guess(cells)))

const dayOf = (text: string): CivilDay | undefined => {
  const [, year, month, date] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, first, second, third] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,].*)?$/.exec(text) ?? []
  const parts = year === undefined ? [third?.padStart(4, '20'), second, first] : [year, month, date]
  const day = parts.map((part) => (part ?? '').padStart(2, '0')).join('-')
  return isCivilDay(day) ? day : undefined
}

/** Without its currency, and a minus for brackets or a minus behind it. */
const bareAmount = (text: string): string => {
  const bare = text.replaceAll(/\s|\u00A0|AR\$|ARS|\$/gi, '')
  const [, bracketed] = /^\((.*)\)$/.exec(bare) ?? []
  const [, behind] = /^(.*)-$/.exec(bare) ?? []
  if (bracketed !== undefined) return `-${bracketed}`
  return (behind === undefined ? bare : `-${behind}`).replace(/^\+/, '')
}

const shapes = {
  ',': /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/,
  '.': /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/,
} as const

/** Exactly, in centavos: by whole numbers, never by a fraction. Undefined for what is no amount, or has three decimals. */
const amountOf = (text: string, decimals: ',' | '.'): number | undefined => {
  const [whole, sign, integer = '', fraction = ''] = shapes[decimals].exec(bareAmount(text)) ?? []
  if (whole === undefined) return undefined
  const digits = integer.replaceAll(/[.,]/g, '') + fraction.padEnd(2, '0')
  return digits.length > 16 ? Number.POSITIVE_INFINITY : Number(`${sign}${digits}`)
}

/** What stands before the centavos in this file. Without any it is the comma: it is how the country writes. */
const decimalsOf = (rows: readonly CsvRow[], { amount, credit, debit }: StatementMapping): ',' | '.' => {
  const texts = rows.flatMap(({ cells }) =>
    [amount, credit, debit].flatMap((index) => (index === undefined ? [] : bareAmount(cells[index] ?? ''))),
  )
  if (texts.some((text) => /,\d{1,2}$/.test(text))) return ','
  return texts.some((text) => /\.\d{1,2}$/.test(text)) ? '.' : ','
}

type Money = { readonly amount: number } | { readonly problem: LineProblem }

const moneyOf = (cells: readonly string[], mapping: StatementMapping, decimals: ',' | '.'): Money => {
  const cellOf = (index: number | undefined): string => (index === undefined ? '' : (cells[index] ?? ''))
  const read = (text: string): number | undefined => (text === '' ? 0 : amountOf(text, decimals))
  if (mapping.amount !== undefined) {
    const text = cellOf(mapping.amount)
    if (text === '') return { problem: 'no_amount' }
    const amount = read(text)
    return amount === undefined ? { problem: 'amount_not_read' } : { amount }
  }
  const [creditText, debitText] = [cellOf(mapping.credit), cellOf(mapping.debit)]
  if (creditText === '' && debitText === '') return { problem: 'no_amount' }
  const [credit, debit] = [read(creditText), read(debitText)]
  if (credit === undefined || debit === undefined) return { problem: 'amount_not_read' }
  // Some banks write what left below zero in its own column, some above it.
  return { amount: credit - Math.abs(debit) }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const readLine = (
  { lineNumber, cells }: CsvRow,
  {
    mapping,
    decimals,
    today,
    seen,
  }: {
    readonly mapping: StatementMapping
    readonly decimals: ',' | '.'
    readonly today: CivilDay
    readonly seen: Map<string, number>
  },
): StatementLine => {
  const lineSha256 = sha256(canonicalJson(cells))
  const malformed = (problem: LineProblem): MalformedLine => ({
    lineNumber,
    lineSha256,
    problem,
    words: cells.join(' · ').slice(0, WORDS_MAX),
  })
  const cellOf = (index: number | undefined): string => (index === undefined ? '' : (cells[index] ?? ''))
  const used = Object.values(mapping).filter((index) => index !== undefined)
  if (cells.length <= Math.min(...used)) return malformed('too_few_columns')
  const dayText = cellOf(mapping.day)
  if (dayText === '') return malformed('no_day')
  const paidDay = dayOf(dayText)
  if (paidDay === undefined) return malformed('day_not_read')
  if (paidDay > today) return malformed('day_not_come')
  if (paidDay < addDays(today, -DAYS_MAX)) return malformed('day_too_old')
  const money = moneyOf(cells, mapping, decimals)
  if ('problem' in money) return malformed(money.problem)
  if (money.amount === 0) return malformed('amount_zero')
  if (Math.abs(money.amount) > MONEY_MAX_CENTAVOS) return malformed('amount_too_large')
  const words = [mapping.concept, mapping.payer, mapping.payer_id]
    .map(cellOf)
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, WORDS_MAX)
  const given = cellOf(mapping.id).slice(0, ID_MAX)
  const amount = centavos(money.amount)
  const providerPaymentId = given === '' ? madeId({ paidDay, amount, words }, seen) : given
  return { lineNumber, lineSha256, problem: null, paidDay, amount, providerPaymentId, words }
}

/**
 * A bank that gives no id: one is made from what the line says and how many lines like it came before it in the file. Two
 * alike are two transfers, and the same file again, or another one with all of that day, makes the same ids.
 */
const madeId = (
  said: { readonly paidDay: CivilDay; readonly amount: Centavos; readonly words: string },
  seen: Map<string, number>,
): string => {
  const text = canonicalJson(said)
  const before = seen.get(text) ?? 0
  seen.set(text, before + 1)
  return `line-${sha256(`${text} ${before}`).toString('hex').slice(0, 24)}`
}

/** Reads a file of a bank: what its columns say, or what a person says they do, and each of its lines. */
export const readStatement = (
  bytes: Buffer,
  { mapping: given, today }: { readonly mapping: StatementMapping | undefined; readonly today: CivilDay },
): ReadStatement | CsvProblem => {
  const csv = readCsv(bytes)
  if (typeof csv === 'string') return csv
  const head = headOf(csv)
  const heads = csv.rows[Math.max(0, head)]?.cells ?? []
  const mapping = given ?? (head === -1 ? {} : guess(heads))
  const rows = csv.rows.slice(head + 1)
  const decimals = decimalsOf(rows, mapping)
  const isMapped = isWhole(mapping)
  const seen = new Map<string, number>()
  return {
    csv,
    decimals,
    columns: heads.map((text, index) => (text === '' ? String(index + 1) : text.slice(0, COLUMN_NAME_MAX))),
    mapping,
    isMapped,
    lines: isMapped ? rows.map((row) => readLine(row, { mapping, decimals, today, seen })) : [],
    contentSha256: createHash('sha256').update(bytes).update(canonicalJson(mapping)).digest(),
  }
}
