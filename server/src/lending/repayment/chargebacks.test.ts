import { createHmac } from 'node:crypto'
import { addDays, civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../app.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Services } from '../../edge/services.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { mercadoPagoCollection } from '../../providers/collection/mercado-pago.ts'
import { startMercadoPago } from '../../providers/collection/test-mercado-pago.ts'
import { exampleOf } from '../../providers/test-examples.ts'
import { noonOf } from '../loan/test-books.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { checkReceipt, sweepChargebacks } from './chargebacks.ts'
import type { Debtor } from './test-repayment.ts'
import { askToPay, hearMessages, newDebtor } from './test-repayment.ts'

// The product with Mercado Pago's own adapter, against a twin of it that answers as documented.
const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const onDay = (days: number): void => void (now = noonOf(addDays(firstDay, days)))
const twin = await startMercadoPago()
const secret = 'secret-of-the-webhooks'
const opened = await openTestServer(pool, { clock: { now: () => now } })
const collector = mercadoPagoCollection(
  { url: twin.url, token: 'APP_USR-test-token', webhookSecret: secret, payerMail: 'pagos@lender.example' },
  {
    publicUrl: 'https://hola.example',
    machineClock: opened.services.clock,
    log: opened.services.log,
    wait: async () => {},
  },
)
const services: Services = { ...opened.services, collectors: [collector] }
const server = { app: buildServer(services), services }

let paymentsMade = 0

/** Somebody who has paid a part of her loan by checkout, and Mercado Pago says so. */
const payByCheckout = async () => {
  const debtor = await newDebtor(server)
  const asked = { kind: 'part', method_id: 'checkout', amount_centavos: pesos(40_000) }
  const { reference } = await askToPay(services, debtor, asked)
  paymentsMade += 1
  const id = 70_000_000 + paymentsMade
  const payment = {
    id,
    status: 'approved',
    status_detail: 'accredited',
    external_reference: reference,
    transaction_amount: 40_000,
    date_approved: now.toISOString(),
  }
  twin.put(payment)
  return {
    debtor,
    id: String(id),
    chargeBack: () => twin.put({ ...payment, status: 'charged_back', status_detail: 'in_process' }),
    reimburse: () => twin.put({ ...payment, status: 'charged_back', status_detail: 'reimbursed' }),
  }
}

/** A message as it is documented, about this payment: signed with the secret of the panel, with another, or not at all. */
const message = async (name: string, id: string, signedBy: string | null): Promise<number> => {
  const example = exampleOf('mercado-pago', name)
  const text = JSON.stringify(example.body).replaceAll('20359978', id)
  const query = new URLSearchParams(example.query).toString().replaceAll('20359978', id)
  const requestId = services.random.uuid()
  // Signed by the machine's clock, which is theirs.
  const ts = String(Math.floor(opened.services.machineClock.now().getTime() / 1000))
  const dataId = new URLSearchParams(query).get('data.id')
  const v1 = createHmac('sha256', signedBy ?? '')
    .update(`id:${dataId};request-id:${requestId};ts:${ts};`)
    .digest('hex')
  const signature = signedBy === null ? {} : { 'x-signature': `ts=${ts},v1=${v1}` }
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: `/providers/mercado-pago/collection?${query}`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...signature },
    payload: text,
  })
  return statusCode
}

const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order

const receiptOf = async (id: string) =>
  (
    await pool.query<{ state: string; reversal_cause: string | null; checked_at: Date | null }>(
      `SELECT state, reversal_cause, checked_at FROM receipt WHERE provider = 'mercado-pago' AND provider_payment_id = $1`,
      [id],
    )
  ).rows

/** What she is told about payments, by the jobs that tell her. */
const newsOf = async ({ userId }: Debtor): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>(
      `SELECT data->>'kind' AS kind FROM pgboss.job WHERE name = 'news' AND data->>'user_id' = $1 ORDER BY created_on`,
      [userId],
    )
  ).rows.map(({ kind }) => kind)

/** Runs the daily job, then the questions that it has filed; returns how many and when they start. */
const sweep = async () => {
  await sweepChargebacks(services)
  const { rows } = await pool.query<{ data: Parameters<typeof checkReceipt>[1]; start_after: Date }>(
    `DELETE FROM pgboss.job WHERE name = 'receipt-check' RETURNING data, start_after`,
  )
  for (const { data } of rows) await checkReceipt(services, data)
  return rows
}

const expectIntact = async (debtor: Debtor): Promise<void> =>
  expect((await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).isIntact).toBe(true)

beforeEach(async () => {
  onDay(0)
  twin.fail(undefined)
  await pool.query(`DELETE FROM pgboss.job WHERE name IN ('receipt-heard', 'receipt-check')`)
  // Of the tests before, nothing is to be asked about here.
  await pool.query(`UPDATE receipt SET checked_at = '2030-01-01'`)
})

