import { createHmac } from 'node:crypto'
import { refusals } from '@hola/core/errors.ts'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { sandboxWebhookSecret } from '../../providers/sandbox-webhook.ts'

const { pool } = await testDatabase()
const { app, services } = await openTestServer(pool)
const secret = sandboxWebhookSecret(services.settings.secrets)

const DAY_MS = 86_400_000
/** Seconds, as they are signed, so many days ago by the machine's clock. */
const signedDaysAgo = (days: number): string => String(Math.floor((Date.now() - days * DAY_MS) / 1000))

/** Every statement that is sent on any connection meanwhile, without those by which the queue looks after itself. */
const statementsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await act()
  const texts = spy.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'string' ? statement : String((statement as { text?: string }).text),
  )
  spy.mockRestore()
  return texts.filter((text) => !text.includes('pgboss'))
}

const sign = (id: string, requestId: string, ts: string, by = secret): string =>
  `ts=${ts},v1=${createHmac('sha256', by).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')}`

const send = (
  { id = '123', requestId = services.random.uuid(), ts = signedDaysAgo(0), by = secret } = {},
  { url = `/providers/sandbox/collection?data.id=${id}&type=payment`, headers = {}, body = {} as object | string } = {},
) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': sign(id, requestId, ts, by),
      ...headers,
    },
    payload: typeof body === 'string' ? body : { action: 'payment.updated', type: 'payment', data: { id }, ...body },
  })

const jobsAbout = async (id: string): Promise<object[]> =>
  (
    await pool.query<{ data: object }>(
      `SELECT data FROM pgboss.job WHERE name = 'receipt-heard' AND data->>'provider_payment_id' = $1`,
      [id],
    )
  ).rows.map(({ data }) => data)

describe('a message about a payment', () => {
  test.each([
    ['in seconds', signedDaysAgo(0)],
    ['in milliseconds', `${signedDaysAgo(0)}000`],
  ])('signed with a time %s files one job, however often it comes', async (_, ts) => {
    const [id, requestId] = [`p-${ts}`, services.random.uuid()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ id, requestId, ts })))
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    expect(await jobsAbout(id)).toEqual([{ provider: 'sandbox', provider_payment_id: id, try_number: 0 }])
  })

  test('told under many ids files one job while it waits, and another once it runs', async () => {
    const id = 'told-often'
    await Promise.all(Array.from({ length: 20 }, () => send({ id })))
    expect(await jobsAbout(id)).toHaveLength(1)
    const begin = `UPDATE pgboss.job SET state = 'active' WHERE data->>'provider_payment_id' = $1`
    await pool.query(begin, [id])
    await Promise.all(Array.from({ length: 20 }, () => send({ id })))
    expect(await jobsAbout(id)).toHaveLength(2)
  })

  test('sent 200 times costs one look-up each time, and files nothing', async () => {
    const [id, requestId, ts] = ['repeated', services.random.uuid(), signedDaysAgo(89)]
    await send({ id, requestId, ts })
    const statements = await statementsOf(async () => {
      for (let count = 0; count < 200; count += 1) expect((await send({ id, requestId, ts })).statusCode).toBe(200)
    })
    expect(statements).toHaveLength(200)
    expect(new Set(statements)).toEqual(
      new Set(['SELECT FROM provider_message WHERE provider = $1 AND message_id = $2']),
    )
    expect(await jobsAbout(id)).toHaveLength(1)
  })

  test('that was signed more than ninety days ago is answered without a look at the database', async () => {
    const statements = await statementsOf(async () => {
      for (const ts of [signedDaysAgo(91), `${signedDaysAgo(91)}000`])
        expect((await send({ id: 'ancient', ts })).statusCode).toBe(200)
    })
    expect(statements).toEqual([])
    expect(await jobsAbout('ancient')).toEqual([])
    expect((await send({ id: 'ancient', ts: signedDaysAgo(91), by: 'another secret' })).statusCode).toBe(401)
  })

  test('is as old as the machine’s clock says, wherever the sandbox’s clock was moved', async () => {
    const move = (body: object) => app.inject({ method: 'POST', url: '/sandbox/api/clock', payload: body })
    expect((await move({ advance_ms: 365 * DAY_MS })).statusCode).toBe(200)
    await send({ id: 'in-another-year' })
    expect(await jobsAbout('in-another-year')).toHaveLength(1)
  })

  test('may carry its id as a number', async () => {
    expect((await send({ id: '77' }, { body: { data: { id: 77 } } })).statusCode).toBe(200)
    expect(await jobsAbout('77')).toHaveLength(1)
  })

  test.each<[string, Parameters<typeof send>]>([
    ['by somebody else', [{ id: 'forged', by: 'another secret' }]],
    ['for another payment', [{ id: 'own' }, { url: '/providers/sandbox/collection?data.id=forged' }]],
    ['for another request', [{ id: 'forged' }, { headers: { 'x-request-id': 'another' } }]],
    ['by nobody', [{ id: 'forged' }, { headers: { 'x-signature': '' } }]],
  ])('signed %s is turned away', async (_, [parts, rest]) => {
    const answer = await send(parts, rest)
    expect([answer.statusCode, answer.json().code]).toEqual([401, refusals.unauthorised.code])
    expect(await jobsAbout('forged')).toEqual([])
  })

  test.each<[string, Parameters<typeof send>]>([
    ['about a claim', [{ id: 'ignored' }, { body: { type: 'chargebacks' } }]],
    ['whose body speaks of another', [{ id: 'ignored' }, { body: { data: { id: 'other' } } }]],
    ['without a body', [{ id: 'ignored' }, { body: '' }]],
    ['that is no JSON', [{ id: 'ignored' }, { body: '{"type":' }]],
    ['with an id that is none', [{ id: '..' }, { url: '/providers/sandbox/collection?data.id=..' }]],
  ])('%s is heard and followed by nothing', async (_, [parts, rest]) => {
    expect((await send(parts, rest)).statusCode).toBe(200)
    for (const id of ['ignored', 'other', '..']) expect(await jobsAbout(id)).toEqual([])
  })

  test('of a provider that is not set up is answered 404', async () => {
    expect((await send({}, { url: '/providers/mercado-pago/collection?data.id=123' })).statusCode).toBe(404)
  })
})
