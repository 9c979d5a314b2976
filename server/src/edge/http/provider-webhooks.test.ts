import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/public.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { mountProviderWebhooks } from './provider-webhooks.ts'
import { openHttpServer } from './server.ts'
import { openTestServer } from './test-server.ts'

/** A provider that only notifies, for which what it says must be kept: here, one word under each id. */
const { pool } = await testDatabase()
await pool.query('CREATE TABLE kept_word (id text PRIMARY KEY, word text NOT NULL)')
await pool.query('GRANT SELECT, INSERT ON kept_word TO hola_app')
await pool.query('CREATE TABLE filed (id text)')
await pool.query('GRANT SELECT, INSERT ON filed TO hola_app')
const { services, logged } = await openTestServer(pool)
const metrics = openMetrics(services)
const app = openHttpServer(services, metrics)
let breaks = false

const keep = async (tx: Tx, id: string, word: string) => {
  await tx.query('INSERT INTO kept_word VALUES ($1, $2) ON CONFLICT DO NOTHING', [id, word])
  const { rows } = await tx.query<{ word: string }>('SELECT word FROM kept_word WHERE id = $1', [id])
  return rows[0]?.word === word ? ('kept' as const) : ('contradicted' as const)
}

const route: WebhookRoute = {
  provider: 'notifier',
  subject: 'collection',
  read: ({ body }) => {
    const [id = '', word] = body.toString().split(' ')
    if (id === 'forged') return 'forged'
    if (id === 'hint') return { hintAt: word ?? '' }
    if (word === undefined) return 'unreadable'
    const event = { eventId: `${id}-${word}`, kind: 'word', subjectId: id, signedAt: new Date() }
    return { ...event, keep: (tx) => keep(tx, id, word) }
  },
  enqueue: async (tx, { subjectId }) => {
    await tx.query('INSERT INTO filed VALUES ($1)', [subjectId])
    if (breaks) throw new Error('the queue is gone')
  },
}

const withHints: WebhookRoute = {
  ...route,
  provider: 'hinter',
  enqueueHint: async (tx, { hintAt }) => void (await tx.query('INSERT INTO filed VALUES ($1)', [hintAt])),
}

mountProviderWebhooks(app, services, [route, withHints], metrics)
await app.ready()
afterAll(async () => {
  await app.close()
  metrics.close()
})

const send = async (payload: string, provider = 'notifier'): Promise<number> =>
  (await app.inject({ method: 'POST', url: `/providers/${provider}/collection`, payload })).statusCode
const rowsOf = async (table: 'kept_word' | 'filed' | 'provider_message') =>
  (await pool.query<object>(`SELECT * FROM ${table}`)).rows

beforeEach(async () => {
  breaks = false
  logged.length = 0
  await pool.query('TRUNCATE kept_word, filed, provider_message')
})

test('what an event says is kept, recorded and filed once, however often and at once it comes', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('a one')))
  expect(new Set([...answers, await send('a one')])).toEqual(new Set([200]))
  expect(await rowsOf('kept_word')).toEqual([{ id: 'a', word: 'one' }])
  expect(await rowsOf('filed')).toEqual([{ id: 'a' }])
  expect(await rowsOf('provider_message')).toHaveLength(1)
})

test('what contradicts it is refused and logged each time, and changes nothing', async () => {
  await send('a one')
  expect([await send('a other'), await send('a other')]).toEqual([400, 400])
  expect(await rowsOf('kept_word')).toEqual([{ id: 'a', word: 'one' }])
  expect(await rowsOf('filed')).toHaveLength(1)
  const errors = logged.filter((line) => line.includes('"level":"error"'))
  expect(errors).toHaveLength(2)
  expect(errors[0]).toContain('"path":"providers/notifier/collection"')
  expect(errors[0]).toContain('contradicted')
})

test('what breaks afterwards leaves nothing kept, so that it can be sent again', async () => {
  breaks = true
  expect(await send('a one')).toBe(500)
  expect([await rowsOf('kept_word'), await rowsOf('filed'), await rowsOf('provider_message')]).toEqual([[], [], []])
  breaks = false
  expect(await send('a one')).toBe(200)
  expect(await rowsOf('filed')).toHaveLength(1)
})

test('what is signed and cannot be read is refused and logged, without what it says', async () => {
  expect(await send('secret-words')).toBe(400)
  const [error] = logged.filter((line) => line.includes('"level":"error"'))
  expect(error).toContain('unreadable')
  expect(error).not.toContain('secret-words')
  expect(await rowsOf('provider_message')).toEqual([])
})

test('what cannot be verified is counted, and makes us ask so many times a minute', async () => {
  const counted = async (path: string, outcome: string): Promise<number> =>
    Number(
      new RegExp(`hola_webhooks_unverified_total\\{path="${path}",outcome="${outcome}"\\} (\\d+)`).exec(
        await metrics.print(),
      )?.[1] ?? 0,
    )
  expect([await send('forged x'), await send('hint 7'), await send('forged x', 'hinter')]).toEqual([401, 401, 401])
  expect(await counted('providers/notifier/collection', 'refused')).toBe(2)
  expect(await rowsOf('filed')).toEqual([])
  const answers: number[] = []
  for (let number = 0; number < 40; number += 1) answers.push(await send(`hint ${number}`, 'hinter'))
  expect(answers.filter((status) => status === 200)).toHaveLength(30)
  expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(await rowsOf('filed')).toHaveLength(30)
  expect(await rowsOf('provider_message')).toEqual([])
  expect(await counted('providers/hinter/collection', 'asked_about')).toBe(30)
  expect(await counted('providers/hinter/collection', 'refused')).toBe(11)
  expect(logged.filter((line) => line.includes('cannot be verified'))).toHaveLength(30)
})
