import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { openTestServer, testSettings } from '../http/test-server.ts'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { payBySandbox, payOutBySandbox, reverseBySandbox } from '../../lending/reconciliation/test-money.ts'
import { actsIn, outcomesOf, typeAtDesk, typeByTwo } from './test-desk.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const collection = [{ provider: 'sandbox' }, { provider: 'bank-transfer', cvu: '0000003100012345678907', alias: null }]
const server = await openTestServer(pool, {
  clock: { now: () => now },
  settings: { providers: { ...testSettings.providers, collection } },
})
const { services } = server

const desk = (line: string, given = services) => typeAtDesk(given, line)
/** The same line, proposed by ana and approved by vera. */
const byTwo = async (line: string): Promise<void> => {
  expect(await typeByTwo(services, line)).toMatchObject({ exitCode: 0, complaint: '' })
}
/** What was done, without the proposals of it. */
const deeds = async () => (await acts()).filter(({ act }) => act !== 'propose')
const { done, json, refused } = outcomesOf(desk)
const acts = () => actsIn(pool)
const balanceOf = async (orderId: string, account: 'collected' | 'borrower_credit') => {
  const place = account === 'collected' ? 7 : 12
  const { rows } = await pool.query(
    `SELECT balances[${place}] AS balance FROM ledger_entry WHERE order_id = $1 ORDER BY entry_number DESC LIMIT 1`,
    [orderId],
  )
  return rows[0]?.balance
}

const empty = emptier(pool, 'account', 'desk_act', 'reconciliation', 'receipt', 'sandbox_payout', 'sandbox_pay_receipt')

beforeEach(async () => {
  now = start
  await empty()
})

describe('payouts', () => {
  test('none', async () => {
    await payOutBySandbox(server)
    expect(await done('payouts')).toBe('Every payout is paid or on its way.')
  })

  test.each([
    [
      'failed',
      { state: 'payout_failed', attempt: 'failed' },
      'failed: account_closed; the borrower is asked for another',
    ],
    ['of which nobody knows', { state: 'pending', attempt: 'asked' }, 'UNKNOWN: nobody knows whether it was paid'],
    ['that the provider has', { state: 'pending', attempt: 'accepted' }, 'the provider has it and has not settled it'],
    ['that was never sent', { state: 'pending', attempt: undefined }, 'not sent: the daily job sends it'],
  ] as const)('one %s', async (_, { state, attempt }, words) => {
    const { userId } = await payOutBySandbox(server)
    const orderId = await insertLoan(services, userId, { state, signedDaysAgo: 0 })
    if (attempt !== undefined)
      await pool.query(
        `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, failure_reason,
                                     is_wallet, asked_at, concluded_at)
         VALUES ($1, $2, 1, 'sandbox', $3, $4, $5, false, $6, $7)`,
        [
          userId,
          orderId,
          `${orderId}-1`,
          attempt,
          attempt === 'failed' ? 'account_closed' : null,
          now,
          attempt === 'failed' ? now : null,
        ],
      )
    // What failed is shown at once; what is on its way gets some time.
    expect((await json('payouts')).length).toBe(state === 'pending' ? 0 : 1)
    now = new Date(start.getTime() + 15 * 60_000)
    expect(await done('payouts')).toContain(words)
    expect(await json('payouts')).toMatchObject([
      {
        order_number: orderId.slice(0, 8),
        order_state: state,
        attempt_state: attempt ?? null,
        amount_centavos: 9_000_000,
      },
    ])
    expect(await acts()).toEqual([])
  })

  test('one without an answer for a day is proposed to be sent again, and refused before', async () => {
    const { userId } = await payOutBySandbox(server)
    const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
    await pool.query(
      `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, is_wallet, asked_at)
       VALUES ($1, $2, 1, 'sandbox', $3, 'asked', false, $4)`,
      [userId, orderId, `${orderId}-1`, now],
    )
    const line = `resend ${orderId.slice(0, 8)} --why "not in the panel"`
    expect(await refused(line)).toMatch(/^Not possible now: this payout was answered or withdrawn/)
    now = new Date(start.getTime() + 24 * 3_600_000)
    expect(await done(line)).toMatch(/payout +unanswered +sent_again/)
    await byTwo(line)
    expect(await deeds()).toMatchObject([
      { act: 'send_payout', actor: 'vera', user_id: userId, details: { amount_centavos: 9_000_000 } },
    ])
  })
})

