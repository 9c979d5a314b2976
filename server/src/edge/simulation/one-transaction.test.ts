import { expect, test } from 'vitest'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { killablePool } from './killable-pool.ts'
import { inOneTransaction } from './one-transaction.ts'

const { pool: real } = await testDatabase()
const opened = (pool: typeof real) => killablePool(pool, { cut: 'rollback' }).pool

test('a statement that fails by itself takes nothing else with it', async () => {
  await inOneTransaction(real, async (outer) => {
    const pool = opened(outer)
    await expect(pool.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' })
    await expect(inTransaction(pool, (tx) => tx.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' })
    expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
  })
})

test('a statement outside a transaction has the rights of the login, not of the last role', async () => {
  const { rows } = await inOneTransaction(real, async (outer) => {
    const pool = opened(outer)
    await inTransaction(poolOfDesk(pool), (tx) => tx.query('SELECT 1'))
    return pool.query('SELECT current_user = session_user AS is_own')
  })
  expect(rows).toEqual([{ is_own: true }])
})
