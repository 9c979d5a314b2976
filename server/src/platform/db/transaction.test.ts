import { beforeEach, describe, expect, test } from 'vitest'
import type { Pool } from './pool.ts'
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

test('what is to be done after the commit is done once, when the connection is free', async () => {
  const seen: [number, Record<string, number>][] = []
  await inTransaction(pool, async (tx) => {
    tx.afterCommit(() => void balances().then((now) => seen.push([idleSlots(), now])))
    await add(tx, 'a', -40)
    expect(seen).toEqual([])
  })
  await expect.poll(() => seen).toEqual([[0, { a: 60, b: 100 }]])
})

test('nothing is done after a rollback, nor for the tries before the one that was committed', async () => {
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

describe('statements that are sent together', () => {
  test('are carried out in the order in which they were called for', async () => {
    const seen = await inTransaction(pool, (tx) =>
      Promise.all([balanceOf(tx, 'a'), add(tx, 'a', -40), balanceOf(tx, 'a'), add(tx, 'a', -40), balanceOf(tx, 'a')]),
    )
    expect(seen.filter((one) => typeof one === 'number')).toEqual([100, 60, 20])
    expect(await balances()).toEqual({ a: 20, b: 100 })
  })

  test('what is read behind a lock is what whoever had it has written', async () => {
    const isLocked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const lock = (tx: Tx) => tx.query(`SELECT FROM purse WHERE name = 'a' FOR UPDATE`)
    const first = inTransaction(pool, async (tx) => {
      await lock(tx)
      isLocked.resolve()
      await goOn.promise
      await add(tx, 'a', -40)
    })
    await isLocked.promise
    const second = inTransaction(pool, async (tx) => (await Promise.all([lock(tx), balanceOf(tx, 'a')]))[1])
    // It stands in line for the lock before the first one goes on.
    await expect
      .poll(async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount, { timeout: 20_000 })
      .toBeGreaterThan(0)
    goOn.resolve()
    expect(await second).toBe(60)
    await first
  })

  test('one that fails takes those behind it along, and its own failure comes out', async () => {
    const failing = inTransaction(pool, (tx) =>
      Promise.all([
        add(tx, 'a', -40),
        // Told by a longer way than those behind it.
        tx.query('SELECT 1 / 0').then(async (result) => result),
        add(tx, 'b', 40),
        balanceOf(tx, 'a'),
      ]),
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await balances()).toEqual({ a: 100, b: 100 })
    expect(idleSlots()).toBe(0)
  })

  test('a conflict is tried again also when the failure of one behind it arrives first', async () => {
    let attempts = 0
    await inTransaction(
      pool,
      async (tx) => {
        attempts += 1
        await balanceOf(tx, 'a')
        if (attempts === 1) await pool.query(`UPDATE purse SET balance = 50 WHERE name = 'a'`)
        const changing = (async () => {
          try {
            return await add(tx, 'a', 1)
          } finally {
            // However long somebody takes to pass it on.
            for (const _ of Array.from({ length: 20 })) await Promise.resolve()
          }
        })()
        await Promise.all([changing, balanceOf(tx, 'b')])
      },
      { isolation: 'repeatable read' },
    )
    expect(attempts).toBe(2)
    expect(await balances()).toEqual({ a: 51, b: 100 })
  })

  test('a failed one that the work ignores commits nothing, and says so', async () => {
    const failing = inTransaction(pool, (tx) =>
      Promise.allSettled([add(tx, 'a', -40), tx.query('SELECT 1 / 0'), add(tx, 'b', 40)]),
    )
    await expect(failing).rejects.toThrow('nothing was committed')
    expect(await balances()).toEqual({ a: 100, b: 100 })
  })

  test('one that nobody waits for is part of the transaction, and its failure is found', async () => {
    await inTransaction(pool, async (tx) => {
      void add(tx, 'a', -40)
    })
    expect(await balances()).toEqual({ a: 60, b: 100 })
    const failing = inTransaction(pool, async (tx) => {
      void tx.query('SELECT 1 / 0').catch(() => undefined)
      void add(tx, 'a', -40).catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('nothing was committed')
    expect(await balances()).toEqual({ a: 60, b: 100 })
  })

  test('a lost connection fails all of them', async () => {
    const results: PromiseSettledResult<unknown>[] = []
    const cut = inTransaction(pool, async (tx) => {
      const all = [
        add(tx, 'a', -40),
        tx.query('SELECT pg_terminate_backend(pg_backend_pid())'),
        add(tx, 'b', 40),
        balanceOf(tx, 'a'),
      ]
      results.push(...(await Promise.allSettled(all)))
      await Promise.all(all)
    })
    await expect(cut).rejects.toThrow(/terminat|connection/i)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(idleSlots()).toBe(0)
    expect(await balances()).toEqual({ a: 100, b: 100 })
  })
})

describe('a BEGIN that fails', () => {
  /** A pool of which BEGIN fails, as when somebody cancels what a connection does; what goes out with it is told. */
  const withoutBegin = () => {
    const sent: string[] = []
    const broken = {
      connect: async () => {
        const client = await pool.connect()
        return {
          query: (statement: string | { text: string }) => {
            const text = typeof statement === 'string' ? statement : statement.text
            if (text !== 'ROLLBACK') sent.push(text.slice(0, 6))
            return text.startsWith('BEGIN') ? client.query('SELECT 1 / 0') : client.query(statement as string)
          },
          release: (isBroken?: boolean) => client.release(isBroken),
        }
      },
    }
    return { sent, pool: broken as unknown as Pool }
  }

  test('nothing is written outside a transaction, whatever comes first', async () => {
    const { pool: broken, sent } = withoutBegin()
    const writing = inTransaction(broken, (tx) =>
      Promise.all([balanceOf(tx, 'a'), add(tx, 'a', -40), add(tx, 'b', 40)]),
    )
    await expect(writing).rejects.toMatchObject({ code: '22012' })
    expect(sent).toEqual(['BEGIN ', 'SELECT'])
    expect(await balances()).toEqual({ a: 100, b: 100 })
  })

  test('what was read with it does not count', async () => {
    const reading = inTransaction(withoutBegin().pool, (tx) => balanceOf(tx, 'a'))
    await expect(reading).rejects.toMatchObject({ code: '22012' })
    const ignoring = inTransaction(withoutBegin().pool, (tx) => balanceOf(tx, 'a').catch(() => 0))
    await expect(ignoring).rejects.toMatchObject({ code: '22012' })
  })
})

test('a value that cannot be sent closes the connection, where a statement may be half prepared', async () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  const store = (tx: Tx, value: unknown) => tx.query('SELECT $1::jsonb AS stored', [value])
  await expect(inTransaction(pool, (tx) => store(tx, circular))).rejects.toThrow('circular')
  for (let number = 0; number < pool.options.max + 2; number += 1)
    expect((await inTransaction(pool, (tx) => store(tx, { number }))).rows).toEqual([{ stored: { number } }])
})

test('two serializable transactions that meet both end well, one of them after another try', async () => {
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

  test('in a transaction: nothing is written, it is not retried, the pool has its place back', async () => {
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
