import { addDays, civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pool } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { HashedEntry } from '../ledger/hash.ts'
import { accrue, accrueBatch } from './accrual.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder, lockOrder } from '../order/store.ts'
import { approve } from './test-approval.ts'
import { entriesOf, noonOf, payOutLoan, receive, withdraw } from './test-books.ts'
import { newBorrower } from './test-borrower.ts'
import { verifyBooks } from './verify-books.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

const empty = emptier(pool, 'account')

/** Loans of other tests would be booked along. */
afterEach(async () => {
  await empty()
  await pool.query(`DELETE FROM pgboss.job WHERE name = 'accrual'`)
})

const onDay = (days: number): void => {
  now = noonOf(addDays(firstDay, days))
}

const newLoans = async (count: number): Promise<OrderKey[]> => {
  const keys: OrderKey[] = []
  for (let made = 0; made < count; made += 1) keys.push(await payOutLoan(services, (await newBorrower(server)).userId))
  return keys
}

const keyOrder = (one: OrderKey, other: OrderKey): number => (one.userId < other.userId ? -1 : 1)

const lastOf = async (key: OrderKey): Promise<HashedEntry | undefined> => (await entriesOf(services, key)).at(-1)
const counts = (keys: readonly OrderKey[]) =>
  Promise.all(keys.map(async (key) => (await entriesOf(services, key)).length))

const mustBeSound = async (keys: readonly OrderKey[]): Promise<void> => {
  for (const key of keys)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
}

describe('every open loan is booked up to the day', () => {
  test('once: a second run changes nothing, and a day later there is one entry more', async () => {
    const loans = await newLoans(3)
    onDay(1)
    await accrue(services, {})
    expect(await counts(loans)).toEqual([2, 2, 2])
    expect(await lastOf(loans[0] as OrderKey)).toMatchObject({
      cause: 'accrual',
      sourceId: null,
      effectiveDay: addDays(firstDay, 1),
      bookedAt: now,
    })
    await accrue(services, {})
    expect(await counts(loans)).toEqual([2, 2, 2])
    onDay(2)
    await accrue(services, {})
    expect(await counts(loans)).toEqual([3, 3, 3])
    await mustBeSound(loans)
  })

  test('nights that were missed: one entry ends where a night after the other would', async () => {
    const [nightly, missed] = (await newLoans(2)).toSorted(keyOrder) as [OrderKey, OrderKey]
    for (let days = 1; days <= 95; days += 1) {
      onDay(days)
      // The other loan comes after this one and is left out.
      if (days < 95) await accrueBatch(services, undefined, 1)
      else await accrue(services, {})
    }
    expect((await lastOf(missed))?.balances).toEqual((await lastOf(nightly))?.balances)
    expect(await counts([nightly, missed])).toEqual([96, 2])
    await mustBeSound([nightly, missed])
  })

  test('only open ones: not what is cleared, given back or waits for its money', async () => {
    const [open, cleared, withdrawn] = (await newLoans(3)) as [OrderKey, OrderKey, OrderKey]
    await receive(services, cleared, pesos(100_000))
    await withdraw(services, withdrawn)
    await receive(services, withdrawn, pesos(90_000))
    const before = await counts([cleared, withdrawn])
    onDay(40)
    await accrue(services, {})
    expect(await counts([open, cleared, withdrawn])).toEqual([2, ...before])
    await mustBeSound([open, cleared, withdrawn])
  })

  test('late charges stop at the ceiling, and so do the entries', async () => {
    const loans = await newLoans(1)
    for (const days of [91, 92, 150, 151, 400]) {
      onDay(days)
      await accrue(services, {})
    }
    expect(await counts(loans)).toEqual([4])
    await mustBeSound(loans)
  })

  test('a payment dated ahead of our clock clears its loan on that day', async () => {
    const [loan] = (await newLoans(1)) as [OrderKey]
    await receive(services, loan, pesos(120_000), addDays(firstDay, 2))
    const stateOf = async () => (await inTransaction(pool, (tx) => findOrder(tx, loan.userId, loan.orderId)))?.state
    onDay(1)
    await accrue(services, {})
    expect(await stateOf()).toBe('in_repayment')
    onDay(2)
    await accrue(services, {})
    expect(await stateOf()).toBe('cleared')
    await mustBeSound([loan])
  })
})