describe('a payment by checkout', () => {
  test('whose messages cannot be verified is credited once, because Mercado Pago is asked', async () => {
    const { debtor, id } = await payByCheckout()
    expect(await message('webhook-payment', id, 'the secret of another address')).toBe(200)
    expect(await message('webhook-ipn', id, null)).toBe(200)
    expect(await message('webhook-payment', id, null)).toBe(200)
    expect(await hearMessages(services)).toBe(1)
    expect(await message('webhook-payment', id, secret)).toBe(200)
    await hearMessages(services)
    expect(await show(debtor)).toMatchObject({ payoff_centavos: pesos(60_000), payments: [{ state: 'credited' }] })
    expect(await newsOf(debtor)).toEqual(['payment_credited'])
    await expectIntact(debtor)
  })

  test('that a stranger makes up is asked about once and changes nothing', async () => {
    expect(await message('webhook-payment', '99999999', null)).toBe(200)
    expect(await hearMessages(services)).toBe(1)
    twin.fail(500)
    expect(await message('webhook-payment', '99999998', null)).toBe(200)
    expect(await hearMessages(services)).toBe(1)
    expect(await hearMessages(services)).toBe(0)
    expect(await receiptOf('99999999')).toEqual([])
  })

  test('charged back after 40 days: off the loan once, she is told, and the desk sees why', async () => {
    const { debtor, id, chargeBack } = await payByCheckout()
    await message('webhook-payment', id, secret)
    await hearMessages(services)
    onDay(40)
    chargeBack()
    // The message comes, comes again days later, and once without a signature that can be verified.
    expect(await message('webhook-chargeback', id, secret)).toBe(200)
    await hearMessages(services)
    onDay(43)
    expect(await message('webhook-chargeback', id, secret)).toBe(200)
    expect(await message('webhook-chargeback', id, 'another secret')).toBe(200)
    await hearMessages(services)
    await sweep()
    expect(await receiptOf(id)).toMatchObject([{ state: 'reversed', reversal_cause: 'chargeback' }])
    expect(await show(debtor)).toMatchObject({ repaid_centavos: 0, payments: [{ state: 'reversed' }] })
    expect(await newsOf(debtor)).toEqual(['payment_credited', 'payment_reversed'])
    await expectIntact(debtor)
  })

  test('charged back without any message: found by asking again within 15 days', async () => {
    const { debtor, id, chargeBack } = await payByCheckout()
    await message('webhook-payment', id, secret)
    await hearMessages(services)
    chargeBack()
    for (let day = 40; day <= 55; day += 1) {
      onDay(day)
      await sweep()
    }
    expect(await receiptOf(id)).toMatchObject([{ state: 'reversed', reversal_cause: 'chargeback' }])
    expect(await show(debtor)).toMatchObject({ repaid_centavos: 0 })
    expect(await newsOf(debtor)).toEqual(['payment_credited', 'payment_reversed'])
  })

  test('won back, counts again', async () => {
    const { debtor, id, chargeBack, reimburse } = await payByCheckout()
    await message('webhook-payment', id, secret)
    await hearMessages(services)
    onDay(40)
    chargeBack()
    await message('webhook-chargeback', id, secret)
    await hearMessages(services)
    onDay(60)
    reimburse()
    await message('webhook-chargeback', id, secret)
    await hearMessages(services)
    expect(await receiptOf(id)).toMatchObject([{ state: 'credited', reversal_cause: null }])
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(40_000) })
    await expectIntact(debtor)
  })
})

describe('asking again', () => {
  test('goes on for 180 days, about every 15, and ends with one look after them', async () => {
    const { id } = await payByCheckout()
    await message('webhook-payment', id, secret)
    await hearMessages(services)
    twin.askedAbout.length = 0
    const days: number[] = []
    for (let day = 1; day <= 260; day += 1) {
      onDay(day)
      if ((await sweep()).length > 0) days.push(day)
    }
    expect(days.length).toBeLessThanOrEqual(13)
    expect(days[0]).toBe(16)
    expect(days.at(-1)).toBeGreaterThanOrEqual(180)
    expect(twin.askedAbout).toEqual(days.map(() => id))
  })

  test('what has no answer today is asked about tomorrow', async () => {
    const { id } = await payByCheckout()
    await message('webhook-payment', id, secret)
    await hearMessages(services)
    onDay(20)
    twin.fail(424)
    expect(await sweep()).toHaveLength(1)
    expect(await receiptOf(id)).toMatchObject([{ state: 'credited', checked_at: null }])
    onDay(21)
    twin.fail(undefined)
    expect(await sweep()).toHaveLength(1)
    expect(await receiptOf(id)).toMatchObject([{ checked_at: now }])
    expect(await sweep()).toEqual([])
  })

  test('starts the questions apart from each other', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { id } = await payByCheckout()
      await message('webhook-payment', id, secret)
    }
    await hearMessages(services)
    onDay(20)
    const starts = (await sweep()).map(({ start_after: at }) => (at.getTime() - now.getTime()) / 1000)
    expect(starts.toSorted((a, b) => a - b)).toEqual([0, 5, 10])
  })
})
