import type { CivilDay } from '@hola/core/calendar.ts'
import type { LineProblem } from '@hola/core/desk-contract/statements.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { StatementLine } from './read-statement.ts'

export type ImportRow = {
  readonly importId: string
  readonly fileName: string
  readonly lineCount: number
  readonly keptBy: string
  readonly keptAt: Date
}

const selected = `import_id AS "importId", file_name AS "fileName", line_count AS "lineCount", kept_by AS "keptBy",
  kept_at AS "keptAt"`

/** False when the very same was kept before, maybe at this moment. */
export const insertImport = async (
  tx: Tx,
  row: ImportRow & { readonly contentSha256: Buffer },
  lines: readonly StatementLine[],
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO statement_import (import_id, content_sha256, file_name, line_count, kept_by, kept_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [row.importId, row.contentSha256, row.fileName, row.lineCount, row.keptBy, row.keptAt],
  )
  if (rowCount !== 1) return false
  const read = lines.map((line) => (line.problem === null ? line : undefined))
  await tx.query(
    `INSERT INTO statement_line (import_id, line_number, line_sha256, problem, provider_payment_id, amount_centavos, paid_day,
                                 words)
     SELECT $1, * FROM unnest($2::integer[], $3::bytea[], $4::text[], $5::text[], $6::bigint[], $7::date[], $8::text[])`,
    [
      row.importId,
      lines.map(({ lineNumber }) => lineNumber),
      lines.map(({ lineSha256 }) => lineSha256),
      lines.map(({ problem }) => problem),
      read.map((line) => line?.providerPaymentId ?? null),
      read.map((line) => line?.amount ?? null),
      read.map((line) => line?.paidDay ?? null),
      lines.map(({ words }) => words),
    ],
  )
  return true
}

export const findImport = async (tx: Tx, importId: string): Promise<ImportRow | undefined> => {
  const { rows } = await tx.query<ImportRow>(`SELECT ${selected} FROM statement_import WHERE import_id = $1`, [
    importId,
  ])
  return rows[0]
}

export const findImportByContent = async (tx: Tx, contentSha256: Buffer): Promise<ImportRow | undefined> => {
  const { rows } = await tx.query<ImportRow>(`SELECT ${selected} FROM statement_import WHERE content_sha256 = $1`, [
    contentSha256,
  ])
  return rows[0]
}

/** The newest statements, and how many of their lines could not be read. */
export const listImports = async (
  tx: Tx,
  limit: number,
): Promise<(ImportRow & { readonly malformedCount: number })[]> => {
  const { rows } = await tx.query<ImportRow & { readonly malformedCount: number }>(
    `SELECT ${selected},
            (SELECT count(*) FROM statement_line
              WHERE statement_line.import_id = newest.import_id AND problem IS NOT NULL) AS "malformedCount"
       FROM (SELECT * FROM statement_import ORDER BY kept_at DESC LIMIT $1) AS newest
      ORDER BY kept_at DESC`,
    [limit],
  )
  return rows
}

type LineRow = {
  readonly lineNumber: number
  readonly lineSha256: Buffer
  readonly problem: LineProblem | null
  readonly providerPaymentId: string | null
  readonly amount: Centavos | null
  readonly paidDay: CivilDay | null
  readonly words: string
}

export const listLines = async (tx: Tx, importId: string): Promise<StatementLine[]> => {
  const { rows } = await tx.query<LineRow>(
    `SELECT line_number AS "lineNumber", line_sha256 AS "lineSha256", problem, provider_payment_id AS "providerPaymentId",
            amount_centavos AS amount, paid_day AS "paidDay", words
       FROM statement_line WHERE import_id = $1 ORDER BY line_number`,
    [importId],
  )
  // The table holds that a line without a problem has all of these.
  return rows as StatementLine[]
}