describe('in batches', () => {
  test('a long book is one job after another, each going on where the last one ended', async () => {
    const loans = (await newLoans(7)).toSorted(keyOrder)
    onDay(1)
    const waiting = async () =>
      (
        await pool.query<{ data: { after: { user_id: string; order_id: string } } }>(
          `DELETE FROM pgboss.job WHERE name = 'accrual' RETURNING data`,
        )
      ).rows
    const size = { batchLoans: 2, batchesPerJob: 2 }
    await accrue(services, {}, size)
    expect(await counts(loans)).toEqual([2, 2, 2, 2, 1, 1, 1])
    const [next, ...others] = await waiting()
    expect(others).toEqual([])
    expect(next?.data.after).toEqual({ user_id: loans[3]?.userId, order_id: loans[3]?.orderId })
    if (next !== undefined) await accrue(services, next.data, size)
    expect(await counts(loans)).toEqual([2, 2, 2, 2, 2, 2, 2])
    expect(await waiting()).toEqual([])
  })

  test('the server dies in the middle: what was finished stays, the next run does the rest', async () => {
    const loans = (await newLoans(5)).toSorted(keyOrder)
    onDay(1)
    let statements = 0
    // The connection is lost at the insert of the second batch, after it has read everything.
    const dying = {
      connect: async () => {
        const client = await pool.connect()
        const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
        const failing = (statement: string | { readonly text: string }) => {
          const text = typeof statement === 'string' ? statement : statement.text
          if (text.includes('INSERT INTO ledger_entry')) statements += 1
          return statements === 2 && text.includes('INSERT') ? Promise.reject(new Error('gone')) : query(statement)
        }
        return { query: failing, release: (broken?: boolean) => client.release(broken) }
      },
    } as unknown as Pool
    await expect(accrue({ ...services, pool: dying }, {}, { batchLoans: 2, batchesPerJob: 9 })).rejects.toThrow('gone')
    expect(await counts(loans)).toEqual([2, 2, 1, 1, 1])
    await accrue(services, {}, { batchLoans: 2, batchesPerJob: 9 })
    expect(await counts(loans)).toEqual([2, 2, 2, 2, 2])
    await mustBeSound(loans)
  })

  test('it waits for a payment that is being credited, and counts it', async () => {
    const [loan] = (await newLoans(1)) as [OrderKey]
    onDay(10)
    let finish = (): void => {}
    const held = new Promise<void>((resolve) => (finish = resolve))
    let locked = (): void => {}
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const holding = inTransaction(pool, async (tx) => {
      await lockOrder(tx, loan)
      locked()
      await held
    })
    await isLocked
    const [paying, accruing] = [receive(services, loan, pesos(50_000)), accrue(services, {})]
    finish()
    await Promise.all([holding, paying, accruing])
    await accrue(services, {})
    await mustBeSound([loan])
    const entries = await entriesOf(services, loan)
    expect(entries.map(({ entryNumber }) => entryNumber)).toEqual(entries.map((_, index) => index + 1))
  })
})

test('whoever becomes overdue has nothing open any more', async () => {
  const [loan] = (await newLoans(1)) as [OrderKey]
  const available = async () =>
    (await pool.query('SELECT available_centavos AS available FROM quota WHERE user_id = $1', [loan.userId])).rows
  onDay(90)
  await approve(services, loan.userId, pesos(400_000))
  onDay(91)
  await accrue(services, {})
  expect(await available()).toEqual([{ available: pesos(200_000) }])
  onDay(92)
  await accrue(services, {})
  expect(await available()).toEqual([{ available: 0 }])
})
