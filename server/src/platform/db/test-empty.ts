import type { Pool } from './pool.ts'

/** These tables and all that refer to them, whoever refers first. */
const referring = async (pool: Pool, tables: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `WITH RECURSIVE emptied AS (
       SELECT oid, 0 AS depth FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
       UNION SELECT conrelid, depth + 1 FROM pg_constraint JOIN emptied ON confrelid = emptied.oid
              WHERE contype = 'f' AND conrelid <> confrelid)
     SELECT oid::regclass::text AS name FROM emptied GROUP BY oid ORDER BY max(depth) DESC`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/**
 * What TRUNCATE … CASCADE does, for tables with few rows: truncating makes new files for each table and each of its
 * indexes, which takes many times as long as deleting the rows of a test.
 */
export const emptier = (pool: Pool, ...tables: readonly string[]): (() => Promise<void>) => {
  let statements: Promise<string> | undefined
  return async () => {
    statements ??= referring(pool, tables).then((names) => names.map((name) => `DELETE FROM ${name};`).join('\n'))
    await pool.query(await statements)
  }
}
