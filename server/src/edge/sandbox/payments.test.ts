import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import type { Debtor } from '../../lending/repayment/test-repayment.ts'
import { askToPay, hearMessages, newDebtor } from '../../lending/repayment/test-repayment.ts'
import type { PaymentsRet } from './shapes.ts'

const { pool } = await testDatabase()
const now = new Date('2026-11-18T15:00:00Z')
const server = await openTestServer(pool, { clock: { now: () => now } })
const { app, services } = server

type Answer = { readonly code: string; readonly msg: string; readonly ret: PaymentsRet }

const post = async (path: string, payload: object, language = 'en'): Promise<Answer> =>
  (await app.inject({ method: 'POST', url: `/sandbox/api/payments/${path}`, payload, headers: { language } })).json()

const list = async (): Promise<PaymentsRet> => (await app.inject('/sandbox/api/payments')).json().ret

const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order

const moneyOf = (ret: PaymentsRet, reference: string) => ret.money.filter((money) => money.reference === reference)

/** The product hears of everything that was told; what it has made of the money with this reference. */
const heard = async (reference: string) => {
  await hearMessages(services)
  return moneyOf(await list(), reference).map((money) => money.receipt_state)
}

const asked = async () => {
  const debtor = await newDebtor(server)
  return { debtor, payment: await askToPay(services, debtor, { method_id: 'rapipago' }) }
}

test('shows what borrowers were told how to pay', async () => {
  const { debtor, payment } = await asked()
  expect((await list()).payments).toContainEqual({
    payment_id: payment.payment_id,
    order_id: debtor.orderId,
    order_number: expect.any(String),
    kind: 'payoff',
    method_id: 'rapipago',
    reference: payment.reference,
    amount_centavos: pesos(100_000),
    requested_at: now.toISOString(),
    expires_at: payment.expires_at,
    state: 'waiting',
  })
})

describe('from the page', () => {
  test('pays what was asked for, today; told of again it counts once; taken back it is owed again', async () => {
    const { debtor, payment } = await asked()
    const { code, ret } = await post('pay', { reference: payment.reference })
    expect(code).toBe('0')
    const [money] = moneyOf(ret, payment.reference)
    expect(money).toMatchObject({
      amount_centavos: pesos(100_000),
      paid_day: '2026-11-18',
      collector_state: 'credited',
    })
    expect(await heard(payment.reference)).toEqual(['credited'])
    expect(await show(debtor)).toMatchObject({ state: 'cleared' })

    const body = { provider_payment_id: money?.provider_payment_id ?? '' }
    expect((await post('message', body)).code).toBe('0')
    expect((await post('reverse', body)).code).toBe('0')
    expect(await heard(payment.reference)).toEqual(['reversed'])
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(100_000) })
  })

  test('pays another amount, on an earlier day, twice', async () => {
    const { debtor, payment } = await asked()
    const paid_day = civilDay('2026-11-17')
    await post('pay', { reference: payment.reference, amount_centavos: pesos(30_000), paid_day, times: 2 })
    expect(await heard(payment.reference)).toEqual(['credited', 'credited'])
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(60_000) })
    expect(moneyOf(await list(), payment.reference)).toMatchObject([{ paid_day }, { paid_day }])
  })

  test('pays with a reference that is nobody’s', async () => {
    await post('pay', { reference: 'what is this', amount_centavos: pesos(1) })
    expect(await heard('what is this')).toEqual(['suspense'])
    expect(moneyOf(await list(), 'what is this')).toMatchObject([{ collector_state: 'credited' }])
  })

  test.each<[string, string, object, string, string]>([
    ['no amount for a reference that is nobody’s', 'pay', { reference: 'x' }, 'say how much', 'indicá cuánto'],
    [
      'a day that has not come',
      'pay',
      { reference: 'x', amount_centavos: 1, paid_day: '2026-11-19' },
      'not come',
      'todavía',
    ],
    ['money that is not there, told of', 'message', { provider_payment_id: 'x' }, 'no such money', 'no existe'],
    ['money that is not there, taken back', 'reverse', { provider_payment_id: 'x' }, 'no such money', 'no existe'],
    ['nothing', 'pay', {}, 'reference', 'reference'],
    ['a payment of nothing', 'pay', { reference: 'x', amount_centavos: 0 }, 'Amount', 'Monto'],
  ])('refuses %s', async (_, path, body, en, es) => {
    expect(await post(path, body)).toMatchObject({ code: '40000', msg: expect.stringContaining(en) })
    expect(await post(path, body, 'es')).toMatchObject({ code: '40000', msg: expect.stringContaining(es) })
  })

  test('pays nothing where somebody else takes the payments', async () => {
    const elsewhereOnly = {
      provider: 'mercado-pago',
      url: 'http://localhost:1',
      token: 'a token of the test',
      webhookSecret: 'a secret of the test',
      payerMail: 'pagos@lender.example',
    }
    const providers = { ...services.settings.providers, collection: [elsewhereOnly] }
    const elsewhere = await openTestServer(pool, { clock: { now: () => now }, settings: { providers } })
    const payload = { reference: 'x', amount_centavos: 1 }
    const answer = await elsewhere.app.inject({ method: 'POST', url: '/sandbox/api/payments/pay', payload })
    expect(answer.json().msg).toContain('not taken by the sandbox')
  })
})
