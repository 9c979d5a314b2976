import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../db/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { createLog } from '../log.ts'
import { DEAD_LETTER, openQueue, passesDaily } from './queue.ts'
import type { JobHandlers, Queue } from './queue.ts'
import type { JobTable } from './table.ts'

const { pool } = await testDatabase()

const table = {
  greet: { data: z.strictObject({ name: z.string() }), workers: 4 },
  ask: { data: z.strictObject({ about: z.string() }), atMostOneWaiting: true },
  tidy: { data: z.strictObject({}), dailyAt: '03:30', atMostOne: true },
} as const satisfies JobTable
type Table = typeof table

const logged: string[] = []
const log = createLog('info', { write: (line: string) => logged.push(line) })
const opened: Queue<Table>[] = []
let offsetMs = 0

const open = async (limits: { attemptLimitSeconds?: number; stopTimeoutMs?: number } = {}) => {
  const options = { pool, log, offsetMs: () => offsetMs, retryLimit: 1, retryDelaySeconds: 1, ...limits }
  const queue = await openQueue(table, options)
  opened.push(queue)
  return queue
}

const waiting = async (name: string) =>
  (await pool.query(`SELECT data, start_after FROM pgboss.job WHERE name = $1 AND state = 'created'`, [name])).rows

const stateOf = async (name: string) =>
  (await pool.query<{ state: string }>('SELECT state FROM pgboss.job WHERE name = $1', [name])).rows.map(
    ({ state }) => state,
  )

const idle: JobHandlers<Table> = { greet: async () => {}, ask: async () => {}, tidy: async () => {} }

/** Counts the statements of the queue that go by the pool from now on. */
const countStatements = () => {
  const { mock } = vi.spyOn(pool, 'query')
  const textOf = (statement: unknown): string =>
    typeof statement === 'string' ? statement : String((statement as { text: string }).text)
  const count = (part: RegExp): number =>
    mock.calls.map(([statement]: unknown[]) => textOf(statement)).filter((text) => part.test(text)).length
  return {
    polls: () => count(/unnest\(\$1::text\[\]\) AS queue/),
    fetches: (name: string) => count(new RegExp(`j\\.name = '${name}'`)),
    completions: () => count(/state = 'completed'/),
  }
}

afterEach(async () => {
  vi.restoreAllMocks()
  offsetMs = 0
  for (const queue of opened.splice(0)) await queue.stop()
  await pool.query('DELETE FROM pgboss.job')
})

describe('a job belongs to the transaction of its caller', () => {
  test('committed: it is there', async () => {
    const queue = await open()
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    expect(await waiting('greet')).toMatchObject([{ data: { name: 'Ana' } }])
  })

  test('rolled back: there was never a job', async () => {
    const queue = await open()
    const failing = inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'Ana' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await waiting('greet')).toEqual([])
  })

  test('not yet committed: no worker sees it', async () => {
    const queue = await open()
    await inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'Ana' })
      expect(await waiting('greet')).toEqual([])
    })
    expect(await waiting('greet')).toHaveLength(1)
  })
})

