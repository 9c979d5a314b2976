import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { centavos, pesos, subtract } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newApplicant } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { answerAsStaff } from '../../rights/consumer/staff-requests.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { settleOrder } from '../loan/settle-order.ts'
import { noonOf } from '../loan/test-books.ts'
import { insertLoan } from '../loan/test-borrower.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { conclude } from '../payout/conclude.ts'
import { insertAttempt } from '../payout/store.ts'
import { CollectionProblem } from '../../providers/collection/port.ts'
import { updateSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { followPayment, sweepPayments } from './follow-payment.ts'
import { handlePaymentWebhook } from './webhook.ts'
import { recordRefund } from '../refund/refund.ts'
import { listSuspense, placeSuspense, recordTransfer } from './suspense.ts'
import { handleReceipt } from './receive.ts'
import type { Debtor } from './test-repayment.ts'
import { askToPay, hear, newDebtor, pay, putMoney, requestOf, reverse } from './test-repayment.ts'

const { pool } = await testDatabase()
// A Wednesday; 91 days later is a Wednesday as well.
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server
const dayOf = (days: number): CivilDay => addDays(firstDay, days)
const onDay = (days: number): void => void (now = noonOf(dayOf(days)))
const DUE = 91

beforeEach(() => onDay(0))
beforeEach(() => pool.query(`DELETE FROM receipt WHERE state = 'suspense'`))

const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order

const entryCount = async ({ orderId }: Debtor): Promise<number> =>
  (await pool.query<{ n: number }>('SELECT count(*) AS n FROM ledger_entry WHERE order_id = $1', [orderId])).rows[0]
    ?.n ?? 0

const eventsOf = async ({ orderId }: Debtor): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>('SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number', [
      orderId,
    ])
  ).rows.map(({ kind }) => kind)

const suspense = () => inTransaction(pool, (tx) => listSuspense(tx))

const expectIntact = async (debtor: Debtor): Promise<void> => {
  const { isIntact } = await inTransaction(pool, (tx) => verifyBooks(tx, debtor))
  expect(isIntact).toBe(true)
}

/** The nightly job has come by. */
const accrue = (debtor: Debtor) =>
  inTransaction(pool, (tx) => settleOrder(tx, services, debtor, { cause: 'accrual', sourceId: null }))

const place = (providerPaymentId: string, key: { userId: string; orderId: string }, provider = 'sandbox') =>
  inTransaction(pool, (tx) =>
    placeSuspense(tx, services, { provider, providerPaymentId, userId: key.userId, orderId: key.orderId }),
  )

describe('money on a payment is credited as it came', () => {
  test.each<[string, Centavos, object]>([
    ['what was asked for', pesos(40_000), { payoff_centavos: pesos(60_000) }],
    ['less', pesos(39_000), { payoff_centavos: pesos(61_000) }],
    ['a centavo', centavos(1), { payoff_centavos: centavos(9_999_999) }],
    ['more', pesos(41_000), { payoff_centavos: pesos(59_000) }],
    [
      'more than is owed',
      pesos(140_000),
      { state: 'cleared', payoff_centavos: 0, credit_centavos: pesos(40_000), repaid_centavos: pesos(140_000) },
    ],
  ])('money is credited: %s', async (_, amount, expected) => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    await pay(services, { reference, amount })
    const shown = await show(debtor)
    expect(shown).toMatchObject(expected)
    expect(shown.payments).toMatchObject([{ payment_id, state: 'credited', paid_day: firstDay }])
    await expectIntact(debtor)
  })

  test.each<[string, (reference: string) => string]>([
    ['in small letters with spaces, behind a word', (text) => `PAGO ${text.toLowerCase().replaceAll('-', ' ')}`],
    ['without its hyphens', (text) => text.replaceAll('-', '')],
    ['glued to other words', (text) => `REF${text.replaceAll('-', '')}CUOTA`],
    ['between other words', (text) => `2a cuota del préstamo: ${text}, gracias`],
  ])('a reference typed %s names the payment, and the words are kept', async (_, typed) => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    const id = await pay(services, { reference: typed(reference), amount: pesos(40_000) })
    expect((await show(debtor)).payments).toMatchObject([{ payment_id, state: 'credited' }])
    const { rows } = await pool.query('SELECT reference FROM receipt WHERE provider_payment_id = $1', [id])
    expect(rows).toEqual([{ reference: typed(reference) }])
  })

  test('told fifty times at once: one receipt, one entry, one event', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    const id = await putMoney(services, { reference, amount: pesos(100_000) })
    await Promise.all(Array.from({ length: 50 }, () => hear(services, id)))
    expect(await show(debtor)).toMatchObject({ state: 'cleared', credit_centavos: 0 })
    expect(await entryCount(debtor)).toBe(2)
    expect((await eventsOf(debtor)).filter((kind) => kind === 'payment' || kind === 'cleared')).toEqual([
      'payment',
      'cleared',
    ])
    const { rows: news } = await pool.query<{ data: object }>(
      `SELECT data FROM pgboss.job WHERE name = 'news' AND data->>'user_id' = $1`,
      [debtor.userId],
    )
    expect(news.map(({ data }) => data)).toEqual([
      {
        user_id: debtor.userId,
        kind: 'payment_credited',
        subject: `sandbox ${id}`,
        order_id: debtor.orderId,
        amount_centavos: pesos(100_000),
        try_number: 1,
      },
    ])
  })

  test('paid twice, with two ids: the second is her credit', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    await pay(services, { reference, amount: pesos(100_000) })
    await pay(services, { reference, amount: pesos(100_000) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', credit_centavos: pesos(100_000) })
    await expectIntact(debtor)
  })

  test('after clearing, by another payment: credit', async () => {
    const debtor = await newDebtor(server)
    const part = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(7_000) })
    await pay(services, { reference: (await askToPay(services, debtor)).reference, amount: pesos(100_000) })
    onDay(3)
    await pay(services, { reference: part.reference, amount: pesos(7_000) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', credit_centavos: pesos(7_000) })
  })

  test('in whatever order two payments are heard of, the books end the same', async () => {
    const debtors = [await newDebtor(server), await newDebtor(server)]
    const ends = []
    for (const [index, debtor] of debtors.entries()) {
      onDay(0)
      const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(30_000) })
      onDay(60)
      const early = await putMoney(services, { reference, amount: pesos(30_000), paidDay: dayOf(20) })
      const late = await putMoney(services, { reference, amount: pesos(20_000), paidDay: dayOf(50) })
      for (const id of index === 0 ? [early, late] : [late, early]) await hear(services, id)
      const { payoff_centavos, repaid_centavos, payoff_tomorrow_centavos } = await show(debtor)
      ends.push({ payoff_centavos, repaid_centavos, payoff_tomorrow_centavos })
      await expectIntact(debtor)
    }
    expect(ends[0]).toEqual(ends[1])
  })

  test('a day that has not come yet is today', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    await pay(services, { reference, amount: pesos(100_000), paidDay: dayOf(2) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared' })
  })

  test('a slip that has expired and was paid all the same', async () => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor, { method_id: 'rapipago' })
    onDay(10)
    await followPayment(services, { user_id: debtor.userId, payment_id, ask_number: 0 })
    expect((await show(debtor)).payments).toMatchObject([{ state: 'expired' }])
    const payoff = (await show(debtor)).payoff_centavos
    await pay(services, { reference, amount: payoff })
    expect(await show(debtor)).toMatchObject({
      state: 'cleared',
      payments: [{ state: 'credited', paid_day: dayOf(10) }],
    })
  })
})

