import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { centavos, pesos, subtract } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newApplicant } from '../../person/application/test-application.ts'
import { grantCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { noonOf, payOutLoan } from '../loan/test-books.ts'
import { insertLoan } from '../loan/test-borrower.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import type { Collector, PayAsk } from '../../providers/collection/port.ts'
import { CollectionProblem } from '../../providers/collection/port.ts'
import { setLimit } from '../quota/quota.ts'
import type { Services } from '../../edge/services.ts'
import { sweepPayments } from './follow-payment.ts'
import { offeredMethods } from './methods.ts'
import { upsertRepayRequest } from './store.ts'
import type { Debtor } from './test-repayment.ts'
import { askToPay, newDebtor, pay, requestOf } from './test-repayment.ts'

const { pool } = await testDatabase()
// A Wednesday; 91 days later is a Wednesday as well.
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server
const dayOf = (days: number): CivilDay => addDays(firstDay, days)
const onDay = (days: number): void => void (now = noonOf(dayOf(days)))

beforeEach(() => onDay(0))

/** What the provider is asked, and what it answers instead of its own answer. */
const asks: PayAsk[] = []
let instead: CollectionProblem | undefined
const [own] = services.collectors
if (own === undefined) throw new Error('nobody takes payments')
const real = own.request
Object.assign(own satisfies Collector, {
  request: async (ask: PayAsk) => {
    asks.push(ask)
    return instead ?? real(ask)
  },
})
beforeEach(() => {
  asks.length = 0
  instead = undefined
})

const countOf = async (table: string, userId: string): Promise<number> =>
  (await pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = $1`, [userId])).rows[0]?.n ?? 0

const statesOf = async (userId: string): Promise<string[]> =>
  (
    await pool.query<{ state: string }>('SELECT state FROM payment WHERE user_id = $1 ORDER BY requested_at, state', [
      userId,
    ])
  ).rows.map(({ state }) => state)

const ask = (debtor: Debtor, change: object = {}) =>
  debtor.call('deal/repay_request', requestOf(services, debtor, change))

const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order

describe('a payment', () => {
  test('of everything: today’s payoff, how to pay, until the end of the day', async () => {
    const debtor = await newDebtor(server)
    onDay(30)
    const { payoff_centavos: payoff } = await show(debtor)
    const { code, ret } = await ask(debtor)
    expect(code).toBe('0')
    expect(ret.order).toMatchObject({ order_id: debtor.orderId, state: 'in_repayment', payoff_centavos: payoff })
    expect(ret.payment).toEqual({
      payment_id: expect.any(String),
      state: 'waiting',
      method_id: 'transfer',
      amount_centavos: payoff,
      requested_at: now.toISOString(),
      expires_at: '2026-12-19T02:59:59.999Z',
      paid_day: null,
      paid_centavos: null,
      reference: expect.stringMatching(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/),
      instructions: {
        cvu: expect.stringMatching(/^\d{22}$/),
        alias: 'hola.demo.pagos',
        qr_text: expect.stringContaining(String(payoff)),
        checkout_url: null,
        ticket_url: null,
        barcode: null,
      },
    })
    expect((await show(debtor)).payments).toEqual([ret.payment])
    expect(asks).toMatchObject([{ paymentId: ret.payment?.payment_id, reference: ret.payment?.reference }])
  })

  test.each<[string, object, string, number]>([
    ['a slip for everything can be carried to a counter', { method_id: 'rapipago' }, '2026-11-22', 0],
    ['a part is the same tomorrow', { kind: 'part', amount_centavos: pesos(5_000) }, '2026-11-22', 0],
    ['a withdrawal', { kind: 'withdrawal' }, '2026-11-22', 0],
    // Ten business days after 18 November, with the holiday of 23 November, is 3 December.
    ['a withdrawal not beyond its last day', { kind: 'withdrawal' }, '2026-12-04', 14],
  ])('a payment expires: %s', async (_, change, expiresOn, days) => {
    const debtor = await newDebtor(server)
    onDay(days)
    expect((await askToPay(services, debtor, change)).expires_at).toBe(`${expiresOn}T02:59:59.999Z`)
  })

  /** The clock on an Argentine wall, so many days after the payout. */
  const atTime = (days: number, time: string): void => void (now = new Date(`${dayOf(days)}T${time}-03:00`))

  test.each([
    ['transfer', '19:59:59', 30],
    ['transfer', '20:00:00', 31],
    ['transfer', '23:59:59', 31],
    ['checkout', '19:59:59', 30],
    ['checkout', '20:00:00', 31],
    ['rapipago', '12:00:00', 33],
    ['rapipago', '21:00:00', 33],
  ])('everything by %s asked for at %s is good until the end of day %d', async (method_id, time, untilDays) => {
    const debtor = await newDebtor(server)
    atTime(30, time)
    const until = `${dayOf(untilDays + 1)}T02:59:59.999Z`
    expect((await askToPay(services, debtor, { method_id })).expires_at).toBe(until)
  })

  test.each([
    ['19:59:59', 30],
    ['20:00:00', 31],
  ])('what everything takes at %s holds until the end of day %d', async (time, untilDays) => {
    const debtor = await newDebtor(server)
    atTime(30, time)
    const { ret } = await debtor.call('app/get_pay_option', { order_id: debtor.orderId })
    expect(ret.payable?.valid_until_at).toBe(`${dayOf(untilDays + 1)}T02:59:59.999Z`)
  })

  test.each([
    ['transfer', '12:00:00', 0],
    ['transfer', '20:00:00', 1],
    ['checkout', '12:00:00', 0],
    ['rapipago', '12:00:00', 3],
  ])(
    'a part that is cut to the debt, by %s at %s, is good for as long as a quote is',
    async (method_id, time, days) => {
      const debtor = await newDebtor(server)
      atTime(30, time)
      const { payoff_centavos: payoff } = await show(debtor)
      for (const typed of [payoff, payoff + 1, pesos(500_000)]) {
        const part = await askToPay(services, debtor, { kind: 'part', method_id, amount_centavos: typed })
        expect(part).toMatchObject({
          amount_centavos: payoff,
          expires_at: `${dayOf(30 + days + 1)}T02:59:59.999Z`,
        })
      }
      const less = await askToPay(services, debtor, { kind: 'part', method_id, amount_centavos: payoff - 1 })
      expect(less).toMatchObject({ amount_centavos: payoff - 1, expires_at: `${dayOf(34)}T02:59:59.999Z` })
      const { rows } = await pool.query<{ kind: string }>(
        'SELECT kind FROM payment WHERE user_id = $1 ORDER BY amount_centavos',
        [debtor.userId],
      )
      expect(rows.map(({ kind }) => kind)).toEqual(['part', 'payoff', 'payoff', 'payoff'])
    },
  )

  test.each<[string, number, number]>([
    ['the smallest part', pesos(1_000), pesos(1_000)],
    ['any part', centavos(12_345_67), centavos(12_345_67)],
    ['more than is owed is what is owed', pesos(500_000), pesos(100_000)],
  ])('an amount to pay: %s', async (_, typed, amount) => {
    const debtor = await newDebtor(server)
    expect(await askToPay(services, debtor, { kind: 'part', amount_centavos: typed })).toMatchObject({
      amount_centavos: amount,
    })
  })

  test('what is left below the smallest part can be paid, and nothing less', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(99_500) })
    await pay(services, { reference, amount: pesos(99_500) })
    expect(await ask(debtor, { kind: 'part', amount_centavos: pesos(499) })).toMatchObject({
      code: '20401',
      msg: 'The smallest payment is $\u00A0500. Please choose that or more.',
    })
    expect(await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(500) })).toMatchObject({
      amount_centavos: pesos(500),
    })
  })

  test.each<[string, object, string]>([
    ['below the smallest part', { kind: 'part', amount_centavos: pesos(1_000) - 1 }, '20401'],
    ['a way that is not offered', { method_id: 'debin' }, '20403'],
    ['an order that is not there', { order_id: '00000000-0000-4000-8000-000000000000' }, '20303'],
    ['no amount for a part', { kind: 'part' }, '40000'],
    ['an amount for everything', { amount_centavos: pesos(5_000) }, '40000'],
    ['a kind that is none', { kind: 'all' }, '40000'],
  ])('refused with nothing stored: %s', async (_, change, code) => {
    const debtor = await newDebtor(server)
    expect(await ask(debtor, change)).toMatchObject({ code, ret: null })
    expect(await countOf('payment', debtor.userId)).toBe(0)
    expect(await countOf('repay_request', debtor.userId)).toBe(0)
    expect(asks).toEqual([])
  })

  test('somebody else’s order answers like one that is not there', async () => {
    const [debtor, stranger] = [await newDebtor(server), await newApplicant(server)]
    const body = requestOf(services, debtor)
    expect((await stranger.call('deal/repay_request', body)).code).toBe('20303')
  })

  test.each(['pending', 'payout_failed', 'cancelled', 'review_failed', 'cleared'] as const)(
    'nothing to pay on an order that is %s',
    async (state) => {
      const person = await newApplicant(server)
      const orderId = await insertLoan(services, person.userId, { state })
      for (const change of [{}, { kind: 'part', amount_centavos: pesos(5_000) }])
        expect(await ask({ ...person, orderId }, change)).toMatchObject({ code: '20402' })
    },
  )
})

describe('the same request', () => {
  test('again gets the first answer, also when the day or the books have changed', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    const first = await debtor.call('deal/repay_request', body)
    onDay(40)
    await pay(services, { reference: first.ret.payment?.reference ?? '', amount: pesos(5_000) })
    expect(await debtor.call('deal/repay_request', body)).toEqual(first)
    expect(await countOf('payment', debtor.userId)).toBe(1)
    expect(asks).toHaveLength(1)
  })

  test('that an earlier version answered gets that answer, whatever the contract says by now', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    await debtor.call('deal/repay_request', body)
    const before = { order: { order_id: 'as it was' }, words: 'that no contract names any more' }
    const place = { table: 'repay_request', column: 'sealed_answer', row: [debtor.userId, body.request_id] }
    await pool.query('UPDATE repay_request SET sealed_answer = $2 WHERE user_id = $1', [
      debtor.userId,
      services.sealer.seal(JSON.stringify(before), place),
    ])
    expect(await debtor.call('deal/repay_request', body)).toEqual({ code: '0', msg: '', ret: before })
  })

  test.each<[string, object]>([
    ['amount', { amount_centavos: pesos(6_000) }],
    ['way', { method_id: 'checkout' }],
  ])('with another %s is refused', async (_, change) => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    await debtor.call('deal/repay_request', body)
    expect((await debtor.call('deal/repay_request', { ...body, ...change })).code).toBe('20304')
    expect(await countOf('payment', debtor.userId)).toBe(1)
  })

  test('fifty times at once has one effect and one answer', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    const answers = await Promise.all(Array.from({ length: 50 }, () => debtor.call('deal/repay_request', body)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.code).toBe('0')
    expect(await statesOf(debtor.userId)).toEqual(['waiting'])
    expect(await countOf('repay_request', debtor.userId)).toBe(1)
  })

  test('for two of her loans at once is answered for one', async () => {
    const debtor = await newDebtor(server)
    const { orderId } = await payOutLoan(services, debtor.userId)
    const body = requestOf(services, debtor)
    const bodies = [body, { ...body, order_id: orderId }]
    const answers = await Promise.all(bodies.map((one) => debtor.call('deal/repay_request', one)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0', '20304'])
    expect((await statesOf(debtor.userId)).filter((state) => state === 'waiting')).toHaveLength(1)
  })

  test('keeps its first answer, whoever writes another', async () => {
    const { userId } = await newApplicant(server)
    const request = {
      userId,
      requestId: services.random.uuid(),
      bodyIndex: Buffer.alloc(32),
      paymentId: null,
      sealedAnswer: Buffer.from('first'),
      answeredAt: now,
    }
    const write = (sealedAnswer: Buffer) =>
      inTransaction(pool, (tx) => upsertRepayRequest(tx, { ...request, sealedAnswer }))
    expect([await write(request.sealedAnswer), await write(Buffer.from('second'))]).toEqual([true, false])
    const { rows } = await pool.query('SELECT sealed_answer FROM repay_request WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ sealed_answer: request.sealedAnswer }])
  })

  test('of somebody else is somebody else’s', async () => {
    const [one, other] = [await newDebtor(server), await newDebtor(server)]
    const body = requestOf(services, one)
    expect((await one.call('deal/repay_request', body)).code).toBe('0')
    expect((await other.call('deal/repay_request', { ...body, order_id: other.orderId })).code).toBe('0')
  })
})

describe('a provider that does not answer', () => {
  const problem = new CollectionProblem('unavailable', 'test: down')

  test('leaves nothing to see; the same request goes on with the same payment', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    instead = problem
    expect(await debtor.call('deal/repay_request', body)).toMatchObject({ code: '20404', ret: null })
    expect((await show(debtor)).payments).toEqual([])
    instead = undefined
    const { code, ret } = await debtor.call('deal/repay_request', body)
    expect(code).toBe('0')
    expect(await statesOf(debtor.userId)).toEqual(['waiting'])
    expect(new Set(asks.map(({ paymentId }) => paymentId))).toEqual(new Set([ret.payment?.payment_id]))
  })

  test('the same id may choose another way after it, and then is taken', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    instead = problem
    await debtor.call('deal/repay_request', body)
    instead = undefined
    const { ret } = await debtor.call('deal/repay_request', { ...body, method_id: 'checkout' })
    expect(ret.payment).toMatchObject({ method_id: 'checkout', state: 'waiting' })
    expect(await statesOf(debtor.userId)).toEqual(['failed', 'waiting'])
    expect((await show(debtor)).payments).toHaveLength(1)
    expect((await debtor.call('deal/repay_request', body)).code).toBe('20304')
  })

  test('another day another amount: what was begun is given up', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    instead = problem
    await debtor.call('deal/repay_request', body)
    instead = undefined
    onDay(1)
    const { payoff_centavos: payoff } = await show(debtor)
    expect((await debtor.call('deal/repay_request', body)).ret.payment).toMatchObject({ amount_centavos: payoff })
    expect(await statesOf(debtor.userId)).toEqual(['failed', 'waiting'])
  })

  test('another day the same amount: what was begun has ended, and another quote is made', async () => {
    const debtor = await newDebtor(server)
    // Between the last day that bears interest and the due day a day costs nothing.
    await pool.query(`UPDATE loan_order SET due_day = due_day + 7 WHERE order_id = $1`, [debtor.orderId])
    onDay(92)
    const body = requestOf(services, debtor)
    instead = problem
    await debtor.call('deal/repay_request', body)
    instead = undefined
    onDay(93)
    const { ret } = await debtor.call('deal/repay_request', body)
    expect(asks.map(({ amount }) => amount)).toEqual([ret.payment?.amount_centavos, ret.payment?.amount_centavos])
    expect(new Date(ret.payment?.expires_at ?? '') > now).toBe(true)
    expect(await statesOf(debtor.userId)).toEqual(['failed', 'waiting'])
  })

  test('the daily job gives up what nobody asks for any more; asked again it begins anew', async () => {
    const debtor = await newDebtor(server)
    const body = requestOf(services, debtor)
    instead = problem
    await debtor.call('deal/repay_request', body)
    await sweepPayments(services)
    expect(await statesOf(debtor.userId)).toEqual(['asked'])
    now = new Date(now.getTime() + 3_600_001)
    await sweepPayments(services)
    expect(await statesOf(debtor.userId)).toEqual(['failed'])
    instead = undefined
    expect((await debtor.call('deal/repay_request', body)).code).toBe('0')
    expect((await show(debtor)).payments).toHaveLength(1)
  })

  test('its reason is in the log, without whom it is about', async () => {
    const debtor = await newDebtor(server)
    instead = problem
    await ask(debtor)
    const lines = server.logged.filter((line) => line.includes('test: down'))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).not.toContain(debtor.userId)
  })
})

describe('an extension', () => {
  const give = (userId: string, extensionDays = 7) =>
    inTransaction(pool, (tx) =>
      grantCoupon(tx, services, {
        userId,
        reason: 'granted',
        kind: 'interest_free_extension',
        extensionDays,
        validDays: 200,
      }),
    )
  const extend = (debtor: Debtor, couponId: string, change: object = {}) =>
    debtor.call('deal/repay_request', {
      request_id: services.random.uuid(),
      order_id: debtor.orderId,
      kind: 'extension',
      coupon_id: couponId,
      ...change,
    })

  test.each<[string, number, number, string]>([
    ['long before the due day', 10, 7, '2027-02-24'],
    ['on the due day', 91, 7, '2027-02-24'],
    ['to a business day', 91, 10, '2027-03-01'],
  ])('%s moves the due day, uses the coupon and costs nothing', async (_, days, extensionDays, dueDay) => {
    const debtor = await newDebtor(server)
    const couponId = await give(debtor.userId, extensionDays)
    onDay(days)
    const before = await show(debtor)
    const { code, ret } = await extend(debtor, couponId)
    expect(code).toBe('0')
    expect(ret).toMatchObject({ payment: null, order: { due_day: dueDay, payoff_centavos: before.payoff_centavos } })
    const after = await show(debtor)
    expect(after).toMatchObject({ due_day: dueDay, extension: null })
    expect(after.timeline.map(({ kind }) => kind)).toContain('extended')
    expect((await debtor.call('coupon/my_coupon')).ret.coupons).toMatchObject([
      { coupon_id: couponId, state: 'used', order_id: debtor.orderId },
    ])
    // The interest of the term and no day more.
    now = noonOf(civilDay(dueDay))
    expect(await show(debtor)).toMatchObject({
      overdue_days: 0,
      payoff_centavos: centavos(100_000_00 + 22_438_36 + 4_712_06),
    })
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
  })

  test('the same request again extends once', async () => {
    const debtor = await newDebtor(server)
    const couponId = await give(debtor.userId)
    const request_id = services.random.uuid()
    const answers = await Promise.all(Array.from({ length: 20 }, () => extend(debtor, couponId, { request_id })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect((await show(debtor)).due_day).toBe('2027-02-24')
  })

  test('one for an order, one order for a coupon, not after the due day, only on a running loan', async () => {
    const debtor = await newDebtor(server)
    const [first, second] = [await give(debtor.userId), await give(debtor.userId)]
    const foreign = await give((await newDebtor(server)).userId)
    expect((await extend(debtor, foreign)).code).toBe('20309')
    expect((await extend(debtor, first)).code).toBe('0')
    expect((await extend(debtor, first)).code).toBe('20309')
    expect((await extend(debtor, second)).code).toBe('20405')

    const late = await newDebtor(server)
    const lateCoupon = await give(late.userId)
    onDay(92)
    expect((await extend(late, lateCoupon)).code).toBe('20405')
    const cleared = await newDebtor(server)
    const clearedCoupon = await give(cleared.userId)
    await pay(services, { reference: (await askToPay(services, cleared)).reference, amount: pesos(100_000) })
    expect((await extend(cleared, clearedCoupon)).code).toBe('20405')
  })

  test('two orders that want the same coupon at once: one gets it', async () => {
    const one = await newDebtor(server)
    await inTransaction(pool, (tx) => setLimit(tx, services, { userId: one.userId, limitCentavos: pesos(400_000) }))
    const { orderId } = await payOutLoan(services, one.userId)
    const couponId = await give(one.userId)
    const answers = await Promise.all([extend(one, couponId), extend({ ...one, orderId }, couponId)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0', '20309'])
  })

  test('another coupon than one of extension', async () => {
    const debtor = await newDebtor(server)
    const couponId = await inTransaction(pool, (tx) =>
      grantCoupon(tx, services, {
        userId: debtor.userId,
        reason: 'granted',
        kind: 'fee_reduction',
        feeReductionCentavos: pesos(1_000),
        validDays: 30,
      }),
    )
    expect((await extend(debtor, couponId)).code).toBe('20309')
  })
})

describe('the right to withdraw', () => {
  const withdraw = (debtor: Debtor) => ask(debtor, { kind: 'withdrawal' })

  test('gives back what was received less what was paid; the loan is withdrawn when it is there', async () => {
    const debtor = await newDebtor(server)
    const part = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(10_000) })
    await pay(services, { reference: part.reference, amount: pesos(10_000) })
    onDay(5)
    const payment = await askToPay(services, debtor, { kind: 'withdrawal' })
    expect(payment.amount_centavos).toBe(pesos(80_000))
    expect(await show(debtor)).toMatchObject({ state: 'in_repayment' })
    await pay(services, { reference: payment.reference, amount: pesos(80_000) })
    expect(await show(debtor)).toMatchObject({ state: 'cancelled', payoff_centavos: 0, credit_centavos: 0 })
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
  })

  test('until its last day and not after', async () => {
    const debtor = await newDebtor(server)
    onDay(15)
    expect((await show(debtor)).withdrawal).toMatchObject({ until_day: dayOf(15) })
    expect((await withdraw(debtor)).code).toBe('0')
    onDay(16)
    expect((await withdraw(debtor)).code).toBe('20406')
  })

  test('when all of it was paid already it is done at once, and the rest of what was paid is hers', async () => {
    const debtor = await newDebtor(server)
    const part = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(95_000) })
    await pay(services, { reference: part.reference, amount: pesos(95_000) })
    const { code, ret } = await withdraw(debtor)
    expect(code).toBe('0')
    expect(ret).toMatchObject({ payment: null, order: { state: 'cancelled', payoff_centavos: 0 } })
    expect(await show(debtor)).toMatchObject({ credit_centavos: pesos(5_000) })
  })

  test.each<[string, 'pending' | 'payout_failed']>([
    ['not sent yet', 'pending'],
    ['come back', 'payout_failed'],
  ])('money that has %s ends the order, with nothing to pay', async (_, state) => {
    const person = await newApplicant(server)
    const orderId = await insertLoan(services, person.userId, { state, signedDaysAgo: 0 })
    const { ret } = await withdraw({ ...person, orderId })
    expect(ret).toMatchObject({ payment: null, order: { state: 'cancelled' } })
    expect((await withdraw({ ...person, orderId })).code).toBe('20409')
  })

  test('money under way cannot be called back: the order waits, and asked again says the same', async () => {
    const person = await newApplicant(server)
    const orderId = await insertLoan(services, person.userId, { state: 'pending', signedDaysAgo: 0 })
    await pool.query(
      `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, is_wallet, asked_at)
       VALUES ($1, $2, 1, 'test', $3, 'asked', false, $4)`,
      [person.userId, orderId, `${orderId}-1`, now],
    )
    const askedAt = now
    for (const _ of [1, 2]) {
      expect((await withdraw({ ...person, orderId })).ret).toMatchObject({ payment: null, order: { state: 'pending' } })
      now = new Date(now.getTime() + 60_000)
    }
    const { rows } = await pool.query('SELECT withdrawn_at FROM loan_order WHERE order_id = $1', [orderId])
    expect(rows).toEqual([{ withdrawn_at: askedAt }])
  })

  test('who repaid within the days can still use it: fee and interest are hers again', async () => {
    const debtor = await newDebtor(server)
    onDay(5)
    const payment = await askToPay(services, debtor)
    await pay(services, { reference: payment.reference, amount: payment.amount_centavos })
    expect(await show(debtor)).toMatchObject({ state: 'cleared', withdrawal: { return_centavos: 0 } })
    onDay(15)
    expect((await withdraw(debtor)).ret).toMatchObject({ payment: null, order: { state: 'cancelled' } })
    expect(await show(debtor)).toMatchObject({
      payoff_centavos: 0,
      credit_centavos: subtract(payment.amount_centavos, pesos(90_000)),
      withdrawal: null,
    })
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
  })

  test('who repaid and lets the days pass cannot', async () => {
    const debtor = await newDebtor(server)
    await pay(services, { reference: (await askToPay(services, debtor)).reference, amount: pesos(100_000) })
    onDay(16)
    expect(await show(debtor)).toMatchObject({ state: 'cleared', withdrawal: null })
    expect((await withdraw(debtor)).code).toBe('20406')
  })
})

describe('the ways to pay', () => {
  const steps = { en: expect.stringMatching(/^[A-Z].*\.$/), es: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) }

  test.each(['en', 'es'] as const)('for anybody, in %s, in words', async (language) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/app/get_pay_option',
      headers: { language },
      payload: {},
    })
    const { ret } = answer.json()
    expect(ret.payable).toBe(null)
    expect(ret.methods.map(({ method_id, kind }: { method_id: string; kind: string }) => [method_id, kind])).toEqual([
      ['transfer', 'transfer'],
      ['checkout', 'checkout'],
      ['rapipago', 'cash_slip'],
      ['pagofacil', 'cash_slip'],
    ])
    for (const method of ret.methods) {
      expect(method.steps.length).toBeGreaterThanOrEqual(3)
      for (const text of [...method.steps, method.credited_text]) {
        expect(text).toEqual(steps[language])
        expect(text).not.toContain('!')
      }
    }
  })

  test('with an order, what it takes today and until when', async () => {
    const debtor = await newDebtor(server)
    onDay(30)
    const { ret } = await debtor.call('app/get_pay_option', { order_id: debtor.orderId })
    expect(ret.payable).toEqual({
      order_id: debtor.orderId,
      payoff_centavos: (await show(debtor)).payoff_centavos,
      partial_payment_min_centavos: pesos(1_000),
      valid_until_at: '2026-12-19T02:59:59.999Z',
    })
    expect(civilDayOf(new Date(ret.payable?.valid_until_at ?? ''))).toBe(dayOf(30))
  })

  test('an order that owes nothing takes nothing; a stranger finds none; a guest must log in', async () => {
    const [debtor, stranger] = [await newDebtor(server), await newApplicant(server)]
    const orderId = await insertLoan(services, debtor.userId, { state: 'cleared' })
    expect((await debtor.call('app/get_pay_option', { order_id: orderId })).ret.payable).toMatchObject({
      payoff_centavos: 0,
      partial_payment_min_centavos: 0,
    })
    expect((await stranger.call('app/get_pay_option', { order_id: orderId })).code).toBe('20303')
    const guest = await server.app.inject({
      method: 'POST',
      url: '/api/app/get_pay_option',
      payload: { order_id: orderId },
    })
    expect(guest.json().code).toBe('10001')
  })

  test('of two that offer the same way the first is shown, once', async () => {
    const twice: Services = { ...services, collectors: [...services.collectors, ...services.collectors] }
    expect(offeredMethods(twice)).toHaveLength(4)
  })
})
