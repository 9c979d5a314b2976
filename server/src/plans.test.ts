import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { BodyOf } from '@hola/core/contract/contract.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDesk } from './edge/desk/test-desk-server.ts'
import { openTestServer } from './edge/http/test-server.ts'
import { closeDay } from './lending/portfolio/close.ts'
import { approve, sendSignCode, SIGN_CODE } from './lending/loan/test-approval.ts'
import { newApplicant, saveThreeSteps, type Applicant } from './person/application/test-application.ts'
import { testDatabase } from './platform/db/test-database.ts'
import { recordingPool } from './platform/db/test-recording-pool.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { holdings, type Holding } from './rights/privacy/holdings.ts'
import { bigTables, fillBook } from './test-fill-book.ts'
import { borrowerPages, deskPages, type SomeBorrower, type SomeLoan } from './test-growth-calls.ts'
import { findWholeReads } from './test-whole-reads.ts'

// Three hundred people, and a planner that is told that there are three million: no page reads a big table whole.

const times = 10_000
const now = new Date('2026-11-16T15:00:00Z')
const today = civilDayOf(now)
const { pool } = await testDatabase()
const recording = recordingPool(pool)
const server = await openTestServer(recording.pool, { clock: { now: () => now } })
const { services } = server
const desk = await openTestDesk(services)

const address = { kind: 'phone', value: '+5493515550001' } as const
let person: Applicant
let borrower: SomeBorrower
let loan: SomeLoan
let vera: Awaited<ReturnType<typeof desk.madeUp>>

const signature = async (): Promise<BodyOf<'loan/apply'>> => {
  const wanted = { amount_centavos: pesos(20_000), term_days: 91, coupon_id: null }
  await sendSignCode(services, address)
  const { agreement } = (await person.call('loan/preview', { ...wanted, with_agreement: true })).ret
  if (agreement === null) throw new Error('no agreement')
  return {
    ...wanted,
    apply_id: services.random.uuid(),
    agreement_accepted: true,
    agreement: { version: agreement.version, sha256: agreement.sha256 },
    code_channel: address.kind,
    code: SIGN_CODE,
  }
}

beforeAll(async () => {
  vera = await desk.madeUp('Vera')
  await vera.call('acts/list')
  await pool.query(
    `INSERT INTO desk_act (act_id, acted_at, actor, member_id, act, details, why, entry_number, entry_sha256)
     SELECT gen_random_uuid(), $1, name, member_id, 'see_books', '{}', 'test', 1, sha256('')
       FROM staff_member WHERE NOT EXISTS (SELECT FROM desk_act) LIMIT 1`,
    [now],
  )
  await fillBook(pool, { accounts: 300, ordersEach: 3, casesEvery: 10, from: 1, now })
  person = await newApplicant(server, address)
  await saveThreeSteps(person)
  await approve(services, person.userId, pesos(5_000_000))
  const { order } = (await person.call('loan/apply', await signature())).ret
  await pool.query(
    `UPDATE loan_order SET previous_state = state, state = 'in_repayment', paid_out_at = $2, payout_day = $3, due_day = $4
      WHERE user_id = $1`,
    [person.userId, now, today, addDays(today, 91)],
  )
  borrower = { orderId: order.order_id, signature }
  const { rows } = await pool.query<SomeLoan>(
    'SELECT user_id AS "userId", order_number AS "orderNumber" FROM loan_order WHERE user_id <> $1 LIMIT 1',
    [person.userId],
  )
  loan = rows[0] ?? { userId: '', orderNumber: '' }
  await inTransaction(pool, (tx) => closeDay(tx, services, addDays(today, -1)))
  await pool.query('VACUUM ANALYZE')
})

describe('with millions of loans no big table is read whole by', () => {
  test.each(borrowerPages.map((page) => [page.path, page] as const))('a borrower’s %s', async (path, { body }) => {
    const asked = await body(borrower)
    const sent = await recording.record(async () => expect(await person.call(path, asked)).toMatchObject({ code: '0' }))
    expect(sent.length).toBeGreaterThan(0)
    expect(await findWholeReads(pool, sent, { times })).toEqual([])
  })

  test.each(
    deskPages.map(
      (page) => [`${page.path} ${JSON.stringify(page.body({ userId: '', orderNumber: '' }, today))}`, page] as const,
    ),
  )('the desk’s %s', async (_, { path, body }) => {
    const sent = await recording.record(async () =>
      expect(await vera.call(path, body(loan, today))).toMatchObject({ code: '0' }),
    )
    expect(sent.length).toBeGreaterThan(0)
    expect(await findWholeReads(pool, sent, { times })).toEqual([])
  })
})

test('a statement that does read one whole is seen', async () => {
  const sent = [{ text: 'SELECT count(*) FROM receipt WHERE paid_day = heard_at::date', values: [], trip: 1 }]
  expect(await findWholeReads(pool, sent, { times })).toEqual([
    'receipt: SELECT count(*) FROM receipt WHERE paid_day = heard_at::date',
  ])
})

test('every table that names a person is found by an index that begins with her', async () => {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `SELECT DISTINCT indrelid::regclass::text AS "table", attname AS "column"
       FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(user_id IS NOT NULL)'`,
  )
  const wanted: Record<Holding['by'], readonly string[]> = {
    user: ['user_id'],
    address: ['kind'],
    'user or address': ['user_id', 'address_index'],
    cuil: ['cuil_index'],
  }
  const missing = holdings.flatMap(({ table, by }) =>
    wanted[by].filter((column) => !rows.some((row) => row.table === table && row.column === column)).map(() => table),
  )
  expect(missing).toEqual([])
})

test('every table that is filled has rows', async () => {
  const empty: string[] = []
  for (const table of bigTables)
    if ((await pool.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 0) empty.push(table)
  expect(empty).toEqual([])
})
