import { describe, expect, test } from 'vitest'
import { openQueue } from '../jobs/queue.ts'
import { jobTable } from '../jobs/table.ts'
import { createLog } from '../log.ts'
import { migrate, readMigrations } from './migrate.ts'
import { testDatabase } from './test-database.ts'
import { inTransaction } from './transaction.ts'

const { pool } = await testDatabase()

const attempt = (sql: string) => inTransaction(pool, (tx) => tx.query(sql))

test('every transaction has the role of the application, and then the connection is the owner’s', async () => {
  const role = async () => (await pool.query<{ role: string }>('SELECT current_user AS role')).rows[0]?.role
  const owner = await role()
  const inside = await inTransaction(pool, (tx) => tx.query<{ role: string }>('SELECT current_user AS role'))
  expect(inside.rows).toEqual([{ role: 'hola_app' }])
  await expect(inTransaction(pool, (tx) => tx.query('SELECT no_such_column'))).rejects.toThrow('no_such_column')
  expect(await role()).toBe(owner)
  expect(owner).not.toBe('hola_app')
})

describe('PostgreSQL refuses the application to edit what is only ever added to', () => {
  test.each([
    ['ledger_entry', 'effective_day = effective_day'],
    ['order_event', 'kind = kind'],
    ['signature_evidence', 'entry_sha256 = entry_sha256'],
    ['desk_act', 'why = why'],
    ['consent', 'kind = kind'],
    ['data_access', 'purpose = purpose'],
    ['order_transition', 'to_state = to_state'],
    ['schema_migration', 'sha256 = sha256'],
    ['receipt', 'amount_centavos = amount_centavos'],
    ['receipt', 'paid_day = paid_day'],
  ])('%s, %s', async (table, assignment) => {
    for (const sql of [`UPDATE ${table} SET ${assignment}`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])
      await expect(attempt(sql)).rejects.toMatchObject({ code: '42501' })
    expect((await attempt(`SELECT 1 FROM ${table}`)).rowCount).toBeGreaterThanOrEqual(0)
  })

  test('and lets it say whose a payment is, and that it was taken back', async () => {
    const columns = ['state', 'user_id', 'order_id', 'payment_id', 'reversed_at']
    const sql = `UPDATE receipt SET ${columns.map((column) => `${column} = ${column}`).join(', ')}`
    expect(await attempt(sql)).toMatchObject({ rowCount: 0 })
  })

  test.each(['DROP TABLE ledger_entry', 'ALTER TABLE ledger_entry ADD COLUMN x int', 'CREATE TABLE x (y int)'])(
    'and to change the tables: %s',
    async (sql) => {
      await expect(attempt(sql)).rejects.toMatchObject({ code: '42501' })
    },
  )
})

test('a table of a later migration is the application’s to use', async () => {
  const later = { name: '9999-later.sql', sql: 'CREATE TABLE later (id int PRIMARY KEY)', sha256: 'later' }
  await migrate(pool, [...(await readMigrations()), later])
  for (const sql of ['INSERT INTO later VALUES (1)', 'UPDATE later SET id = 2', 'DELETE FROM later'])
    expect((await attempt(sql)).rowCount).toBe(1)
})

test('a job can be filed by a transaction of the application', async () => {
  const jobs = await openQueue(jobTable, { pool, log: createLog('silent') })
  await inTransaction(pool, (tx) =>
    jobs.enqueue(tx, 'quota-settle', { user_id: '00000000-0000-4000-8000-000000000000' }),
  )
  expect(await jobs.counts()).toEqual([{ queue: 'quota-settle', state: 'created', count: 1 }])
  await jobs.stop()
})