describe('workers', () => {
  test('do not start when a job has no handler', async () => {
    const queue = await open()
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    await expect(queue.startWorkers({ greet: idle.greet, ask: idle.ask })).rejects.toThrow('no handler for job tidy')
    expect(await waiting('greet')).toHaveLength(1)
  })

  test('do a job once, with its data, after what has to come before each', async () => {
    const queue = await open()
    const done: string[] = []
    await queue.startWorkers(
      { ...idle, greet: async ({ name }) => void done.push(`hello ${name}`) },
      async () => void done.push('before'),
    )
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    await expect.poll(() => stateOf('greet')).toEqual(['completed'])
    expect(done).toEqual(['before', 'hello Ana'])
  })

  test('try a failing job a bounded number of times, then lay it aside where the metrics show it', async () => {
    const queue = await open()
    let attempts = 0
    await queue.startWorkers({
      ...idle,
      greet: async () => {
        attempts += 1
        throw new Error('the provider is away')
      },
    })
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    await expect.poll(queue.counts).toContainEqual({ queue: DEAD_LETTER, state: 'created', count: 1 })
    expect(attempts).toBe(2)
    expect(await stateOf('greet')).toEqual(['failed'])
    const [dead, another] = await inTransaction(pool, queue.listDead)
    expect(another).toBeUndefined()
    if (dead === undefined) throw new Error('nothing was given up')
    expect(dead).toMatchObject({ name: 'greet', data: { name: 'Ana' }, problem: expect.any(String) })

    // A person has it tried again: it is off the list, and once in the queue.
    const revived = () => inTransaction(pool, (tx) => queue.revive(tx, dead.jobId))
    expect(await revived()).toEqual(dead)
    expect(await revived()).toBeUndefined()
    expect(await inTransaction(pool, queue.listDead)).toEqual([])
    expect(logged.join()).toContain('the provider is away')
  })

  test('refuse data that is not what the table says', async () => {
    const queue = await open()
    const done: string[] = []
    await queue.startWorkers({ ...idle, greet: async ({ name }) => void done.push(name) })
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 5 } as unknown as { name: string }))
    await expect.poll(queue.counts).toContainEqual({ queue: DEAD_LETTER, state: 'created', count: 1 })
    expect(done).toEqual([])
  })

  test('finish the job in hand when asked to stop', async () => {
    const queue = await open()
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let finished = false
    await queue.startWorkers({
      ...idle,
      greet: async () => {
        started.resolve()
        await release.promise
        finished = true
      },
    })
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    await started.promise
    const stopping = queue.stop()
    release.resolve()
    await stopping
    expect(finished).toBe(true)
    expect(await stateOf('greet')).toEqual(['completed'])
  })
})

describe('a job that does not end', () => {
  test('is given up for this attempt after its limit, and its place is free again', async () => {
    const queue = await open({ attemptLimitSeconds: 1 })
    const done: string[] = []
    await queue.startWorkers({
      ...idle,
      ask: async ({ about }) => {
        if (about === 'without end') await new Promise<never>(() => {})
        done.push(about)
      },
    })
    for (const about of ['without end', 'next']) await inTransaction(pool, (tx) => queue.enqueue(tx, 'ask', { about }))
    await expect.poll(() => done).toEqual(['next'])
    await expect.poll(() => inTransaction(pool, queue.listDead)).toMatchObject([{ problem: 'not done within 1 s' }])
  })

  test('is given back when the server stops without waiting, and its late end changes nothing', async () => {
    const queue = await open({ stopTimeoutMs: 50 })
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    await queue.startWorkers({
      ...idle,
      greet: async () => {
        started.resolve()
        await release.promise
        ended.resolve()
      },
    })
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
    await started.promise
    await queue.stop()
    expect(await queue.counts()).toEqual([{ queue: 'greet', state: 'retry', count: 1 }])
    release.resolve()
    await ended.promise
    const other = await open()
    const done: string[] = []
    await other.startWorkers({ ...idle, greet: async ({ name }) => void done.push(name) })
    await expect.poll(() => done).toEqual(['Ana'])
  })
})