describe('a slip for everything is good for what it says until it ends', () => {
  const slip = (debtor: Debtor) => askToPay(services, debtor, { method_id: 'rapipago' })

  test.each([
    ['before the due day', 20],
    ['over the due day: it was asked for in time', DUE - 1],
    ['when the loan is late already', DUE + 5],
  ])('%s, paid on its last day: exactly zero', async (_, asked) => {
    const debtor = await newDebtor(server)
    onDay(asked)
    const { reference, amount_centavos: amount } = await slip(debtor)
    onDay(asked + 3)
    await accrue(debtor)
    await pay(services, { reference, amount })
    const shown = await show(debtor)
    expect(shown).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0 })
    expect(shown.timeline.filter(({ kind }) => kind === 'payment')).toMatchObject([{ day: dayOf(asked + 3) }])
    expect(shown.payments).toMatchObject([{ paid_day: dayOf(asked + 3) }])
    await expectIntact(debtor)
  })

  test.each([
    ['a day after it ended', 4, 0],
    ['a centavo less than it says', 3, 1],
  ])('paid %s it counts on the day it was paid', async (_, days, less) => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    onDay(20)
    const { reference, amount_centavos: amount } = await slip(debtor)
    onDay(20 + days)
    const paid = subtract(amount, centavos(less))
    await pay(services, { reference, amount: paid })
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      payoff_centavos: subtract((await show(other)).payoff_centavos, paid),
    })
  })
})

/** Each way to ask for everything, and so many days later the last on which its quote is good. */
const quotes: [string, { kind?: 'part'; method_id: string; amount_centavos?: number }, string, number][] = [
  ['by transfer in the evening', { method_id: 'transfer' }, '20:00:00', 1],
  ['by checkout in the evening', { method_id: 'checkout' }, '23:59:59', 1],
  ['by slip', { method_id: 'rapipago' }, '12:00:00', 3],
  ['a part cut to the debt, by transfer', { kind: 'part', method_id: 'transfer' }, '21:00:00', 1],
  ['a part cut to the debt, by checkout', { kind: 'part', method_id: 'checkout' }, '21:00:00', 1],
  ['a part cut to the debt, by slip', { kind: 'part', method_id: 'rapipago' }, '12:00:00', 3],
]
const atTime = (days: number, time: string): void => void (now = new Date(`${dayOf(days)}T${time}-03:00`))

