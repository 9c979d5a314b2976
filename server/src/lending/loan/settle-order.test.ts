import { addDays, civilDay } from '@hola/core/calendar.ts'
import { amountsOf, balancesOn, ledgerAccounts } from '@hola/core/ledger/ledger.ts'
import type { LedgerAccount } from '@hola/core/ledger/ledger.ts'
import type { RulesVersion } from '@hola/core/loan/rules.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accountOf, factsOf } from '../order/account-of.ts'
import { findStanding } from '../order/standing.ts'
import { settleOrder } from './settle-order.ts'
import type { OrderKey } from '../order/store.ts'
import { findOrder, moveOrder } from '../order/store.ts'
import { entriesOf, extend, noonOf, payOutLoan, receive, refund, takeBack, withdraw } from './test-books.ts'
import { insertLoan, newBorrower } from './test-borrower.ts'
import { verifyBooks } from './verify-books.ts'

const { pool } = await testDatabase()
// A Wednesday, and 91 days later is one as well: no due day moves.
const firstDay = civilDay('2026-11-18')
const due = addDays(firstDay, 91)
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noonOf(firstDay)
})

/** So many days after the payout. */
const onDay = (days: number): void => {
  now = noonOf(addDays(firstDay, days))
}

const newLoan = async (options: { readonly rulesVersion?: RulesVersion } = {}): Promise<OrderKey> => {
  onDay(0)
  return payOutLoan(services, (await newBorrower(server)).userId, options)
}

const read = async (key: OrderKey) => {
  const order = await inTransaction(pool, (tx) => findOrder(tx, key.userId, key.orderId))
  if (order === undefined) throw new Error('the order is gone')
  return order
}

const settle = (key: OrderKey) =>
  inTransaction(pool, (tx) => settleOrder(tx, services, key, { cause: 'accrual', sourceId: null }))

const payoffOf = async (key: OrderKey) => accountOf(await read(key), addDays(firstDay, daysNow()))?.payoff ?? pesos(0)
const daysNow = (): number => Math.round((now.getTime() - noonOf(firstDay).getTime()) / 86_400_000)

/** What the books say now, without the accounts that are zero. */
const balancesOf = async (key: OrderKey): Promise<Partial<Record<LedgerAccount, number>>> => {
  const last = (await entriesOf(services, key)).at(-1)
  return Object.fromEntries(
    ledgerAccounts.flatMap((account, index) => {
      const balance = last?.balances[index] ?? 0
      return balance === 0 ? [] : [[account, balance]]
    }),
  )
}

/** Whatever happened: whole books that sum to zero and say what the order says, and a quota that adds up. */
const mustBeSound = async (key: OrderKey) => {
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
  const entries = await entriesOf(services, key)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  for (const { changes, balances } of entries) expect([sum(changes), sum(balances)]).toEqual([0, 0])
  const order = await read(key)
  const last = entries.at(-1)
  if (last === undefined) throw new Error('a paid out loan has books')
  expect(last.balances).toEqual(amountsOf(balancesOn(factsOf(order), last.effectiveDay)))
  const account = accountOf(order, last.effectiveDay)
  const [principal = 0, interest = 0, vat = 0, lateOneTime = 0, lateDaily = 0] = last.balances
  const credit = last.balances[ledgerAccounts.indexOf('borrower_credit')] ?? 0
  expect(account).toMatchObject({
    principal,
    interest,
    vat,
    lateOneTime,
    lateDaily,
    payoff: principal + interest + vat + lateOneTime + lateDaily + Math.max(0, credit),
    credit: Math.max(0, -credit),
  })
  const standing = await inTransaction(pool, (tx) => findStanding(tx, services, key.userId))
  const { rows } = await pool.query('SELECT used_centavos AS used FROM quota WHERE user_id = $1', [key.userId])
  expect(rows).toEqual([{ used: standing.used }])
}

/** $ 100.000 at 90 % a year for so many days, and VAT on it. */
const interestOf = (days: number) => Math.round((10_000_000 * 0.9 * days) / 365)
const vatOf = (days: number) => Math.round(interestOf(days) * 0.21)
/** The VAT inside an amount that includes it. */
const vatWithin = (amount: number) => Math.round((amount * 21) / 121)
const FEE_VAT = vatWithin(1_000_000)

