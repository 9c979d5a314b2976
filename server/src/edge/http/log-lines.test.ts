import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWorkers } from '../../app.ts'
import { signOrder } from '../../lending/payout/test-payout.ts'
import type { SignedOrder } from '../../lending/payout/test-payout.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { manifestOf } from '../../providers/mercado-pago/signature.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { sandboxWebhookSecret } from '../../providers/sandbox-webhook.ts'
import { openTestServer } from './test-server.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool)
const { app, services, logged } = server

const lines = (): Record<string, unknown>[] => logged.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a line in the log names the order that it is about', () => {
  let order: SignedOrder
  let orderNumber: string

  beforeAll(async () => {
    order = await signOrder(server, sandboxAccounts.delayed)
    const { rows } = await pool.query<{ number: string }>(
      'SELECT order_number AS number FROM loan_order WHERE order_id = $1',
      [order.orderId],
    )
    orderNumber = rows[0]?.number ?? ''
    if (orderNumber === '') throw new Error('there is no order')
  })

  test('that of a request: the one that made it and the one that shows it', async () => {
    await order.person.call('loan/order', { order_id: order.orderId })
    for (const path of ['loan/apply', 'loan/order'])
      expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request', path, order_number: orderNumber }))
    expect(lines()).toContainEqual(expect.objectContaining({ path: 'loan/preview' }))
    const before = lines().filter(({ path }) => path === 'loan/preview')
    expect(before.map((line) => line['order_number'])).toEqual(before.map(() => undefined))
  })

  test('that of a job', async () => {
    await startWorkers(services)
    await expect
      .poll(lines)
      .toContainEqual(expect.objectContaining({ msg: 'job done', job: 'payout', order_number: orderNumber }))
  })

  test('that of a webhook of the payout provider', async () => {
    const { rows } = await pool.query<{ id: string }>('SELECT provider_payout_id AS id FROM payout_attempt')
    const [payoutId, dataId] = (rows[0]?.id ?? '').split('/')
    const ts = String(Math.floor(services.machineClock.now().getTime() / 1000))
    const v1 = createHmac('sha256', sandboxWebhookSecret(services.settings.secrets))
      .update(manifestOf({ dataId, requestId: 'r-1' }, ts))
      .digest('hex')
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/providers/sandbox/payout?data.id=${dataId}`,
      headers: { 'x-request-id': 'r-1', 'x-signature': `ts=${ts},v1=${v1}` },
      payload: { id: dataId, external_reference: 'any', payout: { id: payoutId }, status: 'success' },
    })
    expect(statusCode).toBe(200)
    const path = 'providers/sandbox/payout'
    expect(lines()).toContainEqual(expect.objectContaining({ msg: 'request', path, order_number: orderNumber }))
  })
})