describe.each(quotes)('a quote for everything, %s', (_, wish, time, goodDays) => {
  const quoteOn = async (debtor: Debtor, days: number) => {
    atTime(days, time)
    const amount = wish.kind === undefined ? {} : { amount_centavos: pesos(900_000) }
    return askToPay(services, debtor, { ...wish, ...amount })
  }

  test.each([
    ['before the due day', 20],
    ['asked for on the due day', DUE],
    ['when the loan is late already', DUE + 5],
  ])('%s: paid on its last day it leaves exactly zero, and no late charge of the days between', async (__, asked) => {
    const debtor = await newDebtor(server)
    const { reference, amount_centavos: amount } = await quoteOn(debtor, asked)
    const { accrued } = await show(debtor)
    onDay(asked + goodDays)
    await accrue(debtor)
    await pay(services, { reference, amount })
    const shown = await show(debtor)
    expect(shown).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0, accrued })
    await expectIntact(debtor)
  })

  test('paid on its last day and heard of a week later', async () => {
    const debtor = await newDebtor(server)
    const { reference, amount_centavos: amount } = await quoteOn(debtor, DUE)
    for (const days of [1, 3, goodDays + 7]) {
      onDay(DUE + days)
      await accrue(debtor)
    }
    await pay(services, { reference, amount, paidDay: dayOf(DUE + goodDays) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0 })
    const { ret } = await debtor.call('app/membership_info', {})
    expect(ret.loans_cleared_on_time_count).toBe(1)
    await expectIntact(debtor)
  })

  test('with a part paid meanwhile: zero, and the part is hers', async () => {
    const debtor = await newDebtor(server)
    const { reference, amount_centavos: amount } = await quoteOn(debtor, 20)
    const part = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    onDay(20 + goodDays)
    await pay(services, { reference: part.reference, amount: pesos(5_000) })
    await pay(services, { reference, amount })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: pesos(5_000) })
    await expectIntact(debtor)
  })

  test('two are open at once: either leaves zero, and both leave the second as credit', async () => {
    const debtor = await newDebtor(server)
    const first = await quoteOn(debtor, 20)
    const second = await quoteOn(debtor, 21)
    onDay(20 + goodDays)
    await pay(services, { reference: first.reference, amount: first.amount_centavos })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0 })
    await pay(services, { reference: second.reference, amount: second.amount_centavos })
    expect(await show(debtor)).toMatchObject({ payoff_centavos: 0, credit_centavos: second.amount_centavos })
    await expectIntact(debtor)
  })

  test('paid with too much: the rest is hers', async () => {
    const debtor = await newDebtor(server)
    const { reference, amount_centavos: amount } = await quoteOn(debtor, DUE)
    onDay(DUE + goodDays)
    await accrue(debtor)
    await pay(services, { reference, amount: centavos(amount + 77) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 77 })
  })

  test.each([
    ['a day after it ended', 1, 0],
    ['a centavo short', 0, 1],
  ])('%s it counts on the day it was paid', async (__, daysMore, less) => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    const { reference, amount_centavos: amount } = await quoteOn(debtor, 20)
    onDay(20 + goodDays + daysMore)
    const paid = subtract(amount, centavos(less))
    await pay(services, { reference, amount: paid })
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      payoff_centavos: subtract((await show(other)).payoff_centavos, paid),
    })
  })

  test('paid in two pieces: zero, and one taken back leaves it as if the other came alone', async () => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    const { reference, amount_centavos: amount } = await quoteOn(debtor, DUE)
    onDay(DUE + goodDays)
    await accrue(debtor)
    await pay(services, { reference, amount: pesos(40_000) })
    const { liquidated_damages_centavos: late, payoff_centavos: rest } = await show(debtor)
    expect([late, rest > amount - pesos(40_000)]).toEqual([0, true])
    const second = await pay(services, { reference, amount: subtract(amount, pesos(40_000)) })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 0 })
    await expectIntact(debtor)
    await reverse(services, second)
    const part = await askToPay(services, other, { kind: 'part', amount_centavos: pesos(40_000) })
    await pay(services, { reference: part.reference, amount: pesos(40_000) })
    expect((await show(debtor)).payoff_centavos).toBe((await show(other)).payoff_centavos)
    await expectIntact(debtor)
  })
})

test('a quote asked for in the morning ends with the day, as before', async () => {
  const debtor = await newDebtor(server)
  atTime(20, '19:59:59')
  const { reference, amount_centavos: amount } = await askToPay(services, debtor)
  onDay(21)
  await pay(services, { reference, amount })
  expect((await show(debtor)).payoff_centavos).toBeGreaterThan(0)
})

describe('money without a reference that a person places', () => {
  const unplaced = (amount: Centavos) => pay(services, { reference: 'NOBODYS', amount })

  test('is what a quote says, in its time: it is that quote, and leaves zero', async () => {
    const debtor = await newDebtor(server)
    atTime(DUE, '21:00:00')
    const { amount_centavos: amount } = await askToPay(services, debtor)
    onDay(DUE + 1)
    await accrue(debtor)
    const receiptId = await unplaced(amount)
    onDay(DUE + 4)
    expect(await place(receiptId, debtor)).toMatchObject({ state: 'credited' })
    expect(await show(debtor)).toMatchObject({
      state: 'cleared',
      payoff_centavos: 0,
      credit_centavos: 0,
      payments: [{ state: 'credited', paid_day: dayOf(DUE + 1) }],
    })
    await expectIntact(debtor)
  })

  test.each([
    ['another amount', 1, 1],
    ['after its time', 0, 2],
  ])('%s is a payment of its day', async (_, less, days) => {
    const debtor = await newDebtor(server)
    atTime(20, '21:00:00')
    const { amount_centavos: amount } = await askToPay(services, debtor)
    onDay(20 + days)
    const receiptId = await unplaced(subtract(amount, centavos(less)))
    await place(receiptId, debtor)
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payments: [{ state: 'waiting' }] })
  })
})

