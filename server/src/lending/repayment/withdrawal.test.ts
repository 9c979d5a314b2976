import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { answerRequest } from '../../rights/consumer/answer.ts'
import { sweepRequests } from '../../rights/consumer/sweep.ts'
import { grantCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accrue } from '../loan/accrual.ts'
import { readyToSign } from '../loan/test-borrower.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { conclude } from '../payout/conclude.ts'
import type { SignedOrder } from '../payout/test-payout.ts'
import { runDueJobs, signOrder } from '../payout/test-payout.ts'
import { SANDBOX_DELAY_MS } from '../../providers/payout/sandbox.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { placeSuspense } from './suspense.ts'
import { pay, requestOf, reverse } from './test-repayment.ts'

// A loan of $ 120.000 whose money is under way when she withdraws from it. $ 108.000 arrive, or $ 110.000 with a coupon.

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const server = { app: await serverWith(services, {}), services, logged: opened.logged }

const LAST_DAY = civilDay('2026-12-01')
const DAY_MS = 86_400_000
const on = (day: string, hour = 15): void => {
  now = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
}

beforeEach(async () => {
  now = noon
  messages.sent.length = 0
  await pool.query('DELETE FROM pgboss.job')
})

/** What a worker would send now. */
const sendMessages = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ data: { tracking_number: string } }>(
    `DELETE FROM pgboss.job WHERE name = 'consumer-message' AND state = 'created' RETURNING data`,
  )
  messages.sent.length = 0
  for (const { data } of rows) await answerRequest(services, data)
  return messages.sent.map(({ to, text }) => `${to} ${text.replaceAll('\u00A0', ' ')}`)
}

const press = async ({ person, orderId }: SignedOrder) =>
  (await person.onAnotherDevice()).call(
    'deal/repay_request',
    requestOf(services, { userId: '', orderId }, { kind: 'withdrawal' }),
    'es',
  )

/** The button of the law, by somebody logged in. */
const regret = async ({ person }: SignedOrder, more: object = {}) =>
  (
    await (
      await person.onAnotherDevice()
    ).call('consumer/request', { channel: 'phone', phone: person.address.value, kind: 'regret', ...more }, 'es')
  ).ret

const show = async ({ person, orderId }: SignedOrder) =>
  (await (await person.onAnotherDevice()).call('loan/order', { order_id: orderId })).ret.order

const couponsOf = async ({ person }: SignedOrder) =>
  (await (await person.onAnotherDevice()).call('coupon/my_coupon')).ret.coupons

const quotaOf = async ({ userId }: SignedOrder) =>
  (
    await pool.query<Record<'total' | 'used' | 'frozen' | 'remaining' | 'available', number>>(
      `SELECT total_centavos AS total, used_centavos AS used, frozen_centavos AS frozen,
              remaining_centavos AS remaining, available_centavos AS available FROM quota WHERE user_id = $1`,
      [userId],
    )
  ).rows[0]

/** The way back, asked for and paid. */
const giveBack = async (
  order: SignedOrder,
  amount = pesos(108_000),
  paidDay = civilDay(now.toISOString().slice(0, 10)),
) => {
  const { ret, msg } = await press(order)
  if (ret === null || ret.payment === null) throw new Error(`nothing to give back: ${msg}`)
  return pay(services, { reference: ret.payment.reference, amount, paidDay })
}

const intact = async (order: SignedOrder): Promise<void> =>
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, order))).toMatchObject({ isIntact: true })

/** Signed, the transfer accepted, withdrawn from; what she got in writing. */
const pressedUnderWay = async (coupon?: { feeReduction: ReturnType<typeof pesos>; validDays: number }) => {
  const order = await signOrder(server, sandboxAccounts.delayed, coupon)
  await runDueJobs(services)
  expect((await press(order)).ret).toMatchObject({
    payment: null,
    order: { state: 'pending', withdrawal_state: 'waiting' },
  })
  return order
}

const arrives = async (): Promise<void> => {
  now = new Date(now.getTime() + SANDBOX_DELAY_MS)
  await runDueJobs(services)
}

