import type { Random } from '@hola/core/clock.ts'
import type { PoolClient } from 'pg'
import pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../../platform/db/public.ts'
import type { KnownKey, LearningKeyring, Sealer } from '../../platform/sealed/public.ts'
import {
  KEYS_LEARNT_WITHIN_MS,
  KeysProblem,
  createSealer,
  deleteKeysBefore,
  insertFieldKey,
  isIndexOf,
  keyIdOfIndex,
  keyIdOfSealed,
  listFieldKeys,
  loadKeyring,
  matchFieldKeys,
} from '../../platform/sealed/public.ts'
import type { Secrets } from '../../platform/services.ts'
import type { FileStore } from '../../providers/files/public.ts'
import { fileKeyId, openStoredFile, resealStoredFile } from '../../providers/files/public.ts'
import type { Progress } from '../progress-bar.ts'
import type { Row, SealedTable } from './sealed-columns.ts'
import { sealedTables } from './sealed-columns.ts'

const BATCH_ROWS = 200
const FILES_AT_ONCE = 8
/** Servers that learn of the new key in the middle of a pass leave little for the next one. */
const PASSES_MAX = 5

const UNIQUE_VIOLATION = '23505'

/** What can be wrong before anything is written, or keeps the old key from being thrown away: one line for the operator. */
export class RekeyProblem extends Error {
  override readonly name = 'RekeyProblem'
}

export type RekeyMeans = {
  /** Of the owner of the tables: nobody else may edit what is only ever added to. */
  readonly pool: Pool
  readonly secrets: Pick<Secrets, 'fieldKey' | 'oldFieldKeys'>
  readonly random: Random
  readonly store: FileStore
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** How long every process that runs may take to learn of the new key. */
  readonly learntWithinMs?: number
}

export type Rekeyed = {
  readonly resealedRows: number
  readonly resealedFiles: number
  readonly seconds: number
  /** What the last search has opened with FIELD_KEY alone. */
  readonly found: Found
}

/** Rows as the owner of the tables sees and changes them, each statement for itself. */
const withOwner = async <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  try {
    // A row that a power cut takes back is under its old key again, and found by the next run. What is thrown away at the
    // end is on the disk, and everything that was written before it as well.
    await client.query('SET statement_timeout = 0; SET synchronous_commit = off; SET lock_timeout = 5000')
    return await work(client)
  } finally {
    client.release(true)
  }
}

const text = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))

/** The agreements of a made-up book are empty: there is nothing to open in them. */
const sealedIsOld = (column: string): string =>
  `(octet_length(${column}) > 0 AND substr(${column}, 1, 1) <> set_byte('\\x00', 0, $1::int))`
const isSealed = (value: unknown): value is Buffer => Buffer.isBuffer(value) && value.length > 0
const indexIsOld = (column: string): string =>
  `(octet_length(${column}) = 32 AND $1::int <> 1 OR octet_length(${column}) > 32 AND get_byte(${column}, 0) <> $1::int)`

/** Which rows hold something of another key than the one in $1. */
const isOldSql = ({ sealed, indexes, indexLists = [], plain = {} }: SealedTable): string =>
  [
    ...sealed.map(sealedIsOld),
    ...Object.keys(indexes).map((column) => {
      const condition = indexIsOld(column)
      return plain[column] === undefined ? condition : `(${condition} AND NOT (${plain[column]}))`
    }),
    ...indexLists.map(
      (column) => `EXISTS (SELECT FROM unnest(${column}) AS one (index) WHERE ${indexIsOld('one.index')})`,
    ),
  ]
    .map((condition) => `coalesce(${condition}, false)`)
    .join(' OR ')

