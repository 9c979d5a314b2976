import { addDays, civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../../edge/http/test-server.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { accrue } from '../loan/accrual.ts'
import { noonOf, payOutLoan, receive, takeBack } from '../loan/test-books.ts'
import { newBorrower } from '../loan/test-borrower.ts'
import { journalOf } from './journal.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const { services, ...server } = await openTestServer(pool, { clock: { now: () => now } })
const read = (fromDay: typeof firstDay, toDay = fromDay) =>
  inTransaction(pool, (tx) => journalOf(tx, { fromDay, toDay }))

test('debits and credits of each day by account balance, and a day that is over stays', async () => {
  const loans = []
  for (const _ of [1, 2]) loans.push(await payOutLoan(services, (await newBorrower({ services, ...server })).userId))
  const [one, other] = loans
  if (one === undefined || other === undefined) throw new Error('no loans')
  expect(await read(firstDay)).toEqual([
    { day: firstDay, account: 'principal', debit: pesos(200_000), credit: 0 },
    { day: firstDay, account: 'paid_out', debit: 0, credit: pesos(180_000) },
    { day: firstDay, account: 'fee_earned', debit: 0, credit: 1_652_892 },
    { day: firstDay, account: 'vat_to_pay', debit: 0, credit: 347_108 },
  ])
  const first = await read(firstDay)
  now = noonOf(addDays(firstDay, 1))
  await accrue(services, {})
  now = noonOf(addDays(firstDay, 5))
  // Late in the evening it is the next day elsewhere, and still this one in Argentina.
  now = new Date(now.getTime() + 11 * 3_600_000)
  // Paid on the first day and heard of now: booked now.
  const receiptId = await receive(services, one, pesos(50_000), firstDay)
  await takeBack(services, one, receiptId)
  const lines = await read(firstDay, addDays(firstDay, 30))
  expect([...new Set(lines.map(({ day }) => day))]).toEqual([firstDay, addDays(firstDay, 1), addDays(firstDay, 5)])
  for (const [, ofDay] of Map.groupBy(lines, ({ day }) => day)) {
    const sum = (side: 'debit' | 'credit') => ofDay.reduce((total, line) => total + line[side], 0)
    expect(sum('debit')).toBe(sum('credit'))
  }
  const collected = lines.find(({ account }) => account === 'collected')
  expect(collected).toEqual({
    day: addDays(firstDay, 5),
    account: 'collected',
    debit: pesos(50_000),
    credit: pesos(50_000),
  })
  expect(await read(firstDay)).toEqual(first)
  expect(await read(addDays(firstDay, 30))).toEqual([])
})
