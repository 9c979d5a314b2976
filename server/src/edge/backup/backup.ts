import { rename, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Random } from '@hola/core/clock.ts'
import type { PoolClient } from 'pg'
import type { Pool } from '../../platform/db/public.ts'
import { listFieldKeys } from '../../platform/sealed/public.ts'
import type { FileStore } from '../../providers/files/public.ts'
import type { Progress } from '../progress-bar.ts'
import type { Frame } from './encrypted-file.ts'
import { BackupProblem, createEncryptedFile, readEncryptedFile } from './encrypted-file.ts'

const FORMAT = 1
const ROWS_AT_ONCE = 200
/** Rows of unknown size are begun with; after them as many at once as are about so long together. */
const FIRST_ROWS = 8
const PAGE_LENGTH = 2_000_000
const FILES_AT_ONCE = 8

/** What a backup says about itself at its beginning. */
export type Manifest = {
  readonly format: number
  readonly madeAt: string
  readonly migrations: readonly string[]
  /** Of the library's own tables: rows of one version do not fit those of another. */
  readonly queueVersion: number
  /** Which keys open what is in it. */
  readonly fieldKeys: readonly { readonly keyId: number; readonly knownValue: string }[]
}

export type TableHead = { readonly schema: string; readonly table: string }

/** And at its end: what it must hold. */
export type Counts = {
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  /** Photographs that were deleted, with their rows, while the backup was made: their rows are in it, they are not. */
  readonly gone: readonly string[]
}

export const nameOf = ({ schema, table }: TableHead): string => `${schema}.${table}`

/** Tables with rows of their own, those of the queue last; a partition belongs to its table. */
export const listTables = async (client: Pick<PoolClient, 'query'>): Promise<TableHead[]> => {
  const { rows } = await client.query<TableHead>(
    `SELECT nspname AS schema, relname AS table FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND NOT relispartition
      ORDER BY nspname DESC, relname <> 'version', relname <> 'queue', relname`,
  )
  return rows
}

const queueVersionOf = async (client: Pick<PoolClient, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pgboss.version')
  return rows[0]?.version ?? 0
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/**
 * Lines that a query selects, page by page, as they were when the transaction began. Signed documents are long: how many
 * are in memory at once depends on their length.
 */
async function* cursorOf(client: PoolClient, query: string): AsyncGenerator<readonly string[]> {
  await client.query(`DECLARE page NO SCROLL CURSOR FOR ${query}`)
  try {
    for (let count = FIRST_ROWS; ;) {
      const { rows } = await client.query<{ line: string }>(`FETCH ${count} FROM page`)
      const lines = rows.map(({ line }) => line)
      if (lines.length > 0) yield lines
      if (lines.length < count) return
      const length = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
      count = Math.max(1, Math.min(ROWS_AT_ONCE, Math.floor(PAGE_LENGTH / length)))
    }
  } finally {
    await client.query('CLOSE page')
  }
}

export type BackupMeans = {
  /** Of the owner of the tables, and not through a pooler: one transaction lasts as long as the backup. */
  readonly pool: Pool
  readonly store: FileStore
  readonly key: Uint8Array
  readonly madeAt: Date
  readonly random: Random
  readonly path: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export type Made = { readonly bytes: number; readonly rows: number; readonly files: number; readonly goneFiles: number }

/**
 * Writes the database as it is at one moment, and every photograph that a row of that moment names. A photograph is stored
 * before its row is written and deleted after its row is gone: so all of them are there, but for those that somebody has
 * deleted since, which is looked up.
 */
export const backUp = async (means: BackupMeans): Promise<Made> => {
  const { pool, store, key, path, madeAt, random, signal, onProgress = () => {} } = means
  if ((await stat(path).catch(() => undefined)) !== undefined)
    throw new BackupProblem(`${path} is there already: name another file`)
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  const client = await pool.connect()
  const out = await createEncryptedFile(partial, key, random).catch((error: unknown) => {
    client.release()
    throw new BackupProblem(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  })
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows: applied } = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
    const fieldKeys = await listFieldKeys(client)
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: madeAt.toISOString(),
      migrations: applied.map(({ name }) => name),
      queueVersion: await queueVersionOf(client),
      fieldKeys: fieldKeys.map(({ keyId, knownValue }) => ({ keyId, knownValue: knownValue.toString('base64') })),
    }
    await out.write('M', json(manifest))

    const tables = await listTables(client)
    const rows: Record<string, number> = {}
    for (const [at, table] of tables.entries()) {
      onProgress({ done: at, total: tables.length, what: nameOf(table) })
      await out.write('T', json(table))
      rows[nameOf(table)] = 0
      const query = `SELECT row_to_json(one)::text AS line FROM ${nameOf(table)} AS one`
      for await (const page of cursorOf(client, query)) {
        signal?.throwIfAborted()
        rows[nameOf(table)] = (rows[nameOf(table)] ?? 0) + page.length
        await out.write('R', await promisify(gzip)(`[${page.join(',')}]`))
      }
    }

    const { rows: counted } = await client.query<{ count: number }>('SELECT count(file_name) AS count FROM photo')
    const total = counted[0]?.count ?? 0
    const gone: string[] = []
    let files = 0
    const names = 'SELECT file_name AS line FROM photo WHERE file_name IS NOT NULL'
    for await (const page of cursorOf(client, names))
      for (let at = 0; at < page.length; at += FILES_AT_ONCE) {
        signal?.throwIfAborted()
        const group = page.slice(at, at + FILES_AT_ONCE)
        const found = await Promise.all(group.map(async (name) => ({ name, bytes: await store.get(name) })))
        for (const { name, bytes } of found) {
          if (bytes === undefined) gone.push(name)
          else await out.write('F', Buffer.concat([Buffer.from(name, 'latin1'), bytes]))
        }
        files += found.filter(({ bytes }) => bytes !== undefined).length
        onProgress({ done: files, total, what: 'photographs' })
      }
    await client.query('COMMIT')
    const lost = await stillNamed(pool, gone)
    if (lost.length > 0)
      throw new BackupProblem(
        `${lost.length} photographs are named by a row and are not where photographs are kept (${lost.slice(0, 3).join(', ')}): look for them before you rely on a backup`,
      )
    await out.write('E', json({ rows, files, gone } satisfies Counts))
    const bytes = await out.end()
    // Read again as a restore reads it: a backup that was never read is none.
    await checkFile(partial, key, onProgress)
    await rename(partial, path)
    return { bytes, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files, goneFiles: gone.length }
  } finally {
    client.release(true)
    await out.close()
    await rm(partial, { force: true })
  }
}

