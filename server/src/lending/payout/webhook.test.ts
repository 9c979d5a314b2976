import { createHmac } from 'node:crypto'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { transfer } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer, testSettings } from '../../edge/http/test-server.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { manifestOf } from '../../providers/mercado-pago/signature.ts'
import { startProvider } from '../../providers/messages/test-provider.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { SANDBOX_DELAY_MS } from '../../providers/payout/sandbox.ts'
import { deleteOldEvents } from '../../providers/webhook-events.ts'
import { FIRST_ASK_MS } from './ask.ts'
import { sandboxWebhookSecret } from '../../providers/sandbox-webhook.ts'
import { handlePayoutWebhook } from './webhook.ts'
import type { SignedOrder } from './test-payout.ts'
import { runDueJobs, signOrder } from './test-payout.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const clock = { now: () => now }
const provider = await startProvider()
const webhookSecret = 'a-secret-of-webhooks'
const server = await openTestServer(pool, {
  clock,
  settings: {
    publicUrl: 'https://hola.example',
    providers: {
      ...testSettings.providers,
      payout: { provider: 'mercado-pago', url: provider.url, token: 'TEST-an-access-token', webhookSecret },
    },
  },
})
const { app, services, logged } = server

beforeEach(async () => {
  now = noon
  await pool.query('DELETE FROM pgboss.job')
  await pool.query('DELETE FROM provider_message')
})

/** Seconds: the noon of all these tests. */
const SIGNED_AT = String(noon.getTime() / 1000)

const signatureOf = (dataId: string, requestId: string, secret = webhookSecret): string => {
  const v1 = createHmac('sha256', secret).update(manifestOf({ dataId, requestId }, SIGNED_AT)).digest('hex')
  return `ts=${SIGNED_AT},v1=${v1}`
}

type Sent = { url?: string; payload?: string | Buffer; headers?: Record<string, string | undefined> }

/** A message as Mercado Pago sends it, with what a test wants to be wrong about it. */
const sendWebhook = (id: string, requestId: string, { url, payload, headers = {} }: Sent = {}) =>
  app.inject({
    method: 'POST',
    url: url ?? `/providers/mercado-pago/payout?data.id=${idsOf(id)[1]}`,
    headers: Object.fromEntries(
      Object.entries({
        'content-type': 'application/json',
        'x-request-id': requestId,
        'x-signature': signatureOf(idsOf(id)[1], requestId),
        ...headers,
      }).filter(([, value]) => value !== undefined),
    ),
    payload: payload ?? message(id),
  })

const idsOf = (id: string): readonly [string, string] => {
  const [payoutId = '', transactionId = ''] = id.split('/')
  return [payoutId, transactionId]
}

const message = (id: string, more: object = {}): string => {
  const [payoutId, transactionId] = idsOf(id)
  return JSON.stringify({
    created_date: '2026-11-16T12:00:03.915-03:00',
    external_reference: 'whatever it says',
    id: transactionId,
    payout: { id: payoutId },
    status: 'success',
    ...more,
  })
}

const heardCount = async (): Promise<number> =>
  (await pool.query<{ n: number }>('SELECT count(*) AS n FROM provider_message')).rows[0]?.n ?? 0
const jobCount = async (): Promise<number> =>
  (await pool.query<{ n: number }>(`SELECT count(*) AS n FROM pgboss.job WHERE name = 'payout-heard'`)).rows[0]?.n ?? 0

const details: Readonly<Record<string, string>> = {
  processed: 'approved',
  rejected: 'invalid_destination_account',
  held: 'high_risk',
}

/** What is answered when a payout is asked about. */
const found = (key: string, status: string, id: string, more: object = {}) => ({
  id: idsOf(id)[1],
  status: status === 'held' ? 'rejected' : status,
  status_detail: details[status] ?? null,
  external_reference: key,
  amount: { currency: 'ARS', value: '108000.00' },
  last_update_date: '2026-11-16T12:30:00.000-03:00',
  ...more,
})

/** What is answered when it is sent. */
const taken = (key: string, status: string, id: string) => ({
  id: idsOf(id)[0],
  external_reference: key,
  status: 'created',
  transactions: [found(key, status, id)],
})

const stateOf = async ({ person, orderId }: SignedOrder): Promise<string> =>
  (await person.call('loan/order', { order_id: orderId })).ret.order.state

const eventsOf = async ({ orderId }: SignedOrder): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>('SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number', [
      orderId,
    ])
  ).rows.map(({ kind }) => kind)

let count = 0
const newId = (): string => `POP01GGTH${(count += 1)}/TOP01GGTH${count}`