describe('the books, step by step', () => {
  test('the money leaves: she owes the amount, the fee is earned less its VAT, the rest went out', async () => {
    const key = await newLoan()
    expect(await balancesOf(key)).toEqual({
      principal: 10_000_000,
      paid_out: -9_000_000,
      fee_earned: -1_000_000 + FEE_VAT,
      vat_to_pay: -FEE_VAT,
    })
    expect((await entriesOf(services, key)).map(({ rule, ruleVersion }) => [rule, ruleVersion])).toEqual([
      ['loan_balances', '3'],
    ])
    expect((await entriesOf(services, key)).map(({ cause, sourceId }) => [cause, sourceId])).toEqual([
      ['payout', 'payout-1'],
    ])
    await mustBeSound(key)
  })

  test('days pass: interest and its VAT, once however often it is booked', async () => {
    const key = await newLoan()
    onDay(30)
    for (const _ of [1, 2, 3]) await settle(key)
    expect(await balancesOf(key)).toEqual({
      principal: 10_000_000,
      interest: interestOf(30),
      interest_vat: vatOf(30),
      paid_out: -9_000_000,
      fee_earned: -1_000_000 + FEE_VAT,
      interest_earned: -interestOf(30),
      vat_to_pay: -vatOf(30) - FEE_VAT,
    })
    expect(await entriesOf(services, key)).toHaveLength(2)
    await mustBeSound(key)
  })

  test('a part pays VAT and interest first, the rest principal, and the quota is used less', async () => {
    const key = await newLoan()
    onDay(30)
    await receive(services, key, pesos(50_000))
    const principal = 10_000_000 - (5_000_000 - interestOf(30) - vatOf(30))
    expect(await balancesOf(key)).toMatchObject({ principal, collected: 5_000_000 })
    expect(await balancesOf(key)).not.toHaveProperty('interest')
    await mustBeSound(key)
  })

  test.each([
    ['the day after the due day', 92, 500_000, 400_000],
    ['a week late', 98, 500_000, 2_800_000],
    ['so late that the ceiling is reached', 200, 500_000, 9_500_000],
  ])('late, %s', async (_, days, lateOneTime, lateDaily) => {
    const key = await newLoan()
    onDay(days)
    await settle(key)
    expect(await balancesOf(key)).toMatchObject({
      late_one_time: lateOneTime,
      late_daily: lateDaily,
      late_earned: -(lateOneTime - vatWithin(lateOneTime) + lateDaily - vatWithin(lateDaily)),
      vat_to_pay: -(vatOf(91) + FEE_VAT + vatWithin(lateOneTime) + vatWithin(lateDaily)),
      interest: interestOf(91),
    })
    await mustBeSound(key)
  })

  test('the payoff clears to exactly zero', async () => {
    const key = await newLoan()
    onDay(98)
    const payoff = await payoffOf(key)
    await receive(services, key, payoff)
    const { principal, interest, interest_vat, late_daily, borrower_credit, collected } = await balancesOf(key)
    expect([principal, interest, interest_vat, late_daily, borrower_credit]).toEqual(Array(5).fill(undefined))
    expect(collected).toBe(payoff)
    expect(await read(key)).toMatchObject({ state: 'cleared', clearedAt: now })
    await mustBeSound(key)
  })

  test('too much is her credit, and a refund takes it away', async () => {
    const key = await newLoan()
    onDay(10)
    await receive(services, key, centavos((await payoffOf(key)) + 12_345))
    expect(await balancesOf(key)).toMatchObject({ borrower_credit: -12_345 })
    await mustBeSound(key)
    await refund(services, key, centavos(12_345))
    expect(await balancesOf(key)).not.toHaveProperty('borrower_credit')
    expect(await read(key)).toMatchObject({ state: 'cleared', refunded: 12_345 })
    await mustBeSound(key)
  })

  test('a credit that was refunded and then taken back by the bank is owed like the rest', async () => {
    const key = await newLoan()
    onDay(10)
    const payoff = await payoffOf(key)
    const receiptId = await receive(services, key, centavos(payoff + 10_000))
    await refund(services, key, centavos(10_000))
    await takeBack(services, key, receiptId)
    expect(await read(key)).toMatchObject({ state: 'in_repayment' })
    expect(await payoffOf(key)).toBe(payoff + 10_000)
    await mustBeSound(key)
    await receive(services, key, payoff)
    expect(await read(key)).toMatchObject({ state: 'in_repayment' })
    expect(await payoffOf(key)).toBe(10_000)
    await mustBeSound(key)
    await receive(services, key, centavos(10_000))
    expect(await read(key)).toMatchObject({ state: 'cleared' })
    expect(await payoffOf(key)).toBe(0)
    await mustBeSound(key)
  })

  test('a payment after the loan was cleared is credit', async () => {
    const key = await newLoan()
    onDay(10)
    await receive(services, key, await payoffOf(key))
    onDay(12)
    await receive(services, key, pesos(1_000))
    expect(await balancesOf(key)).toMatchObject({ borrower_credit: -100_000 })
    expect(await read(key)).toMatchObject({ state: 'cleared' })
    await mustBeSound(key)
  })

  test('a payment that is taken back opens the loan again, with the days as if it had never been', async () => {
    const [key, other] = [await newLoan(), await newLoan()]
    onDay(20)
    const receiptId = await receive(services, key, await payoffOf(key))
    onDay(95)
    await takeBack(services, key, receiptId)
    await settle(other)
    expect(await balancesOf(key)).toEqual(await balancesOf(other))
    expect(await read(key)).toMatchObject({ state: 'in_repayment', clearedAt: null })
    await mustBeSound(key)
    await receive(services, key, await payoffOf(key))
    expect(await read(key)).toMatchObject({ state: 'cleared', clearedAt: now })
    await mustBeSound(key)
  })

  test('a withdrawal takes back fee and interest; only what she received is owed', async () => {
    const key = await newLoan()
    onDay(5)
    await settle(key)
    await withdraw(services, key)
    expect(await balancesOf(key)).toEqual({ principal: 9_000_000, paid_out: -9_000_000 })
    expect(await read(key)).toMatchObject({ state: 'in_repayment' })
    await mustBeSound(key)
    onDay(8)
    expect(await payoffOf(key)).toBe(9_000_000)
    const receiptId = await receive(services, key, pesos(90_000))
    expect(await balancesOf(key)).toEqual({ paid_out: -9_000_000, collected: 9_000_000 })
    expect(await read(key)).toMatchObject({ state: 'cancelled', clearedAt: null })
    await mustBeSound(key)
    await takeBack(services, key, receiptId)
    expect(await read(key)).toMatchObject({ state: 'in_repayment' })
    await mustBeSound(key)
  })

  test('a withdrawal after a part was paid: only the rest goes back, the excess is credit', async () => {
    const [key, much] = [await newLoan(), await newLoan()]
    onDay(3)
    await receive(services, key, pesos(20_000))
    await withdraw(services, key)
    expect(await payoffOf(key)).toBe(7_000_000)
    await mustBeSound(key)
    await receive(services, much, pesos(95_000))
    await withdraw(services, much)
    expect(await read(much)).toMatchObject({ state: 'cancelled' })
    expect(await balancesOf(much)).toMatchObject({ borrower_credit: -500_000 })
    await mustBeSound(much)
  })

  test('an extension moves the day that counts: no late charge and no interest for it', async () => {
    const key = await newLoan()
    onDay(90)
    await extend(services, key, 7)
    onDay(98)
    await settle(key)
    expect(await balancesOf(key)).toMatchObject({ interest: interestOf(91) })
    expect(await balancesOf(key)).not.toHaveProperty('late_one_time')
    onDay(99)
    await settle(key)
    expect(await balancesOf(key)).toMatchObject({ late_one_time: 500_000, late_daily: 400_000 })
    await mustBeSound(key)
  })
})

