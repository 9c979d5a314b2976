import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, expect, test } from 'vitest'
import { openTestDesk } from '../../edge/desk/test-desk-server.ts'
import { openTestServer, testSettings } from '../../edge/http/test-server.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { payBySandbox, payOutBySandbox } from '../../lending/reconciliation/test-money.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'

// What two people do about a running loan, as the desk sends it: proposed by one, approved by the other, in the books.

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const collection = [{ provider: 'sandbox' }, { provider: 'bank-transfer', cvu: '0000003100012345678907', alias: null }]
const borrowers = await openTestServer(pool, {
  clock: { now: () => now },
  settings: { providers: { ...testSettings.providers, collection } },
})
const { services } = borrowers
const desk = await openTestDesk(services)

beforeEach(() => void (now = start))

type Effects = readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[]
type Made = {
  readonly proposal: { readonly proposal_id: string }
  readonly preview: { readonly effects: Effects; readonly seen_sha256: string }
}

/** Proposed by treasury, approved by a supervisor exactly as it was shown. */
const byTwo = async (kind: ProposalKind, details: object): Promise<Effects> => {
  const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
  const proposed = await tomas.call('proposals/propose', { kind, details, why: 'a reason' })
  expect([kind, proposed]).toEqual([kind, expect.objectContaining({ code: '0' })])
  const { proposal, preview } = proposed.ret as Made
  const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'looked at it' }
  const approved = await vera.confirm('proposals/approve', body)
  expect([kind, approved]).toEqual([kind, expect.objectContaining({ code: '0' })])
  return preview.effects
}

const refused = async (kind: ProposalKind, details: object): Promise<string> => {
  const tomas = await desk.madeUp('Tomás')
  const { code, msg } = await tomas.call('proposals/propose', { kind, details, why: 'a reason' })
  expect([kind, code]).toEqual([kind, '20712'])
  return msg
}

const owed = (effects: Effects) => effects.find(({ name }) => name === 'owed_centavos')

const lastId = async (table: 'waiver' | 'refund', column: string): Promise<string> =>
  (await pool.query(`SELECT ${column} AS id FROM ${table}`)).rows.at(-1)?.id

const DAY_MS = 86_400_000

/** A loan that is ten days late. */
const lateLoan = async () => {
  const loan = await payOutBySandbox(borrowers)
  const { rows } = await pool.query('SELECT due_day FROM loan_order WHERE order_id = $1', [loan.orderId])
  now = new Date(new Date(`${rows[0].due_day}T15:00:00Z`).getTime() + 10 * DAY_MS)
  return loan
}

const expectIntact = async (loan: { readonly userId: string; readonly orderId: string }): Promise<void> =>
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, loan))).toMatchObject({ isIntact: true })

test('late charges are waived, and the waiver is taken back', async () => {
  const loan = await lateLoan()
  const { orderNumber: order_number } = loan
  expect(await refused('waiver', { order_number, amount_centavos: pesos(900_000) })).toContain('late charges')
  const waived = owed(await byTwo('waiver', { order_number, amount_centavos: pesos(100) }))
  expect(Number(waived?.before) - Number(waived?.after)).toBe(pesos(100))
  const reversal = { order_number, waiver_id: await lastId('waiver', 'waiver_id') }
  expect(owed(await byTwo('waiver_reversal', reversal))).toMatchObject({ after: waived?.before })
  expect(await refused('waiver_reversal', reversal)).toContain('no such waiver')
  await expectIntact(loan)
})

test('a plan of what is owed is agreed on and taken back', async () => {
  const loan = await lateLoan()
  const { orderNumber: order_number } = loan
  const total = Number(owed(await byTwo('waiver', { order_number, amount_centavos: pesos(100) }))?.after)
  const today = civilDayOf(now)
  const part = (days: number, amount_centavos: number) => ({ due_day: addDays(today, days), amount_centavos })
  const parts = [part(14, pesos(50_000)), part(45, total - pesos(50_000))]
  expect(await refused('plan', { order_number, parts: [part(14, pesos(50_000))] })).toContain('add up')
  expect(await byTwo('plan', { order_number, parts })).toEqual(
    expect.arrayContaining([
      { name: 'plan', before: null, after: 'running' },
      { name: 'owed_centavos', before: total, after: total },
    ]),
  )
  expect(await refused('write_off', { order_number })).toContain('being kept')
  expect(await byTwo('plan_reversal', { order_number })).toContainEqual({
    name: 'plan',
    before: 'running',
    after: null,
  })
  await expectIntact(loan)
})

test('a loan is written off and taken back', async () => {
  const loan = await lateLoan()
  const { orderNumber: order_number } = loan
  const effects = await byTwo('write_off', { order_number })
  expect(effects).toContainEqual({ name: 'written_off_day', before: null, after: civilDayOf(now) })
  expect(effects).toContainEqual({ name: 'ledger.written_off', before: 0, after: owed(effects)?.before })
  expect(await refused('write_off', { order_number })).toContain('already')
  await byTwo('write_off_reversal', { order_number })
  await expectIntact(loan)
})

test('a transfer is entered, placed, unplaced, taken back as a mistake and restored', async () => {
  const loan = await lateLoan()
  const receipt = { provider: 'bank-transfer', provider_payment_id: 'bank-77' }
  const paid_day = civilDayOf(now)
  await byTwo('transfer', {
    provider_payment_id: 'bank-77',
    amount_centavos: pesos(20_000),
    paid_day,
    reference: null,
  })
  const placed = await byTwo('place', { ...receipt, order_number: loan.orderNumber })
  expect(placed).toContainEqual({ name: 'placed_on', before: null, after: loan.orderNumber })
  const unplaced = await byTwo('unplacing', receipt)
  expect(unplaced).toContainEqual({ name: 'money', before: 'credited', after: 'suspense' })
  expect(Number(owed(unplaced)?.after) - Number(owed(unplaced)?.before)).toBeGreaterThanOrEqual(pesos(20_000))
  await byTwo('transfer_reversal', receipt)
  expect(await refused('place', { ...receipt, order_number: loan.orderNumber })).toContain('suspense')
  expect(await byTwo('transfer_restoration', receipt)).toContainEqual({
    name: 'money',
    before: 'reversed',
    after: 'suspense',
  })
  await expectIntact(loan)
})

test('credit is sent back by the payout provider; one booked by hand can be taken back', async () => {
  const loan = await payOutBySandbox(borrowers)
  const { orderNumber: order_number } = loan
  await payBySandbox(services, loan, { amount: pesos(103_000) })
  await byTwo('refund', { order_number, amount_centavos: pesos(1_000) })
  const refund_id = await lastId('refund', 'refund_id')
  const back = await byTwo('refund_reversal', { order_number, refund_id })
  expect(back).toContainEqual(expect.objectContaining({ name: 'ledger.borrower_credit' }))
  expect(await refused('refund_reversal', { order_number, refund_id })).toContain('taken back before')
  const sent = await byTwo('refund', { order_number, amount_centavos: null, way: 'provider' })
  expect(sent).toContainEqual({ name: 'way', before: null, after: 'provider' })
  expect(sent).toContainEqual({ name: 'account', before: null, after: expect.stringMatching(/…\d{4}$/) })
  expect((await pool.query('SELECT state FROM refund_transfer')).rows).toEqual([{ state: 'asked' }])
  await expectIntact(loan)
})
