import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { STATEMENT_BYTES_MAX } from '@hola/core/desk-contract/statements.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { add } from '@hola/core/money.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import { say } from '@hola/i18n/words.ts'
import type { CsvProblem, MatchedLine } from '../../lending/statement/public.ts'
import {
  findImport,
  findImportByContent,
  insertImport,
  linesToEnter,
  listImports,
  listLines,
  matchLines,
  readStatement,
} from '../../lending/statement/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../../staff/act/public.ts'
import { listMembers } from '../../staff/member/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'
import { oneLine } from './one-line.ts'

const IMPORTS_MAX = 20

type Statement = DeskRetOf<'statements/show'>
type File = Pick<DeskBodyOf<'statements/read'>, 'content_base64' | 'mapping'>

const showLine = ({ line, state, orderNumber }: MatchedLine): Statement['lines'][number] => ({
  line_count: line.lineNumber,
  state,
  problem: line.problem,
  paid_day: line.problem === null ? line.paidDay : null,
  amount_centavos: line.problem === null ? line.amount : null,
  provider_payment_id: line.problem === null ? line.providerPaymentId : null,
  words: oneLine(line.words),
  order_number: orderNumber,
})

const show = (
  { importId, fileName }: { readonly importId: string | null; readonly fileName: string },
  matched: readonly MatchedLine[],
): Statement => {
  const entered = linesToEnter(matched)
  return {
    import_id: importId,
    file_name: fileName,
    line_count: matched.length,
    lines: matched.map(showLine),
    entered_count: entered.length,
    entered_centavos: add(...entered.map(({ line }) => line.amount)),
  }
}

const unreadable = (problem: CsvProblem | 'not_mapped', language: WireLanguage): Refusal =>
  refuse('statement_not_readable', { problem: say(`desk_csv_${problem}`, language, {}) })

const read = ({ clock }: Services, { content_base64: text, mapping }: File) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > STATEMENT_BYTES_MAX) return refuse('body_too_large')
  return readStatement(bytes, { mapping, today: civilDayOf(clock.now()) })
}

export const readFile: DeskHandler<'statements/read'> = async ({ services, language }, body) => {
  const statement = read(services, body)
  if (statement instanceof Refusal) return statement
  if (typeof statement === 'string') return unreadable(statement, language)
  const { csv, decimals, columns, mapping, isMapped, lines, contentSha256 } = statement
  return inTransaction(services.pool, async (tx) => {
    const known = await findImportByContent(tx, contentSha256)
    const matched = await matchLines(tx, services, lines)
    return {
      encoding: csv.encoding,
      separator: csv.separator,
      decimals,
      columns: [...columns],
      mapping,
      is_mapped: isMapped,
      known_import_id: known?.importId ?? null,
      known_at: known?.keptAt.toISOString() ?? null,
      statement: show({ importId: known?.importId ?? null, fileName: body.file_name }, matched),
    }
  })
}

export const keepStatement: DeskHandler<'statements/keep'> = async ({ services, member, language }, body) => {
  const statement = read(services, body)
  if (statement instanceof Refusal) return statement
  if (typeof statement === 'string') return unreadable(statement, language)
  if (!statement.isMapped) return unreadable('not_mapped', language)
  const { lines, contentSha256 } = statement
  const { memberId, name } = member
  return inTransaction(services.pool, async (tx) => {
    const importId = services.random.uuid()
    const row = {
      importId,
      contentSha256,
      fileName: body.file_name,
      lineCount: lines.length,
      keptBy: memberId,
      keptAt: services.clock.now(),
    }
    if (!(await insertImport(tx, row, lines))) {
      const known = await findImportByContent(tx, contentSha256)
      if (known === undefined) throw new Error('a statement that was kept is gone')
      return { import_id: known.importId, is_new: false }
    }
    const hand = { memberId, name, why: body.why }
    await recordAct(tx, services, hand, {
      act: 'keep_statement',
      userId: null,
      details: { import_id: importId, count: lines.length },
    })
    return { import_id: importId, is_new: true }
  })
}

export const listStatements: DeskHandler<'statements/list'> = async ({ services }) =>
  inTransaction(services.pool, async (tx) => {
    const names = new Map((await listMembers(tx)).map(({ memberId, name }) => [memberId, name]))
    const imports = await listImports(tx, IMPORTS_MAX)
    return {
      imports: imports.map((one) => ({
        import_id: one.importId,
        file_name: one.fileName,
        line_count: one.lineCount,
        malformed_count: one.malformedCount,
        kept_by: names.get(one.keptBy) ?? '',
        kept_at: one.keptAt.toISOString(),
      })),
    }
  })

export const showStatement: DeskHandler<'statements/show'> = async ({ services, member }, body) => {
  const { import_id: importId, why } = body
  const { memberId, name } = member
  return inTransaction(services.pool, async (tx) => {
    const found = await findImport(tx, importId)
    if (found === undefined) return refuse('receipt_not_found')
    const matched = await matchLines(tx, services, await listLines(tx, importId))
    const hand = { memberId, name, why }
    await recordAct(tx, services, hand, { act: 'see_statement', userId: null, details: { import_id: importId } })
    return show(found, matched)
  })
}
