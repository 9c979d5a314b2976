import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { sha256Of } from '../../shared/documents/pdf.ts'
import { fakeStatement } from './fake-statement.ts'
import { statementRows } from './statement-rows.ts'
import { verifyStatement, type Statement, type StatementCheck } from './verify-statement.ts'

const ORDER_ID = '0197a000-0000-7000-8000-000000000001'
const whole = await fakeStatement(ORDER_ID)

const check = (statement: Statement): Promise<StatementCheck | undefined> => verifyStatement(statement, sha256Of)

type Entry = Statement['entries'][number]

const withEntry = (index: number, change: (entry: Entry) => Partial<Entry>): Statement => ({
  ...whole,
  entries: whole.entries.map((entry, at) => (at === index ? { ...entry, ...change(entry) } : entry)),
})

/** Changes what is hashed, and takes the hash anew: what a clever forger would do. */
const rehashed = async (index: number, change: (facts: Record<string, unknown>) => object): Promise<Statement> => {
  const entry = whole.entries[index]
  if (!entry) throw new Error('no such entry')
  const facts = JSON.parse(entry.hashed_text) as Record<string, unknown>
  const text = JSON.stringify({ ...facts, ...change(facts) })
  const sha256 = (await sha256Of(new TextEncoder().encode(text))) ?? ''
  return withEntry(index, () => ({ hashed_text: text, entry_sha256: sha256 }))
}

describe('the books, verified on the device', () => {
  test('fit when nothing was touched', async () => {
    expect(await check(whole)).toEqual({ fits: true, entryCount: 5 })
    expect(await check({ ...whole, entries: [] })).toEqual({ fits: true, entryCount: 0 })
  })

  test.each<[string, Statement | Promise<Statement>, number, string]>([
    ['one letter of what is hashed', withEntry(1, ({ hashed_text: text }) => ({ hashed_text: `${text} ` })), 2, 'hash'],
    ['a hash', withEntry(4, () => ({ entry_sha256: '0'.repeat(64) })), 5, 'hash'],
    ['one left out', { ...whole, entries: whole.entries.toSpliced(2, 1) }, 3, 'chain'],
    ['the first left out', { ...whole, entries: whole.entries.slice(1) }, 1, 'chain'],
    ['two exchanged', { ...whole, entries: [0, 2, 1, 3, 4].flatMap((at) => whole.entries[at] ?? []) }, 2, 'chain'],
    ['one that was hashed anew', rehashed(1, () => ({ rule: 'another' })), 3, 'chain'],
    ['a number that was hashed anew', rehashed(4, () => ({ entry_number: 6 })), 5, 'chain'],
    ['another day shown', withEntry(3, () => ({ effective_day: civilDay('2026-11-17') })), 4, 'shown'],
    ['another time shown', withEntry(3, () => ({ booked_at: '2026-11-18T14:04:01.000Z' })), 4, 'shown'],
    ['another cause shown', withEntry(3, () => ({ cause: 'refund' })), 4, 'shown'],
    [
      'another amount shown',
      withEntry(3, ({ changes }) => ({
        changes: changes.map((line) => ({ ...line, amount_centavos: centavos(line.amount_centavos + 1) })),
      })),
      4,
      'shown',
    ],
    ['a balance left out', withEntry(0, ({ balances }) => ({ balances: balances.slice(1) })), 1, 'shown'],
    ['another loan', { ...whole, order_id: ORDER_ID.replace(/1$/, '2') }, 1, 'shown'],
    ['what is no JSON', rehashed(4, () => ({ changes_centavos: 'none' })), 5, 'shown'],
  ])('%s is found', async (_, statement, entryNumber, problem) => {
    expect(await check(await statement)).toEqual({ fits: false, entryNumber, problem })
  })

  test('an entry that does not sum to zero is found, though every hash is right', async () => {
    const wrong = await fakeStatement(ORDER_ID, [{ cause: 'payout', day: '2026-11-16', changes: { principal: 1 } }])
    expect(await check(wrong)).toEqual({ fits: false, entryNumber: 1, problem: 'sum' })
  })

  test('balances that the changes do not lead to are found, though every hash is right', async () => {
    const [first] = whole.entries
    if (!first) throw new Error('no entry')
    const text = JSON.stringify({ ...JSON.parse(first.hashed_text), changes_centavos: {} })
    const entry = { ...first, changes: [], hashed_text: text }
    const sha256 = (await sha256Of(new TextEncoder().encode(text))) ?? ''
    expect(await check({ ...whole, entries: [{ ...entry, entry_sha256: sha256 }] })).toEqual({
      fits: false,
      entryNumber: 1,
      problem: 'balances',
    })
  })

  test('where no hash can be computed nothing is claimed', async () => {
    expect(await verifyStatement(whole, async () => undefined)).toBeUndefined()
  })
})

describe('the books, to read', () => {
  test('days that only passed are one row; each row says what is owed after it', () => {
    expect(
      statementRows(whole.entries).map(({ cause, fromDay, toDay, owed }) => [cause, fromDay, toDay, owed]),
    ).toEqual([
      ['payout', '2026-11-16', '2026-11-16', 12_000_000],
      ['accrual', '2026-11-17', '2026-11-18', 12_071_605],
      ['payment', '2026-11-18', '2026-11-18', 11_071_605],
      ['accrual', '2026-11-19', '2026-11-19', 11_104_638],
    ])
  })

  test('only the borrower’s lines are shown, hers above zero; of the payout also what she got', async () => {
    const { entries } = await fakeStatement(ORDER_ID, [
      {
        cause: 'payout',
        day: '2026-11-16',
        changes: { principal: 100, paid_out: -90, fee_earned: -8, vat_to_pay: -2 },
      },
      { cause: 'payment', day: '2026-11-17', changes: { principal: -100, collected: 150, borrower_credit: -50 } },
    ])
    expect(statementRows(entries).map(({ handed, changes, owed }) => [handed, changes, owed])).toEqual([
      [
        [
          { part: 'paid_out', amount: 90 },
          { part: 'fee', amount: 10 },
        ],
        [{ account: 'principal', amount: 100 }],
        100,
      ],
      [
        [],
        [
          { account: 'principal', amount: -100 },
          { account: 'borrower_credit', amount: 50 },
        ],
        0,
      ],
    ])
  })
})
