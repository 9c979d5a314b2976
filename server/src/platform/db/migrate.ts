import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientBase, PoolClient, QueryConfig } from 'pg'
import { systemClock } from '../clock.ts'
import { DatabaseProblem } from './database-problem.ts'
import type { Pool } from './pool.ts'
import type { Tx } from './transaction.ts'

export type Migration = { readonly name: string; readonly sql: string; readonly sha256: string }

const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const fileName = /^\d{4}-[a-z0-9-]+\.sql$/
/** Any number will do, as long as every server of this product takes the same one. */
const LOCK_KEY = 4_652_161

export const readMigrations = async (folder = migrationsFolder): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const numbers = new Set<string>()
  for (const name of names) {
    if (!fileName.test(name))
      throw new DatabaseProblem(`Migration ${name}: the file name must be like 0001-some-words.sql`)
    const number = name.slice(0, 4)
    if (numbers.has(number))
      throw new DatabaseProblem(`Migration ${name}: another file has the number ${number} already`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

type AppliedRow = { name: string; sha256: string }

/** The library's own name for a limit on its side, which its types do not know; it closes a connection that is silent. */
const within = (limitMs: number | undefined, text: string): QueryConfig => ({
  text,
  ...(limitMs === undefined ? {} : { query_timeout: limitMs }),
})

const readApplied = async (client: ClientBase | Pool, limitMs?: number): Promise<AppliedRow[]> => {
  // As a row of the catalogue: a transaction that waited for the lock remembers by its name that there was no such table.
  const { rows: found } = await client.query<{ there: boolean }>(
    within(
      limitMs,
      `SELECT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
                       WHERE nspname = 'public' AND relname = 'schema_migration') AS there`,
    ),
  )
  if (found[0]?.there !== true) return []
  const { rows } = await client.query<AppliedRow>(
    within(limitMs, 'SELECT name, sha256 FROM public.schema_migration ORDER BY name'),
  )
  return rows
}

/** What is still to be applied, in order. What was applied must be the beginning of what this version brings. */
const pendingAfter = (applied: readonly AppliedRow[], migrations: readonly Migration[]): Migration[] => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of applied) {
    const migration = known.get(name)
    if (migration === undefined)
      throw new DatabaseProblem(
        `The database has migration ${name}, which this version does not know: start a newer one`,
      )
    if (migration.sha256 !== sha256)
      throw new DatabaseProblem(
        `Migration ${name} was changed after it had been applied: restore it and add a new file`,
      )
  }
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const pending = migrations.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late !== undefined)
    throw new DatabaseProblem(
      `Migration ${late.name} comes before ${last}, which is applied already: give it a higher number`,
    )
  return pending
}

/** In a transaction: waits for whoever applies one at this moment, then applies the first that is pending. */
const applyNext = async (client: PoolClient, wanted: readonly Migration[]): Promise<string | undefined> => {
  // A migration may take longer than any request.
  await client.query('SET LOCAL statement_timeout = 0')
  // Of the transaction and not of the connection: behind a pooler the connection goes on to somebody else.
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
  const [next] = pendingAfter(await readApplied(client), wanted)
  if (next === undefined) return undefined
  const { name, sql, sha256 } = next
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS public.schema_migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL)',
    )
    await client.query(sql)
    await client.query('INSERT INTO public.schema_migration (name, sha256, applied_at) VALUES ($1, $2, $3)', [
      name,
      sha256,
      systemClock.now(),
    ])
  } catch (error) {
    throw new DatabaseProblem(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  return name
}

/** Applies what is pending, each file in its own transaction; servers that start at the same time wait for one another. */
export const migrate = async (pool: Pool, migrations?: readonly Migration[]): Promise<string[]> => {
  const wanted = migrations ?? (await readMigrations())
  const applied: string[] = []
  // Whoever has nothing to apply needs no right to make tables, and waits for nobody.
  while ((await pendingMigrations(pool, wanted)).length > 0) {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const name = await applyNext(client, wanted)
      await client.query('COMMIT')
      client.release()
      if (name !== undefined) applied.push(name)
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  }
  return applied
}

export const pendingMigrations = async (
  client: ClientBase | Pool,
  migrations?: readonly Migration[],
): Promise<string[]> => {
  const wanted = migrations ?? (await readMigrations())
  return pendingAfter(await readApplied(client), wanted).map(({ name }) => name)
}

/**
 * Whether the tables are those of a server that runs. They may be newer: an upgrade changes the tables first and the servers
 * one after the other, and until then the ones from before answer.
 */
export const hasTables = async (pool: Pool, migrations: readonly Migration[], limitMs: number): Promise<boolean> => {
  const applied = new Set((await readApplied(pool, limitMs)).map(({ name }) => name))
  return migrations.every(({ name }) => applied.has(name))
}

/** When this migration was applied, and when the first of all was. */
export const findMigrationTimes = async (tx: Tx, name: string): Promise<{ firstAt: Date; appliedAt: Date }> => {
  const { rows } = await tx.query<{ firstAt: Date; appliedAt: Date }>(
    `SELECT applied_at AS "appliedAt", (SELECT min(applied_at) FROM public.schema_migration) AS "firstAt"
       FROM public.schema_migration WHERE name = $1`,
    [name],
  )
  const [times] = rows
  if (times === undefined) throw new Error(`migration ${name} was never applied`)
  return times
}
