import type { PoolClient } from 'pg'
import type { Pool } from './platform/db/pool.ts'
import type { SentStatement } from './platform/db/test-recording-pool.ts'
import { bigTables } from './test-fill-book.ts'

/** For benchmarks and tests of plans: which statements read a big table whole. */

const isPlanned = ({ text }: SentStatement): boolean => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text)

const explain = async (client: PoolClient, { text, values }: SentStatement): Promise<readonly string[]> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values])
  return rows.map((row) => row['QUERY PLAN'])
}

/**
 * The big tables that these statements would read whole, each with the beginning of the statement. With `times` the planner
 * is told that every big table has so many times the rows that it has: what it knows of their values stays true, and a
 * few hundred people are enough to see what it does with millions.
 */
export const findWholeReads = async (
  pool: Pool,
  statements: readonly SentStatement[],
  { times = 1 }: { readonly times?: number } = {},
): Promise<string[]> => {
  const client = await pool.connect()
  const found = new Set<string>()
  try {
    await client.query('BEGIN')
    if (times > 1)
      await client.query(
        `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
                                          'reltuples', (reltuples * $2)::real)
           FROM pg_class WHERE oid = ANY($1::text[]::regclass[])`,
        [[...bigTables], times],
      )
    for (const statement of statements.filter(isPlanned))
      for (const line of await explain(client, statement)) {
        const [, table = ''] = /Seq Scan on (\w+)/.exec(line) ?? []
        if (bigTables.some((big) => big === table))
          found.add(`${table}: ${statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)}`)
      }
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  return [...found]
}