test('whatever order we hear of payments in, and however late, the books are the same', async () => {
  const payments = [
    [10, 20_000],
    [40, 15_500],
    [93, 30_000],
  ] as const
  const inOrder = await newLoan()
  for (const [days, amount] of payments) {
    onDay(days)
    await receive(services, inOrder, pesos(amount))
  }
  const allLate = await newLoan()
  for (const days of [20, 60, 92, 95, 100]) {
    onDay(days)
    await settle(allLate)
  }
  for (const [days, amount] of payments.toReversed())
    await receive(services, allLate, pesos(amount), addDays(firstDay, days))
  onDay(100)
  await settle(inOrder)
  expect(await balancesOf(allLate)).toEqual(await balancesOf(inOrder))
  for (const key of [inOrder, allLate]) await mustBeSound(key)
})

describe('a centavo short on the due day', () => {
  const allButACentavo = async (key: OrderKey) => {
    onDay(91)
    await receive(services, key, centavos((await payoffOf(key)) - 1))
    onDay(92)
    await settle(key)
  }

  test('costs nothing: a centavo stays owed', async () => {
    const key = await newLoan()
    await allButACentavo(key)
    expect(await balancesOf(key)).toMatchObject({ principal: 1 })
    expect(await balancesOf(key)).not.toHaveProperty('late_one_time')
    expect(await payoffOf(key)).toBe(1)
    await mustBeSound(key)
  })

  test('late charges are taken back by a new entry when a payment turns out to be in time', async () => {
    const key = await newLoan()
    onDay(92)
    await settle(key)
    expect(await balancesOf(key)).toMatchObject({ late_one_time: 500_000, late_daily: 400_000 })
    const before = await entriesOf(services, key)
    const paidInTime = centavos((accountOf(await read(key), due)?.payoff ?? 0) - 99_999)
    onDay(94)
    await receive(services, key, paidInTime, due)
    expect(await balancesOf(key)).toMatchObject({ principal: 99_999, late_daily: 12_000 })
    expect(await balancesOf(key)).not.toHaveProperty('late_one_time')
    const after = await entriesOf(services, key)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)?.changes[ledgerAccounts.indexOf('late_one_time')]).toBe(-500_000)
    await mustBeSound(key)
  })

  test('of a loan that is over and went by the first rules stays as it was signed and booked', async () => {
    const key = await newLoan({ rulesVersion: 1 })
    await allButACentavo(key)
    expect(await balancesOf(key)).toMatchObject({
      late_one_time: 500_000,
      fee_earned: -1_000_000,
      late_earned: -500_000,
    })
    expect((await entriesOf(services, key)).map(({ ruleVersion }) => ruleVersion)).toEqual(['1', '1', '1'])
    await mustBeSound(key)
  })

  test('of a loan that ran when the rule changed: a new entry takes the charge back, the fee stays', async () => {
    const key = await newLoan({ rulesVersion: 1 })
    await allButACentavo(key)
    await pool.query('UPDATE loan_order SET rules_version = 2 WHERE order_id = $1', [key.orderId])
    // Until the next entry its books are those of the rule before, and whole.
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
    await settle(key)
    const { fee_earned, vat_to_pay, principal, ...others } = await balancesOf(key)
    expect({ fee_earned, vat_to_pay, principal }).toEqual({
      fee_earned: -1_000_000,
      vat_to_pay: -vatOf(91),
      principal: 1,
    })
    expect(others).not.toHaveProperty('late_one_time')
    expect((await entriesOf(services, key)).at(-1)).toMatchObject({ ruleVersion: '2' })
    await mustBeSound(key)
  })
})