describe('the payer’s day counts', () => {
  test('paid on the due day, reported ten days later: no late charges, the books are corrected', async () => {
    const debtor = await newDebtor(server)
    onDay(DUE)
    const payment = await askToPay(services, debtor)
    for (const days of [1, 2, 5, 10]) {
      onDay(DUE + days)
      await accrue(debtor)
    }
    expect(await show(debtor)).toMatchObject({ state: 'overdue', overdue_days: 10 })
    const { liquidated_damages_centavos: damages } = await show(debtor)
    expect(damages).toBe(pesos(5_000 + 40_000))
    await pay(services, { reference: payment.reference, amount: payment.amount_centavos, paidDay: dayOf(DUE) })
    expect(await show(debtor)).toMatchObject({
      state: 'cleared',
      payoff_centavos: 0,
      credit_centavos: 0,
      liquidated_damages_centavos: 0,
    })
    await expectIntact(debtor)
  })

  test('paid a day late: one day of charges is owed', async () => {
    const debtor = await newDebtor(server)
    onDay(DUE)
    const payment = await askToPay(services, debtor)
    onDay(DUE + 10)
    await pay(services, { reference: payment.reference, amount: payment.amount_centavos, paidDay: dayOf(DUE + 1) })
    const { state, payoff_centavos: payoff } = await show(debtor)
    expect(state).toBe('overdue')
    // 5 % once and 4 % for the day; what they took from the payment is principal still owed, and late for nine days.
    expect(payoff).toBe(pesos(9_000 + 9 * 360))
    await expectIntact(debtor)
  })
})

describe('money that nobody can place waits in suspense and is listed', () => {
  test.each<[string, string]>([
    ['a reference that is nobody’s', 'NOBO-DYSR-EFER'],
    ['none', ''],
  ])('money waits in suspense: %s', async (_, reference) => {
    const id = await pay(services, { reference, amount: pesos(3_000) })
    await hear(services, id)
    expect(await suspense()).toMatchObject([
      { provider: 'sandbox', providerPaymentId: id, amount: pesos(3_000), state: 'suspense', orderId: null },
    ])
  })

  test.each(['pending', 'payout_failed', 'cancelled'] as const)(
    'an order that is %s and has no money',
    async (state) => {
      const debtor = await newDebtor(server)
      const { reference } = await askToPay(services, debtor)
      const orderId = await insertLoan(services, debtor.userId, { state, signedDaysAgo: 0 })
      await pool.query('UPDATE payment SET order_id = $2 WHERE reference = $1', [reference, orderId])
      const id = await pay(services, { reference, amount: pesos(3_000) })
      expect(await suspense()).toMatchObject([{ providerPaymentId: id, userId: debtor.userId, orderId: null }])
      expect(await place(id, { userId: debtor.userId, orderId })).toBe('not_paid_out')
    },
  )

  test('is paid on the order where a person puts it, on the payer’s day, once', async () => {
    const debtor = await newDebtor(server)
    onDay(30)
    const id = await pay(services, { reference: 'typed wrongly', amount: pesos(50_000), paidDay: dayOf(10) })
    expect(await place(id, debtor)).toMatchObject({ state: 'credited', orderId: debtor.orderId })
    const shown = await show(debtor)
    expect(shown.repaid_centavos).toBe(pesos(50_000))
    expect(shown.timeline).toContainEqual(expect.objectContaining({ kind: 'payment', day: dayOf(10) }))
    expect(await suspense()).toEqual([])
    expect(await place(id, debtor)).toBe('not_in_suspense')
    await hear(services, id)
    expect((await show(debtor)).repaid_centavos).toBe(pesos(50_000))
    await expectIntact(debtor)
  })

  test('placed and then taken back, it leaves the order it was placed on', async () => {
    const debtor = await newDebtor(server)
    const id = await pay(services, { reference: 'typed wrongly', amount: pesos(100_000) })
    await place(id, debtor)
    expect(await show(debtor)).toMatchObject({ state: 'cleared' })
    await reverse(services, id)
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(100_000) })
    await expectIntact(debtor)
  })

  test('taken back at the moment at which somebody places it, it leaves the order again', async () => {
    const debtor = await newDebtor(server)
    const id = await pay(services, { reference: 'typed wrongly', amount: pesos(100_000) })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let placed = (): void => {}
    const isPlaced = new Promise<void>((resolve) => (placed = resolve))
    const placing = inTransaction(pool, async (tx) => {
      const key = { provider: 'sandbox', providerPaymentId: id, userId: debtor.userId, orderId: debtor.orderId }
      await placeSuspense(tx, services, key)
      placed()
      await held
    })
    await isPlaced
    const reversing = reverse(services, id)
    const whoWaits = () =>
      pool.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
    await expect.poll(async () => (await whoWaits()).rows).toHaveLength(1)
    release()
    await Promise.all([placing, reversing])
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(100_000) })
    await expectIntact(debtor)
  })

  test('taken back while it waits, nobody places it any more', async () => {
    const debtor = await newDebtor(server)
    const id = await pay(services, { reference: 'typed wrongly', amount: pesos(3_000) })
    await reverse(services, id)
    expect(await suspense()).toEqual([])
    expect(await place(id, debtor)).toBe('not_in_suspense')
  })

  test.each(['', 'PAGO', 'gracias por todo', '7K3M-X2QP-9RTV'])(
    'the words %j name no payment of ours',
    async (reference) => {
      await newDebtor(server)
      const id = await pay(services, { reference, amount: pesos(3_000) })
      expect(await suspense()).toMatchObject([{ providerPaymentId: id, reference }])
    },
  )

  test('words that name two payments', async () => {
    const [one, other] = [await newDebtor(server), await newDebtor(server)]
    const asked = { kind: 'part', amount_centavos: pesos(5_000) }
    const words = `${(await askToPay(services, one, asked)).reference} ${(await askToPay(services, other, asked)).reference}`
    const id = await pay(services, { reference: words, amount: pesos(10_000) })
    expect(await suspense()).toMatchObject([{ providerPaymentId: id, reference: words, orderId: null }])
  })

  test('what is not there', async () => {
    const debtor = await newDebtor(server)
    expect(await place('nothing', debtor)).toBe('no_such_receipt')
    const id = await pay(services, { reference: 'typed wrongly', amount: pesos(3_000) })
    expect(await place(id, { ...debtor, orderId: debtor.userId })).toBe('no_such_order')
  })

  test('a transfer to the lender’s own account is credited by its reference, once, or waits', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    const provider = 'bank-transfer'
    const transfer = { provider, providerPaymentId: 'bank-1', amount: pesos(5_000), paidDay: firstDay, reference }
    for (const _ of [1, 2]) await inTransaction(pool, (tx) => recordTransfer(tx, services, transfer))
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(5_000), payments: [{ state: 'credited' }] })
    await inTransaction(pool, (tx) =>
      recordTransfer(tx, services, { ...transfer, providerPaymentId: 'bank-2', reference: null }),
    )
    expect(await suspense()).toMatchObject([{ provider: 'bank-transfer', providerPaymentId: 'bank-2' }])
    expect(await place('bank-2', debtor, 'bank-transfer')).toMatchObject({ state: 'credited' })
  })
})

