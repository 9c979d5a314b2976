import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { openPool } from './pool.ts'
import { testDatabase } from './test-database.ts'

const { pool, connectionString } = await testDatabase()

test.each([
  ['a bigint is a number', `SELECT 9007199254740991::bigint AS value`, Number.MAX_SAFE_INTEGER],
  ['a count is a number', 'SELECT count(*) AS value FROM generate_series(1, 3)', 3],
  ['an array of bigints is numbers', `SELECT '{1,-2,9007199254740991}'::bigint[] AS value`, [1, -2, 9007199254740991]],
  ['an empty array of bigints is empty', `SELECT '{}'::bigint[] AS value`, []],
  ['a civil day is text, the same in every time zone', `SELECT date '2027-03-05' AS value`, '2027-03-05'],
  ['an instant is a Date', `SELECT timestamptz '2027-03-05 00:00:00-03' AS value`, new Date('2027-03-05T03:00:00Z')],
])('a value is read: %s', async (_, sql, value) => {
  const { rows } = await pool.query<{ value: unknown }>(sql)
  expect(rows[0]?.value).toEqual(value)
})

test('a bigint beyond what a number holds is an error, not a wrong number', async () => {
  await expect(pool.query('SELECT 9007199254740993::bigint AS value')).rejects.toThrow('too large')
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('an idle connection that the database closes is logged and replaced; the process lives on', async () => {
  const lines: string[] = []
  const own = openPool(connectionString, { log: createLog('warn', { write: (line) => lines.push(line) }) })
  const { rows } = await own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const removed = new Promise((resolve) => own.once('remove', resolve))
  await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  await removed
  expect((await own.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  expect(lines.join('')).toContain('database connection lost')
  await own.end()
})
