import { createHmac } from 'node:crypto'
import { refusals } from '@hola/core/errors.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import { sandboxWebhookSecret } from '../payout/hear.ts'

const { pool } = await testDatabase()
const { app, services } = await openTestServer(pool)
const secret = sandboxWebhookSecret(services.settings)

const sign = (id: string, requestId: string, ts: string, by = secret): string =>
  `ts=${ts},v1=${createHmac('sha256', by).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')}`

const send = (
  { id = '123', requestId = services.random.uuid(), ts = '1763391600', by = secret } = {},
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
    ['in seconds', '1763391600'],
    ['in milliseconds', '1763391600000'],
  ])('signed with a time %s files one job, however often it comes', async (_, ts) => {
    const [id, requestId] = [`p-${ts}`, services.random.uuid()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ id, requestId, ts })))
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    expect(await jobsAbout(id)).toEqual([{ provider: 'sandbox', provider_payment_id: id, try_number: 0 }])
    await send({ id, ts })
    expect(await jobsAbout(id)).toHaveLength(2)
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

  test('of a provider that is not set up finds no door', async () => {
    expect((await send({}, { url: '/providers/mercado-pago/collection?data.id=123' })).statusCode).toBe(404)
  })
})