describe('suspense', () => {
  test('lists what nobody can place, with who looked', async () => {
    expect(await done('suspense')).toBe('Nothing is in suspense.')
    const id = await payBySandbox(services, undefined, { amount: pesos(5_000), paidDay: civilDay('2026-11-14') })
    expect(await done('suspense --why "a borrower called"')).toMatch(
      new RegExp(`sandbox +${id} +\\$ 5\\.000,00 +2026-11-14 +2026-11-16 12:00 +TEST-`),
    )
    expect(await json('suspense')).toMatchObject([{ provider_payment_id: id, state: 'suspense', order_id: null }])
    expect((await acts()).map(({ act, details, why }) => ({ act, details, why }))).toContainEqual({
      act: 'see_suspense',
      details: { count: 1 },
      why: 'a borrower called',
    })
  })

  test('place puts it on a loan, in the books as well, once', async () => {
    const loan = await payOutBySandbox(server)
    const id = await payBySandbox(services, undefined, { amount: pesos(5_000) })
    const line = `place sandbox ${id} --order ${loan.orderNumber} --why "he sent the receipt"`
    const said = await done(line)
    expect(said).toMatch(/^Proposed as [0-9a-f-]{36}: somebody else approves it until 2026-11-17 12:00\./)
    expect(said).toMatch(/ledger\.collected +0 +500000/)
    expect(await balanceOf(loan.orderId, 'collected')).toBe(0)
    await byTwo(line)
    expect(await balanceOf(loan.orderId, 'collected')).toBe(500_000)
    expect(await deeds()).toEqual([
      {
        acted_at: now,
        actor: 'vera',
        act: 'place',
        user_id: loan.userId,
        details: {
          provider: 'sandbox',
          provider_payment_id: id,
          order_id: loan.orderId,
          order_number: loan.orderNumber,
          amount_centavos: 500_000,
          proposal_id: expect.any(String),
          proposed_by: expect.any(String),
        },
        why: 'looked at it',
      },
    ])
    expect(await refused(line)).toBe(
      'Not possible now: this money is not in suspense: it was placed before, or taken back.',
    )
    expect(await balanceOf(loan.orderId, 'collected')).toBe(500_000)
    expect(await deeds()).toHaveLength(1)
    expect(await done('suspense')).toBe('Nothing is in suspense.')
    expect(await done('reconcile --day 2026-11-16')).not.toContain('suspense')
  })

  test('what cannot be placed is refused and leaves nothing behind', async () => {
    const loan = await payOutBySandbox(server)
    const pending = await insertLoan(services, loan.userId, { state: 'pending' })
    const id = await payBySandbox(services, undefined, { amount: pesos(5_000) })
    const gone = await payBySandbox(services, undefined, { amount: pesos(5_000) })
    await reverseBySandbox(services, gone)
    for (const [line, words] of [
      [`place sandbox nobody --order ${loan.orderNumber}`, /there is no such money/],
      [`place sandbox ${gone} --order ${loan.orderNumber}`, /or taken back/],
      [`place sandbox ${id} --order XXXX-XXXX`, /there is no loan with this number/],
      [`place sandbox ${id} --order ${pending.slice(0, 8)}`, /nothing was lent on this loan yet/],
    ] as const)
      expect(await refused(`${line} --why because`)).toMatch(words)
    expect(await acts()).toEqual([])
    expect(await json('suspense')).toMatchObject([{ provider_payment_id: id }])
  })
})

describe('transfer', () => {
  test('with the reference of a payment it is paid on its loan', async () => {
    const loan = await payOutBySandbox(server)
    await pool.query(
      `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                            sealed_instructions, requested_at, expires_at)
       VALUES ($1, $2, $3, 'part', 'transfer', 'bank-transfer', 150050, 'waiting', 'HOLA-1', '', $4, $4)`,
      [loan.userId, services.random.uuid(), loan.orderId, now],
    )
    const line = 'transfer 0099-1 --amount 1.500,50 --day 2026-11-16 --reference HOLA-1 --why "statement of today"'
    expect(await done(line)).toMatch(new RegExp(`placed_on +- +${loan.orderNumber}`))
    await byTwo(line)
    expect(await refused(line)).toBe('Not possible now: this transfer was entered before: nothing is entered twice.')
    expect(await balanceOf(loan.orderId, 'collected')).toBe(150_050)
    expect(await deeds()).toMatchObject([{ act: 'transfer', actor: 'vera', user_id: loan.userId }])
  })

  test('without one it is in suspense', async () => {
    const line = 'transfer 0099-2 --amount 1500 --day 2026-11-15 --why "statement of today"'
    await byTwo(line)
    expect(await json('suspense')).toMatchObject([
      { state: 'suspense', amount_centavos: 150_000, paid_day: '2026-11-15' },
    ])
  })

  test('not of tomorrow, and not where nobody can transfer', async () => {
    const line = 'transfer 0099-3 --amount 1500 --day 2026-11-17 --why because'
    expect(await refused(line)).toBe('Not possible now: that day has not come yet.')
    const without = { ...services, collectors: services.collectors.slice(0, 1) }
    expect((await desk(line, without)).complaint).toMatch(/TRANSFER_ACCOUNT is not set/)
  })

  test.each(['1,5', '0', '0,00', '-1', '1.50', 'x', '1e9', '10000000000'])('%s is no amount', async (amount) => {
    const outcome = await desk(`transfer 1 --amount=${amount} --day 2026-11-16 --why because`)
    expect(outcome).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('it must be an amount') })
  })
})

