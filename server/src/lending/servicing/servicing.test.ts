import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { balancesOn } from '@hola/core/ledger/ledger.ts'
import { centavos, formatPesos, pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/public.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accrue } from '../loan/accrual.ts'
import { statementDocument } from '../loan/statement-document.ts'
import { entriesOf, noonOf, payOutLoan, receive, takeBack } from '../loan/test-books.ts'
import { newBorrower } from '../loan/test-borrower.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { accountOf, factsOf } from '../order/account-of.ts'
import type { OrderKey, OrderRow } from '../order/store.ts'
import { findOrder } from '../order/store.ts'
import { makePlan, reversePlan } from './plan.ts'
import { reverseWaiver, waiveLateCharges } from './waiver.ts'
import { reverseWriteOff, writeOff } from './write-off.ts'

const { pool } = await testDatabase()
// A Wednesday; the loan is due 91 days later, on a Wednesday too.
const firstDay = civilDay('2026-11-18')
const DUE = 91
let now = noonOf(firstDay)
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server
const dayOf = (days: number): CivilDay => addDays(firstDay, days)
const onDay = (days: number): void => void (now = noonOf(dayOf(days)))

beforeEach(() => onDay(0))
afterEach(emptier(pool, 'account'))

const newLoan = async (): Promise<OrderKey> => payOutLoan(services, (await newBorrower(server)).userId)
const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => inTransaction(pool, work)

const read = async (key: OrderKey): Promise<OrderRow> => {
  const order = await inTx((tx) => findOrder(tx, key.userId, key.orderId))
  if (order === undefined) throw new Error('no order')
  return order
}
const owed = async (key: OrderKey): Promise<number> => {
  const account = accountOf(await read(key), civilDay(now.toISOString().slice(0, 10)))
  return account?.payoff ?? 0
}
const mustBeSound = async (key: OrderKey): Promise<void> => {
  expect(await inTx((tx) => verifyBooks(tx, key))).toMatchObject({ isIntact: true })
}
const causesOf = async (key: OrderKey): Promise<string[]> => (await entriesOf(services, key)).map(({ cause }) => cause)

/** The act was carried out. */
const done = <Result extends object>(result: Result | string): Result => {
  if (typeof result === 'string') throw new Error(`not done: ${result}`)
  return result
}

const lateOf = async (key: OrderKey): Promise<Centavos> => {
  const account = accountOf(await read(key), civilDay(now.toISOString().slice(0, 10)))
  return centavos((account?.lateOneTime ?? 0) + (account?.lateDaily ?? 0))
}

