import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { DatabaseProblem } from './database-problem.ts'
import { migrate, pendingMigrations, readMigrations } from './migrate.ts'
import type { Migration } from './migrate.ts'
import { emptyTestDatabase } from './test-database.ts'

const { pool } = await emptyTestDatabase()

beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE')
  await pool.query('CREATE SCHEMA public')
})

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  sha256: createHash('sha256').update(sql).digest('hex'),
})

const one = migration('0001-one.sql', 'CREATE TABLE one (id int)')
const two = migration('0002-two.sql', 'CREATE TABLE two (id int)')
const three = migration('0003-three.sql', 'CREATE TABLE three (id int)')

const tables = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

test('a new database gets every migration, in order, and remembers them', async () => {
  expect(await pendingMigrations(pool, [one, two])).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await migrate(pool, [one, two])).toEqual(['0001-one.sql', '0002-two.sql'])
  expect(await pendingMigrations(pool, [one, two])).toEqual([])
  expect(await tables()).toEqual(['one', 'schema_migration', 'two'])
})

test('a second time changes nothing; a new file is applied alone', async () => {
  await migrate(pool, [one, two])
  expect(await migrate(pool, [one, two])).toEqual([])
  expect(await migrate(pool, [one, two, three])).toEqual(['0003-three.sql'])
})

test('servers that start at the same time apply each migration once', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, [one, two, three])))
  expect(applied.flat().toSorted()).toEqual(['0001-one.sql', '0002-two.sql', '0003-three.sql'])
})

test('no lock stays on a connection that goes on to others, as behind a pooler', async () => {
  await migrate(pool, [one, two])
  await migrate(pool, [one, two, three])
  const { rows } = await pool.query(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND datname = current_database()`)
  expect(rows).toEqual([])
})

test('a migration that fails leaves nothing of itself, keeps those before it, and names itself', async () => {
  const broken = migration('0002-broken.sql', 'CREATE TABLE two (id int); SELECT 1 / 0')
  await expect(migrate(pool, [one, broken, three])).rejects.toThrow(
    'Migration 0002-broken.sql failed: division by zero',
  )
  expect(await tables()).toEqual(['one', 'schema_migration'])
  expect(await migrate(pool, [one, two, three])).toEqual(['0002-two.sql', '0003-three.sql'])
})

const refused: [string, Migration[], string][] = [
  [
    'a file that was edited after it was applied',
    [one, migration(two.name, 'CREATE TABLE two (id bigint)')],
    'Migration 0002-two.sql was changed after it had been applied',
  ],
  ['a file that is gone', [one], 'The database has migration 0002-two.sql, which this version does not know'],
  [
    'a file put before one that is applied',
    [one, migration('0001-zero.sql', 'SELECT 1'), two],
    'Migration 0001-zero.sql comes before 0002-two.sql',
  ],
]

test.each(refused)('%s is refused, and nothing is applied', async (_, migrations, message) => {
  await migrate(pool, [one, two])
  for (const attempt of [migrate, pendingMigrations]) {
    const refusal = attempt(pool, [...migrations, three])
    await expect(refusal).rejects.toThrow(message)
    await expect(refusal).rejects.toBeInstanceOf(DatabaseProblem)
  }
  expect(await tables()).toEqual(['one', 'schema_migration', 'two'])
})

test.each([
  ['a name without a number', ['first.sql'], 'Migration first.sql: the file name must be like'],
  ['the same number twice', ['0001-a.sql', '0001-b.sql'], 'Migration 0001-b.sql: another file has the number 0001'],
])('the folder is refused with %s', async (_, names, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of names) await writeFile(join(folder, name), 'SELECT 1')
  await expect(readMigrations(folder)).rejects.toThrow(message)
})

test('our own migrations apply to an empty database, and each says why in its first line', async () => {
  const migrations = await readMigrations()
  expect(await migrate(pool)).toEqual(migrations.map(({ name }) => name))
  const silent = migrations.filter(({ sql }) => !/^-- \S.{20}/.test(sql))
  expect(silent.map(({ name }) => name)).toEqual([])
})
