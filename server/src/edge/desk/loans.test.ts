import { addDays, civilDay } from '@hola/core/calendar.ts'
import { loanGroups } from '@hola/core/desk-contract/loans.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { payBySandbox, payOutBySandbox } from '../../lending/reconciliation/test-money.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listLoansQuery, loanLists } from '../../staff/record/store.ts'
import { openTestServer } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

// A loan as the lender's staff sees it: what it owes on any day, its books, and what can be proposed about it now.

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const borrowers = await openTestServer(pool, { clock: { now: () => now } })
const { services } = borrowers
const desk = await openTestDesk(services)
const DAY_MS = 86_400_000
beforeEach(() => void (now = start))

type Lines = {
  readonly day: string
  readonly payoff_centavos: number
  readonly principal_centavos: number
  readonly credit_centavos: number
}
type Loan = {
  readonly owed: Lines
  readonly today: string
  readonly due_day: string
  readonly days: Lines[]
  readonly line: { day: string; payoff_centavos: number }[]
  readonly payments: { amount_centavos: number; split: Record<string, number> }[]
  readonly documents: string[]
  readonly account_masked: string
}
type Offers = {
  readonly offers: { kind: string; subject_id: string | null; amount_centavos: number; problem: string | null }[]
}

const lateLoan = async (daysLate = 10) => {
  const loan = await payOutBySandbox(borrowers)
  const { rows } = await pool.query('SELECT due_day FROM loan_order WHERE order_id = $1', [loan.orderId])
  now = new Date(new Date(`${rows[0].due_day}T15:00:00Z`).getTime() + daysLate * DAY_MS)
  return { ...loan, order_number: loan.orderNumber }
}

const byTwo = async (kind: string, details: object): Promise<void> => {
  const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
  const { ret } = await tomas.call('proposals/propose', { kind, details, why: 'a reason' })
  const { proposal, preview } = ret as { proposal: { proposal_id: string }; preview: { seen_sha256: string } }
  const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why: 'looked' }
  expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '0' })
}

test('a loan says what it owes on every day, where each payment went, and its account masked', async () => {
  const { order_number, ...loan } = await lateLoan()
  await payBySandbox(services, loan, { amount: pesos(20_000) })
  const tomas = await desk.madeUp('Tomás')
  const day = addDays(civilDay('2027-03-01'), 3)
  const shown = (await tomas.call('loans/show', { order_number, day })).ret as Loan
  expect(shown.owed.day).toBe(shown.today)
  expect(shown.days.map((row) => row.day)).toEqual(expect.arrayContaining([shown.due_day, shown.today, day]))
  expect(shown.days.map((row) => row.day)).toEqual(shown.days.map((row) => row.day).toSorted())
  const today = shown.line.find((point) => point.day === shown.today)
  expect(today?.payoff_centavos).toBe(shown.owed.payoff_centavos)
  expect(shown.line.length).toBeLessThanOrEqual(200)
  const [payment] = shown.payments
  expect(Object.values(payment?.split ?? {}).reduce((sum, part) => sum + part, 0)).toBe(pesos(20_000))
  expect(shown.account_masked).toMatch(/···\d{4}/)
  expect(shown.documents).toEqual(['agreement', 'statement'])
  const acts = await pool.query('SELECT act, details FROM desk_act WHERE user_id = $1', [loan.userId])
  expect(acts.rows).toEqual([{ act: 'see_loan', details: { order_id: loan.orderId } }])
  expect(await tomas.call('loans/show', { order_number: 'NOBODYS' })).toMatchObject({ code: '20715' })
})

test('the farthest day that may be asked about is answered, and one beyond it is refused', async () => {
  const { order_number } = await lateLoan()
  const tomas = await desk.madeUp('Tomás')
  const far = { order_number, day: '2199-12-31' }
  expect(await tomas.call('loans/show', far)).toMatchObject({ code: '0' })
  expect(await tomas.call('loans/what_if', { ...far, amount_centavos: 100 })).toMatchObject({ code: '0' })
  expect(await tomas.call('portfolio/balances', { day: far.day })).toMatchObject({ code: '0' })
  for (const day of ['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31']) {
    expect(await tomas.call('loans/show', { ...far, day })).toMatchObject({ code: '40000' })
    expect(await tomas.call('reconciliation/day', { day })).toMatchObject({ code: '40000' })
  }
})

test('paying so much on a day is reckoned by the engine and writes nothing', async () => {
  const { order_number, ...loan } = await lateLoan()
  const sol = await desk.madeUp('Sol')
  const { owed, today } = (await sol.call('loans/show', { order_number })).ret as Loan
  const what = (amount: number, on = today) =>
    sol.call('loans/what_if', { order_number, day: on, amount_centavos: amount })
  const { after, before, next_week } = (await what(owed.payoff_centavos - 100)).ret as Record<string, Lines>
  expect([before?.payoff_centavos, after?.payoff_centavos]).toEqual([owed.payoff_centavos, 100])
  expect(next_week?.payoff_centavos).toBeGreaterThan(100)
  expect(await what(owed.payoff_centavos + 700)).toMatchObject({
    ret: { after: { payoff_centavos: 0, credit_centavos: 700 }, split: { credit_centavos: 700 } },
  })
  expect(await what(100, '2026-01-01')).toMatchObject({ code: '20718' })
  const receipts = await pool.query('SELECT FROM receipt WHERE order_id = $1', [loan.orderId])
  expect(receipts.rowCount).toBe(0)
})

