import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { PoolClient } from 'pg'
import { migrate, readMigrations } from './migrate.ts'
import type { Pool } from './pool.ts'

/**
 * A whole database and the files beside it in one file, for the proof that what one version wrote is read by all later
 * ones. The embedded PostgreSQL comes without pg_dump, so the rows are JSON that PostgreSQL writes and reads itself.
 * The queue is not in it: its tables belong to the library, and the nightly sweeps file again what was waiting.
 */
type DumpFile = {
  /** Under which migrations the rows were written. */
  readonly migrations: readonly string[]
  readonly madeAt: string
  readonly tables: Readonly<Record<string, readonly object[]>>
  /** As they lie in the data folder, sealed; in base64. */
  readonly files: Readonly<Record<string, string>>
}

const tablesOf = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

export const writeDumpFile = async (
  file: string,
  { pool, filesFolder, madeAt }: { readonly pool: Pool; readonly filesFolder: string; readonly madeAt: Date },
): Promise<void> => {
  const { rows: applied } = await pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
  const tables: Record<string, object[]> = {}
  for (const table of await tablesOf(pool)) {
    const { rows } = await pool.query<{ row: object }>(`SELECT to_jsonb(one) AS row FROM ${table} AS one`)
    tables[table] = rows.map(({ row }) => row)
  }
  const files: Record<string, string> = {}
  for (const entry of await readdir(filesFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) files[entry.name] = (await readFile(join(entry.parentPath, entry.name))).toString('base64')
  const migrations = applied.map(({ name }) => name)
  const dump: DumpFile = { migrations, madeAt: madeAt.toISOString(), tables, files }
  await writeFile(file, await promisify(gzip)(JSON.stringify(dump), { level: 9 }))
}

/** The tables so that each comes after those that its rows refer to. */
const inOrder = async (client: PoolClient, tables: readonly string[]): Promise<string[]> => {
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
      WHERE contype = 'f' AND conrelid <> confrelid`,
  )
  const ordered: string[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(
      (table) => !ordered.includes(table) && references.every(({ from, to }) => from !== table || ordered.includes(to)),
    )
    if (next.length === 0) throw new Error('these tables refer to each other in a circle')
    ordered.push(...next)
  }
  return ordered
}

/** All but those that PostgreSQL works out itself. */
const writableColumns = async (client: PoolClient, table: string): Promise<string> => {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  )
  return rows[0]?.names ?? ''
}

/** Brings a dump into an empty database: its own migrations, its rows, then every migration that came after it. */
export const restoreDumpFile = async (
  file: string,
  { pool, filesFolder }: { readonly pool: Pool; readonly filesFolder: string },
): Promise<{
  readonly madeAt: Date
  readonly newMigrations: readonly string[]
  /** Those that there were when it was made. */
  readonly tables: readonly string[]
}> => {
  const dump = JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as DumpFile
  await migrate(
    pool,
    (await readMigrations()).filter(({ name }) => dump.migrations.includes(name)),
  )
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // What a migration has written stands in the dump as well.
    await client.query(`TRUNCATE ${Object.keys(dump.tables).join(', ')}`)
    for (const table of await inOrder(client, Object.keys(dump.tables))) {
      const columns = await writableColumns(client, table)
      await client.query(
        `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(dump.tables[table])],
      )
    }
    await client.query('COMMIT')
  } finally {
    client.release(true)
  }
  await mkdir(filesFolder, { recursive: true })
  for (const [name, content] of Object.entries(dump.files))
    await writeFile(join(filesFolder, name), Buffer.from(content, 'base64'))
  const newMigrations = await migrate(pool)
  return { madeAt: new Date(dump.madeAt), newMigrations, tables: Object.keys(dump.tables) }
}