describe('on time is decided by the day she paid', () => {
  test.each([
    ['on the due day, heard of two days later', 91, 93, { clearedOnTimeCount: 1, clearedLateCount: 0 }],
    ['the day after, heard of at once', 92, 92, { clearedOnTimeCount: 0, clearedLateCount: 1 }],
  ])('a loan is on time or late: %s', async (_, paidDays, heardDays, expected) => {
    const key = await newLoan()
    onDay(heardDays)
    const paidDay = addDays(firstDay, paidDays)
    await receive(services, key, accountOf(await read(key), paidDay)?.payoff ?? pesos(0), paidDay)
    expect(await read(key)).toMatchObject({ state: 'cleared', dueDay: due })
    expect(await inTransaction(pool, (tx) => findStanding(tx, services, key.userId))).toMatchObject(expected)
    await mustBeSound(key)
  })
})

test('a payment that a provider dates before the payout counts on the payout day', async () => {
  const key = await newLoan()
  await receive(services, key, pesos(10_000), addDays(firstDay, -1))
  expect(await balancesOf(key)).toMatchObject({ principal: 9_000_000 })
  await mustBeSound(key)
})

test('what happened is written down in its order', async () => {
  const key = await newLoan()
  onDay(10)
  const receiptId = await receive(services, key, await payoffOf(key))
  await takeBack(services, key, receiptId)
  const { rows } = await pool.query<{ kind: string }>(
    'SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number',
    [key.orderId],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['paid_out', 'payment', 'cleared', 'payment_reversed', 'reopened'])
})