test('the books are shown entry by entry with their hashes, and a changed entry is found', async () => {
  const { order_number, ...loan } = await lateLoan()
  await payBySandbox(services, loan, { amount: pesos(1000) })
  const aldo = await desk.madeUp('Aldo')
  type Books = {
    is_intact: boolean
    entries: { change_centavos: number; owed_centavos: number; entry_sha256: string }[]
  }
  const books = async () => (await aldo.call('loans/books', { order_number })).ret as Books
  const { is_intact: isIntact, entries } = await books()
  expect(isIntact).toBe(true)
  const { owed } = (await aldo.call('loans/show', { order_number })).ret as Loan
  expect(entries[0]?.owed_centavos).toBe(owed.payoff_centavos)
  expect(new Set(entries.map(({ entry_sha256 }) => entry_sha256)).size).toBe(entries.length)
  await pool.query(`UPDATE ledger_entry SET rule = 'another' WHERE order_id = $1 AND entry_number = 1`, [loan.orderId])
  expect(await books()).toMatchObject({ is_intact: false, problem: 'entry_changed' })
})

describe('what can be proposed about a loan', () => {
  const offersOf = async (who: string, order_number: string) => {
    const member = await desk.madeUp(who)
    return ((await member.call('loans/offers', { order_number })).ret as Offers).offers
  }
  const possible = (offers: Offers['offers']) =>
    offers.filter(({ problem }) => problem === null).map(({ kind }) => kind)

  test('is what is possible now, with a reason for the rest', async () => {
    const { order_number } = await lateLoan()
    const offers = await offersOf('Tomás', order_number)
    expect(possible(offers)).toEqual(['waiver', 'plan', 'write_off'])
    expect(offers.find(({ kind }) => kind === 'refund')?.problem).toContain('credit')
    // Support proposes neither refunds nor write-offs.
    expect((await offersOf('Sol', order_number)).map(({ kind }) => kind)).toEqual(['waiver', 'plan'])
    const [aldo, ana] = [await desk.madeUp('Aldo'), await desk.madeUp('Ana')]
    for (const member of [aldo, ana])
      expect(await member.call('loans/offers', { order_number })).toMatchObject({ code: '20701' })
  })

  test('follows the loan: waiver and plan taken back, credit refunded, not what a provider said', async () => {
    const { order_number, ...loan } = await lateLoan()
    const { owed } = (await (await desk.madeUp('Tomás')).call('loans/show', { order_number })).ret as Loan
    await byTwo('waiver', { order_number, amount_centavos: pesos(100) })
    const rest = owed.payoff_centavos - pesos(100)
    const today = now.toISOString().slice(0, 10)
    const parts = [
      { due_day: addDays(civilDay(today), 10), amount_centavos: pesos(20_000) },
      { due_day: addDays(civilDay(today), 40), amount_centavos: rest - pesos(20_000) },
    ]
    await byTwo('plan', { order_number, parts })
    expect(possible(await offersOf('Tomás', order_number))).toEqual(
      expect.arrayContaining(['plan_reversal', 'waiver_reversal']),
    )
    const shown = async () => (await (await desk.madeUp('Aldo')).call('loans/show', { order_number })).ret
    expect(await shown()).toMatchObject({ plan: { state: 'running', parts: [{ is_paid: false }, { is_paid: false }] } })
    await payBySandbox(services, loan, { amount: pesos(20_000) })
    expect(await shown()).toMatchObject({ plan: { state: 'running', parts: [{ is_paid: true }, { is_paid: false }] } })
    const offers = await offersOf('Tomás', order_number)
    expect(offers.find(({ kind }) => kind === 'unplacing')?.problem).toContain('reference')
    await payBySandbox(services, loan, { amount: pesos(900_000) })
    expect(await shown()).toMatchObject({
      plan: { state: 'complete' },
      documents: ['agreement', 'statement', 'clearance'],
    })
    expect(possible(await offersOf('Tomás', order_number))).toContain('refund')
  })
})

