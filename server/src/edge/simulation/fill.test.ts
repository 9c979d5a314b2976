import { addDays, civilDay, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { buildDeskServer } from '../../app.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { verifyEvidence } from '../../lending/agreement/agreements.ts'
import { closeDay } from '../../lending/portfolio/close.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { verifyActs } from '../../staff/act/acts.ts'
import { openTestDesk } from '../desk/test-desk-server.ts'
import { openTestServer } from '../http/test-server.ts'
import { fill, openFill } from './fill.ts'

const { pool } = await testDatabase()
const opened = await openTestServer(pool, { clock: { now: () => new Date('2026-11-16T15:00:00Z') } })
// Nobody looks at the photos here: none is written to a disk.
const files = { ...opened.services.files, put: async () => opened.services.random.uuid() }
const services = { ...opened.services, files }
const size = { borrowers: 18, days: 125, ownPhotos: 1, seed: 'a small book' }
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

test('two at once fill it once: books and signatures whole, days that reconcile, things to do', async () => {
  await Promise.all([1, 2].map(() => fill(services, jobHandlers, () => {}, size)))
  expect(await services.fill?.state()).toEqual({ state: 'filled', doneOfThousand: 1000 })
  expect(await count('application')).toBe(size.borrowers + 8 + 2)
  const { rows: orders } = await pool.query<{ userId: string; orderId: string }>(
    'SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order',
  )
  expect(orders.length).toBeGreaterThan(10)
  for (const key of orders)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
  for (const { userId } of orders)
    expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, userId))).toMatchObject({ isIntact: true })
  expect(await count('reconciliation WHERE unexplained_count > 0')).toBe(0)
  expect(await count('reconciliation')).toBeGreaterThan(size.days)
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

describe('the portfolio of that book', async () => {
  const desk = await openTestDesk(services)
  const yesterday = addDays(civilDayOf(services.clock.now()), -1)
  const booked = async (what: string, before: Date): Promise<number> =>
    (
      await pool.query<{ sum: number }>(
        `SELECT coalesce(sum(${what}), 0)::bigint AS sum FROM ledger_entry WHERE booked_at < $1`,
        [before],
      )
    ).rows[0]?.sum ?? Number.NaN
  const counted = async (what: string, where: string): Promise<number> =>
    (await pool.query<{ sum: number }>(`SELECT coalesce(sum(${what}), 0)::bigint AS sum FROM ${where}`)).rows[0]?.sum ??
    Number.NaN

  test('each day has the principal that the books had in its evening, to the centavo', async () => {
    for (const back of [0, 1, 6, 17, 45, 80, 110]) {
      const day = addDays(yesterday, -back)
      const sum = await counted('principal_centavos', `portfolio_ageing WHERE day = '${day}'`)
      expect([day, sum]).toEqual([day, await booked('changes[1]', startOfDay(addDays(day, 1)))])
    }
    expect(await counted('principal_centavos', `portfolio_ageing WHERE day = '${yesterday}'`)).toBeGreaterThan(0)
  })

  test('all days together have the money that the books sent out and took in', async () => {
    const end = startOfDay(addDays(yesterday, 1))
    expect(await counted('paid_out_centavos', 'portfolio_flow')).toBe(-(await booked('changes[6]', end)))
    expect(await counted('collected_centavos', 'portfolio_flow')).toBe(await booked('changes[7]', end))
    expect(await counted('approved_count + refused_count', 'portfolio_flow')).toBe(
      await count(`review_decision WHERE outcome <> 'manual' AND decided_at < '${end.toISOString()}'`),
    )
  })

  test('a day that is counted again is the same', async () => {
    const rows = async () => {
      const { rows: found } = await pool.query(
        'SELECT vintage_month, bucket, loans_count, principal_centavos FROM portfolio_ageing WHERE day = $1 ORDER BY 1, 2',
        [yesterday],
      )
      return found
    }
    const before = await rows()
    await inTransaction(pool, (tx) => closeDay(tx, services, yesterday))
    expect(await rows()).toEqual(before)
  })

  test('where loans rolled to adds up to what there was a month before', async () => {
    const { rows } = await pool.query<{ day: string; sum: number }>(
      'SELECT day, sum(principal_centavos)::bigint AS sum FROM portfolio_roll GROUP BY day ORDER BY day DESC LIMIT 3',
    )
    expect(rows).toHaveLength(3)
    for (const { day, sum } of rows)
      expect([day, sum]).toEqual([day, await booked('changes[1]', startOfDay(civilDay(`${day.slice(0, 8)}01`)))])
  })

  test('the desk shows it, with what has moved since', async () => {
    const tomas = await desk.madeUp('Tomás')
    const { ret } = await tomas.call('portfolio/show', { days_count: 30 })
    const { portfolio } = ret as DeskRetOf<'portfolio/show'>
    expect(portfolio?.day).toBe(yesterday)
    expect(portfolio?.flows).toHaveLength(30)
    expect(portfolio?.outstanding_now_centavos).toBe(await booked('changes[1]', new Date(8.64e15)))
    const page = (await tomas.call('portfolio/balances', { day: yesterday })).ret as DeskRetOf<'portfolio/balances'>
    expect(page.balances.length).toBeGreaterThan(3)
    const [first] = page.balances
    const rest = (
      await tomas.call('portfolio/balances', {
        day: yesterday,
        after: { user_id: first?.user_id, order_id: first?.order_id },
      })
    ).ret as DeskRetOf<'portfolio/balances'>
    expect(rest.balances).toEqual(page.balances.slice(1))
  })
})

test('a desk that was filled is not filled again', async () => {
  expect((await services.fill?.state())?.state).toBe('filled')
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