/** An order that Mercado Pago has taken and not yet paid, under this id of its. */
const accepted = async (id: string): Promise<SignedOrder & { key: string }> => {
  const order = await signOrder(server, sandboxAccounts.instant)
  const key = `${order.orderId}-1`
  provider.willReply({ status: 202, json: taken(key, 'in_process', id) })
  await runDueJobs(services)
  return { ...order, key }
}

describe('a message about a payout', () => {
  test('is answered at once, and the provider is asked: nobody believes what the webhook says', async () => {
    const id = newId()
    const order = await accepted(id)
    provider.willReply({ status: 200, json: found(order.key, 'in_process', id) })
    const answer = await sendWebhook(id, 'request-1')
    expect([answer.statusCode, answer.json()]).toEqual([200, { code: '0', msg: '', ret: {} }])
    expect(provider.requests).toEqual([])
    await runDueJobs(services)
    expect(provider.requests).toMatchObject([
      { method: 'GET', url: `/v1/payouts/${id.replace('/', '/transactions/')}` },
    ])
    expect(await stateOf(order)).toBe('pending')

    provider.willReply({ status: 200, json: found(order.key, 'processed', id) })
    now = new Date('2026-11-16T16:00:00Z')
    await sendWebhook(id, 'request-2')
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('in_repayment')
    const { ret } = await order.person.call('loan/order', { order_id: order.orderId })
    expect(ret.order.paid_out_at).toBe('2026-11-16T15:30:00.000Z')
  })

  test('200 equal ones at once: one job, one payout', async () => {
    const id = newId()
    const order = await accepted(id)
    provider.willReply({ status: 200, json: found(order.key, 'processed', id) })
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendWebhook(id, 'request-equal')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect([await heardCount(), await jobCount()]).toEqual([1, 1])
    await runDueJobs(services)
    expect(await eventsOf(order)).toEqual(['signed', 'paid_out'])
  })

  test.each([
    ['processed', 'in_repayment', ['signed', 'paid_out']],
    ['rejected', 'payout_failed', ['signed', 'payout_failed']],
  ])('late and again after the end (%s): nothing more happens', async (status, state, events) => {
    const id = newId()
    const order = await accepted(id)
    provider.willReply({ status: 200, json: found(order.key, status, id) })
    for (const requestId of ['first', 'second', 'first', 'a day later']) {
      await sendWebhook(id, `${requestId.replaceAll(' ', '-')}-${idsOf(id)[1]}`)
      await runDueJobs(services)
      now = new Date(now.getTime() + 3_600_000)
    }
    expect(await stateOf(order)).toBe(state)
    expect(await eventsOf(order)).toEqual(events)
  })

  describe('in which the provider takes back its word', () => {
    const correct = ({ person, orderId }: SignedOrder) =>
      person.call('app/save_transfer_info', {
        ...transfer,
        account_number: sandboxAccounts.delayed,
        order_id: orderId,
      })
    const says = async (order: { readonly key: string }, id: string, status: string): Promise<unknown> => {
      provider.willReply({ status: 200, json: found(order.key, status, id) })
      await sendWebhook(id, `${status}-${idsOf(id)[1]}`)
      return runDueJobs(services)
    }

    test('refused, then paid: she has the money, and no other account is taken for it', async () => {
      const id = newId()
      const order = await accepted(id)
      await says(order, id, 'rejected')
      expect(await stateOf(order)).toBe('payout_failed')
      await says(order, id, 'processed')
      expect(await stateOf(order)).toBe('in_repayment')
      expect(await eventsOf(order)).toEqual(['signed', 'payout_failed', 'paid_out'])
      expect((await correct(order)).code).toBe('20408')
      expect(await inTransaction(pool, (tx) => verifyBooks(tx, order))).toMatchObject({ isIntact: true })
    })

    test('refused, sent to another account, then paid after all: a person decides, nothing is moved', async () => {
      const id = newId()
      const order = await accepted(id)
      await says(order, id, 'rejected')
      expect((await correct(order)).code).toBe('0')
      await expect(says(order, id, 'processed')).rejects.toThrow('concluded as failed is now settled')
      expect(await stateOf(order)).toBe('pending')
    })

    test('held, then paid: it is paid, and she was never asked for another account', async () => {
      const id = newId()
      const order = await accepted(id)
      await says(order, id, 'held')
      expect(await stateOf(order)).toBe('pending')
      await says(order, id, 'processed')
      expect(await stateOf(order)).toBe('in_repayment')
      expect(await eventsOf(order)).toEqual(['signed', 'paid_out'])
    })

    test('paid, then refused for no fault of hers: a person is told, and the loan goes on', async () => {
      const id = newId()
      const order = await accepted(id)
      await says(order, id, 'processed')
      await expect(says(order, id, 'held')).rejects.toThrow('concluded as settled is now refused')
      expect(await stateOf(order)).toBe('in_repayment')
    })

    test('paid, then refused: a person is told, and the loan goes on', async () => {
      const id = newId()
      const order = await accepted(id)
      await says(order, id, 'processed')
      await expect(says(order, id, 'rejected')).rejects.toThrow('concluded as settled is now failed')
      expect(await stateOf(order)).toBe('in_repayment')
    })
  })

  test('faster than the answer to the request: found by the key that the provider has', async () => {
    const id = newId()
    const order = await signOrder(server, sandboxAccounts.instant)
    provider.willReply({ status: 504 })
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('pending')
    provider.willReply({ status: 200, json: found(`${order.orderId}-1`, 'processed', id) })
    await sendWebhook(id, `early-${idsOf(id)[1]}`)
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('in_repayment')
    expect(provider.requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('no answer to the request: sent again under its own key, with the same words', async () => {
    const id = newId()
    const order = await signOrder(server, sandboxAccounts.instant)
    provider.willReply({ status: 500 })
    await runDueJobs(services)
    const [first] = provider.requests
    provider.willReply({ status: 202, json: taken(`${order.orderId}-1`, 'processed', id) })
    now = new Date(now.getTime() + FIRST_ASK_MS)
    await runDueJobs(services)
    expect(provider.requests).toHaveLength(1)
    expect(provider.requests[0]?.body).toBe(first?.body)
    expect(provider.requests[0]?.headers['x-idempotency-key']).toBe(first?.headers['x-idempotency-key'])
    expect(await stateOf(order)).toBe('in_repayment')
  })

  test('named by a message, it is asked about by its ids and never sent again', async () => {
    const id = newId()
    const order = await signOrder(server, sandboxAccounts.instant)
    provider.willReply({ status: 504 })
    await runDueJobs(services)
    provider.willReply({ status: 200, json: found(`${order.orderId}-1`, 'teleported', id) })
    await sendWebhook(id, `named-${idsOf(id)[1]}`)
    await runDueJobs(services)
    for (let count = 0; count < 3; count += 1) {
      now = new Date(now.getTime() + 24 * 3_600_000)
      provider.willReply({ status: 503 })
      await runDueJobs(services)
      expect(provider.requests.filter(({ method }) => method !== 'GET')).toEqual([])
    }
    provider.willReply({ status: 200, json: found(`${order.orderId}-1`, 'processed', id) })
    await sendWebhook(id, `again-${idsOf(id)[1]}`)
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('in_repayment')
  })

  test('that comes while the provider cannot be asked is not lost: the job fails and is run again', async () => {
    const id = newId()
    const order = await signOrder(server, sandboxAccounts.instant)
    provider.willReply({ status: 504 })
    await runDueJobs(services)
    await sendWebhook(id, `outage-${idsOf(id)[1]}`)
    provider.willReply({ status: 503 })
    await expect(runDueJobs(services)).rejects.toThrow('cannot be asked')
    provider.willReply({ status: 200, json: found(`${order.orderId}-1`, 'processed', id) })
    await handlePayoutWebhook(services, { provider_payout_id: id })
    expect(await stateOf(order)).toBe('in_repayment')
  })

  test('about an id that is nobody’s: answered, looked up, and left', async () => {
    provider.willReply({ status: 404, json: {} })
    expect((await sendWebhook('POP-NOBODY/TOP-NOBODY', 'nobody-1')).statusCode).toBe(200)
    await runDueJobs(services)
    expect(logged.join('')).toContain('a webhook about a payout that is not ours')
  })

  test('about somebody else’s payout with the same provider: left', async () => {
    provider.willReply({ status: 200, json: found('their-own-reference', 'processed', 'POP-OTHER/TOP-OTHER') })
    await sendWebhook('POP-OTHER/TOP-OTHER', 'other-1')
    await runDueJobs(services)
    expect(
      (await pool.query('SELECT 1 FROM payout_attempt WHERE provider_payout_id = $1', ['POP-OTHER/TOP-OTHER'])).rows,
    ).toEqual([])
  })
})

describe('a hostile message', () => {
  const id = 'POP01/TOP01HOSTILE'
  test.each<[string, Sent, number]>([
    ['no signature', { headers: { 'x-signature': undefined } }, 401],
    ['an empty signature', { headers: { 'x-signature': '' } }, 401],
    [
      'another secret',
      { headers: { 'x-signature': signatureOf(idsOf(id)[1], 'hostile', 'guessed-secret-of-16') } },
      401,
    ],
    ['the signature of another message', { headers: { 'x-signature': signatureOf('TOP-OTHER', 'hostile') } }, 401],
    ['the signature of another request', { headers: { 'x-request-id': 'hostile-2' } }, 401],
    ['no request id', { headers: { 'x-request-id': undefined } }, 401],
    ['no id in the query', { url: '/providers/mercado-pago/payout' }, 401],
    ['two ids in the query', { url: `/providers/mercado-pago/payout?data.id=${id}&data.id=x` }, 401],
    ['a body of another id', { payload: message('POP-OTHER/TOP-OTHER') }, 200],
    ['a body about something else', { payload: '{"type":"payment","data":{"id":"1"}}' }, 200],
    ['garbage', { payload: '\u0000\u0001{{{' }, 200],
    ['nothing', { payload: '' }, 200],
    ['a list', { payload: '[]' }, 200],
    ['a deep one', { payload: '['.repeat(30_000) }, 200],
    ['a prototype', { payload: '{"__proto__":{"type":"transaction_intent"},"data":null}' }, 200],
    ['text', { payload: 'hello', headers: { 'content-type': 'text/plain' } }, 200],
    ['a body too large', { payload: Buffer.alloc(65 * 1024, 'x') }, 413],
  ])('a hostile webhook is answered: %s', async (_, what, status) => {
    const answer = await sendWebhook(id, 'hostile', what)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ code: expect.any(String), msg: expect.any(String) })
    expect([await heardCount(), await jobCount()]).toEqual([0, 0])
  })

  test.each([
    ['with a path in its id', '../../v1/payments'],
    ['with a very long id', 'x'.repeat(101)],
    ['with SQL in its id', `x' OR 1=1`],
  ])('%s, signed: nothing of it is kept', async (_, odd) => {
    const url = `/providers/mercado-pago/payout?data.id=${encodeURIComponent(odd)}`
    const answer = await sendWebhook(id, 'odd', {
      url,
      headers: { 'x-signature': signatureOf(odd, 'odd') },
      payload: message(id, { id: odd }),
    })
    expect(answer.statusCode).toBe(200)
    expect([await heardCount(), await jobCount()]).toEqual([0, 0])
  })

  test('GET, and the route of a provider that is not set up, are not there', async () => {
    expect((await app.inject('/providers/mercado-pago/payout')).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/providers/sandbox/payout' })).statusCode).toBe(404)
  })
})

test('messages are forgotten after 90 days', async () => {
  await sendWebhook(newId(), 'kept')
  now = new Date(now.getTime() + 90 * 86_400_000)
  await deleteOldEvents(services)
  expect(await heardCount()).toBe(1)
  now = new Date(now.getTime() + 1)
  await deleteOldEvents(services)
  expect(await heardCount()).toBe(0)
})

test('a webhook of the sandbox’s own bank is handled when signed and refused when not', async () => {
  const sandbox = await openTestServer(pool, { clock })
  const order = await signOrder(sandbox, sandboxAccounts.delayed)
  await runDueJobs(sandbox.services)
  const { rows } = await pool.query<{ id: string }>(
    'SELECT provider_payout_id AS id FROM payout_attempt WHERE order_id = $1',
    [order.orderId],
  )
  const id = rows[0]?.id ?? ''
  now = new Date(now.getTime() + SANDBOX_DELAY_MS)
  await pool.query('DELETE FROM pgboss.job')
  const send = (secret: string) =>
    sandbox.app.inject({
      method: 'POST',
      url: `/providers/sandbox/payout?data.id=${idsOf(id)[1]}`,
      headers: { 'x-request-id': 'from-the-bank', 'x-signature': signatureOf(idsOf(id)[1], 'from-the-bank', secret) },
      payload: message(id),
    })
  expect((await send(webhookSecret)).statusCode).toBe(401)
  await runDueJobs(sandbox.services)
  expect(await stateOf(order)).toBe('pending')
  expect((await send(sandboxWebhookSecret(sandbox.services.settings.secrets))).statusCode).toBe(200)
  await runDueJobs(sandbox.services)
  expect(await stateOf(order)).toBe('in_repayment')
})

test('what was sent to Mercado Pago is the arrival, and no log has whom it went to', async () => {
  const { rows } = await pool.query<{ arrival: number }>('SELECT DISTINCT arrival_centavos AS arrival FROM loan_order')
  expect(rows).toEqual([{ arrival: pesos(108_000) }])
  expect(logged.join('')).not.toMatch(/romero|lucia|\d{22}|27301112225|549?11\d{4}|TEST-an-access/i)
})