test('a document leaves with a reason that is written down, and only one that there is', async () => {
  const { order_number, ...loan } = await lateLoan()
  const sol = await desk.madeUp('Sol')
  const open = (document: string) => sol.call('loans/document', { order_number, document, why: 'she lost hers' })
  const { code, ret } = await open('statement')
  expect(code).toBe('0')
  const { pdf_base64: pdf, file_name: name } = ret as { pdf_base64: string; file_name: string }
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  expect(name).toBe(`estado-de-cuenta-${order_number}.pdf`)
  expect(await open('clearance')).toMatchObject({ code: '20716' })
  const { rows } = await pool.query(`SELECT act, why, details FROM desk_act WHERE user_id = $1`, [loan.userId])
  expect(rows).toEqual([
    { act: 'see_document', why: 'she lost hers', details: { order_id: loan.orderId, kind: 'statement' } },
  ])
  const seen = await pool.query(`SELECT category FROM data_access WHERE user_id = $1 AND actor = 'desk'`, [loan.userId])
  expect(seen.rows).toEqual([{ category: 'agreements' }])
})

describe('lists of loans', () => {
  const COPIES = 20_000
  const page = async (show: string, after?: string) => {
    const vera = await desk.madeUp('Vera')
    const { ret } = await vera.call('loans/list', { show, ...(after === undefined ? {} : { after }) })
    return ret as { loans: Record<string, unknown>[]; next: string | null }
  }

  test('show every loan of a group once, page by page, and nothing of whose it is', async () => {
    const loan = await payOutBySandbox(borrowers)
    for (let count = 0; count < 110; count += 1)
      await insertLoan(services, loan.userId, { state: 'in_repayment', signedDaysAgo: 100 + (count % 60) })
    const numbers: unknown[] = []
    for (let next: string | null | undefined; next !== null;) {
      const { loans, next: after } = await page('late', next)
      numbers.push(...loans.map(({ order_number }) => order_number))
      expect(Object.keys(loans[0] ?? {}).toSorted()).toEqual([
        'amount_centavos',
        'due_day',
        'has_plan',
        'is_written_off',
        'order_number',
        'overdue_days',
        'person_code',
        'signed_at',
        'state',
      ])
      next = after
    }
    const { rows } = await pool.query(
      `SELECT count(*)::int AS count FROM loan_order WHERE state = 'in_repayment' AND due_day < '2026-11-16'`,
    )
    expect(numbers).toHaveLength(rows[0].count)
    expect(new Set(numbers).size).toBe(numbers.length)
    const { loans } = await page('late')
    const days = loans.map(({ overdue_days }) => Number(overdue_days))
    expect(days).toEqual(days.toSorted((one, other) => other - one))
    for (const show of loanGroups)
      expect([show, await page(show)]).toEqual([show, expect.objectContaining({ loans: expect.any(Array) })])
    const byDays = await page('late_31_60')
    expect(byDays.loans.every(({ overdue_days: late }) => Number(late) >= 31 && Number(late) <= 60)).toBe(true)
  })

  test('read as many rows as they show: no list and no search goes through a big table', async () => {
    const { rows: columns } = await pool.query(
      `SELECT column_name FROM information_schema.columns
        WHERE table_name = 'loan_order' AND is_generated = 'NEVER' AND column_name NOT IN ('order_id', 'order_number', 'coupon_id')`,
    )
    const names = columns.map(({ column_name }) => column_name)
    const values = names.map((name) => {
      if (name === 'due_day') return `due_day - (number % 400)`
      if (name === 'signed_at' || name === 'state_since') return `${name} - number * interval '1 minute'`
      return name
    })
    await pool.query(
      `INSERT INTO loan_order (order_id, order_number, ${names.join(', ')})
       SELECT gen_random_uuid(), 'COPY-' || number, ${values.join(', ')}
         FROM (SELECT * FROM loan_order WHERE state = 'in_repayment' AND due_day IS NOT NULL LIMIT 1) AS one,
              generate_series(1, ${COPIES}) AS number`,
    )
    await pool.query('ANALYZE loan_order')
    const plans: [string, string][] = []
    const explain = async (name: string, text: string, parameters: readonly unknown[]): Promise<void> => {
      const { rows } = await inTransaction(pool, (tx) =>
        tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, parameters),
      )
      plans.push([name, rows.map((row) => row['QUERY PLAN']).join('\n')])
    }
    const uuid = services.random.uuid()
    for (const [name, list] of Object.entries(loanLists)) {
      const by = list.type === 'date' ? '2026-10-01' : '2026-10-01T00:00:00Z'
      for (const after of [undefined, { by, userId: uuid, orderId: uuid }]) {
        const { text, values: given } = listLoansQuery(list, { after, limit: 101 })
        await explain(name, text, given)
      }
    }
    await explain('by number', 'SELECT FROM loan_order WHERE upper(order_number) = ANY($1) LIMIT 20', [
      ['7K3M-X2QP-9RTV'],
    ])
    for (const [name, plan] of plans) {
      expect([name, plan.includes('Seq Scan on loan_order')]).toEqual([name, false])
      // A sort would first read everything that it sorts; one that only orders rows of the same moment does not.
      expect([name, /^\s*(->\s*)?Sort /m.test(plan)]).toEqual([name, false])
    }
  })
})
