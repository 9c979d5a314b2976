import type { Random } from '@hola/core/clock.ts'
import type { PoolClient } from 'pg'
import type { Pool } from '../../platform/db/public.ts'
import { migrate, readMigrations } from '../../platform/db/public.ts'
import { jobTable, openQueue } from '../../platform/jobs/public.ts'
import type { Log } from '../../platform/log.ts'
import { KeysProblem, matchFieldKeys } from '../../platform/sealed/public.ts'
import type { Secrets } from '../../platform/services.ts'
import type { FileStore } from '../../providers/files/public.ts'
import type { Progress } from '../progress-bar.ts'
import type { Counts, Manifest, TableHead } from './backup.ts'
import { checkFile, listTables, nameOf, readBackup } from './backup.ts'
import { BackupProblem } from './encrypted-file.ts'
import type { Verified } from './verify.ts'
import { verifyStored } from './verify.ts'

const FILES_AT_ONCE = 8

export type RestoreMeans = {
  /** Of the owner of the tables that are made here. */
  readonly pool: Pool
  readonly store: FileStore
  readonly key: Uint8Array
  readonly secrets: Secrets
  readonly path: string
  readonly random: Random
  readonly log: Log
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export type Restored = {
  readonly madeAt: string
  readonly rows: number
  readonly files: number
  readonly goneFiles: number
  readonly verified: Verified
}

/** A photograph is written and deleted: that none can be is found out before the database is filled. */
const checkWritable = async ({ store, random }: Pick<RestoreMeans, 'store' | 'random'>): Promise<void> => {
  const name = random.uuid()
  try {
    await store.put(name, Buffer.from('a probe'))
    await store.delete(name)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new BackupProblem(`Photographs cannot be written where they are to be restored: ${words}`)
  }
}

const checkPlace = async ({ pool, store, random }: Pick<RestoreMeans, 'pool' | 'store' | 'random'>): Promise<void> => {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind IN ('r', 'p') AND nspname !~ '^(pg_catalog|pg_toast|information_schema)'`,
  )
  if ((rows[0]?.count ?? 0) > 0)
    throw new BackupProblem('The database of DATABASE_URL is not empty: make an empty one for the restore')
  for await (const page of store.list())
    if (page.length > 0)
      throw new BackupProblem(
        'There are photographs already where they are to be restored: name an empty DATA_DIR or bucket',
      )
  await checkWritable({ store, random })
}

/** Whether this version, with these keys, can read what is in it: looked at before anything is written. */
const checkManifest = async ({ migrations, fieldKeys }: Manifest, { secrets }: RestoreMeans): Promise<void> => {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const newer = migrations.find((name) => !known.has(name))
  if (newer !== undefined)
    throw new BackupProblem(`The backup was made by a newer version (it has ${newer}): restore it with that one`)
  const keys = fieldKeys.map(({ keyId, knownValue }) => ({ keyId, knownValue: Buffer.from(knownValue, 'base64') }))
  const matched = matchFieldKeys(keys, secrets)
  if (matched instanceof KeysProblem)
    throw new BackupProblem(
      'FIELD_KEY, with FIELD_KEY_OLD, is not what the backup is sealed with: set the keys of the day on which it was made',
    )
}

/** A foreign key, or a rule that rows from before it need not keep. */
type Constraint = { readonly table: string; readonly name: string; readonly definition: string }

const listLateConstraints = async (client: PoolClient): Promise<Constraint[]> => {
  const { rows } = await client.query<Constraint>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE (contype = 'f' OR contype = 'c' AND NOT convalidated) AND connamespace = 'public'::regnamespace`,
  )
  return rows
}

const writableColumns = async (client: PoolClient, { schema, table }: TableHead): Promise<string> => {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS names
       FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'`,
    [schema, table],
  )
  return rows[0]?.names ?? ''
}