describe('how soon and how many', () => {
  test('a job starts at once when its transaction is committed, long before the next poll', async () => {
    const queue = await open()
    const startedAt: number[] = []
    await queue.startWorkers({ ...idle, greet: async () => void startedAt.push(performance.now()) })
    const delays: number[] = []
    for (let count = 1; count <= 21; count += 1) {
      await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }))
      const committedAt = performance.now()
      await vi.waitFor(() => expect(startedAt).toHaveLength(count), { interval: 1, timeout: 5_000 })
      delays.push((startedAt.at(-1) ?? Number.NaN) - committedAt)
    }
    // The usual one: others may keep the machine busy for longer than any limit.
    expect(delays.toSorted((one, other) => one - other)[10]).toBeLessThan(100)
  })

  test('a commit wakes the workers of its own queue and no others; a rollback wakes nobody', async () => {
    const queue = await open()
    await queue.startWorkers(idle)
    const statements = countStatements()
    const failing = inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'ask', { about: 'a' })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'Ana' })
      await queue.enqueue(tx, 'ask', { about: 'b' }, { startAfter: new Date(Date.now() + 3_600_000) })
    })
    await expect.poll(() => stateOf('greet')).toEqual(['completed'])
    expect(statements.fetches('greet')).toBeGreaterThan(0)
    expect([statements.fetches('ask'), statements.fetches('tidy')]).toEqual([0, 0])
  })

  test('jobs of a queue run beside each other, as many as its row says and no more', async () => {
    const queue = await open()
    let [running, most, done] = [0, 0, 0]
    await queue.startWorkers({
      ...idle,
      greet: async () => {
        running += 1
        most = Math.max(most, running)
        await pool.query('SELECT pg_sleep(0.02)')
        running -= 1
        done += 1
      },
    })
    await inTransaction(pool, async (tx) => {
      for (let count = 0; count < 40; count += 1) await queue.enqueue(tx, 'greet', { name: 'Ana' })
    })
    await expect.poll(() => done, { timeout: 10_000 }).toBe(40)
    expect(most).toBe(table.greet.workers)
  })

  test('a slow job holds back neither its own queue nor another', async () => {
    const queue = await open()
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    await queue.startWorkers({
      ...idle,
      greet: async ({ name }) => {
        if (name === 'slow') await release.promise
        done.push(name)
      },
      ask: async ({ about }) => void done.push(about),
    })
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'slow' }))
    for (let count = 1; count <= 20; count += 1)
      await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: `quick-${count}` }))
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'ask', { about: 'another' }))
    await expect.poll(() => done, { timeout: 10_000 }).toHaveLength(21)
    expect(done).not.toContain('slow')
    release.resolve()
    await expect.poll(() => done).toContain('slow')
  })

  test('a job takes about one statement to fetch and one to complete, and none waits for a poll', async () => {
    const queue = await open()
    let done = 0
    await queue.startWorkers({ ...idle, greet: async () => void (done += 1) })
    const statements = countStatements()
    await inTransaction(pool, async (tx) => {
      for (let count = 0; count < 200; count += 1) await queue.enqueue(tx, 'greet', { name: 'Ana' })
    })
    await expect.poll(async () => (await stateOf('greet')).filter((state) => state === 'completed').length).toBe(200)
    console.log(`200 jobs: ${statements.fetches('greet')} fetches, ${statements.completions()} completions`)
    expect(done).toBe(200)
    expect(statements.fetches('greet')).toBeLessThanOrEqual(210)
    expect(statements.completions()).toBeLessThanOrEqual(200)
  })

  test('nothing to do costs one statement in each poll, however many queues there are', async () => {
    const queue = await open()
    await queue.startWorkers(idle)
    const statements = countStatements()
    await expect.poll(statements.polls).toBeGreaterThanOrEqual(3)
    for (const name of Object.keys(table)) expect(statements.fetches(name)).toBe(0)
  })

  test('how long the oldest has been waiting is told for each queue', async () => {
    const queue = await open()
    await inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'Ana' })
      await queue.enqueue(tx, 'ask', { about: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) })
    })
    await pool.query(`UPDATE pgboss.job SET start_after = start_after - interval '90 s' WHERE name = 'greet'`)
    expect(await queue.delays()).toEqual([
      { queue: 'ask', seconds: 0 },
      { queue: 'greet', seconds: expect.closeTo(95, -1) },
      { queue: 'tidy', seconds: 0 },
    ])
  })
})

