import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { keyOf, sealAddress } from '../../person/account/address.ts'
import { insertAccount, insertAddress } from '../../person/account/store.ts'
import { systemRandom } from '../../platform/clock.ts'
import { emptyTestDatabase } from '../../platform/db/test-database.ts'
import { restoreDumpFile } from '../../platform/db/test-dump-file.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { jobTable } from '../../platform/jobs/table.ts'
import { openQueue } from '../../platform/jobs/queue.ts'
import { createLog } from '../../platform/log.ts'
import { filesFolder, openDiskStore } from '../../providers/files/disk.ts'
import type { FileStore } from '../../providers/files/port.ts'
import { openS3Store } from '../../providers/files/s3.ts'
import { noS3Server, startS3Server } from '../../providers/files/test-s3-server.ts'
import { eraseAgain } from '../../rights/privacy/erase.ts'
import { listErased } from '../../rights/privacy/store.ts'
import { openTestServer, testSettings } from '../http/test-server.ts'
import { rememberSecrets } from '../preflight/known-secrets.ts'
import { backUp, listTables, nameOf } from './backup.ts'
import { PIECE_BYTES } from './encrypted-file.ts'
import { restore } from './restore.ts'
import { verifyStored } from './verify.ts'

const root = mkdtempSync(join(tmpdir(), 'hola-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const file = (name: string): string => join(root, name)
const storeIn = (name: string) => openDiskStore(filesFolder(file(name)))

const dumpFile = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dump-1.json.gz')
const log = createLog('silent')
const { secrets } = testSettings
const key = systemRandom.bytes(32)
const random = systemRandom
const madeAt = new Date('2026-03-01T12:00:00Z')
const { pool } = await emptyTestDatabase()
const source = { pool, store: storeIn('source'), key, random, madeAt }

beforeAll(async () => {
  await restoreDumpFile(dumpFile, { pool, filesFolder: filesFolder(file('source')) })
  const queue = await openQueue(jobTable, { pool, log, supervise: false })
  await queue.stop()
  await rememberSecrets(pool, secrets, random)
  await backUp({ ...source, path: file('whole') })
})

const place = async (name: string) => ({ pool: (await emptyTestDatabase()).pool, store: storeIn(name) })
const means = (path: string) => ({ key, secrets, random, log, path: file(path) })

/** Every row of every table, in an order of its own. */
const allRows = async (of: Pool): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const table of await listTables(of)) {
    const { rows } = await of.query<{ line: string }>(
      `SELECT one::text AS line FROM ${nameOf(table)} AS one ORDER BY 1`,
    )
    found[nameOf(table)] = rows.map(({ line }) => line)
  }
  return found
}

test('a backup restored elsewhere has every row and every photograph, and is proven to be whole', async () => {
  const there = await place('there')
  const restored = await restore({ ...there, ...means('whole') })
  expect(restored).toMatchObject({ madeAt: madeAt.toISOString(), goneFiles: 0 })
  expect(restored.verified.loans).toBeGreaterThan(0)
  expect(restored.verified.signatures).toBeGreaterThan(0)
  expect(restored.verified.photographs).toBeGreaterThan(0)
  expect(restored.verified.problems).toEqual([])
  expect(await allRows(there.pool)).toEqual(await allRows(pool))
  const constraints = `SELECT conrelid::regclass::text AS t, conname, pg_get_constraintdef(oid) AS d FROM pg_constraint
                        WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`
  expect((await there.pool.query(constraints)).rows).toEqual((await pool.query(constraints)).rows)
})

test('a backup of photographs in an object store is restored into another one', async ({ skip }) => {
  if (noS3Server !== undefined) skip(noS3Server)
  const newBucket = async (): Promise<FileStore> => {
    const { settings, stop } = await startS3Server()
    onTestFinished(stop)
    return openS3Store(settings)
  }
  const [here, there] = [await newBucket(), await newBucket()]
  const names: string[] = []
  for await (const page of source.store.list()) names.push(...page.map(({ name }) => name))
  for (const name of names) await here.put(name, (await source.store.get(name)) ?? Buffer.alloc(0))

  expect(await backUp({ ...source, store: here, path: file('bucket') })).toMatchObject({ files: names.length })
  const { pool: empty } = await emptyTestDatabase()
  const restored = await restore({ pool: empty, store: there, ...means('bucket') })
  expect(restored).toMatchObject({ files: names.length, verified: { photographs: names.length, problems: [] } })
  for (const name of names) expect(await there.get(name)).toEqual(await source.store.get(name))
})

test('nothing in it can be read without its key, and it is for its owner alone', () => {
  const bytes = readFileSync(file('whole'))
  for (const word of ['login_address', 'schema_migration', 'user_id']) expect(bytes.includes(word)).toBe(false)
  expect(statSync(file('whole')).mode & 0o777).toBe(0o600)
  expect(readdirSync(root).filter((name) => name.endsWith('.partial'))).toEqual([])
})

