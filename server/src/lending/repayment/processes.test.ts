import { createHmac } from 'node:crypto'
import { pesos } from '@hola/core/money.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { countCodes, serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { startProvider } from '../../providers/messages/test-provider.ts'
import type { Debtor } from './test-repayment.ts'
import { newDebtor, requestOf } from './test-repayment.ts'

// Whole servers start here, on a machine that may be busy with other suites.

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
// Makes the people and reads what they left; the calls that count go to the four.
const server = await openTestServer(pool, { settings: { secrets } })
const { services } = server
const mercadoPago = await startProvider()

const WEBHOOK_SECRET = 'the secret of the webhooks'.replaceAll(' ', '-')
const REQUEST_COUNT = 200

const countOf = async (table: string, { orderId }: Debtor, where = ''): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE order_id = $1 ${where}`, [
    orderId,
  ])
  return rows[0]?.n ?? 0
}

describe('over four server processes, with Mercado Pago', async () => {
  const env = {
    COLLECTION: 'mercado-pago',
    COLLECTION_PAYER_MAIL: 'pagos@lender.example',
    MERCADO_PAGO_TOKEN: 'APP_USR-a-token-of-the-test',
    MERCADO_PAGO_WEBHOOK_SECRET: WEBHOOK_SECRET,
    MERCADO_PAGO_URL: mercadoPago.url,
  }
  const servers = await Promise.all(Array.from({ length: 4 }, () => start(env)))
  const at = (index: number) => {
    const process = servers[index % servers.length]
    if (process === undefined) throw new Error('no server')
    return process
  }

  const askAtOnce = async (debtor: Debtor) => {
    mercadoPago.willReply({
      status: 201,
      json: { id: '1-2-3', init_point: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=1-2-3' },
    })
    const body = requestOf(services, debtor, { method_id: 'checkout' })
    const answers = await Promise.all(
      Array.from({ length: REQUEST_COUNT }, (_, index) => at(index).call('deal/repay_request', body, debtor.token)),
    )
    const payment = answers[0]?.ret['payment'] as { reference: string; payment_id: string }
    return { answers, payment }
  }

  /** The same money, told of so often; with one request id, or each with its own. */
  const sendAtOnce = async (reference: string, count: number, requestIdOf: (index: number) => string) => {
    const id = '20359978'
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
    const ts = String(Math.floor(Date.now() / 1000))
    const statuses = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const requestId = requestIdOf(index)
        const manifest = `id:${id};request-id:${requestId};ts:${ts};`
        const v1 = createHmac('sha256', WEBHOOK_SECRET).update(manifest).digest('hex')
        const answer = await fetch(`${at(index).url}/providers/mercado-pago/collection?data.id=${id}&type=payment`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-request-id': requestId,
            'x-signature': `ts=${ts},v1=${v1}`,
          },
          body: JSON.stringify({ action: 'payment.updated', type: 'payment', data: { id } }),
        })
        return answer.status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }

  const expectOneEffect = async (debtor: Debtor): Promise<void> => {
    expect(await countOf('receipt', debtor)).toBe(1)
    expect(await countOf('ledger_entry', debtor, `AND cause = 'payment'`)).toBe(1)
    for (const kind of ['payment', 'cleared'])
      expect([kind, await countOf('order_event', debtor, `AND kind = '${kind}'`)]).toEqual([kind, 1])
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
    const { ret } = await debtor.call('loan/order', { order_id: debtor.orderId })
    expect(ret.order).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0 })
    expect(ret.order.payments).toMatchObject([{ state: 'credited' }])
  }

  const isCleared = async (debtor: Debtor): Promise<void> => {
    await expect.poll(() => countOf('loan_order', debtor, `AND state = 'cleared'`)).toBe(1)
  }

  const noJobLeft = async (): Promise<void> => {
    const open = () => pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'receipt-heard' AND state <> 'completed'`)
    await expect.poll(async () => (await open()).rows).toEqual([])
  }

  test('200 equal requests to pay: one payment, 200 equal answers; 200 equal messages: one effect', async () => {
    const debtor = await newDebtor(server)
    const startedAt = performance.now()
    const { answers, payment } = await askAtOnce(debtor)
    tellFigure(
      'load',
      `${REQUEST_COUNT} equal requests to pay over four servers`,
      `${new Set(answers.map(({ text }) => text)).size} answer, in ${Math.round(performance.now() - startedAt)} ms`,
    )
    expect(countCodes(answers)).toEqual({ 0: REQUEST_COUNT })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await countOf('payment', debtor)).toBe(1)
    // Each process may have asked, and hardly more than once; always for the same payment.
    const made = mercadoPago.requests.filter(({ method }) => method === 'POST')
    expect(made.length).toBeLessThanOrEqual(2 * servers.length)
    expect(new Set(made.map(({ headers }) => headers['x-idempotency-key']))).toEqual(new Set([payment.payment_id]))

    const toldAt = performance.now()
    await sendAtOnce(payment.reference, REQUEST_COUNT, () => 'one-and-the-same')
    await isCleared(debtor)
    const tookMs = Math.round(performance.now() - toldAt)
    await noJobLeft()
    await expectOneEffect(debtor)
    tellFigure('load', `${REQUEST_COUNT} equal webhooks over four servers`, `one payment, in ${tookMs} ms`)
    const asked = mercadoPago.requests.map(({ method, url }) => `${method} ${url}`)
    expect(asked).toEqual(['GET /v1/payments/20359978'])
  })

  test('messages of their own about one payment: one effect', async () => {
    await pool.query(`DELETE FROM receipt WHERE provider = 'mercado-pago'`)
    const debtor = await newDebtor(server)
    const { payment } = await askAtOnce(debtor)
    await sendAtOnce(payment.reference, 40, (index) => `message-${index}`)
    await isCleared(debtor)
    await noJobLeft()
    await expectOneEffect(debtor)
  })

  test('messages that nobody signed: no effect', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const url = `${at(index).url}/providers/mercado-pago/collection?data.id=1`
        const answer = await fetch(url, { method: 'POST', body: '{"type":"payment","data":{"id":"1"}}' })
        return answer.status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([401]))
  })

  test('no process has written who paid, how much or by which secret into its log', () => {
    for (const { output } of servers) {
      expect(output()).toContain('deal/repay_request')
      expect(output()).not.toContain(String(pesos(100_000)))
      expect(output()).not.toMatch(/a-token-of-the-test|the-secret-of|pagos@lender/)
    }
  })
})