describe('time', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)

  test('a job waits for its hour', async () => {
    const queue = await open()
    const at = inAnHour()
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }, { startAfter: at }))
    expect(await waiting('greet')).toMatchObject([{ start_after: at }])
  })

  test('an hour of the moved clock is translated to real time', async () => {
    const queue = await open()
    const at = inAnHour()
    offsetMs = 86_400_000
    const productAt = new Date(at.getTime() + offsetMs)
    await inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' }, { startAfter: productAt }))
    expect(await waiting('greet')).toMatchObject([{ start_after: at }])
  })

  test('moving the clock moves waiting jobs, as far as now and no further', async () => {
    const queue = await open()
    const now = new Date()
    const at = (ms: number) => new Date(now.getTime() + ms)
    await inTransaction(pool, async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'near' }, { startAfter: at(60_000) })
      await queue.enqueue(tx, 'greet', { name: 'far' }, { startAfter: at(7_200_000) })
    })
    await inTransaction(pool, (tx) => queue.followClock(tx, now, at(3_600_000)))
    const byName = new Map((await waiting('greet')).map(({ data, start_after }) => [data.name, start_after]))
    expect(byName.get('near').getTime()).toBeLessThanOrEqual(Date.now())
    expect(byName.get('far')).toEqual(at(3_600_000))

    await inTransaction(pool, (tx) => queue.followClock(tx, at(3_600_000), now))
    const back = new Map((await waiting('greet')).map(({ data, start_after }) => [data.name, start_after]))
    expect(back.get('far')).toEqual(at(7_200_000))
  })

  test('a job that a leap of years makes due is done, not thrown away as too old', async () => {
    const queue = await open()
    const done: string[] = []
    const now = new Date()
    await inTransaction(pool, (tx) =>
      queue.enqueue(tx, 'greet', { name: 'Ana' }, { startAfter: new Date(now.getTime() + 1_000_000) }),
    )
    await inTransaction(pool, (tx) => queue.followClock(tx, now, new Date(now.getTime() + 5 * 365 * 86_400_000)))
    const { rows } = await pool.query(`SELECT keep_until > now() AS kept FROM pgboss.job WHERE name = 'greet'`)
    expect(rows).toEqual([{ kept: true }])
    await queue.startWorkers({ ...idle, greet: async ({ name }) => void done.push(name) })
    await expect.poll(() => done).toEqual(['Ana'])
  })

  test('a daily job runs when the clock is moved past its hour, once, however far', async () => {
    const queue = await open()
    const before = new Date('2026-11-16T06:00:00Z')
    await inTransaction(pool, (tx) => queue.followClock(tx, before, new Date('2026-11-16T06:29:59Z')))
    expect(await waiting('tidy')).toHaveLength(0)
    await inTransaction(pool, (tx) => queue.followClock(tx, before, new Date('2026-11-26T06:30:00Z')))
    expect(await waiting('tidy')).toHaveLength(1)
    await inTransaction(pool, (tx) => queue.followClock(tx, before, new Date('2026-11-27T06:30:00Z')))
    expect(await waiting('tidy')).toHaveLength(1)
  })

  test('the daily schedule is kept in Argentine time and made up for after a pause', async () => {
    await open()
    const { rows } = await pool.query('SELECT name, cron, timezone, options FROM pgboss.schedule')
    expect(rows).toMatchObject([
      { name: 'tidy', cron: '30 3 * * *', timezone: 'America/Argentina/Buenos_Aires', options: { missed: 'once' } },
    ])
  })

  test.each([
    ['just before', '2026-11-16T06:00:00Z', '2026-11-16T06:29:59.999Z', false],
    ['to the minute', '2026-11-16T06:00:00Z', '2026-11-16T06:30:00Z', true],
    ['starting at the minute', '2026-11-16T06:30:00Z', '2026-11-16T12:00:00Z', false],
    ['from the evening before', '2026-11-16T23:00:00Z', '2026-11-17T06:30:00Z', true],
    ['over midnight only', '2026-11-17T02:00:00Z', '2026-11-17T04:00:00Z', false],
    ['a year', '2026-11-16T06:30:00Z', '2027-11-16T06:30:00Z', true],
    ['no time at all', '2026-11-16T06:30:00Z', '2026-11-16T06:30:00Z', false],
  ])('03:30 in Argentina is 06:30 in UTC: %s', (_, from, to, passes) => {
    expect(passesDaily('03:30', new Date(from), new Date(to))).toBe(passes)
  })
})