describe('she is told', () => {
  test('she is told when she asks, when the money comes and after the last day, in her language', async () => {
    const order = await pressedUnderWay()
    const to = order.person.address.value
    const [pressed, ...more] = await sendMessages()
    expect(more).toEqual([])
    expect(pressed).toContain(`${to} Hola: recibimos tu pedido de arrepentimiento ARR-20261116-`)
    expect(pressed).toContain('Si llega hoy, devolvé $ 108.000,00, lo que recibiste, hasta el 01/12/2026')
    expect(pressed).toContain('Si no lo devolvés a tiempo, sigue el préstamo que firmaste')

    await arrives()
    const [arrived] = await sendMessages()
    expect(arrived).toContain('Devolvé $ 108.000,00, lo que recibiste de tu préstamo')
    expect(arrived).toContain('hasta el 01/12/2026')

    on('2026-12-02')
    await sweepRequests(services)
    await sweepRequests(services)
    const [ended, ...again] = await sendMessages()
    expect(again).toEqual([])
    expect(ended).toContain('no fue devuelto hasta el 01/12/2026. Por eso sigue el préstamo que firmaste: $ 152.580,50')
    expect(ended).toContain('vence el 15/02/2027')
    expect((await (await order.person.onAnotherDevice()).call('consumer/state')).ret.requests).toMatchObject([
      { kind: 'regret', state: 'not_possible', answer: expect.stringContaining('was not back by 01/12/2026') },
    ])

    // It had been paid on the last day: whoever told us so told us late.
    const { payoff_centavos: owed } = await show(order)
    expect(owed).toBeGreaterThan(pesos(120_000))
    const id = await pay(services, { reference: 'from my bank', amount: pesos(108_000), paidDay: LAST_DAY })
    const key = { provider: 'sandbox', providerPaymentId: id, userId: order.userId, orderId: order.orderId }
    await inTransaction(pool, (tx) => placeSuspense(tx, services, key))
    expect(await show(order)).toMatchObject({ state: 'cancelled', withdrawal_state: 'complete', payoff_centavos: 0 })
    expect(await sendMessages()).toEqual([expect.stringContaining('devolviste lo que recibiste y no debés nada')])
    await intact(order)
  })

  test('that she has withdrawn already, under the number that she has, wherever it stands', async () => {
    const order = await pressedUnderWay()
    await sendMessages()
    const already = 'Ya te arrepentiste el 16/11/2026: no hace falta volver a pedirlo.'
    const first = await regret(order)
    expect(first).toMatchObject({ state: 'acknowledged', answer: expect.stringContaining(already) })
    expect(first.answer).toContain('ya estaba en camino')

    await arrives()
    const again = await regret(order)
    expect(again.tracking_number).toBe(first.tracking_number)
    expect(again.answer).toContain(already)
    expect(again.answer).toContain('hasta el 01/12/2026')

    await giveBack(order)
    const done = await regret(order)
    expect(done).toMatchObject({ tracking_number: first.tracking_number, state: 'done' })
    expect(done.answer).toContain(already)
    expect(done.answer).toContain('devolviste lo que recibiste y no debés nada')
    expect(await press(order)).toMatchObject({ code: '20409', msg: expect.stringContaining('Ya te arrepentiste') })
    await sendMessages()
    // Nobody is written to for asking again.
    await regret(order)
    expect(await sendMessages()).toEqual([])
  })

  test('also after the last day: what was not given back is the loan, also asked again', async () => {
    const order = await pressedUnderWay()
    await arrives()
    on('2026-12-03')
    const { payoff_centavos: owed } = await show(order)
    const told = await regret(order)
    expect(told.state).toBe('not_possible')
    expect(told.answer).toContain('Ya te arrepentiste el 16/11/2026')
    expect(told.answer).toContain('sigue el préstamo que firmaste')
    expect(await press(order)).toMatchObject({ code: '20406' })
    expect(await show(order)).toMatchObject({ payoff_centavos: owed, withdrawal_state: 'lapsed' })
  })
})