const stillNamed = async (pool: Pool, names: readonly string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>('SELECT file_name AS name FROM photo WHERE file_name = ANY($1)', [
    names,
  ])
  return rows.map(({ name }) => name)
}

const NAME_LENGTH = 36

export type Part =
  | { readonly kind: 'manifest'; readonly manifest: Manifest }
  | { readonly kind: 'table'; readonly table: TableHead }
  /** A JSON list, as text. */
  | { readonly kind: 'rows'; readonly table: TableHead; readonly rows: string; readonly count: number }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly counts: Counts }

/** What a backup holds, in order. Throws a `BackupProblem` when it is not whole. */
export async function* readBackup(path: string, key: Uint8Array): AsyncGenerator<Part> {
  let table: TableHead | undefined
  let isEnded = false
  const frames: AsyncIterable<Frame> = readEncryptedFile(path, key)
  for await (const { kind, payload } of frames) {
    if (kind === 'M') {
      const manifest = JSON.parse(payload.toString()) as Manifest
      if (manifest.format !== FORMAT)
        throw new BackupProblem(`${path} was made by a newer version: restore it with that one`)
      yield { kind: 'manifest', manifest }
    } else if (kind === 'T') {
      table = JSON.parse(payload.toString()) as TableHead
      yield { kind: 'table', table }
    } else if (kind === 'R' && table !== undefined) {
      const rows = (await promisify(gunzip)(payload)).toString()
      yield { kind: 'rows', table, rows, count: (JSON.parse(rows) as unknown[]).length }
    } else if (kind === 'F') {
      yield { kind: 'file', name: payload.toString('latin1', 0, NAME_LENGTH), bytes: payload.subarray(NAME_LENGTH) }
    } else if (kind === 'E') {
      isEnded = true
      yield { kind: 'end', counts: JSON.parse(payload.toString()) as Counts }
    } else throw new BackupProblem(`${path} holds something that this version does not know`)
  }
  if (!isEnded) throw new BackupProblem(`${path} has no end`)
}

/** Reads all of a backup, counts what is in it, and compares with what it says itself. Nothing is written. */
export const checkFile = async (
  path: string,
  key: Uint8Array,
  onProgress: (progress: Progress) => void = () => {},
): Promise<{ readonly manifest: Manifest; readonly counts: Counts }> => {
  let [manifest, counts]: [Manifest | undefined, Counts | undefined] = [undefined, undefined]
  const rows: Record<string, number> = {}
  let files = 0
  for await (const part of readBackup(path, key)) {
    if (part.kind === 'manifest') manifest = part.manifest
    if (part.kind === 'table') rows[nameOf(part.table)] = 0
    if (part.kind === 'rows') rows[nameOf(part.table)] = (rows[nameOf(part.table)] ?? 0) + part.count
    if (part.kind === 'file') files += 1
    if (part.kind === 'end') counts = part.counts
    onProgress({ done: files, total: files, what: 'reading it again' })
  }
  if (manifest === undefined || counts === undefined) throw new BackupProblem(`${path} is not whole`)
  const isSame = files === counts.files && Object.entries(counts.rows).every(([table, count]) => rows[table] === count)
  if (!isSame) throw new BackupProblem(`${path} does not hold what it says`)
  return { manifest, counts }
}
