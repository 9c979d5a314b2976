import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'
import { TRANSACTION_ATTEMPTS, inTransaction } from './transaction.ts'
import type { Tx } from './transaction.ts'

const { pool } = await testDatabase()
await pool.query('CREATE TABLE purse (name text PRIMARY KEY, balance bigint NOT NULL)')

beforeEach(async () => {
  await pool.query('TRUNCATE purse')
  await pool.query(`INSERT INTO purse VALUES ('a', 100), ('b', 100)`)
})

const balances = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query<{ name: string; balance: number }>('SELECT * FROM purse ORDER BY name')
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]))
}

const balanceOf = async (tx: Tx, name: string): Promise<number> => {
  const { rows } = await tx.query<{ balance: number }>('SELECT balance FROM purse WHERE name = $1', [name])
  return rows[0]?.balance ?? Number.NaN
}

const add = (tx: Tx, name: string, amount: number): Promise<unknown> =>
  tx.query('UPDATE purse SET balance = balance + $2 WHERE name = $1', [name, amount])

/** Lets the first `parties` callers go on together, and later ones at once. */
const meeting = (parties: number): (() => Promise<void>) => {
  const all = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here >= parties) all.resolve()
    return all.promise
  }
}

const idleSlots = (): number => pool.totalCount - pool.idleCount

test('what the work returns comes out, and what it wrote is there', async () => {
  const answer = await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query('UPDATE purse SET balance = 7')
    return rowCount
  })
  expect(answer).toBe(2)
  expect(await balances()).toEqual({ a: 7, b: 7 })
})

test('what the work throws comes out, and nothing it wrote is there', async () => {
  const bug = new Error('a bug')
  const failing = inTransaction(pool, async (tx) => {
    await add(tx, 'a', -40)
    throw bug
  })
  await expect(failing).rejects.toBe(bug)
  expect(await balances()).toEqual({ a: 100, b: 100 })
})

test('a failed query that the work ignores commits nothing, and says so', async () => {
  const failing = inTransaction(pool, async (tx) => {
    await add(tx, 'a', -40)
    await tx.query('SELECT 1 / 0').catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('nothing was committed')
  expect(await balances()).toEqual({ a: 100, b: 100 })
})

test('a query after the end is refused instead of running outside the transaction', async () => {
  let escaped: Tx | undefined
  await inTransaction(pool, async (tx) => {
    escaped = tx
  })
  await expect(escaped?.query('UPDATE purse SET balance = 0')).rejects.toThrow('this transaction is over')
  expect(await balances()).toEqual({ a: 100, b: 100 })
})

test('what is to be done after the commit is done once it is acknowledged, when the connection is free', async () => {
  const seen: [number, Record<string, number>][] = []
  await inTransaction(pool, async (tx) => {
    tx.afterCommit(() => void balances().then((now) => seen.push([idleSlots(), now])))
    await add(tx, 'a', -40)
    expect(seen).toEqual([])
  })
  await expect.poll(() => seen).toEqual([[0, { a: 60, b: 100 }]])
})

test('nothing is done after a transaction that was rolled back, nor for the tries before the one that was committed', async () => {
  const done: string[] = []
  const failing = inTransaction(pool, async (tx) => {
    tx.afterCommit(() => void done.push('rolled back'))
    throw new Error('a bug')
  })
  await expect(failing).rejects.toThrow('a bug')
  const swallowing = inTransaction(pool, async (tx) => {
    tx.afterCommit(() => void done.push('nothing was committed'))
    await tx.query('SELECT 1 / 0').catch(() => undefined)
  })
  await expect(swallowing).rejects.toThrow('nothing was committed')
  let tries = 0
  await inTransaction(pool, async (tx) => {
    tries += 1
    const own = tries
    tx.afterCommit(() => void done.push(`try ${own}`))
    if (own < 3) throw Object.assign(new Error('a conflict'), { code: '40001' })
  })
  await expect.poll(() => done).toEqual(['try 3'])
})

test('two serializable transactions that read what the other writes both end well, one of them after another try', async () => {
  let attempts = 0
  const bothHaveRead = meeting(2)
  const move = (from: string, to: string) =>
    inTransaction(
      pool,
      async (tx) => {
        attempts += 1
        const seen = await balanceOf(tx, from)
        await bothHaveRead()
        await add(tx, to, seen)
      },
      { isolation: 'serializable' },
    )
  await Promise.all([move('a', 'b'), move('b', 'a')])
  expect(attempts).toBeGreaterThanOrEqual(3)
  // One after the other: the second one read what the first one wrote.
  expect(Object.values(await balances()).toSorted((one, other) => one - other)).toEqual([200, 300])
})

test('two transactions that lock in opposite order both end well after a deadlock', async () => {
  let attempts = 0
  const bothHoldOne = meeting(2)
  const move = (from: string, to: string) =>
    inTransaction(pool, async (tx) => {
      attempts += 1
      await add(tx, from, -10)
      await bothHoldOne()
      await add(tx, to, 10)
    })
  await Promise.all([move('a', 'b'), move('b', 'a')])
  // Three, or more: who tries again quickly may take its row before the other one has woken up.
  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(await balances()).toEqual({ a: 100, b: 100 })
})

test('a conflict that never ends is given up after a bounded number of tries', async () => {
  let attempts = 0
  const conflicting = inTransaction(
    pool,
    async (tx) => {
      attempts += 1
      await balanceOf(tx, 'a')
      await pool.query(`UPDATE purse SET balance = balance + 1 WHERE name = 'a'`)
      await add(tx, 'a', 1000)
    },
    { isolation: 'repeatable read' },
  )
  await expect(conflicting).rejects.toMatchObject({ code: '40001' })
  expect(attempts).toBe(TRANSACTION_ATTEMPTS)
  expect(await balances()).toEqual({ a: 100 + TRANSACTION_ATTEMPTS, b: 100 })
})

test('another error is not tried again', async () => {
  let attempts = 0
  const failing = inTransaction(pool, async (tx) => {
    attempts += 1
    await tx.query(`INSERT INTO purse VALUES ('a', 1)`)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(attempts).toBe(1)
})

describe('a lost connection', () => {
  const kill = async (tx: Tx): Promise<void> => {
    const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  }

  test('in the middle of a transaction: nothing is written, it is not tried again, the pool has its place back', async () => {
    let attempts = 0
    const cut = inTransaction(pool, async (tx) => {
      attempts += 1
      await add(tx, 'a', -40)
      await kill(tx)
      await add(tx, 'b', 40)
    })
    await expect(cut).rejects.toThrow(/terminat|connection/i)
    expect(attempts).toBe(1)
    expect(idleSlots()).toBe(0)
    expect(await balances()).toEqual({ a: 100, b: 100 })
  })

  test('before the commit: the caller learns of it', async () => {
    const cut = inTransaction(pool, async (tx) => {
      await add(tx, 'a', -40)
      await kill(tx)
    })
    await expect(cut).rejects.toThrow(/terminat|connection/i)
    expect(idleSlots()).toBe(0)
    expect(await balances()).toEqual({ a: 100, b: 100 })
  })

  test('as often as there are places in the pool: the next transaction still gets one', async () => {
    const endOneself = (tx: Tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
    for (let number = 0; number < pool.options.max + 2; number += 1)
      await expect(inTransaction(pool, endOneself)).rejects.toThrow(/terminat|connection/i)
    await inTransaction(pool, (tx) => add(tx, 'a', 1))
    expect(await balances()).toEqual({ a: 101, b: 100 })
  })
})