describe('a waiver of late charges', () => {
  test('takes off what is waived with its VAT; later days cost what they cost', async () => {
    const loan = await newLoan()
    onDay(DUE + 3)
    await accrue(services, {})
    const late = await lateOf(loan)
    expect(late).toBe(pesos(5_000 + 3 * 4_000))
    const before = await owed(loan)
    const asked = { ...loan, amount: pesos(7_000) }
    const { waiverId, effect } = done(await inTx((tx) => waiveLateCharges(tx, services, asked)))
    expect(effect.entries).toEqual([
      {
        cause: 'waiver',
        day: dayOf(DUE + 3),
        changes: [
          { account: 'late_one_time', amount: pesos(-5_000) },
          { account: 'late_daily', amount: pesos(-2_000) },
          { account: 'vat_to_pay', amount: 86_777 + 34_711 },
          { account: 'late_waived', amount: 700_000 - 86_777 - 34_711 },
        ],
      },
    ])
    expect(await owed(loan)).toBe(before - pesos(7_000))
    onDay(DUE + 4)
    expect(await lateOf(loan)).toBe(late - pesos(7_000) + pesos(4_000))
    await accrue(services, {})
    await mustBeSound(loan)
    done(await inTx((tx) => reverseWaiver(tx, services, { userId: loan.userId, waiverId })))
    expect(await lateOf(loan)).toBe(late + pesos(4_000))
    await mustBeSound(loan)
    expect(await inTx((tx) => reverseWaiver(tx, services, { userId: loan.userId, waiverId }))).toBe('no_such_waiver')
  })

  test('and its reversal leave the books as if there had been neither', async () => {
    const [loan, other] = [await newLoan(), await newLoan()]
    onDay(DUE + 3)
    const { waiverId } = done(await inTx((tx) => waiveLateCharges(tx, services, { ...loan, amount: pesos(3_000) })))
    await receive(services, loan, pesos(50_000))
    await receive(services, other, pesos(50_000))
    onDay(DUE + 9)
    done(await inTx((tx) => reverseWaiver(tx, services, { userId: loan.userId, waiverId })))
    await accrue(services, {})
    const [one, two] = [await entriesOf(services, loan), await entriesOf(services, other)]
    expect(one.at(-1)?.balances).toEqual(two.at(-1)?.balances)
    await mustBeSound(loan)
  })

  test('of more than is owed in late charges, or of nothing, is refused', async () => {
    const loan = await newLoan()
    const waive = (amount: Centavos) => inTx((tx) => waiveLateCharges(tx, services, { ...loan, amount }))
    expect(await waive(pesos(1))).toBe('more_than_late_charges')
    onDay(DUE + 1)
    expect(await waive(centavos(900_001))).toBe('more_than_late_charges')
    expect(await waive(centavos(0))).toBe('more_than_late_charges')
    expect(
      await inTx((tx) => waiveLateCharges(tx, services, { ...loan, orderId: loan.userId, amount: pesos(1) })),
    ).toBe('no_such_order')
    expect(done(await waive(centavos(900_000))).effect.after.account).toMatchObject({ lateOneTime: 0, lateDaily: 0 })
  })

  test('is worth no less to her when we hear afterwards that she had paid before it', async () => {
    const loan = await newLoan()
    onDay(DUE + 2)
    const before = await owed(loan)
    done(await inTx((tx) => waiveLateCharges(tx, services, { ...loan, amount: pesos(13_000) })))
    await receive(services, loan, pesos(20_000))
    expect(await owed(loan)).toBe(before - pesos(33_000))
    await receive(services, loan, centavos(await owed(loan)))
    const [waiver] = (await read(loan)).waivers
    const key = { userId: loan.userId, waiverId: waiver?.waiverId ?? '' }
    expect(await inTx((tx) => reverseWaiver(tx, services, key))).toBe('already_paid_off')
    await mustBeSound(loan)
  })
})

