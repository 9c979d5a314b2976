import * as z from 'zod/mini'
import {
  base64,
  count,
  day,
  instant,
  line,
  listOf,
  money,
  signedMoney,
  typed,
  uuid,
  whole,
} from '../contract/fields.ts'
import { deskCalls } from './call.ts'

/** A bank's file of a month is far smaller. What is larger is refused before it is read. */
export const STATEMENT_BYTES_MAX = 2 * 1024 * 1024
export const STATEMENT_LINES_MAX = 2000
export const STATEMENT_COLUMNS_MAX = 40
/** So many transfers one proposal enters; what is left goes into the next. */
export const STATEMENT_ENTERED_MAX = 200

/** What a column can say. One amount with its sign, or credit and debit beside each other. */
export const statementFields = ['day', 'amount', 'credit', 'debit', 'id', 'concept', 'payer', 'payer_id'] as const

export type StatementField = (typeof statementFields)[number]

/** Which column says what, counted from 0. */
const columnIndex = z.optional(whole(0, STATEMENT_COLUMNS_MAX - 1))
const mapping = z.strictObject({
  day: columnIndex,
  amount: columnIndex,
  credit: columnIndex,
  debit: columnIndex,
  id: columnIndex,
  concept: columnIndex,
  payer: columnIndex,
  payer_id: columnIndex,
})

export type StatementMapping = z.output<typeof mapping>

/** Why a line could not be read. */
export const lineProblems = [
  'no_day',
  'day_not_read',
  'day_not_come',
  'day_too_old',
  'no_amount',
  'amount_not_read',
  'amount_zero',
  'amount_too_large',
  'too_few_columns',
] as const

export type LineProblem = (typeof lineProblems)[number]

/**
 * entered: it is in our books already, by its id. in_file_before: an earlier line of the file or another file has the
 * same id. same_entered: a transfer of that day and amount was entered under another id. by_reference: its words name a
 * payment, and it will be credited. possible: loans that it may belong to are known. unclear: none is. debit: money that
 * left. malformed: it could not be read.
 */
export const lineStates = [
  'entered',
  'in_file_before',
  'same_entered',
  'by_reference',
  'possible',
  'unclear',
  'debit',
  'malformed',
] as const

export type LineState = (typeof lineStates)[number]

const statementLine = z.strictObject({
  line_count: whole(1, 10_000_000),
  state: z.enum(lineStates),
  problem: z.nullable(z.enum(lineProblems)),
  paid_day: z.nullable(day),
  amount_centavos: z.nullable(signedMoney),
  provider_payment_id: z.nullable(line(100)),
  /** What the bank wrote, or the whole line where it could not be read. */
  words: line(500),
  /** The loan that its reference names. */
  order_number: z.nullable(line(40)),
})

const statement = z.strictObject({
  /** Null while the file was only read and nothing was kept. */
  import_id: z.nullable(uuid),
  file_name: line(200),
  line_count: count,
  lines: listOf(statementLine, STATEMENT_LINES_MAX),
  /** What a proposal would enter now. */
  entered_count: whole(0, STATEMENT_ENTERED_MAX),
  entered_centavos: money,
})

const file = { file_name: typed(200), content_base64: base64(STATEMENT_BYTES_MAX), mapping: z.optional(mapping) }

/** The file as text is larger than its bytes, and some words stand beside it. */
const BODY_BYTES_MAX = Math.ceil(STATEMENT_BYTES_MAX / 3) * 4 + 8 * 1024

export const statementCalls = deskCalls({
  'statements/read': {
    power: 'reconcile',
    kind: 'read',
    body_limit_bytes: BODY_BYTES_MAX,
    summary: 'Reads a bank statement (CSV) and compares each line with what is there. Keeps nothing.',
    body: z.strictObject(file),
    ret: z.strictObject({
      encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
      separator: z.enum([';', ',', '\t', '|']),
      decimals: z.enum([',', '.']),
      /** The heads of the columns, or the first line where there are none. */
      columns: listOf(line(80), STATEMENT_COLUMNS_MAX),
      mapping,
      /** What is missing in the mapping before a line can be read. */
      is_mapped: z.boolean(),
      /** The same file was kept before. */
      known_import_id: z.nullable(uuid),
      known_at: z.nullable(instant),
      statement,
    }),
  },
  'statements/keep': {
    power: 'reconcile',
    kind: 'act',
    body_limit_bytes: BODY_BYTES_MAX,
    summary:
      'Keeps a statement with all of its lines, the unreadable too, so that its transfers can be proposed. Enters nothing.',
    body: z.strictObject({ ...file, why: typed(500) }),
    ret: z.strictObject({ import_id: uuid, is_new: z.boolean() }),
  },
  'statements/list': {
    power: 'see_money',
    kind: 'read',
    summary: 'The statements that were kept, the newest first.',
    body: z.strictObject({}),
    ret: z.strictObject({
      imports: listOf(
        z.strictObject({
          import_id: uuid,
          file_name: line(200),
          line_count: count,
          malformed_count: count,
          kept_by: line(60),
          kept_at: instant,
        }),
        20,
      ),
    }),
  },
  'statements/show': {
    power: 'see_money',
    kind: 'act',
    summary:
      'A statement that was kept: each line and where it stands now. Payers write names: the look is written down.',
    body: z.strictObject({ import_id: uuid, why: typed(500) }),
    ret: statement,
  },
})