/** Numbers that are counted up go on where they were. */
const setSequences = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `SELECT pg_depend.objid::regclass::text AS sequence, refobjid::regclass::text AS table, quote_ident(attname) AS column
       FROM pg_depend JOIN pg_class ON pg_class.oid = pg_depend.objid AND relkind = 'S'
       JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
      WHERE refclassid = 'pg_class'::regclass AND relnamespace::regnamespace::text IN ('public', 'pgboss')`,
  )
  for (const { sequence, table, column } of rows)
    await client.query(`SELECT setval($1, max(${column})) FROM ${table} HAVING max(${column}) IS NOT NULL`, [sequence])
}

const writeRows = async (means: RestoreMeans, client: PoolClient, counts: Counts): Promise<void> => {
  const { path, key, store, signal, onProgress = () => {} } = means
  const total = Object.values(counts.rows).reduce((sum, count) => sum + count, 0)
  let [done, files] = [0, 0]
  let columns = ''
  let waiting: Promise<void>[] = []
  for await (const part of readBackup(path, key)) {
    signal?.throwIfAborted()
    if (part.kind === 'table') columns = await writableColumns(client, part.table)
    if (part.kind === 'rows') {
      await client.query(
        `INSERT INTO ${nameOf(part.table)} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM json_populate_recordset(NULL::${nameOf(part.table)}, $1::json)`,
        [part.rows],
      )
      done += part.count
      onProgress({ done, total, what: nameOf(part.table) })
    }
    if (part.kind === 'file') {
      waiting.push(store.put(part.name, part.bytes))
      files += 1
      if (waiting.length >= FILES_AT_ONCE) {
        await Promise.all(waiting)
        waiting = []
        onProgress({ done: files, total: counts.files, what: 'photographs' })
      }
    }
  }
  await Promise.all(waiting)
}

/**
 * Brings a backup into an empty place and proves that it is whole: books, chains, photographs. The file is read to its end
 * before anything is written, and the rows are written in one transaction: of a restore that fails no row is left.
 */
export const restore = async (means: RestoreMeans): Promise<Restored> => {
  const { pool, path, key, log, onProgress = () => {} } = means
  await checkPlace(means)
  const { manifest, counts } = await checkFile(path, key, onProgress)
  await checkManifest(manifest, means)

  // The tables as they were then, by the very steps that made them; later steps follow when the rows are there.
  const then = (await readMigrations()).filter(({ name }) => manifest.migrations.includes(name))
  await migrate(pool, then)
  const queue = await openQueue(jobTable, { pool, log, supervise: false })
  await queue.stop()
  const { rows: version } = await pool.query<{ version: number }>('SELECT version FROM pgboss.version')
  if (version[0]?.version !== manifest.queueVersion)
    throw new BackupProblem(
      'The backup was made with another version of the job queue: restore it with the version of that day, then upgrade',
    )

  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await client.query('BEGIN')
    const tables = await listTables(client)
    const isThere = new Set(tables.map(nameOf))
    const unknown = Object.keys(counts.rows).find((name) => !isThere.has(name))
    if (unknown !== undefined) throw new BackupProblem(`The backup has rows of ${unknown}, which this version has not`)
    const late = await listLateConstraints(client)
    for (const { table, name } of late) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    // What a migration or the queue has written stands in the backup as well; which steps were applied is known here.
    const ours = tables.filter(({ table }) => table !== 'schema_migration')
    await client.query(`TRUNCATE ${ours.map(nameOf).join(', ')} CASCADE`)
    await client.query('DELETE FROM schema_migration')
    await writeRows(means, client, counts)
    // Each is checked for every row by this.
    for (const { table, name, definition } of late)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    await setSequences(client)
    await client.query('COMMIT')
  } finally {
    client.release(true)
  }
  await migrate(pool)
  const verified = await verifyStored({ ...means, gone: new Set(counts.gone) })
  return {
    madeAt: manifest.madeAt,
    rows: Object.values(counts.rows).reduce((sum, count) => sum + count, 0),
    files: counts.files,
    goneFiles: counts.gone.length,
    verified,
  }
}
