import type { Pool } from './pool.ts'

/** Everything in the database as text, a table at a time, with the bytes of each `bytea` as well. */
export async function* dumpedTables(pool: Pool): AsyncGenerator<{ readonly table: string; readonly text: string }> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`SELECT one::text AS line FROM ${name} AS one`)
    let text = ''
    for (const { line } of rows) {
      text += `${line}\n`
      for (const [, hex] of line.matchAll(/\\\\?x([0-9a-f]+)/g))
        text += `${Buffer.from(hex ?? '', 'hex').toString('latin1')}\n`
    }
    yield { table: name, text }
  }
}

/** The whole database as one text: what is not in it is not on the disk. */
export const dumpOf = async (pool: Pool): Promise<string> => {
  const tables = await Array.fromAsync(dumpedTables(pool))
  return tables.map(({ text }) => text).join('')
}