describe('a restore writes nothing', () => {
  const altered = (name: string, change: (path: string) => void): string => {
    copyFileSync(file('whole'), file(name))
    change(file(name))
    return name
  }
  const flip = (at: number) => (path: string) => {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  const isEmpty = async ({ pool: of, store }: Awaited<ReturnType<typeof place>>): Promise<void> => {
    expect(await listTables(of)).toEqual([])
    for await (const page of store.list()) expect(page).toEqual([])
  }

  test.each<[string, () => string, string]>([
    [
      'cut off',
      () => altered('short', (path) => truncateSync(path, statSync(path).size - 1)),
      'was cut off or altered',
    ],
    [
      'cut off between two pieces',
      () => altered('piece', (path) => truncateSync(path, 24 + 4 + PIECE_BYTES + 16)),
      'was cut off or altered',
    ],
    ['altered at its beginning', () => altered('begin', flip(40)), 'or the file was altered'],
    [
      'altered at its end',
      () => altered('end', (path) => flip(statSync(path).size - 1)(path)),
      'was cut off or altered',
    ],
    [
      'longer than it was',
      () => altered('long', (path) => writeFileSync(path, 'x', { flag: 'a' })),
      'goes on behind its end',
    ],
    [
      'no backup at all',
      () => altered('other', (path) => writeFileSync(path, 'a letter')),
      'is no backup of this product',
    ],
    ['not there', () => 'nowhere', 'cannot be read'],
  ])('from a file that is %s', async (_, make, words) => {
    const there = await place('empty')
    await expect(restore({ ...there, ...means(make()) })).rejects.toThrow(words)
    await isEmpty(there)
  })

  test('with another BACKUP_KEY, or another FIELD_KEY than that of its day', async () => {
    const there = await place('empty')
    await expect(restore({ ...there, ...means('whole'), key: systemRandom.bytes(32) })).rejects.toThrow(
      'BACKUP_KEY is not the one',
    )
    const others = { ...secrets, fieldKey: systemRandom.bytes(32) }
    await expect(restore({ ...there, ...means('whole'), secrets: others })).rejects.toThrow('FIELD_KEY')
    await isEmpty(there)
  })

  test('into a database or a folder that is not empty', async () => {
    const { pool: empty } = await place('empty')
    await expect(restore({ pool, store: storeIn('empty'), ...means('whole') })).rejects.toThrow('is not empty')
    await expect(restore({ pool: empty, store: source.store, ...means('whole') })).rejects.toThrow(
      'photographs already',
    )
    expect(await listTables(empty)).toEqual([])
  })

  test('into a folder that cannot be written, before the database is filled', async () => {
    const { pool: empty, store: given } = await place('read-only')
    const store = { ...given, put: () => Promise.reject(new Error('EACCES: permission denied')) }
    await expect(restore({ pool: empty, store, ...means('whole') })).rejects.toThrow('cannot be written')
    expect(await listTables(empty)).toEqual([])
  })
})

describe('a backup', () => {
  test('is never written over another file', async () => {
    await expect(backUp({ ...source, path: file('whole') })).rejects.toThrow('is there already')
  })

  test('that is broken off leaves no file', async () => {
    const stopping = new AbortController()
    const broken = backUp({
      ...source,
      path: file('broken'),
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    await expect(broken).rejects.toThrow()
    expect(readdirSync(root).filter((name) => name.startsWith('broken'))).toEqual([])
  })

  test('goes on when a photograph is deleted with its row meanwhile, and is restored without it', async () => {
    const { rows } = await pool.query<{ user_id: string; file_name: string }>(
      'SELECT user_id, file_name FROM photo WHERE file_name IS NOT NULL LIMIT 1',
    )
    const [{ file_name: name } = { file_name: '' }] = rows
    const bytes = await source.store.get(name)
    let isDeleted = false
    const store = {
      ...source.store,
      get: async (one: string) => {
        if (one === name && !isDeleted) {
          isDeleted = true
          await pool.query(
            'UPDATE photo SET file_name = NULL, sealed_reading = NULL, replaced_at = coalesce(replaced_at, stored_at), is_kept_by_law = false WHERE file_name = $1',
            [name],
          )
          await source.store.delete(name)
        }
        return source.store.get(one)
      },
    }
    expect(await backUp({ ...source, store, path: file('deleted') })).toMatchObject({ goneFiles: 1 })
    const there = await place('there-without')
    expect(await restore({ ...there, ...means('deleted') })).toMatchObject({ goneFiles: 1 })
    await source.store.put(name, bytes ?? Buffer.alloc(0))
  })

  test('says so when a photograph is lost, and leaves no file', async () => {
    const { rows } = await pool.query<{ name: string }>(
      'SELECT file_name AS name FROM photo WHERE file_name IS NOT NULL LIMIT 1',
    )
    const [{ name } = { name: '' }] = rows
    const store = { ...source.store, get: async (one: string) => (one === name ? undefined : source.store.get(one)) }
    await expect(backUp({ ...source, store, path: file('lost') })).rejects.toThrow('are named by a row')
    expect((await verifyStored({ ...source, store, secrets })).problems).toEqual([`photograph ${name}: missing`])
  })
})

test('whoever erased her account after the backup is erased again, once', async () => {
  const there = await place('erased')
  await restore({ ...there, ...means('whole') })
  const { services } = await openTestServer(there.pool, { settings: { dataDir: file('erased') } })
  const [userId, createdAt] = [random.uuid(), madeAt]
  await inTransaction(there.pool, async (tx) => {
    const key = keyOf(services.sealer, { kind: 'phone', value: '+5491155557777' })
    await insertAccount(tx, { userId, createdAt })
    const sealedAddress = sealAddress(services.sealer, key, '+5491155557777')
    await insertAddress(tx, { ...key, userId, sealedAddress, createdAt })
  })
  expect(await eraseAgain(services, userId)).toBe('erased')
  expect(await eraseAgain(services, userId)).toBe('not_there')
  expect((await there.pool.query('SELECT FROM login_address WHERE user_id = $1', [userId])).rowCount).toBe(0)
  expect(await inTransaction(there.pool, listErased)).toContain(userId)
})