describe('refund', () => {
  const withCredit = async () => {
    const loan = await payOutBySandbox(server)
    await payBySandbox(services, loan, { amount: pesos(100_300) })
    return loan
  }

  test('gives back all credit, once', async () => {
    const loan = await withCredit()
    expect(await done(`refund ${loan.orderNumber} --why "he asked"`)).toMatch(/credit_centavos +30000 +0/)
    await byTwo(`refund ${loan.orderNumber} --why "he asked"`)
    expect(await balanceOf(loan.orderId, 'borrower_credit')).toBe(0)
    expect(await refused(`refund ${loan.orderNumber} --why again`)).toMatch(/has no credit to give back/)
    expect(await deeds()).toMatchObject([
      { act: 'refund', actor: 'vera', user_id: loan.userId, details: { amount_centavos: 30_000 } },
    ])
  })

  test('or a part, and never more', async () => {
    const { orderNumber, orderId } = await withCredit()
    await byTwo(`refund ${orderNumber} --amount 100,50 --why "he asked"`)
    expect(await balanceOf(orderId, 'borrower_credit')).toBe(-19_950)
    expect(await refused(`refund ${orderNumber} --amount 199,51 --why more`)).toMatch(
      /the credit of this loan is smaller/,
    )
  })

  test('two at once give it back once', async () => {
    const { orderNumber, orderId } = await withCredit()
    const ids = []
    for (let number = 0; number < 5; number += 1) ids.push(await json(`refund ${orderNumber} --why "he asked"`))
    const outcomes = await Promise.all(
      ids.map(({ proposal_id: id, seen_sha256: seen }) =>
        typeAtDesk(services, `approve-proposal ${id} --seen ${seen} --why x`, { name: 'vera', role: 'supervisor' }),
      ),
    )
    expect(outcomes.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1, 1, 1, 1])
    expect(await balanceOf(orderId, 'borrower_credit')).toBe(0)
  })
})

describe('reconcile', () => {
  test('yesterday by default, in order', async () => {
    await payOutBySandbox(server)
    now = new Date('2026-11-17T15:00:00Z')
    const said = await done('reconcile')
    expect(said).toMatch(/^The books of 2026-11-16\n/)
    expect(said).toMatch(/sandbox +paid out +1 +\$ 90\.000,00 +\$ 90\.000,00 +in order/)
    expect(said).toMatch(/bank-transfer +collected +0 +\$ 0,00 +- +no statement: /)
    expect(await acts()).toMatchObject([
      { act: 'reconcile', actor: 'ana', details: { day: '2026-11-16', unexplained_count: 0 } },
    ])
  })

  test('ends with 1 and names what nobody can explain', async () => {
    const { payoutKey, orderNumber } = await payOutBySandbox(server)
    await pool.query('DELETE FROM sandbox_payout')
    const { exitCode, said } = await desk('reconcile --day 2026-11-16')
    expect(exitCode).toBe(1)
    expect(said).toContain('1 difference, 1 unexplained')
    expect(said).toMatch(
      new RegExp(`missing_at_provider +${payoutKey} +${orderNumber} +\\$ 90\\.000,00 +\\$ 0,00 +2026-11-16 +- `),
    )
    const found = JSON.parse((await desk('reconcile --day 2026-11-16 --json')).said)
    expect(found[0]).toMatchObject({
      kind: 'payout',
      unexplained_count: 1,
      differences: [{ cause: 'missing_at_provider', is_explained: false, id: payoutKey, ours_centavos: 9_000_000 }],
    })
  })

  test('refuses a day that has not come', async () => {
    expect(await refused('reconcile --day 2026-11-17')).toBe('2026-11-17 has not come yet.')
  })
})

describe('books', () => {
  test('every entry and what the accounts say, with who looked and why', async () => {
    const loan = await payOutBySandbox(server)
    const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
    const said = await done(`books ${loan.orderNumber} --why "she called"`)
    expect(said).toContain(`The books of ${loan.orderNumber}: intact, 2 entries`)
    expect(said).toMatch(
      new RegExp(`1 +2026-11-16 12:00 +2026-11-16 +payout +${loan.payoutKey} +principal \\$ 100\\.000,00`),
    )
    expect(said).toMatch(new RegExp(`2 .* payment +${id} +principal -\\$ 5\\.000,00, collected \\$ 5\\.000,00`))
    expect(said).toMatch(/\ncollected +\$ 5\.000,00/)
    expect(await acts()).toMatchObject([{ act: 'see_books', user_id: loan.userId, why: 'she called' }])
    expect(await json(`books ${loan.orderNumber}`)).toMatchObject({
      is_intact: true,
      entries: [{ cause: 'payout' }, { cause: 'payment', source_id: id, changes_centavos: { collected: 500_000 } }],
    })
  })

  test('that were changed end with 1', async () => {
    const loan = await payOutBySandbox(server)
    await pool.query(`UPDATE ledger_entry SET source_id = 'other' WHERE order_id = $1`, [loan.orderId])
    const { exitCode, said } = await desk(`books ${loan.orderNumber}`)
    expect(exitCode).toBe(1)
    expect(said).toContain('NOT INTACT: an entry does not say what it said when it was written (entry 1)')
  })

  test('of no loan', async () => {
    expect(await refused('books 2222-2222-2222')).toBe('There is no loan "2222-2222-2222".')
    expect(await acts()).toEqual([])
  })
})