describe('a write-off', () => {
  test('moves what is owed to the loss; what comes later is booked as recovered', async () => {
    const loan = await newLoan()
    onDay(DUE + 60)
    await accrue(services, {})
    const lost = await owed(loan)
    const { effect } = done(await inTx((tx) => writeOff(tx, services, loan)))
    expect(effect.entries[0]?.changes).toContainEqual({ account: 'written_off', amount: lost })
    expect(effect.after).toMatchObject({ state: 'in_repayment', writtenOffDay: dayOf(DUE + 60) })
    expect(await owed(loan)).toBe(lost)
    onDay(DUE + 90)
    await accrue(services, {})
    expect(await owed(loan)).toBe(lost)
    expect((await causesOf(loan)).at(-1)).toBe('write_off')
    const receiptId = await receive(services, loan, pesos(30_000))
    expect(balancesOn(factsOf(await read(loan)), dayOf(DUE + 90))).toMatchObject({
      principal: 0,
      written_off: lost,
      recovered: pesos(-30_000),
    })
    await mustBeSound(loan)
    await takeBack(services, loan, receiptId)
    expect(await owed(loan)).toBe(lost)
    await receive(services, loan, centavos(lost))
    expect(await read(loan)).toMatchObject({ state: 'cleared' })
    expect(await inTx((tx) => reverseWriteOff(tx, services, loan))).toBe('already_paid_off')
    await mustBeSound(loan)
  })

  test('and its reversal leave the books as before, with the charges of all days', async () => {
    const [loan, other] = [await newLoan(), await newLoan()]
    onDay(DUE + 5)
    done(await inTx((tx) => writeOff(tx, services, loan)))
    onDay(DUE + 9)
    for (const key of [loan, other]) await receive(services, key, pesos(10_000))
    onDay(DUE + 12)
    done(await inTx((tx) => reverseWriteOff(tx, services, loan)))
    await accrue(services, {})
    const [one, two] = [await entriesOf(services, loan), await entriesOf(services, other)]
    expect(one.at(-1)?.balances).toEqual(two.at(-1)?.balances)
    await mustBeSound(loan)
    expect(await inTx((tx) => reverseWriteOff(tx, services, loan))).toBe('not_written_off')
  })

  test('is refused before the loan is late, twice, and for what is paid', async () => {
    const [loan, paid] = [await newLoan(), await newLoan()]
    expect(await inTx((tx) => writeOff(tx, services, loan))).toBe('not_overdue')
    await receive(services, paid, pesos(200_000))
    expect(await inTx((tx) => writeOff(tx, services, paid))).toBe('nothing_owed')
    onDay(DUE + 1)
    done(await inTx((tx) => writeOff(tx, services, loan)))
    expect(await inTx((tx) => writeOff(tx, services, loan))).toBe('already_written_off')
    expect(await inTx((tx) => waiveLateCharges(tx, services, { ...loan, amount: pesos(1) }))).toBe('written_off')
    expect(await inTx((tx) => makePlan(tx, services, { ...loan, parts: [] }))).toBe('written_off')
  })

  test('is in the statement what she still owes', async () => {
    const loan = await newLoan()
    onDay(DUE + 1)
    const lost = await owed(loan)
    done(await inTx((tx) => writeOff(tx, services, loan)))
    onDay(DUE + 2)
    await receive(services, loan, pesos(1_000))
    const document = statementDocument(await read(loan), await entriesOf(services, loan), {
      madeOnDay: dayOf(DUE + 2),
      borrower: { full_name: 'Lucía Romero', dni: '31456789' },
    })
    const rows = document.sections.flatMap((section) => section.rows)
    const total = rows.find(({ label }) => label === 'Total adeudado')
    expect(total?.value).toBe(formatPesos(centavos(lost - pesos(1_000))))
    expect(rows.some(({ label }) => label.includes('Pase a incobrable'))).toBe(true)
  })
})

