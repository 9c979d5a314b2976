import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../db/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { createLog } from '../log.ts'
import { DEAD_LETTER, openQueue, passesDaily } from './queue.ts'
import type { JobHandlers, Queue } from './queue.ts'
import type { JobTable } from './table.ts'

const { pool } = await testDatabase()

const table = {
  greet: { data: z.strictObject({ name: z.string() }) },
  tidy: { data: z.strictObject({}), dailyAt: '03:30', atMostOne: true },
} as const satisfies JobTable
type Table = typeof table

const logged: string[] = []
const log = createLog('info', { write: (line: string) => logged.push(line) })
const opened: Queue<Table>[] = []
let offsetMs = 0

const open = async () => {
  const queue = await openQueue(table, { pool, log, offsetMs: () => offsetMs, retryLimit: 1, retryDelaySeconds: 1 })
  opened.push(queue)
  return queue
}

const waiting = async (name: string) =>
  (await pool.query(`SELECT data, start_after FROM pgboss.job WHERE name = $1 AND state = 'created'`, [name])).rows

const idle: JobHandlers<Table> = { greet: async () => {}, tidy: async () => {} }

afterEach(async () => {
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
    await expect(queue.startWorkers({ greet: idle.greet })).rejects.toThrow('no handler for job tidy')
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
    queue.wakeWorkers()
    await expect.poll(queue.counts).toContainEqual({ queue: 'greet', state: 'completed', count: 1 })
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
    expect(await queue.counts()).toContainEqual({ queue: 'greet', state: 'failed', count: 1 })
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
    queue.wakeWorkers()
    await started.promise
    const stopping = queue.stop()
    release.resolve()
    await stopping
    expect(finished).toBe(true)
    expect(await queue.counts()).toContainEqual({ queue: 'greet', state: 'completed', count: 1 })
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

test('opening the queue again, as every start does, changes nothing', async () => {
  const first = await open()
  await inTransaction(pool, (tx) => first.enqueue(tx, 'greet', { name: 'Ana' }))
  await first.stop()
  await open()
  expect(await waiting('greet')).toHaveLength(1)
})