describe('an order moves only as the table says', () => {
  test.each([
    ['a state that may not follow', 'pending', 'cleared', 'does not go from pending to cleared'],
    ['a state that the order is not in', 'payout_failed', 'cancelled', 'that is payout_failed'],
  ] as const)('an order is not moved: %s', async (_, from, to, problem) => {
    const { userId } = await newBorrower(server)
    const key = { userId, orderId: await insertLoan(services, userId, { state: 'pending' }) }
    await expect(inTransaction(pool, (tx) => moveOrder(tx, key, { from, to, at: now }))).rejects.toThrow(problem)
  })

  test('an order whose money has not left has no books, and its quota is settled', async () => {
    const { userId } = await newBorrower(server)
    const key = { userId, orderId: await insertLoan(services, userId, { state: 'pending' }) }
    await settle(key)
    expect(await entriesOf(services, key)).toEqual([])
    const { rows } = await pool.query('SELECT frozen_centavos AS frozen FROM quota WHERE user_id = $1', [userId])
    expect(rows).toEqual([{ frozen: 10_000_000 }])
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, key))).toEqual({ isIntact: true, entryCount: 0 })
  })
})

describe('whoever changes the books is found out', () => {
  const tampered = async (sql: string) => {
    const key = await newLoan()
    for (const days of [10, 20]) {
      onDay(days)
      await settle(key)
    }
    await mustBeSound(key)
    await pool.query(sql, [key.orderId])
    return inTransaction(pool, (tx) => verifyBooks(tx, key))
  }
  test.each([
    [
      'another day',
      `UPDATE ledger_entry SET effective_day = effective_day - 1 WHERE order_id = $1 AND entry_number = 2`,
      'entry_changed',
      2,
    ],
    [
      'another cause',
      `UPDATE ledger_entry SET cause = 'correction' WHERE order_id = $1 AND entry_number = 3`,
      'entry_changed',
      3,
    ],
    [
      'money moved from one account to another',
      `UPDATE ledger_entry SET balances[1] = balances[1] - 5, balances[2] = balances[2] + 5
        WHERE order_id = $1 AND entry_number = 3`,
      'entry_changed',
      3,
    ],
    [
      'another source',
      `UPDATE ledger_entry SET source_id = 'x' WHERE order_id = $1 AND entry_number = 1`,
      'entry_changed',
      1,
    ],
    ['an entry taken out', `DELETE FROM ledger_entry WHERE order_id = $1 AND entry_number = 2`, 'entry_missing', 3],
    ['the first taken out', `DELETE FROM ledger_entry WHERE order_id = $1 AND entry_number = 1`, 'entry_missing', 2],
    ['all taken out', `DELETE FROM ledger_entry WHERE order_id = $1`, 'books_differ_from_loan', 0],
    [
      'a payment slipped in',
      `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, state, user_id, order_id, heard_at)
       SELECT 'x', order_id::text, 5000, payout_day, 'credited', user_id, order_id, paid_out_at FROM loan_order WHERE order_id = $1`,
      'books_differ_from_loan',
      3,
    ],
    ['other rules', `UPDATE loan_order SET rules_version = 1 WHERE order_id = $1`, 'books_differ_from_loan', 3],
    ['rules of before', `UPDATE loan_order SET rules_version = 2 WHERE order_id = $1`, 'books_differ_from_loan', 3],
    ['other terms', `UPDATE loan_order SET tna_basis_points = 1 WHERE order_id = $1`, 'books_differ_from_loan', 3],
  ])('a change is found: %s', async (_, sql, problem, entryNumber) => {
    expect(await tampered(sql)).toEqual({ isIntact: false, problem, entryNumber })
  })
})
