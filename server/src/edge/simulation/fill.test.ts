import { expect, test } from 'vitest'
import { buildDeskServer } from '../../app.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { verifyActs } from '../../staff/act/acts.ts'
import { openTestServer } from '../http/test-server.ts'
import { fill, openFill } from './fill.ts'

const { pool } = await testDatabase()
const { services } = await openTestServer(pool)
const size = { borrowers: 24, ownPhotos: 1 }
const count = async (what: string): Promise<number> =>
  (await pool.query<{ count: number }>(`SELECT count(*) AS count FROM ${what}`)).rows[0]?.count ?? Number.NaN

test('a fill that is broken off in the middle leaves nothing, and can be begun again', async () => {
  const breakOff = (done: number): void => {
    if (done > 300) throw new Error('killed')
  }
  await expect(fill(services, jobHandlers, breakOff, size)).rejects.toThrow('killed')
  for (const table of ['account', 'loan_order', 'ledger_entry', 'desk_act', 'sandbox_fill'])
    expect([table, await count(table)]).toEqual([table, 0])
  expect(await services.fill?.state()).toEqual({ state: 'empty', doneOfThousand: 0 })
})

test('two at once fill it once: books that are whole, days that reconcile, and something to do', async () => {
  await Promise.all([1, 2].map(() => fill(services, jobHandlers, () => {}, size)))
  expect(await services.fill?.state()).toEqual({ state: 'filled', doneOfThousand: 1000 })
  expect(await count('application')).toBe(size.borrowers + 8 + 2)
  const { rows: orders } = await pool.query<{ userId: string; orderId: string }>(
    'SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order',
  )
  expect(orders.length).toBeGreaterThan(10)
  for (const key of orders)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
  expect(await count('reconciliation WHERE unexplained_count > 0')).toBe(0)
  expect(await count('reconciliation')).toBeGreaterThan(180)
  expect(await inTransaction(poolOfDesk(pool), verifyActs)).toMatchObject({ isIntact: true })
  // What waits today.
  expect(await count(`application WHERE review_stage = 'with_a_person'`)).toBe(8)
  expect(await count(`receipt WHERE state = 'suspense'`)).toBeGreaterThanOrEqual(4)
  expect(await count(`payout_attempt WHERE state = 'asked'`)).toBe(2)
  expect(await count(`consumer_request WHERE kind = 'complaint' AND concluded_at IS NULL`)).toBeGreaterThan(0)
  expect(await count('proposal')).toBeGreaterThan(0)
  // Nothing happened later than now.
  const { rows } = await pool.query<{ last: Date }>('SELECT max(booked_at) AS last FROM ledger_entry')
  expect(rows[0]?.last.getTime()).toBeLessThanOrEqual(services.clock.now().getTime())
})

test('a desk that was filled is not filled again', async () => {
  await services.fill?.start()
  await services.fill?.ended()
  expect(await count('application')).toBe(size.borrowers + 10)
})

test('production has no made-up book: neither the call nor the function', async () => {
  const settings = { ...services.settings, mode: 'production' as const }
  expect(() => openFill({ ...services, settings }, jobHandlers)).toThrow('only a sandbox')
  const app = buildDeskServer({ ...services, settings, sandboxClock: undefined, fill: undefined })
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/sandbox/fill', payload: {} })
  await app.close()
  expect(statusCode).toBe(404)
})