describe('money that is taken back', () => {
  test('before clearing: it is owed again', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    const id = await pay(services, { reference, amount: pesos(40_000) })
    onDay(5)
    const before = (await show(debtor)).payoff_centavos
    await reverse(services, id)
    await hear(services, id)
    const shown = await show(debtor)
    expect(shown.payoff_centavos).toBeGreaterThan(before)
    expect(shown).toMatchObject({ repaid_centavos: 0, payments: [{ state: 'reversed' }] })
    expect((await eventsOf(debtor)).filter((kind) => kind === 'payment_reversed')).toHaveLength(1)
    await expectIntact(debtor)
  })

  test('after clearing: the loan is open again, as if it had never been paid', async () => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    const id = await pay(services, {
      reference: (await askToPay(services, debtor)).reference,
      amount: pesos(100_000),
    })
    onDay(DUE + 3)
    await reverse(services, id)
    const { payoff_centavos: payoff } = await show(other)
    expect(await show(debtor)).toMatchObject({ state: 'overdue', payoff_centavos: payoff, cleared_at: null })
    await expectIntact(debtor)
  })

  test('of two, the other still pays', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    const first = await pay(services, { reference, amount: pesos(100_000) })
    await pay(services, { reference, amount: pesos(100_000) })
    await reverse(services, first)
    expect(await show(debtor)).toMatchObject({
      state: 'cleared',
      credit_centavos: 0,
      payments: [{ state: 'credited' }],
    })
  })

  test('heard of only after it was: it never counts, and no answer from before credits it', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    const id = await putMoney(services, { reference, amount: pesos(100_000), state: 'reversed' })
    await hear(services, id)
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payments: [{ state: 'reversed' }] })
    expect(await eventsOf(debtor)).not.toContain('payment_reversed')
    // The clock stands still, so this answer is not from after the reversal.
    await inTransaction(pool, (tx) => updateSandboxReceipt(tx, id, 'credited'))
    await hear(services, id)
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment' })
  })

  test('and given again by a later word, it counts again on its day', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    const id = await pay(services, { reference, amount: pesos(100_000) })
    onDay(5)
    await reverse(services, id)
    onDay(6)
    await inTransaction(pool, (tx) => updateSandboxReceipt(tx, id, 'credited'))
    await hear(services, id)
    expect(await show(debtor)).toMatchObject({
      state: 'cleared',
      credit_centavos: 0,
      payments: [{ state: 'credited' }],
    })
    await expectIntact(debtor)
  })

  test('after its credit went back: what she got too much is owed', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    await pay(services, { reference, amount: pesos(100_000) })
    const second = await pay(services, { reference, amount: pesos(100_000) })
    await inTransaction(pool, (tx) => recordRefund(tx, services, { ...debtor, amount: pesos(100_000) }))
    await reverse(services, second)
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(100_000) })
    await expectIntact(debtor)
  })
})

