import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { grantCoupon, spendCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { sealInstructions } from './payments.ts'
import type { OrderKey } from './store.ts'
import { extend, noonOf, payOutLoan, receive, refund, takeBack, withdraw } from '../loan/test-books.ts'
import { newBorrower } from '../loan/test-borrower.ts'
import { makePlan } from '../servicing/plan.ts'
import { waiveLateCharges } from '../servicing/waiver.ts'
import { writeOff } from '../servicing/write-off.ts'
import type { Borrower } from '../loan/test-borrower.ts'

const { pool } = await testDatabase()
// A Wednesday, and 91 days later is one as well: no due day moves.
const firstDay = civilDay('2026-11-18')
const dueDay = addDays(firstDay, 91)
// Ten business days after the payout, with a holiday among them.
const untilDay = addDays(firstDay, 15)
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

const dayOf = (days: number): CivilDay => addDays(firstDay, days)
const onDay = (days: number): void => {
  now = noonOf(dayOf(days))
}

type Loan = OrderKey & { readonly person: Borrower }

const newLoan = async (): Promise<Loan> => {
  const person = await newBorrower(server)
  return { ...(await payOutLoan(services, person.userId)), person }
}

const show = async ({ orderId, person }: Loan) => {
  // A session ends after a month, and a loan lasts longer.
  const device = await person.onAnotherDevice()
  return (await device.call('loan/order', { order_id: orderId })).ret.order
}

const timeLine = async (loan: Loan) =>
  (await show(loan)).timeline.map(({ kind, progress, day, amount_centavos: amount }) =>
    [kind, progress, ...(day === null ? [] : [day]), ...(amount === null ? [] : [amount])].join(' '),
  )

const giveExtension = (userId: string, extensionDays: number, validDays = 200) =>
  inTransaction(pool, (tx) =>
    grantCoupon(tx, services, { userId, reason: 'granted', kind: 'interest_free_extension', extensionDays, validDays }),
  )

describe('the amounts of an order after payments', () => {
  test('a part: what is left to pay, and what paying today saves', async () => {
    const loan = await newLoan()
    onDay(30)
    await receive(services, loan, pesos(50_000))
    const order = await show(loan)
    // $ 50.000 less 30 days of interest and VAT on $ 100.000 were principal; 61 days of it are saved.
    const left = 5_895_068
    expect(order).toMatchObject({
      state: 'in_repayment',
      payoff_centavos: left,
      repaid_centavos: 5_000_000,
      credit_centavos: 0,
    })
    const saving = order.early_saving_centavos
    expect(saving).toBeGreaterThan(0)
    onDay(91)
    expect(await show(loan)).toMatchObject({ payoff_centavos: left + saving, early_saving_centavos: 0 })
  })

  test('too much: the credit, until it is refunded', async () => {
    const loan = await newLoan()
    await receive(services, loan, pesos(100_500))
    expect(await show(loan)).toMatchObject({ state: 'cleared', payoff_centavos: 0, credit_centavos: 50_000 })
    await refund(services, loan, centavos(50_000))
    expect(await show(loan)).toMatchObject({ credit_centavos: 0, repaid_centavos: 10_050_000 })
  })
})

describe('the time line', () => {
  const opening = ['signed done', 'paid_out done 9000000']
  const windowOver = `withdrawal_open done ${untilDay}`

  test('payments stand on the days they were made, between what else happened', async () => {
    const loan = await newLoan()
    onDay(5)
    await receive(services, loan, pesos(10_000))
    onDay(30)
    await receive(services, loan, pesos(1_000), dayOf(28))
    await receive(services, loan, pesos(2_000), dayOf(20))
    const { payoff_centavos: payoff, early_saving_centavos: saving } = await show(loan)
    expect(await timeLine(loan)).toEqual([
      ...opening,
      `payment done ${dayOf(5)} 1000000`,
      windowOver,
      `payment done ${dayOf(20)} 200000`,
      `payment done ${dayOf(28)} 100000`,
      `due now ${dueDay} ${payoff + saving}`,
    ])
  })

  test('overdue, paid in part, cleared', async () => {
    const loan = await newLoan()
    onDay(93)
    await receive(services, loan, pesos(1_000))
    const before = await timeLine(loan)
    expect(before.slice(3)).toEqual([
      `due done ${dueDay} 12715042`,
      `payment done ${dayOf(93)} 100000`,
      `overdue now ${dayOf(92)}`,
    ])
    const { payoff_centavos: payoff } = await show(loan)
    await receive(services, loan, payoff)
    expect(await timeLine(loan)).toEqual([
      ...opening,
      `payment done ${dayOf(93)} 100000`,
      `payment done ${dayOf(93)} ${payoff}`,
      'cleared done',
    ])
  })

  test('a payment that was taken back is no longer there', async () => {
    const loan = await newLoan()
    onDay(5)
    const receiptId = await receive(services, loan, pesos(10_000))
    await takeBack(services, loan, receiptId)
    expect((await timeLine(loan)).filter((entry) => entry.startsWith('payment'))).toEqual([])
  })

  test('extended', async () => {
    const loan = await newLoan()
    const couponId = await giveExtension(loan.userId, 7)
    onDay(40)
    await inTransaction(pool, (tx) => spendCoupon(tx, services, { ...loan, couponId }))
    await extend(services, loan, 7)
    expect(await timeLine(loan)).toEqual([
      ...opening,
      windowOver,
      'extended done',
      `due now ${addDays(dueDay, 7)} 12715042`,
    ])
  })

  test('withdrawn: what is to be given back, and then cancelled', async () => {
    const loan = await newLoan()
    onDay(3)
    await receive(services, loan, pesos(20_000))
    await withdraw(services, loan)
    expect(await timeLine(loan)).toEqual([
      ...opening,
      `payment done ${dayOf(3)} 2000000`,
      'withdrawn done',
      `withdrawal_open now ${untilDay} 7000000`,
      'cancelled later',
    ])
    onDay(4)
    await receive(services, loan, pesos(70_000))
    expect(await timeLine(loan)).toEqual([
      ...opening,
      `payment done ${dayOf(3)} 2000000`,
      'withdrawn done',
      `payment done ${dayOf(4)} 7000000`,
      'cancelled done',
    ])
  })

  test('however many payments there are, it ends', async () => {
    const loan = await newLoan()
    await inTransaction(pool, (tx) =>
      tx.query(
        `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
         SELECT 'test', $1::uuid || number::text, 100, $2, 'credited', $3, $1, $4 FROM generate_series(1, 150) AS number`,
        [loan.orderId, firstDay, loan.userId, now],
      ),
    )
    const { timeline, repaid_centavos: repaid } = await show(loan)
    expect(timeline.length).toBeLessThanOrEqual(100)
    expect(repaid).toBe(15_000)
  })
})

describe('the right of withdrawal: what goes back', () => {
  test.each([
    ['nothing was paid', 0, 5, 9_000_000],
    ['a part was paid: the rest', 20_000, 5, 7_000_000],
    ['more was paid than was received: nothing', 95_000, 5, 0],
    ['the last day', 0, 15, 9_000_000],
  ])('what goes back: %s', async (_, paid, days, returned) => {
    const loan = await newLoan()
    if (paid > 0) await receive(services, loan, pesos(paid))
    onDay(days)
    expect((await show(loan)).withdrawal).toEqual({ until_day: untilDay, return_centavos: returned })
  })

  test('the day after the last there is none; a withdrawal not given back is the agreed loan', async () => {
    const [loan, withdrawn] = [await newLoan(), await newLoan()]
    onDay(15)
    await withdraw(services, withdrawn)
    expect(await show(withdrawn)).toMatchObject({
      withdrawal_state: 'waiting',
      withdrawal_until_day: untilDay,
      withdrawal: { until_day: untilDay, return_centavos: 9_000_000 },
      payoff_centavos: 9_000_000,
      early_saving_centavos: 0,
      accrued: { interest_centavos: 0, vat_centavos: 0 },
    })
    onDay(100)
    const agreed = await show(loan)
    expect(agreed).toMatchObject({ withdrawal: null, withdrawal_state: null, state: 'overdue' })
    expect(await show(withdrawn)).toMatchObject({
      withdrawal: null,
      withdrawal_state: 'lapsed',
      state: 'overdue',
      payoff_centavos: agreed.payoff_centavos,
      accrued: agreed.accrued,
      liquidated_damages_centavos: agreed.liquidated_damages_centavos,
      due_day: agreed.due_day,
    })
    expect(await timeLine(withdrawn)).toEqual([
      ...(await timeLine(loan)).slice(0, 2),
      'withdrawn done',
      `withdrawal_open done ${untilDay}`,
      ...(await timeLine(loan)).slice(-2),
    ])
  })
})

describe('an extension is offered', () => {
  const offered = async (loan: Loan) => (await show(loan)).extension

  test('with a coupon, until the due day; the longest one, and the new day is a business day', async () => {
    const loan = await newLoan()
    expect(await offered(loan)).toBe(null)
    await giveExtension(loan.userId, 3)
    const longest = await giveExtension(loan.userId, 10)
    onDay(91)
    // Ten days after Wednesday, 17 February is a Saturday.
    expect(await offered(loan)).toEqual({ coupon_id: longest, extension_days: 10, new_due_day: '2027-03-01' })
    onDay(92)
    expect(await offered(loan)).toBe(null)
  })

  test('the one that expires first among equal ones, and none that has expired', async () => {
    const loan = await newLoan()
    await giveExtension(loan.userId, 7, 60)
    const first = await giveExtension(loan.userId, 7, 40)
    await giveExtension(loan.userId, 9, 10)
    onDay(20)
    expect(await offered(loan)).toMatchObject({ coupon_id: first })
    onDay(61)
    expect(await offered(loan)).toBe(null)
  })

  test('once for an order, and not on one that was given back or repaid', async () => {
    const [extended, withdrawn, cleared] = [await newLoan(), await newLoan(), await newLoan()]
    for (const { userId } of [extended, withdrawn, cleared]) await giveExtension(userId, 7)
    await extend(services, extended, 7)
    await withdraw(services, withdrawn)
    await receive(services, cleared, pesos(100_000))
    for (const loan of [extended, withdrawn, cleared]) expect(await offered(loan)).toBe(null)
  })
})

test('the payments asked for, the newest first, with how to make them and when they were paid', async () => {
  const loan = await newLoan()
  const instructions = {
    cvu: '0000003100000000000017',
    alias: 'hola.cobros',
    qr_text: null,
    checkout_url: null,
    ticket_url: null,
    barcode: null,
  }
  const ask = async (state: string, requestedAt: Date, expiresAt: Date | null) => {
    const paymentId = services.random.uuid()
    await pool.query(
      `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                            sealed_instructions, requested_at, expires_at)
       VALUES ($1, $2, $3, 'part', 'transfer', 'test', 500000, $4, $5, $6, $7, $8)`,
      [
        loan.userId,
        paymentId,
        loan.orderId,
        state,
        `H-${paymentId}`,
        sealInstructions(services.sealer, { userId: loan.userId, paymentId }, instructions),
        requestedAt,
        expiresAt,
      ],
    )
    return paymentId
  }
  const paid = await ask('credited', now, null)
  await pool.query(
    `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, payment_id, heard_at)
     VALUES ('test', 'r-1', 500000, $4, 'credited', $1, $2, $3, $5)`,
    [loan.userId, loan.orderId, paid, firstDay, now],
  )
  const later = new Date(now.getTime() + 60_000)
  const waiting = await ask('waiting', later, noonOf(dayOf(3)))
  // Nobody has been told how to pay these.
  for (const state of ['asked', 'failed']) await ask(state, later, null)
  expect((await show(loan)).payments).toEqual([
    {
      payment_id: waiting,
      state: 'waiting',
      method_id: 'transfer',
      amount_centavos: 500_000,
      requested_at: later.toISOString(),
      expires_at: noonOf(dayOf(3)).toISOString(),
      paid_day: null,
      paid_centavos: null,
      reference: `H-${waiting}`,
      instructions,
    },
    expect.objectContaining({
      payment_id: paid,
      state: 'credited',
      paid_day: firstDay,
      paid_centavos: 500_000,
      expires_at: null,
    }),
  ])
})

describe('what the lender granted', () => {
  test('a plan: its parts, the next one, nobody late; broken, the loan as agreed', async () => {
    const loan = await newLoan()
    const { userId, orderId } = loan
    onDay(91 + 2)
    const all = (await show(loan)).payoff_centavos
    const parts = [
      { dueDay: dayOf(91 + 7), amount: pesos(60_000) },
      { dueDay: dayOf(91 + 14), amount: centavos(all - pesos(60_000)) },
    ]
    const made = await inTransaction(pool, (tx) => makePlan(tx, services, { userId, orderId, parts }))
    expect(made).toMatchObject({ parts })
    await receive(services, loan, pesos(45_000))
    expect(await show(loan)).toMatchObject({
      state: 'in_repayment',
      overdue_days: 0,
      next_part: { paid_count: 0, part_count: 2, due_day: dayOf(91 + 7), amount_centavos: pesos(15_000) },
      plan: { state: 'running', made_on_day: dayOf(91 + 2), parts: [{ is_paid: false }, { is_paid: false }] },
      extension: null,
    })
    await receive(services, loan, pesos(15_000))
    expect(await show(loan)).toMatchObject({
      next_part: { paid_count: 1, amount_centavos: parts[1]?.amount },
      plan: { parts: [{ is_paid: true }, { is_paid: false }] },
    })
    expect((await timeLine(loan)).at(-1)).toBe(`part now ${dayOf(91 + 14)} ${parts[1]?.amount}`)
    onDay(91 + 15)
    const broken = await show(loan)
    expect(broken).toMatchObject({ state: 'overdue', overdue_days: 15, next_part: null, plan: { state: 'broken' } })
    expect(broken.payoff_centavos).toBeGreaterThan(parts[1]?.amount ?? 0)
  })

  test('a waiver and a write-off: as lines of what happened, with what is still owed', async () => {
    const loan = await newLoan()
    const { userId, orderId } = loan
    onDay(91 + 3)
    const before = (await show(loan)).payoff_centavos
    await inTransaction(pool, (tx) => waiveLateCharges(tx, services, { userId, orderId, amount: pesos(10_000) }))
    expect(await show(loan)).toMatchObject({
      waived_centavos: pesos(10_000),
      payoff_centavos: before - pesos(10_000),
      late_one_time_centavos: 0,
      late_daily_centavos: pesos(7_000),
      liquidated_damages_centavos: pesos(7_000),
    })
    await inTransaction(pool, (tx) => writeOff(tx, services, { userId, orderId }))
    onDay(91 + 30)
    expect(await show(loan)).toMatchObject({
      state: 'overdue',
      written_off_day: dayOf(91 + 3),
      payoff_centavos: before - pesos(10_000),
      payoff_tomorrow_centavos: before - pesos(10_000),
    })
    const lines = await timeLine(loan)
    expect(lines).toContain(`waived done ${dayOf(91 + 3)} ${pesos(10_000)}`)
    expect(lines).toContain(`written_off done ${dayOf(91 + 3)}`)
  })
})