describe('the capital', () => {
  test.each([
    ['on the last day', '2026-12-01', 108_000, 'cancelled', 0],
    ['too much', '2026-12-01', 108_500, 'cancelled', 500],
  ])('given back %s', async (_, day, amount, state, credit) => {
    const order = await pressedUnderWay()
    await arrives()
    on(day)
    await giveBack(order, pesos(amount))
    expect(await show(order)).toMatchObject({ state, payoff_centavos: 0, credit_centavos: pesos(credit) })
    on('2027-01-20')
    await accrue(services, {})
    expect(await show(order)).toMatchObject({ state, payoff_centavos: 0, credit_centavos: pesos(credit) })
    await intact(order)
  })

  test('a centavo short waits until the last day, and then is the agreed loan less what was paid', async () => {
    const order = await pressedUnderWay()
    const silent = await signOrder(server, sandboxAccounts.delayed)
    await runDueJobs(services)
    await arrives()
    on('2026-11-20')
    await giveBack(order, pesos(107_999.99))
    const { ret } = await (
      await silent.person.onAnotherDevice()
    ).call('deal/repay_request', requestOf(services, silent, { kind: 'part', amount_centavos: pesos(107_999.99) }))
    await pay(services, { reference: ret.payment?.reference ?? '', amount: pesos(107_999.99) })
    expect(await show(order)).toMatchObject({ withdrawal: { return_centavos: 1 }, payoff_centavos: 1 })
    on('2026-12-02')
    const [mine, agreed] = [await show(order), await show(silent)]
    expect(mine.payoff_centavos).toBe(agreed.payoff_centavos)
    expect(mine.accrued).toEqual(agreed.accrued)
    await intact(order)
  })

  test('beside another running loan: the quota adds up at each step', async () => {
    const order = await pressedUnderWay()
    const adds = async (used: number, frozen: number) => {
      const quota = await quotaOf(order)
      expect(quota).toMatchObject({ used: pesos(used), frozen: pesos(frozen) })
      expect(quota?.total).toBe((quota?.remaining ?? 0) + (quota?.used ?? 0) + (quota?.available ?? 0))
    }
    await adds(0, 120_000)
    now = new Date(now.getTime() + 2 * 60_000)
    const body = await readyToSign(services, order.person, { amount_centavos: pesos(20_000), term_days: 62 })
    expect((await order.person.call('loan/apply', body)).code).toBe('0')
    await adds(0, 140_000)
    await arrives()
    await arrives()
    // What waits to be given back is used as what arrived of it.
    await adds(108_000 + 20_000, 0)
    on('2026-12-02', 4)
    await accrue(services, {})
    await adds(120_000 + 20_000, 0)
    await accrue(services, {})
    await adds(120_000 + 20_000, 0)
  })

  test('of a payout that was said to have failed, and had not', async () => {
    const order = await signOrder(server, sandboxAccounts.delayedFailure, { feeReduction: pesos(2_000), validDays: 30 })
    await runDueJobs(services)
    await press(order)
    await arrives()
    expect(await show(order)).toMatchObject({ state: 'cancelled', payoff_centavos: 0 })
    expect(await couponsOf(order)).toMatchObject([{ state: 'usable' }])
    await sendMessages()
    on('2026-11-20')
    const key = { userId: order.userId, orderId: order.orderId, attemptNumber: 1 }
    const settled = { kind: 'settled', providerPayoutId: 'late', settledAt: noon } as const
    await inTransaction(pool, (tx) => conclude(tx, services, key, settled))
    // Ten business days from when anybody could know; two holidays are among them.
    const { withdrawal_until_day: until } = await show(order)
    expect(until).toBe('2026-12-07')
    expect(await show(order)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(110_000) })
    expect(await couponsOf(order)).toMatchObject([{ state: 'used', order_id: order.orderId }])
    expect(await sendMessages()).toEqual([expect.stringContaining('hasta el 07/12/2026')])
    await giveBack(order, pesos(110_000))
    expect(await show(order)).toMatchObject({ state: 'cancelled', payoff_centavos: 0 })
    expect(await couponsOf(order)).toMatchObject([{ state: 'usable' }])
    await intact(order)
  })
})

describe('a coupon that the loan used', () => {
  const coupon = { feeReduction: pesos(2_000), validDays: 30 }

  test('comes back when the capital is back, with the time it had, once; and not while that waits', async () => {
    const order = await pressedUnderWay(coupon)
    await arrives()
    expect(await couponsOf(order)).toMatchObject([{ state: 'used', order_id: order.orderId }])
    on('2026-11-26')
    const id = await giveBack(order, pesos(110_000))
    const expires_at = new Date(now.getTime() + 30 * DAY_MS).toISOString()
    expect(await couponsOf(order)).toMatchObject([{ state: 'usable', order_id: null, used_at: null, expires_at }])

    // What she gave back is taken back, and the coupon with it; it comes back again with that, and there is still one.
    await reverse(services, id)
    expect(await couponsOf(order)).toMatchObject([{ state: 'used', order_id: order.orderId }])
    await giveBack(order, pesos(110_000))
    expect(await couponsOf(order)).toMatchObject([{ state: 'usable', order_id: null, expires_at }])
  })

  test('and was used again is not taken away by money that is taken back', async () => {
    const order = await pressedUnderWay(coupon)
    await arrives()
    const id = await giveBack(order, pesos(110_000))
    const body = await readyToSign(services, order.person, { amount_centavos: pesos(100_000), term_days: 91 })
    expect(body.coupon_id).not.toBeNull()
    const { ret } = await order.person.call('loan/apply', body)
    await reverse(services, id)
    expect(await couponsOf(order)).toMatchObject([{ state: 'used', order_id: ret.order.order_id }])
  })

  test('stays used by a loan that is the agreed one after all', async () => {
    const order = await pressedUnderWay(coupon)
    await arrives()
    on('2026-12-02')
    await accrue(services, {})
    expect(await show(order)).toMatchObject({ fee_centavos: pesos(10_000), withdrawal_state: 'lapsed' })
    expect(await couponsOf(order)).toMatchObject([{ state: 'used', order_id: order.orderId }])
  })

  test('also one that moved its due day', async () => {
    const order = await signOrder(server, sandboxAccounts.instant)
    await runDueJobs(services)
    const gift = { kind: 'interest_free_extension', extensionDays: 7, validDays: 10, reason: 'granted' } as const
    const couponId = await inTransaction(pool, (tx) => grantCoupon(tx, services, { userId: order.userId, ...gift }))
    const extension = {
      request_id: services.random.uuid(),
      order_id: order.orderId,
      kind: 'extension',
      coupon_id: couponId,
    }
    expect((await order.person.call('deal/repay_request', extension)).code).toBe('0')
    on('2026-11-25')
    await giveBack(order)
    expect(await couponsOf(order)).toMatchObject([
      { coupon_id: couponId, state: 'usable', expires_at: new Date(now.getTime() + 10 * DAY_MS).toISOString() },
    ])
  })
})