describe('credit that goes back', () => {
  test('no more than there is, and once', async () => {
    const debtor = await newDebtor(server)
    await pay(services, { reference: (await askToPay(services, debtor)).reference, amount: pesos(107_000) })
    const refund = (amount: Centavos) => inTransaction(pool, (tx) => recordRefund(tx, services, { ...debtor, amount }))
    for (const amount of [pesos(7_001), pesos(0), centavos(-1)]) expect(await refund(amount)).toBe('more_than_credit')
    expect(await refund(pesos(5_000))).toMatchObject({ refundId: expect.any(String) })
    expect(await show(debtor)).toMatchObject({ credit_centavos: pesos(2_000) })
    const both = await Promise.all([refund(pesos(2_000)), refund(pesos(2_000))])
    expect(both.filter((answer) => answer === 'more_than_credit')).toHaveLength(1)
    expect(await show(debtor)).toMatchObject({ state: 'cleared', credit_centavos: 0 })
    await expectIntact(debtor)
  })

  test('of no order', async () => {
    const { userId } = await newApplicant(server)
    expect(
      await inTransaction(pool, (tx) => recordRefund(tx, services, { userId, orderId: userId, amount: pesos(1) })),
    ).toBe('no_such_order')
  })
})

describe('a withdrawal', () => {
  const ask = (debtor: Debtor) => askToPay(services, debtor, { kind: 'withdrawal' })
  // The last of ten business days; 23 November is a holiday.
  const LAST = 15

  test('in two parts, the second paid on the last day and heard of weeks later', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await ask(debtor)
    await pay(services, { reference, amount: pesos(40_000) })
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(50_000) })
    onDay(40)
    await pay(services, { reference, amount: pesos(50_000), paidDay: dayOf(LAST) })
    expect(await show(debtor)).toMatchObject({ state: 'cancelled', payoff_centavos: 0, credit_centavos: 0 })
    expect(await eventsOf(debtor)).toContain('withdrawn')
    await expectIntact(debtor)
  })

  test('paid a day too late is a payment on the loan', async () => {
    const debtor = await newDebtor(server)
    onDay(LAST)
    const { reference } = await ask(debtor)
    onDay(LAST + 1)
    const { payoff_centavos: payoff } = await show(debtor)
    await pay(services, { reference, amount: pesos(90_000) })
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      payoff_centavos: subtract(payoff, pesos(90_000)),
    })
  })

  test('a payment of as much without asking for it is a payment on the loan', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(90_000) })
    await pay(services, { reference, amount: pesos(90_000) })
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(10_000) })
  })

  describe('asked for by the button of the law', () => {
    const regret = ({ call }: Debtor) =>
      call('consumer/request', { channel: 'mail', mail: 'ana@correo.example', kind: 'regret' })

    test('is there when what was received is back, whichever way it was paid', async () => {
      const debtor = await newDebtor(server)
      expect((await regret(debtor)).ret.state).toBe('received')
      const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(50_000) })
      await pay(services, { reference, amount: pesos(50_000) })
      expect((await show(debtor)).state).toBe('in_repayment')
      onDay(LAST + 5)
      const id = await pay(services, { reference: 'from my bank', amount: pesos(40_000), paidDay: dayOf(LAST) })
      await place(id, debtor)
      expect(await show(debtor)).toMatchObject({ state: 'cancelled', payoff_centavos: 0, credit_centavos: 0 })
      expect((await debtor.call('consumer/state')).ret.requests).toMatchObject([{ kind: 'regret', state: 'done' }])
      await expectIntact(debtor)
    })

    test('is not when the button was pressed after the days, or the desk has said no', async () => {
      const [late, declined] = [await newDebtor(server), await newDebtor(server)]
      await regret(declined)
      const [asked] = (await declined.call('consumer/state')).ret.requests
      expect(asked).toMatchObject({ kind: 'regret', state: 'received' })
      await inTransaction(pool, (tx) =>
        answerAsStaff(tx, services, { typed: asked?.tracking_number ?? '', words: 'No fue ella.', isEnd: true }),
      )
      for (const debtor of [late, declined]) {
        onDay(1)
        const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(90_000) })
        await putMoney(services, { reference, amount: pesos(90_000), providerPaymentId: `in-time-${debtor.orderId}` })
        onDay(LAST + 1)
        if (debtor === late) await regret(debtor)
        await hear(services, `in-time-${debtor.orderId}`)
        expect((await show(debtor)).state).toBe('in_repayment')
      }
    })
  })

  test('made before the payout was known waits from then on; what comes too late pays the loan', async () => {
    const person = await newApplicant(server)
    const orderId = await insertLoan(services, person.userId, { state: 'pending', signedDaysAgo: 0 })
    const debtor: Debtor = {
      ...person,
      orderId,
      call: async (...sent) => (await person.onAnotherDevice()).call(...sent),
    }
    const attempt = { userId: person.userId, orderId, attemptNumber: 1 }
    await inTransaction(pool, (tx) =>
      insertAttempt(tx, { ...attempt, provider: 'sandbox', key: `${orderId}-1`, isWallet: false, askedAt: now }),
    )
    const settledAt = new Date(now.getTime() + 60_000)
    now = new Date(now.getTime() + 120_000)
    await debtor.call('deal/repay_request', requestOf(services, debtor, { kind: 'withdrawal' }))
    now = new Date(now.getTime() + 120_000)
    await inTransaction(pool, (tx) =>
      conclude(tx, services, attempt, { kind: 'settled', providerPayoutId: 'one', settledAt }),
    )
    // Ten business days after that day.
    const { withdrawal_until_day: lastDay, payoff_centavos: waiting } = await show(debtor)
    expect([lastDay, waiting]).toEqual([dayOf(LAST), pesos(90_000)])
    onDay(LAST)
    const { reference } = await ask(debtor)
    onDay(LAST + 20)
    const { payoff_centavos: payoff } = await show(debtor)
    expect(payoff).toBeGreaterThan(pesos(100_000))
    expect((await debtor.call('deal/repay_request', requestOf(services, debtor, { kind: 'withdrawal' }))).code).toBe(
      '20406',
    )
    await pay(services, { reference, amount: pesos(90_000) })
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      withdrawal_state: 'lapsed',
      payoff_centavos: subtract(payoff, pesos(90_000)),
    })
    await expectIntact(debtor)
    // It was paid in time after all, at a counter that told us late: then nothing else is owed, and the rest is hers.
    await pay(services, { reference, amount: pesos(90_000), paidDay: dayOf(LAST) })
    expect(await show(debtor)).toMatchObject({
      state: 'cancelled',
      withdrawal_state: 'complete',
      payoff_centavos: 0,
      credit_centavos: pesos(90_000),
    })
    await expectIntact(debtor)
  })

  test('paid twice: the second is hers', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await ask(debtor)
    await pay(services, { reference, amount: pesos(90_000) })
    await pay(services, { reference, amount: pesos(90_000) })
    expect(await show(debtor)).toMatchObject({ state: 'cancelled', credit_centavos: pesos(90_000) })
    await expectIntact(debtor)
  })

  test('whose money is reversed waits again: in time it is withdrawn, else the agreed loan', async () => {
    const [debtor, other] = [await newDebtor(server), await newDebtor(server)]
    const { reference } = await ask(debtor)
    const id = await pay(services, { reference, amount: pesos(90_000) })
    onDay(10)
    await reverse(services, id)
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      withdrawal_state: 'waiting',
      payoff_centavos: pesos(90_000),
    })
    onDay(12)
    const again = await pay(services, { reference, amount: pesos(90_000) })
    expect(await show(debtor)).toMatchObject({ state: 'cancelled', payoff_centavos: 0 })
    await expectIntact(debtor)
    onDay(LAST + 5)
    await reverse(services, again)
    const { payoff_centavos: payoff } = await show(other)
    expect(await show(debtor)).toMatchObject({
      state: 'in_repayment',
      withdrawal_state: 'lapsed',
      payoff_centavos: payoff,
    })
    await expectIntact(debtor)
  })
})

