import { addDays, civilDay } from '@hola/core/calendar.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { noonOf, payOutLoan, receive } from '../../lending/loan/test-books.ts'
import { newBorrower } from '../../lending/loan/test-borrower.ts'
import { accrue } from '../../lending/loan/accrual.ts'
import { closeDays } from '../../lending/portfolio/close.ts'
import { pesos } from '@hola/core/money.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
const firstDay = civilDay('2026-11-18')
let now = noonOf(firstDay)
const { services, ...server } = await openTestServer(pool, { clock: { now: () => now } })
const desk = await openTestDesk(services)
const [one, other] = [await newBorrower({ services, ...server }), await newBorrower({ services, ...server })]
const loans = [await payOutLoan(services, one.userId), await payOutLoan(services, other.userId)]
now = noonOf(addDays(firstDay, 3))
await accrue(services, {})
if (loans[0] !== undefined) await receive(services, loans[0], pesos(50_000), addDays(firstDay, 3))
/** Long after both were due. */
const lateDay = addDays(firstDay, 260)
now = noonOf(addDays(lateDay, 1))
await accrue(services, {})
await closeDays(services, 400)
const [tomas, vera, nora] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera'), await desk.madeUp('Nora')]

const journal = async (from_day: string, to_day: string) =>
  (await tomas.call('exports/journal', { from_day, to_day })) as unknown as {
    code: string
    ret: DeskRetOf<'exports/journal'>
  }

test('the journal has debit and credit of each day, and they balance', async () => {
  const { ret } = await journal(firstDay, addDays(firstDay, 30))
  expect([...new Set(ret.lines.map(({ day }) => day))]).toEqual([firstDay, addDays(firstDay, 3)])
  for (const [, lines] of Map.groupBy(ret.lines, ({ day }) => day)) {
    const sum = (side: 'debit_centavos' | 'credit_centavos') => lines.reduce((total, line) => total + line[side], 0)
    expect(sum('debit_centavos')).toBe(sum('credit_centavos'))
  }
})

test('more days than can be shown, or days that end before they begin, are refused', async () => {
  expect((await journal(firstDay, addDays(firstDay, 93))).code).not.toBe('0')
  expect((await journal(firstDay, addDays(firstDay, -1))).code).not.toBe('0')
})

type Debtors = DeskRetOf<'exports/debtors'>

const allow = async (): Promise<string> => {
  const made = await tomas.call('proposals/propose', {
    kind: 'debtors_report',
    details: { day: lateDay },
    why: 'informe del mes',
  })
  const { proposal, preview } = made.ret as DeskRetOf<'proposals/propose'>
  const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'corresponde' }
  expect((await vera.confirm('proposals/approve', body)).code).toBe('0')
  return proposal.proposal_id
}

test('the debtors’ report takes two people, and is for whoever proposed it, for a day', async () => {
  const proposalId = await allow()
  // Somebody else may not, not even who approved it.
  for (const somebody of [vera, nora])
    expect((await somebody.call('exports/debtors', { proposal_id: proposalId })).code).not.toBe('0')
  const { ret } = await tomas.call('exports/debtors', { proposal_id: proposalId })
  const { debtors, day, next_user_id } = ret as Debtors
  expect([day, next_user_id]).toEqual([lateDay, null])
  expect(debtors.map(({ user_id }) => user_id).toSorted()).toEqual([one.userId, other.userId].toSorted())
  for (const debtor of debtors) {
    expect(debtor).toMatchObject({ cuil: '27301112225', name: 'Romero Lucía', situation_count: 3 })
    expect(debtor.late_days).toBeGreaterThan(90)
    expect(debtor.thousands_count).toBeGreaterThan(50)
  }
  // It stands in her own list, and in that of the acts.
  const { rows } = await pool.query(
    `SELECT DISTINCT user_id FROM data_access WHERE purpose = 'central_bank' AND actor_name = 'Tomás'`,
  )
  expect(rows).toHaveLength(2)
  const { rows: acts } = await pool.query(`SELECT act FROM desk_act WHERE act IN ('allow_export', 'export_debtors')`)
  expect(acts.map(({ act }) => act).toSorted()).toEqual(['allow_export', 'export_debtors'])
  const allowed = (await tomas.call('exports/debtors_allowed')).ret as DeskRetOf<'exports/debtors_allowed'>
  expect(allowed.reports.map((report) => report.proposal_id)).toEqual([proposalId])
})

test('a day that was not counted has no report', async () => {
  const body = { kind: 'debtors_report', details: { day: addDays(lateDay, 30) } }
  expect((await tomas.call('proposals/preview', body)).code).toBe('20712')
})

test('after a day it is over', async () => {
  const proposalId = await allow()
  now = new Date(now.getTime() + 7 * 3_600_000)
  now = new Date(now.getTime() + 18 * 3_600_000)
  const again = await desk.madeUp('Tomás')
  expect((await again.call('exports/debtors', { proposal_id: proposalId })).code).toBe('20708')
})