describe('at most one', () => {
  test('a second enqueue without a key adds nothing while the first waits', async () => {
    const queue = await open()
    for (let count = 0; count < 3; count += 1) await inTransaction(pool, (tx) => queue.enqueue(tx, 'tidy', {}))
    expect(await waiting('tidy')).toHaveLength(1)
  })

  test('each key has its own', async () => {
    const queue = await open()
    for (const singletonKey of ['a', 'b', 'a'])
      await inTransaction(pool, (tx) => queue.enqueue(tx, 'tidy', {}, { singletonKey }))
    expect(await waiting('tidy')).toHaveLength(2)
  })
})

describe('at most one waiting', () => {
  const ask = (queue: Queue<Table>, about: string): Promise<void> =>
    inTransaction(pool, (tx) => queue.enqueue(tx, 'ask', { about }))

  test('equal jobs are one while it waits, and another when it runs', async () => {
    const queue = await open()
    for (const about of ['a', 'a', 'b', 'a']) await ask(queue, about)
    expect(await waiting('ask')).toHaveLength(2)

    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    await queue.startWorkers({
      ...idle,
      ask: async ({ about }) => {
        started.resolve()
        await release.promise
        done.push(about)
      },
    })
    await started.promise
    // The one that runs may have asked before this was told.
    for (let count = 0; count < 3; count += 1) await ask(queue, 'a')
    release.resolve()
    await expect.poll(() => done.toSorted()).toEqual(['a', 'a', 'b'])
  })

  test('many at the same moment, more than there are connections, are one', async () => {
    const queue = await open()
    await Promise.all(Array.from({ length: 40 }, () => ask(queue, 'a')))
    expect(await waiting('ask')).toHaveLength(1)
  })

  test('holds for a queue that was made before its row said so', async () => {
    const before = await openQueue({ ...table, ask: { data: table.ask.data } }, { pool, log })
    await before.stop()
    const queue = await open()
    for (let count = 0; count < 2; count += 1) await ask(queue, 'a')
    expect(await waiting('ask')).toHaveLength(1)
  })

  test('two that were given up are both tried again', async () => {
    const queue = await open()
    await queue.startWorkers({
      ...idle,
      ask: async () => {
        throw new Error('the provider is away')
      },
    })
    for (const about of ['a', 'b']) await ask(queue, about)
    const dead = await vi.waitFor(
      async () => {
        const list = await inTransaction(pool, queue.listDead)
        expect(list).toHaveLength(2)
        return list
      },
      { timeout: 60_000 },
    )
    await queue.stop()
    for (const { jobId } of dead) await inTransaction(pool, (tx) => queue.revive(tx, jobId))
    expect(await waiting('ask')).toHaveLength(2)
  })
})

test('right after a start as many transactions as there are connections can file jobs at once', async () => {
  const queue = await open()
  const all = Array.from({ length: 40 }, () => inTransaction(pool, (tx) => queue.enqueue(tx, 'greet', { name: 'Ana' })))
  await Promise.all(all)
  expect(await waiting('greet')).toHaveLength(40)
})

test('opening the queue again, as every start does, changes nothing', async () => {
  const first = await open()
  await inTransaction(pool, (tx) => first.enqueue(tx, 'greet', { name: 'Ana' }))
  await first.stop()
  await open()
  expect(await waiting('greet')).toHaveLength(1)
})