test('a withdrawal reversed after the loan was repaid as well: the loan is repaid', async () => {
  const debtor = await newDebtor(server)
  const { reference } = await askToPay(services, debtor, { kind: 'withdrawal' })
  const id = await pay(services, { reference, amount: pesos(90_000) })
  onDay(30)
  await pay(services, { reference, amount: pesos(200_000) })
  expect(await show(debtor)).toMatchObject({ state: 'cancelled', credit_centavos: pesos(200_000) })
  await reverse(services, id)
  expect(await show(debtor)).toMatchObject({ state: 'cleared', payoff_centavos: 0, repaid_centavos: pesos(200_000) })
  await expectIntact(debtor)
})

describe('the provider’s word alone', () => {
  test.each<[string, 'pending' | 'rejected', string, string]>([
    ['pending', 'pending', 'rapipago', 'waiting'],
    ['a slip that is rejected', 'rejected', 'rapipago', 'rejected'],
    ['a card that is rejected: another can be tried', 'rejected', 'checkout', 'waiting'],
  ])('%s credits nothing', async (_, state, methodId, shown) => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { method_id: methodId })
    const id = await pay(services, { reference, amount: pesos(100_000), state })
    expect(await show(debtor)).toMatchObject({ repaid_centavos: 0, payments: [{ state: shown }] })
    await inTransaction(pool, (tx) => updateSandboxReceipt(tx, id, 'credited'))
    await hear(services, id)
    expect(await show(debtor)).toMatchObject({ state: 'cleared', payments: [{ state: 'credited' }] })
  })

  test('of a payment that it does not know there is none', async () => {
    await hear(services, 'invented')
    expect((await pool.query(`SELECT 1 FROM receipt WHERE provider_payment_id = 'invented'`)).rowCount).toBe(0)
  })

  test('when it does not answer it is asked for a week, less and less often; then a person looks', async () => {
    const [collector] = services.collectors
    if (collector === undefined) throw new Error('nobody takes payments')
    const down = {
      ...services,
      collectors: [{ ...collector, find: async () => new CollectionProblem('unavailable', 'test: down') }],
    }
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor)
    const id = await putMoney(services, { reference, amount: pesos(100_000) })
    const next = async () =>
      (
        await pool.query<{ data: Parameters<typeof handlePaymentWebhook>[1]; start_after: Date }>(
          `DELETE FROM pgboss.job WHERE name = 'receipt-heard' AND data->>'provider_payment_id' = $1
           RETURNING data, start_after`,
          [id],
        )
      ).rows
    const weekLaterAt = now.getTime() + 7 * 24 * 3_600_000
    const pausesMinutes: number[] = []
    const heard = { provider: 'sandbox', provider_payment_id: id }
    let data: Parameters<typeof handlePaymentWebhook>[1] = { ...heard, try_number: 0 }
    while (now.getTime() <= weekLaterAt) {
      await handlePaymentWebhook(down, data)
      const [job, another] = await next()
      if (job === undefined) throw new Error('nobody asks again')
      expect(another).toBeUndefined()
      pausesMinutes.push((job.start_after.getTime() - now.getTime()) / 60_000)
      now = job.start_after
      data = job.data
    }
    await expect(handlePaymentWebhook(down, data)).rejects.toThrow('nobody knows what became of a payment: test: down')
    expect(pausesMinutes.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
    expect(await next()).toEqual([])

    // Whenever it answers again, the money counts on the day it was paid.
    await handlePaymentWebhook(services, { ...heard, try_number: 36 })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', credit_centavos: 0 })
  })

  test('one that is no longer set up is not forgotten either', async () => {
    expect(await handleReceipt(services, { provider: 'gone', providerPaymentId: 'x' })).toMatchObject({
      reason: expect.stringContaining('gone is no longer set up'),
    })
  })

  test('the receipt names what came, not what was asked for', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(20_000) })
    const paid = async () => (await show(debtor)).payments.map(({ paid_centavos }) => paid_centavos)
    expect(await paid()).toEqual([null])
    const id = await pay(services, { reference, amount: pesos(15_000) })
    await pay(services, { reference, amount: pesos(2_000) })
    expect(await paid()).toEqual([pesos(17_000)])
    await reverse(services, id)
    expect(await paid()).toEqual([pesos(2_000)])
  })
})

