import type { Pool } from './pool.ts'

/** Everything in the database as text, with the bytes of each `bytea` as well: what is not in it is not on the disk. */
export const dumpOf = async (pool: Pool): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT one::text AS line FROM ${name} AS one`)
    for (const { line } of rows) {
      dump += `${line}\n`
      for (const [, hex] of line.matchAll(/\\\\?x([0-9a-f]+)/g))
        dump += `${Buffer.from(hex ?? '', 'hex').toString('latin1')}\n`
    }
  }
  return dump
}