describe('a payment plan', () => {
  const halves = async (loan: OrderKey, days: readonly [number, number]) => {
    const all = await owed(loan)
    const first = Math.floor(all / 2)
    return [
      { dueDay: dayOf(days[0]), amount: centavos(first) },
      { dueDay: dayOf(days[1]), amount: centavos(all - first) },
    ]
  }

  test('stops the clock until its parts clear the loan; days without banks move', async () => {
    const loan = await newLoan()
    onDay(DUE + 2)
    const all = await owed(loan)
    // Day DUE + 3 is a Saturday, DUE + 10 the Saturday after.
    const parts = await halves(loan, [DUE + 3, DUE + 10])
    const made = done(await inTx((tx) => makePlan(tx, services, { ...loan, parts })))
    expect(made.parts.map(({ dueDay }) => dueDay)).toEqual([dayOf(DUE + 5), dayOf(DUE + 12)])
    onDay(DUE + 5)
    await accrue(services, {})
    expect(await owed(loan)).toBe(all)
    await receive(services, loan, parts[0]?.amount ?? centavos(0))
    onDay(DUE + 12)
    expect(accountOf(await read(loan), dayOf(DUE + 12))).toMatchObject({ payoff: parts[1]?.amount, overdueDays: 0 })
    await receive(services, loan, parts[1]?.amount ?? centavos(0))
    expect(await read(loan)).toMatchObject({ state: 'cleared' })
    expect(await inTx((tx) => reversePlan(tx, services, loan))).toBe('already_paid_off')
    await mustBeSound(loan)
  })

  test('that is broken is booked the night after as the agreed loan, nothing twice', async () => {
    const [loan, other] = [await newLoan(), await newLoan()]
    onDay(DUE + 2)
    for (const key of [loan, other]) await accrue(services, {}).then(() => mustBeSound(key))
    const parts = await halves(loan, [DUE + 7, DUE + 14])
    done(await inTx((tx) => makePlan(tx, services, { ...loan, parts })))
    onDay(DUE + 7)
    await accrue(services, {})
    for (const key of [loan, other]) await receive(services, key, pesos(5_000))
    onDay(DUE + 8)
    await accrue(services, {})
    expect((await causesOf(loan)).at(-1)).toBe('plan_broken')
    const [one, two] = [await entriesOf(services, loan), await entriesOf(services, other)]
    expect(one.at(-1)?.balances).toEqual(two.at(-1)?.balances)
    onDay(DUE + 9)
    await accrue(services, {})
    expect((await causesOf(loan)).at(-1)).toBe('accrual')
    await mustBeSound(loan)
    // What was paid in time and is heard of late keeps it after all.
    await receive(services, loan, parts[0]?.amount ?? centavos(0), dayOf(DUE + 7))
    expect(accountOf(await read(loan), dayOf(DUE + 9))?.overdueDays).toBe(0)
    await mustBeSound(loan)
  })

  test('that is taken back leaves the books as if there had been none', async () => {
    const [loan, other] = [await newLoan(), await newLoan()]
    onDay(DUE + 2)
    const parts = await halves(loan, [DUE + 30, DUE + 60])
    done(await inTx((tx) => makePlan(tx, services, { ...loan, parts })))
    onDay(DUE + 6)
    await accrue(services, {})
    done(await inTx((tx) => reversePlan(tx, services, loan)))
    await accrue(services, {})
    const [one, two] = [await entriesOf(services, loan), await entriesOf(services, other)]
    expect(one.at(-1)?.balances).toEqual(two.at(-1)?.balances)
    expect(await inTx((tx) => reversePlan(tx, services, loan))).toBe('no_plan')
    await mustBeSound(loan)
  })

  test('is refused in the term, beside another, and when its parts are not what is owed', async () => {
    const loan = await newLoan()
    const plan = (parts: readonly { dueDay: CivilDay; amount: Centavos }[]) =>
      inTx((tx) => makePlan(tx, services, { ...loan, parts }))
    onDay(DUE - 1)
    expect(await plan(await halves(loan, [DUE + 7, DUE + 14]))).toBe('term_not_over')
    onDay(DUE + 2)
    const all = centavos(await owed(loan))
    expect(await plan([])).toBe('wrong_number_of_parts')
    expect(await plan([{ dueDay: dayOf(DUE + 7), amount: centavos(all - 1) }])).toBe('parts_do_not_sum')
    expect(await plan([{ dueDay: dayOf(DUE + 1), amount: all }])).toBe('days_not_in_order')
    expect(await plan(await halves(loan, [DUE + 14, DUE + 7]))).toBe('days_not_in_order')
    const small = { dueDay: dayOf(DUE + 7), amount: centavos(1) }
    expect(await plan([small, { dueDay: dayOf(DUE + 14), amount: centavos(all - 1) }])).toBe('part_too_small')
    // Both would be due on the same Monday.
    expect(await plan(await halves(loan, [DUE + 3, DUE + 4]))).toBe('days_not_in_order')
    done(await plan(await halves(loan, [DUE + 7, DUE + 14])))
    expect(await plan(await halves(loan, [DUE + 8, DUE + 15]))).toBe('plan_running')
    expect(await inTx((tx) => writeOff(tx, services, loan))).toBe('plan_running')
  })
})

test.each([
  'waiver',
  'waiver_reversal',
  'write_off',
  'write_off_reversal',
  'payment_plan',
  'payment_plan_part',
  'payment_plan_reversal',
  'receipt_reversal',
])('PostgreSQL refuses the application to edit %s', async (table) => {
  await expect(inTx((tx) => tx.query(`UPDATE ${table} SET user_id = user_id`))).rejects.toThrow(/permission denied/)
  await expect(inTx((tx) => tx.query(`DELETE FROM ${table}`))).rejects.toThrow(/permission denied/)
})
