import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pesos } from '@hola/core/money.ts'
import { oneTestIn, tellFigure } from '@hola/core/test-proof.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../db/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { newBorrower, readyToSign } from '../../lending/loan/test-borrower.ts'
import { createLog } from '../log.ts'
import { startProvider } from '../../providers/messages/test-provider.ts'
import { newDebtor, requestOf } from '../../lending/repayment/test-repayment.ts'
import { openQueue } from './queue.ts'

// Whole servers start here, and what they promise is seen after half a minute.
const longTest = oneTestIn(3, 'jobs of a process that dies or is slow', { test, afterAll })

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
// Makes the people and reads what they left; the calls that count go to processes.
const server = await openTestServer(pool, { settings: { secrets } })
const { services } = server
const mercadoPago = await startProvider()

const WEBHOOK_SECRET = 'the-secret-of-the-webhooks'
const env = {
  COLLECTION: 'mercado-pago',
  COLLECTION_PAYER_MAIL: 'pagos@lender.example',
  PAYOUT: 'mercado-pago',
  MERCADO_PAGO_TOKEN: 'APP_USR-a-token-of-the-test',
  MERCADO_PAGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
  MERCADO_PAGO_URL: mercadoPago.url,
}

/** What is promised; most of it is the silence after which a job counts as abandoned. */
const TAKEN_UP_WITHIN_MS = 30_000
const patience = { timeout: 2 * TAKEN_UP_WITHIN_MS, interval: 100 }

const jobsOf = async (name: string, data: object) =>
  (
    await pool.query<{ state: string; retryCount: number }>(
      `SELECT state::text AS state, retry_count AS "retryCount" FROM pgboss.job WHERE name = $1 AND data @> $2`,
      [name, data],
    )
  ).rows

longTest('a job whose process is killed is finished by another within 30 seconds', async () => {
  const first = await start(env)
  const debtor = await newDebtor(server)
  mercadoPago.willReply({
    status: 201,
    json: { id: '1-2-3', init_point: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1-2-3' },
  })
  const asked = await first.call(
    'deal/repay_request',
    requestOf(services, debtor, { method_id: 'checkout' }),
    debtor.token,
  )
  const { reference } = asked.ret['payment'] as { reference: string }

  mercadoPago.willReply('silence')
  const [id, requestId, ts] = ['20359978', services.random.uuid(), String(Math.floor(Date.now() / 1000))]
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')
  const told = await fetch(`${first.url}/providers/mercado-pago/collection?data.id=${id}&type=payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    body: JSON.stringify({ type: 'payment', data: { id } }),
  })
  expect(told.status).toBe(200)
  await expect.poll(() => mercadoPago.requests, patience).toHaveLength(1)
  await start(env)

  await first.kill()
  const killedAt = performance.now()
  mercadoPago.willReply({
    status: 200,
    json: {
      id: Number(id),
      status: 'approved',
      status_detail: 'accredited',
      currency_id: 'ARS',
      transaction_amount: 100_000,
      date_approved: services.clock.now().toISOString(),
      external_reference: reference,
    },
  })
  const states = async () => (await pool.query('SELECT state FROM receipt WHERE order_id = $1', [debtor.orderId])).rows
  await expect.poll(states, patience).toEqual([{ state: 'credited' }])
  const tookMs = performance.now() - killedAt
  tellFigure('faults', 'a job whose process was killed', `done by another ${(tookMs / 1000).toFixed(1)} s later`)
  expect(tookMs).toBeLessThan(TAKEN_UP_WITHIN_MS)
  await expect
    .poll(() => jobsOf('receipt-heard', { provider_payment_id: id }))
    .toEqual([{ state: 'completed', retryCount: 1 }])
})

longTest('a payout without an answer is asked about by its key, never sent again', async () => {
  const first = await start(env)
  const person = await newBorrower(server)
  const signing = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  mercadoPago.willReply('silence')
  const signed = await first.call('loan/apply', signing, person.token)
  const { order_id: orderId } = signed.ret['order'] as { order_id: string }
  // A start asks about the account as well.
  const sent = () => mercadoPago.requests.filter(({ method }) => method === 'POST')
  const keysSent = () => sent().map(({ headers }) => headers['x-idempotency-key'])
  await expect.poll(keysSent, patience).toEqual([`${orderId}-1`])
  const second = await start(env)

  await first.kill()
  await expect
    .poll(() => jobsOf('payout', { order_id: orderId }), patience)
    .toEqual([{ state: 'completed', retryCount: 1 }])
  expect(keysSent()).toEqual([`${orderId}-1`])

  const moved = await fetch(`${second.url}/sandbox/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_ms: 120_000 }),
  })
  expect(moved.status).toBe(200)
  await expect.poll(keysSent, patience).toEqual([`${orderId}-1`, `${orderId}-1`])
  const { rows } = await pool.query('SELECT attempt_number FROM payout_attempt WHERE order_id = $1', [orderId])
  expect(rows).toHaveLength(1)
})

longTest('a job that is alive but slow is not taken away from its worker', async () => {
  // Looks after every queue of the database, also after one that it knows nothing of.
  await start()
  const table = { slow: { data: z.strictObject({}) } } as const
  const queue = await openQueue(table, { pool, log: createLog('silent') })
  afterAll(queue.stop)
  let [attempts, ends] = [0, 0]
  await queue.startWorkers({
    slow: async () => {
      attempts += 1
      const startedAt = performance.now()
      while (performance.now() - startedAt < TAKEN_UP_WITHIN_MS) {
        // The whole thread stands still, as with a computation that does not give way.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000)
        await wait(1)
      }
      ends += 1
    },
  })
  await inTransaction(pool, (tx) => queue.enqueue(tx, 'slow', {}))
  await expect.poll(() => jobsOf('slow', {}), patience).toEqual([{ state: 'completed', retryCount: 0 }])
  expect([attempts, ends]).toEqual([1, 1])
})