describe('a payment that nobody tells us of', () => {
  const jobsOf = async (paymentId: string) =>
    (
      await pool.query<{ start_after: Date; ask: number }>(
        `SELECT start_after, (data->>'ask_number')::int AS ask FROM pgboss.job
          WHERE name = 'payment-follow' AND data->>'payment_id' = $1 ORDER BY created_on, start_after`,
        [paymentId],
      )
    ).rows
  const minutes = (count: number): Date => new Date(noonOf(firstDay).getTime() + count * 60_000)

  test('is asked about, less and less often, until a day after its time is over', async () => {
    const debtor = await newDebtor(server)
    const { payment_id, expires_at } = await askToPay(services, debtor)
    const key = { user_id: debtor.userId, payment_id }
    const end = new Date(expires_at ?? '')
    for (let asked = 0; ; asked += 1) {
      const next = (await jobsOf(payment_id)).find(({ ask }) => ask === asked)
      if (next === undefined) break
      now = next.start_after
      await followPayment(services, { ...key, ask_number: asked })
      // A job that comes twice asks nothing more.
      await followPayment(services, { ...key, ask_number: asked })
      const [{ state } = { state: '' }] = (await show(debtor)).payments
      expect(state).toBe(now >= end ? 'expired' : 'waiting')
    }
    const asked = (await jobsOf(payment_id)).map(({ start_after }) => start_after)
    expect(asked.slice(0, 4)).toEqual([minutes(10), minutes(30), minutes(70), minutes(150)])
    expect(asked).toContainEqual(end)
    expect(asked.at(-1)).toEqual(new Date(end.getTime() + 86_400_000))
    expect(new Set(asked.map(Number)).size).toBe(asked.length)
  })

  test('is credited by asking', async () => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor)
    await putMoney(services, { reference, amount: pesos(60_000) })
    await putMoney(services, { reference, amount: pesos(40_000) })
    await followPayment(services, { user_id: debtor.userId, payment_id, ask_number: 0 })
    expect(await show(debtor)).toMatchObject({ state: 'cleared' })
    expect(await jobsOf(payment_id)).toHaveLength(1)
  })

  test('whose provider does not answer is asked about again', async () => {
    const debtor = await newDebtor(server)
    const { payment_id } = await askToPay(services, debtor)
    const down = {
      ...services,
      collectors: services.collectors.map((collector) => ({
        ...collector,
        search: async () => new CollectionProblem('unavailable', 'test: down'),
      })),
    }
    await followPayment(down, { user_id: debtor.userId, payment_id, ask_number: 0 })
    expect((await show(debtor)).payments).toMatchObject([{ state: 'waiting' }])
    expect((await jobsOf(payment_id)).map(({ ask }) => ask)).toEqual([0, 1])
  })

  test('whose job was lost is followed by the daily job', async () => {
    const debtor = await newDebtor(server)
    const { payment_id } = await askToPay(services, debtor)
    await pool.query(`DELETE FROM pgboss.job WHERE data->>'payment_id' = $1`, [payment_id])
    await sweepPayments(services)
    expect(await jobsOf(payment_id)).toEqual([])
    onDay(2)
    await sweepPayments(services)
    expect(await jobsOf(payment_id)).toHaveLength(1)
    await followPayment(services, { user_id: debtor.userId, payment_id, ask_number: 0 })
    expect((await show(debtor)).payments).toMatchObject([{ state: 'expired' }])
  })
})