const keyColumnsOf = async (client: PoolClient, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
      WHERE indrelid = $1::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)`,
    [`public.${table}`],
  )
  if (rows.length === 0) throw new Error(`${table} has no primary key`)
  return rows.map(({ name }) => name)
}

/** Pages of a table by its primary key. A row that changes its key meanwhile may come twice or not at all. */
async function* pagesOf(
  client: PoolClient,
  table: string,
  { condition, values }: { readonly condition: string; readonly values: readonly unknown[] },
): AsyncGenerator<{ readonly rows: readonly Row[]; readonly keys: readonly string[] }> {
  const keys = await keyColumnsOf(client, table)
  let after: readonly unknown[] | undefined
  for (;;) {
    const from = values.length
    const beyond =
      after === undefined ? '' : `(${keys.join(', ')}) > (${keys.map((_, at) => `$${from + at + 1}`).join(', ')}) AND`
    const { rows } = await client.query<Row>(
      `SELECT * FROM public.${table} WHERE ${beyond} (${condition}) ORDER BY ${keys.join(', ')} LIMIT ${BATCH_ROWS}`,
      [...values, ...(after ?? [])],
    )
    if (rows.length > 0) yield { rows, keys }
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_ROWS) return
    after = keys.map((key) => last[key])
  }
}

type Run = RekeyMeans & { readonly client: PoolClient; readonly keyring: LearningKeyring; readonly sealer: Sealer }

const rowData = (table: SealedTable, row: Row, column: string) => ({
  table: table.table,
  column,
  row: table.row.map((part) => text(row[part])),
})

/** What a row has to become; undefined where a column stays as it is. */
const renewed = async (run: Run, table: SealedTable, row: Row): Promise<ReadonlyMap<string, Buffer | Buffer[]>> => {
  const { sealer, keyring } = run
  const current = keyring.current()
  const isOld = (index: Buffer): boolean => keyIdOfIndex(index) !== current
  const opened = new Map<string, Buffer>()
  for (const column of table.sealed) {
    const value = row[column]
    if (isSealed(value)) opened.set(column, sealer.open(value, rowData(table, row, column)))
  }
  const fresh = new Map<string, Buffer | Buffer[]>()
  for (const [column, recompute] of Object.entries(table.indexes)) {
    const stored = row[column]
    if (!Buffer.isBuffer(stored) || !isOld(stored) || isPlain(table, row, column)) continue
    const index = await recompute(row, opened, run)
    const isKnown = index !== undefined && isIndexOf(stored, index) === true
    fresh.set(column, isKnown ? Buffer.from(index) : sealer.inheritIndex(stored))
  }
  for (const column of table.indexLists ?? []) {
    const list = row[column] as Buffer[]
    if (list.some(isOld))
      fresh.set(
        column,
        list.map((one) => (isOld(one) ? sealer.inheritIndex(one) : one)),
      )
  }
  const moved = { ...row, ...Object.fromEntries(fresh) }
  const isMoved = table.row.some((part) => fresh.has(part))
  for (const [column, value] of opened)
    if (isMoved || keyIdOfSealed(row[column] as Buffer) !== current)
      fresh.set(column, sealer.seal(value, rowData(table, moved, column)))
  return fresh
}

/** Only `login_origin` has one: the token of a browser is hashed without a key. */
const isPlain = ({ plain = {} }: SealedTable, row: Row, column: string): boolean =>
  plain[column] !== undefined && row['origin'] === 'browser'

/**
 * Writes a row anew if it is still the one that was read: what a server has written meanwhile stays, and is of the new key
 * already or found by the next pass.
 */
const replaceRow = async (
  { client }: Run,
  { table }: SealedTable,
  {
    row,
    keys,
    fresh,
  }: { readonly row: Row; readonly keys: readonly string[]; readonly fresh: ReadonlyMap<string, unknown> },
): Promise<boolean> => {
  const columns = [...fresh.keys()]
  const same = [...new Set([...keys, ...columns])]
  const { rowCount } = await client.query(
    `UPDATE public.${table} SET ${columns.map((column, at) => `${column} = $${at + 1}`).join(', ')}
      WHERE ${same.map((column, at) => `${column} = $${columns.length + at + 1}`).join(' AND ')}`,
    [...fresh.values(), ...same.map((column) => row[column])],
  )
  return rowCount === 1
}

const isTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION

/** The same value is there under the new key already: one of the two is enough, or each stays under an index of its own. */
const settleTwice = async (
  run: Run,
  table: SealedTable,
  { row, keys }: { readonly row: Row; readonly keys: readonly string[] },
): Promise<void> => {
  if (table.isSameTwice === true) {
    await run.client.query(
      `DELETE FROM public.${table.table} WHERE ${keys.map((key, at) => `${key} = $${at + 1}`).join(' AND ')}`,
      keys.map((key) => row[key]),
    )
    return
  }
  const inherited = {
    ...table,
    indexes: Object.fromEntries(Object.keys(table.indexes).map((one) => [one, () => undefined])),
  }
  await replaceRow(run, table, { row, keys, fresh: await renewed(run, inherited, row) })
}

export type Unreadable = { readonly where: string; readonly row: string }

type Tally = { resealedRows: number; resealedFiles: number; unreadable: Unreadable[] }

const resealTable = async (
  run: Run,
  table: SealedTable,
  tally: Tally,
  step: (count: number) => void,
): Promise<void> => {
  const page = { condition: isOldSql(table), values: [run.keyring.current()] }
  for await (const { rows, keys } of pagesOf(run.client, table.table, page)) {
    run.signal?.throwIfAborted()
    await Promise.all(
      rows.map(async (row) => {
        const fresh = await renewed(run, table, row).catch(() => undefined)
        if (fresh === undefined) {
          tally.unreadable.push({ where: table.table, row: keys.map((key) => text(row[key])).join(' ') })
          return
        }
        const isDone = await replaceRow(run, table, { row, keys, fresh }).catch(async (error: unknown) => {
          if (!isTaken(error)) throw error
          await settleTwice(run, table, { row, keys })
          return true
        })
        if (isDone) tally.resealedRows += 1
      }),
    )
    step(rows.length)
  }
}

const inGroups = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  for (let at = 0; at < items.length; at += FILES_AT_ONCE)
    await Promise.all(items.slice(at, at + FILES_AT_ONCE).map(work))
}

const attempt = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

const isFile = ({ name }: { readonly name: string }): boolean => !name.endsWith('.partial')

const resealFiles = async (run: Run, tally: Tally, step: (count: number) => void): Promise<void> => {
  const isNamed = async (name: string): Promise<boolean> =>
    (await run.client.query('SELECT FROM public.photo WHERE file_name = $1 LIMIT 1', [name])).rowCount === 1
  for await (const page of run.store.list()) {
    run.signal?.throwIfAborted()
    await inGroups(page.filter(isFile), async ({ name }) => {
      const sealed = await run.store.get(name)
      if (sealed === undefined || fileKeyId(sealed) === run.keyring.current()) return
      const wasNamed = await isNamed(name)
      const fresh = attempt(() => resealStoredFile(run.sealer, name, sealed))
      if (fresh === undefined) {
        tally.unreadable.push({ where: 'photographs', row: name })
        return
      }
      await run.store.put(name, fresh)
      // Deleted while it was sealed anew: a photograph goes after its row, and must not come back by this.
      if (wasNamed && !(await isNamed(name))) await run.store.delete(name)
      tally.resealedFiles += 1
    })
    step(page.length)
  }
}

const countOld = async (client: PoolClient, table: SealedTable, keyId: number): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) AS count FROM public.${table.table} WHERE ${isOldSql(table)}`,
    [keyId],
  )
  return rows[0]?.count ?? 0
}

export type Found = {
  readonly values: number
  readonly indexes: number
  readonly files: number
  /** What FIELD_KEY alone does not open, by table; empty when the old key can be thrown away. */
  readonly left: Readonly<Record<string, number>>
}

/** Opens everything that is sealed with one key and no other. Nothing is written. */
export const searchOldKeys = async ({
  client,
  store,
  key,
  onProgress = () => {},
  signal,
}: {
  readonly client: PoolClient
  readonly store: FileStore
  readonly key: { readonly keyId: number; readonly key: Uint8Array }
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}): Promise<Found> => {
  const { keyId } = key
  const only = { current: () => keyId, find: (id: number) => (id === keyId ? key.key : undefined), all: () => [key] }
  const sealer = createSealer(only, {
    uuid: () => '',
    bytes: () => {
      throw new Error('a search seals nothing')
    },
  })
  let [values, indexes, files] = [0, 0, 0]
  const left: Record<string, number> = {}
  const miss = (where: string): void => void (left[where] = (left[where] ?? 0) + 1)
  const opens = (open: () => Buffer): boolean => attempt(open) !== undefined
  for (const [at, table] of sealedTables.entries()) {
    onProgress({ done: at, total: sealedTables.length + 1, what: table.table })
    for await (const { rows } of pagesOf(client, table.table, { condition: 'true', values: [] })) {
      signal?.throwIfAborted()
      for (const row of rows) {
        for (const column of table.sealed) {
          const value = row[column]
          if (!isSealed(value)) continue
          values += 1
          if (!opens(() => sealer.open(value, rowData(table, row, column)))) miss(`${table.table}.${column}`)
        }
        const lists = (table.indexLists ?? []).flatMap((column) =>
          (row[column] as Buffer[]).map((index) => ({ column, index })),
        )
        const single = Object.keys(table.indexes).flatMap((column) => {
          const index = row[column]
          return Buffer.isBuffer(index) && !isPlain(table, row, column) ? [{ column, index }] : []
        })
        for (const { column, index } of [...single, ...lists]) {
          indexes += 1
          if (keyIdOfIndex(index) !== keyId) miss(`${table.table}.${column}`)
        }
      }
    }
  }
  onProgress({ done: sealedTables.length, total: sealedTables.length + 1, what: 'photographs' })
  for await (const page of store.list()) {
    signal?.throwIfAborted()
    await inGroups(page.filter(isFile), async ({ name }) => {
      const sealed = await store.get(name)
      if (sealed === undefined) return
      files += 1
      if (!opens(() => openStoredFile(sealer, name, sealed))) miss('photographs')
    })
  }
  onProgress({ done: sealedTables.length + 1, total: sealedTables.length + 1, what: 'photographs' })
  return { values, indexes, files, left }
}

/** Who may edit what is only ever added to. */
const checkOwner = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege('public.signature_evidence', 'UPDATE') AND has_table_privilege('public.field_key', 'DELETE') AS may`,
  )
  if (rows[0]?.may !== true)
    throw new RekeyProblem(
      'The login of DATABASE_URL may not seal everything anew: use that of the owner of the tables, as for migrate',
    )
}

/** FIELD_KEY seals from here on, if it did not already. */
const begin = async ({ client, secrets, random }: Pick<Run, 'client' | 'secrets' | 'random'>): Promise<KnownKey[]> => {
  const known = await listFieldKeys(client)
  if (known.length === 0) throw new RekeyProblem('Nothing is sealed in this database yet: start the server first')
  const matched = matchFieldKeys(known, secrets)
  if (matched instanceof KeysProblem) throw new RekeyProblem(matched.message)
  if (matched.waiting !== undefined && !(await insertFieldKey(client, matched.waiting, random, matched.current + 1)))
    return begin({ client, secrets, random })
  return listFieldKeys(client)
}

const unreadableLine = (unreadable: readonly Unreadable[]): string => {
  const shown = unreadable.slice(0, 5).map(({ where, row }) => `${where} (${row})`)
  return `${unreadable.length} rows or photographs open with no key that is here, and stay as they are: ${shown.join(', ')}${unreadable.length > shown.length ? ', …' : ''}`
}

/**
 * Seals everything anew with FIELD_KEY while servers work, proves by a search that nothing of another key is left, and only
 * then forgets the other keys. It may be broken off at any moment and started again, also twice at once: each row and each
 * photograph changes at once or not at all.
 */
export const rekey = async (means: RekeyMeans): Promise<Rekeyed> => {
  const started = performance.now()
  const { pool, secrets, random, store, signal, onProgress = () => {}, learntWithinMs = KEYS_LEARNT_WITHIN_MS } = means
  return withOwner(pool, async (client) => {
    await checkOwner(client)
    await begin({ client, secrets, random })
    const keyring = await loadKeyring(pool, secrets)
    const run: Run = { ...means, client, keyring, sealer: createSealer(keyring, random) }
    const keyId = keyring.current()
    const key = keyring.find(keyId)
    if (key === undefined) throw new Error('unreachable: the key that seals is here')

    const tally: Tally = { resealedRows: 0, resealedFiles: 0, unreadable: [] }
    let found: Found | undefined
    for (let pass = 1; pass <= PASSES_MAX; pass += 1) {
      tally.unreadable = []
      const counts: number[] = []
      for (const table of sealedTables) counts.push(await countOld(client, table, keyId))
      let [done, total] = [0, counts.reduce((sum, count) => sum + count, 0)]
      for (const [at, table] of sealedTables.entries()) {
        if (counts[at] === 0) continue
        await resealTable(run, table, tally, (count) => {
          done += count
          total = Math.max(total, done)
          onProgress({ done, total, what: table.table })
        })
      }
      let fileCount = 0
      await resealFiles(run, tally, (count) => {
        fileCount += count
        onProgress({ done: fileCount, total: fileCount, what: 'photographs' })
      })
      if (tally.unreadable.length > 0) throw new RekeyProblem(unreadableLine(tally.unreadable))
      // A server that has not heard of the new key yet may still be writing with the old one.
      const left = learntWithinMs - (performance.now() - started)
      if (left > 0) await wait(left, undefined, signal ? { signal } : {})
      found = await searchOldKeys({ client, store, key: { keyId, key }, onProgress, ...(signal && { signal }) })
      if (Object.keys(found.left).length === 0) break
    }
    if (found === undefined || Object.keys(found.left).length > 0)
      throw new RekeyProblem(
        `Something still writes with the old key (${Object.keys(found?.left ?? {}).join(', ')}): end every server that was not restarted with both keys, and run this again`,
      )
    await client.query('SET synchronous_commit = on')
    await deleteKeysBefore(client, keyId)
    return {
      resealedRows: tally.resealedRows,
      resealedFiles: tally.resealedFiles,
      seconds: (performance.now() - started) / 1000,
      found,
    }
  })
}
