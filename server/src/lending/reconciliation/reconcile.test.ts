import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import type { CivilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { takeBack } from '../loan/test-books.ts'
import { handlePayoutWebhook } from '../payout/webhook.ts'
import { CollectionProblem } from '../../providers/collection/port.ts'
import { StatementProblem } from '../../providers/payout/port.ts'
import { handleReceipt } from '../repayment/receive.ts'
import { recordRefund } from '../refund/refund.ts'
import { sendRefund } from '../refund/send.ts'
import type { Services } from '../../edge/services.ts'
import type { Cause } from './causes.ts'
import { causes } from './causes.ts'
import { reconcileByJob, sweepReconciliations } from './daily.ts'
import { reconcile } from './reconcile.ts'
import type { Finding } from './store.ts'
import type { PaidLoan } from './test-money.ts'
import { payBySandbox, payOutBySandbox, reverseBySandbox } from './test-money.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
const day = civilDay('2026-11-16')
let now = start
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services, logged } = server

const empty = emptier(pool, 'account', 'reconciliation', 'receipt', 'sandbox_payout', 'sandbox_pay_receipt')

beforeEach(async () => {
  now = start
  logged.length = 0
  await empty()
  await pool.query('DELETE FROM pgboss.job')
})

const findingOf = (findings: readonly Finding[], kind: Finding['kind'], provider = 'sandbox'): Finding => {
  const found = findings.find((finding) => finding.kind === kind && finding.provider === provider)
  if (found === undefined) throw new Error(`no ${kind} of ${provider}`)
  // Whatever was found: every peso between the two is one of the differences.
  const explained = found.differences.reduce((sum, { ours, theirs }) => sum + ours - theirs, 0)
  if (found.theirs !== null) expect(found.ours - found.theirs).toBe(explained)
  return found
}
const payouts = async (of: CivilDay = day) => findingOf(await reconcile(services, of), 'payout')
const collection = async (of: CivilDay = day) => findingOf(await reconcile(services, of), 'collection')
const stored = async () => (await pool.query('SELECT * FROM reconciliation ORDER BY provider, kind, day')).rows
const jobs = async (name: string) =>
  (await pool.query('SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on', [name])).rows.map(
    ({ data }) => data,
  )

const clean = { outcome: 'compared', problem: null, differences: [], unexplainedCount: 0 }

describe('a clean sandbox', () => {
  test('an empty day: nothing on either side', async () => {
    expect(await reconcile(services, day)).toEqual([
      { provider: 'sandbox', kind: 'payout', day, ...clean, matchedCount: 0, ours: 0, theirs: 0 },
      { provider: 'sandbox', kind: 'collection', day, ...clean, matchedCount: 0, ours: 0, theirs: 0 },
    ])
  })

  test('payouts, payments, one dated back and one taken back match to the centavo', async () => {
    const [first, second] = [await payOutBySandbox(server), await payOutBySandbox(server)]
    await payBySandbox(services, first, { amount: pesos(10_000) })
    await reverseBySandbox(services, await payBySandbox(services, second, { amount: pesos(20_000) }))
    now = new Date('2026-11-18T15:00:00Z')
    await payBySandbox(services, first, { amount: pesos(30_000), paidDay: day })
    expect(await payouts()).toMatchObject({ ...clean, matchedCount: 2, ours: 18_000_000, theirs: 18_000_000 })
    expect(await collection()).toMatchObject({ ...clean, matchedCount: 3, ours: 4_000_000, theirs: 4_000_000 })
    expect(await collection(civilDay('2026-11-18'))).toMatchObject({ ...clean, matchedCount: 0 })
  })

  test('a payment just before midnight is of the day of Argentina', async () => {
    now = new Date('2026-11-17T02:59:59Z')
    await payOutBySandbox(server)
    expect(await payouts()).toMatchObject({ ...clean, matchedCount: 1 })
    expect(await payouts(addDays(day, 1))).toMatchObject({ ...clean, matchedCount: 0 })
  })
})

test('done again, and by two at once, it changes nothing', async () => {
  await payBySandbox(services, undefined, { amount: pesos(7_000) })
  await payBySandbox(services, await payOutBySandbox(server), { amount: pesos(8_000) })
  const findings = await reconcile(services, day)
  const rows = await stored()
  expect(rows).toMatchObject([
    { kind: 'collection', outcome: 'compared', matched_count: 1, ours_centavos: 800_000, theirs_centavos: 1_500_000 },
    { kind: 'payout', outcome: 'compared', matched_count: 1, unexplained_count: 0 },
  ])
  now = new Date(now.getTime() + 60_000)
  expect(await reconcile(services, day)).toEqual(findings)
  await Promise.all([reconcile(services, day), reconcile(services, day)])
  expect(await stored()).toEqual(rows)
})

const change = (text: string, ...values: unknown[]) => pool.query(text, values)

type Case = readonly [cause: Cause, happens: (loan: PaidLoan) => Promise<unknown>, expected: object]

const named = ([cause, happens, expected]: Case) => ({ cause, happens, expected })

const payoutCases: readonly Case[] = [
  [
    'missing_at_provider',
    ({ payoutKey }) => change('DELETE FROM sandbox_payout WHERE idempotency_key = $1', payoutKey),
    { ours: 9_000_000, theirs: 0, ourDay: day, theirDay: null },
  ],
  [
    'missing_in_books',
    () =>
      change(
        `INSERT INTO sandbox_payout (idempotency_key, provider_payout_id, amount_centavos, outcome, received_at, concludes_at)
         VALUES ('stranger', 'sandbox-stranger', 123, 'settles', $1, $1)`,
        now,
      ),
    { id: 'stranger', orderNumber: null, ours: 0, theirs: 123, ourDay: null, theirDay: day },
  ],
  [
    'amount_differs',
    ({ payoutKey }) => change('UPDATE sandbox_payout SET amount_centavos = 1 WHERE idempotency_key = $1', payoutKey),
    { ours: 9_000_000, theirs: 1 },
  ],
  [
    'day_differs',
    ({ payoutKey }) =>
      change(`UPDATE sandbox_payout SET concludes_at = $2 WHERE idempotency_key = $1`, payoutKey, '2026-11-15T15:00Z'),
    { ours: 9_000_000, theirs: 0, ourDay: day, theirDay: addDays(day, -1) },
  ],
  [
    'failed_at_provider',
    ({ payoutKey }) =>
      change(
        `UPDATE sandbox_payout SET outcome = 'fails', failure_reason = 'limit' WHERE idempotency_key = $1`,
        payoutKey,
      ),
    { ours: 9_000_000, theirs: 0 },
  ],
  [
    'failed_in_books',
    async ({ orderId }) => {
      await change(`UPDATE payout_attempt SET state = 'failed', failure_reason = 'other' WHERE order_id = $1`, orderId)
      await change('DELETE FROM ledger_entry WHERE order_id = $1', orderId)
      await change(
        `UPDATE loan_order SET previous_state = 'pending', state = 'payout_failed', paid_out_at = NULL, payout_day = NULL,
                due_day = NULL WHERE order_id = $1`,
        orderId,
      )
    },
    { ours: 0, theirs: 9_000_000, ourDay: null },
  ],
  [
    'not_heard',
    async ({ orderId }) => {
      await change(`UPDATE payout_attempt SET state = 'asked', concluded_at = NULL WHERE order_id = $1`, orderId)
      await change('DELETE FROM ledger_entry WHERE order_id = $1', orderId)
      await change(
        `UPDATE loan_order SET previous_state = 'signing', state = 'pending', paid_out_at = NULL, payout_day = NULL,
                due_day = NULL WHERE order_id = $1`,
        orderId,
      )
    },
    { ours: 0, theirs: 9_000_000 },
  ],
  [
    'not_booked',
    ({ orderId }) => change('DELETE FROM ledger_entry WHERE order_id = $1', orderId),
    { ours: 0, theirs: 9_000_000 },
  ],
]

describe('payouts', () => {
  test.each(payoutCases.map(named))('a payout is explained: $cause', async ({ cause, happens, expected }) => {
    await payOutBySandbox(server)
    const loan = await payOutBySandbox(server)
    await happens(loan)
    const found = await payouts()
    expect(found.differences).toEqual([
      expect.objectContaining({
        cause,
        ...(cause === 'missing_in_books' ? {} : { id: loan.payoutKey, orderNumber: loan.orderNumber }),
        ...expected,
      }),
    ])
    expect(found.unexplainedCount).toBe(causes[cause].isExplained ? 0 : 1)
  })

  test('the other side of a day that differs', async () => {
    const { payoutKey } = await payOutBySandbox(server)
    await change(
      'UPDATE sandbox_payout SET concludes_at = $2 WHERE idempotency_key = $1',
      payoutKey,
      '2026-11-15T15:00Z',
    )
    expect((await payouts(addDays(day, -1))).differences).toMatchObject([
      { cause: 'day_differs', ours: 0, theirs: 9_000_000, ourDay: day, theirDay: addDays(day, -1) },
    ])
  })

  test('twice_at_provider', async () => {
    const { payoutKey, orderNumber } = await payOutBySandbox(server)
    const twice: Services = {
      ...services,
      payouts: {
        ...services.payouts,
        statement: async (of) => {
          const statement = await services.payouts.statement(of)
          if (statement instanceof StatementProblem) return statement
          const { lines } = statement
          return { lines: [...lines, ...lines.map((line) => ({ ...line, providerPayoutId: 'again' }))], unread: [] }
        },
      },
    }
    expect(findingOf(await reconcile(twice, day), 'payout')).toMatchObject({
      matchedCount: 1,
      unexplainedCount: 1,
      differences: [{ cause: 'twice_at_provider', id: payoutKey, providerId: 'again', orderNumber, theirs: 9_000_000 }],
    })
  })

  test('not_answered: not on the statement, and nobody answers', async () => {
    await payOutBySandbox(server)
    const silent: Services = {
      ...services,
      payouts: {
        ...services.payouts,
        statement: async () => ({ lines: [], unread: [] }),
        find: async () => ({ kind: 'unknown', why: 'no answer' }),
      },
    }
    expect(findingOf(await reconcile(silent, day), 'payout').differences).toMatchObject([{ cause: 'not_answered' }])
  })

  test('not_readable: what a statement has and nobody can read is for a person', async () => {
    await payOutBySandbox(server)
    const odd: Services = {
      ...services,
      payouts: {
        ...services.payouts,
        statement: async (of) => {
          const statement = await services.payouts.statement(of)
          return statement instanceof StatementProblem ? statement : { ...statement, unread: ['row 7', 'row 12'] }
        },
      },
    }
    expect(findingOf(await reconcile(odd, day), 'payout')).toMatchObject({
      matchedCount: 1,
      unexplainedCount: 2,
      differences: [
        { cause: 'not_readable', id: 'row 12', theirs: 0, theirDay: day },
        { cause: 'not_readable', id: 'row 7', theirs: 0, theirDay: day },
      ],
    })
  })

  test('paid while the statement was on its way is no difference', async () => {
    await payOutBySandbox(server)
    const statement = async () => ({ lines: [], unread: [] })
    const early: Services = { ...services, payouts: { ...services.payouts, statement } }
    expect(findingOf(await reconcile(early, day), 'payout')).toMatchObject({ ...clean, matchedCount: 1 })
  })

  test.each(['not_heard', 'failed_in_books'] as const)('%s is asked about, and then in order', async (cause) => {
    const loan = await payOutBySandbox(server)
    await payoutCases.find(([one]) => one === cause)?.[1](loan)
    await payouts()
    const [asked] = await jobs('payout-heard')
    await handlePayoutWebhook(services, asked)
    expect(await payouts()).toMatchObject({ ...clean, matchedCount: 1 })
  })
})

const receiptCases: readonly Case[] = [
  [
    'missing_at_provider',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await change('DELETE FROM sandbox_pay_receipt WHERE provider_payment_id = $1', id)
    },
    { ours: 500_000, theirs: 0, theirDay: null },
  ],
  [
    'missing_in_books',
    (loan) => payBySandbox(services, loan, { amount: pesos(5_000), isHeard: false }),
    { ours: 0, theirs: 500_000, ourDay: null, orderNumber: null },
  ],
  [
    'amount_differs',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await change('UPDATE sandbox_pay_receipt SET amount_centavos = 499999 WHERE provider_payment_id = $1', id)
    },
    { ours: 500_000, theirs: 499_999 },
  ],
  [
    'day_differs',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await change('UPDATE sandbox_pay_receipt SET paid_day = $2 WHERE provider_payment_id = $1', id, addDays(day, 1))
    },
    { ours: 500_000, theirs: 0, ourDay: day, theirDay: addDays(day, 1) },
  ],
  [
    'in_suspense',
    () => payBySandbox(services, undefined, { amount: pesos(5_000) }),
    { ours: 0, theirs: 500_000, orderNumber: null },
  ],
  [
    'reversed',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await reverseBySandbox(services, id, { isHeard: false })
    },
    { ours: 500_000, theirs: 0 },
  ],
  [
    'not_reversed',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await takeBack(services, loan, id)
    },
    { ours: 0, theirs: 500_000 },
  ],
  [
    'not_booked',
    async (loan) => {
      const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
      await change('DELETE FROM ledger_entry WHERE source_id = $1', id)
    },
    { ours: 0, theirs: 500_000 },
  ],
]

describe('payments', () => {
  test.each(receiptCases.map(named))('a payment is explained: $cause', async ({ cause, happens, expected }) => {
    const loan = await payOutBySandbox(server)
    await payBySandbox(services, loan, { amount: pesos(1_000) })
    await happens(loan)
    const found = await collection()
    expect(found.differences).toEqual([expect.objectContaining({ cause, orderNumber: loan.orderNumber, ...expected })])
    expect(found).toMatchObject({ matchedCount: 1, unexplainedCount: causes[cause].isExplained ? 0 : 1 })
  })

  test('refunded_by_hand: credit that went back is no part of the statement', async () => {
    const loan = await payOutBySandbox(server)
    await payBySandbox(services, loan, { amount: pesos(150_000) })
    await inTransaction(pool, (tx) => recordRefund(tx, services, { ...loan, amount: pesos(50_000) }))
    expect(await collection()).toMatchObject({
      matchedCount: 1,
      ours: 10_000_000,
      theirs: 15_000_000,
      unexplainedCount: 0,
      differences: [{ cause: 'refunded_by_hand', orderNumber: loan.orderNumber, ours: -5_000_000 }],
    })
  })

  test('refunded_by_provider, refund_returned: credit that the bank sent, and sent back', async () => {
    const loan = await payOutBySandbox(server)
    await payBySandbox(services, loan, { amount: pesos(150_000) })
    const refund = await inTransaction(pool, (tx) =>
      recordRefund(tx, services, { ...loan, amount: pesos(50_000), way: 'provider' }),
    )
    if (typeof refund === 'string') throw new Error(refund)
    await sendRefund(services, { user_id: loan.userId, refund_id: refund.refundId, ask_number: 0 })
    expect(await payouts()).toMatchObject({ ...clean, matchedCount: 2, ours: 14_000_000, theirs: 14_000_000 })
    expect(await collection()).toMatchObject({
      unexplainedCount: 0,
      differences: [{ cause: 'refunded_by_provider', orderNumber: loan.orderNumber, ours: -5_000_000 }],
    })
    const { rows } = await pool.query<{ id: string }>('SELECT provider_payout_id AS id FROM refund_transfer')
    const providerPayoutId = rows[0]?.id ?? ''
    const find = async () => ({ kind: 'failed', providerPayoutId, reason: 'account_closed' }) as const
    await handlePayoutWebhook(
      { ...services, payouts: { ...services.payouts, find } },
      { provider_payout_id: providerPayoutId },
    )
    expect(await payouts()).toMatchObject({
      unexplainedCount: 0,
      differences: [{ cause: 'refund_returned', orderNumber: loan.orderNumber, ours: 0, theirs: 5_000_000 }],
    })
  })

  test('twice_at_provider, not_answered: by a collector that is out of order', async () => {
    const loan = await payOutBySandbox(server)
    const id = await payBySandbox(services, loan, { amount: pesos(5_000) })
    await payBySandbox(services, loan, { amount: pesos(6_000) })
    const odd: Services = {
      ...services,
      collectors: services.collectors.map((collector) => ({
        ...collector,
        find: async () => new CollectionProblem('unavailable', 'sandbox is away'),
        statement: async (of) => {
          const lines = await collector.statement(of)
          if (lines instanceof CollectionProblem) return lines
          const first = lines.filter(({ providerPaymentId }) => providerPaymentId === id)
          return [...first, ...first]
        },
      })),
    }
    const { differences } = findingOf(await reconcile(odd, day), 'collection')
    expect(differences.map(({ cause }) => cause).toSorted()).toEqual(['not_answered', 'twice_at_provider'])
  })

  test('money that came and went before we heard of it is nobody’s difference', async () => {
    const id = await payBySandbox(services, await payOutBySandbox(server), { amount: pesos(5_000), isHeard: false })
    await reverseBySandbox(services, id, { isHeard: false })
    expect(await collection()).toMatchObject({ ...clean, ours: 0, theirs: 0 })
  })

  test.each(['missing_in_books', 'reversed'] as const)('%s is asked about, and then in order', async (cause) => {
    const loan = await payOutBySandbox(server)
    await receiptCases.find(([one]) => one === cause)?.[1](loan)
    await collection()
    const asked = await jobs('receipt-heard')
    expect(asked).toEqual([{ provider: 'sandbox', provider_payment_id: expect.any(String), try_number: 0 }])
    await handleReceipt(services, { provider: 'sandbox', providerPaymentId: asked[0].provider_payment_id })
    expect(await collection()).toMatchObject(clean)
  })
})

test('every cause was made to happen', () => {
  const inTable = [...payoutCases, ...receiptCases].map(([cause]) => cause)
  const staffAnswer: Cause[] = [
    'refunded_by_hand',
    'refunded_by_provider',
    'refund_returned',
    'twice_at_provider',
    'not_readable',
    'not_answered',
  ]
  expect(new Set([...inTable, ...staffAnswer])).toEqual(new Set(Object.keys(causes)))
})

const away: Services = {
  ...services,
  payouts: { ...services.payouts, statement: async () => new StatementProblem('sandbox is away') },
  collectors: services.collectors.map((collector) => ({
    ...collector,
    statement: async () => new CollectionProblem('unavailable', 'sandbox is away'),
  })),
}

describe('a provider that cannot be asked', () => {
  test('is reported with what the books have, and the day stays open until it answers', async () => {
    await payOutBySandbox(server)
    await reconcileByJob(away, { day, try_number: 0 })
    expect(await stored()).toMatchObject([
      { kind: 'collection', outcome: 'outage', problem: 'sandbox is away', theirs_centavos: null },
      { kind: 'payout', outcome: 'outage', ours_centavos: 9_000_000, theirs_centavos: null },
    ])
    expect(logged.join('\n')).toContain('no statement of sandbox (payout) for 2026-11-16: sandbox is away')
    expect(await jobs('reconciliation')).toEqual([{ day, try_number: 1 }])
    await reconcileByJob(services, { day, try_number: 1 })
    expect(await stored()).toMatchObject([{ outcome: 'compared' }, { outcome: 'compared', matched_count: 1 }])
    expect(await jobs('reconciliation')).toHaveLength(1)
  })

  test('is not asked for ever in one day', async () => {
    await reconcileByJob(away, { day, try_number: 11 })
    expect(await jobs('reconciliation')).toEqual([])
  })

  test('does not hide what was found before', async () => {
    await payBySandbox(services, undefined, { amount: pesos(5_000) })
    await reconcile(services, day)
    const rows = await stored()
    expect(findingOf(await reconcile(away, day), 'collection')).toMatchObject({ outcome: 'outage' })
    expect(await stored()).toEqual(rows)
  })

  test('a provider without statements, or no longer set up, is named with what the books have', async () => {
    const loan = await payOutBySandbox(server)
    await payBySandbox(services, loan, { amount: pesos(5_000) })
    await change(`UPDATE payout_attempt SET provider = 'mercado-pago'`)
    const moved: Services = {
      ...services,
      collectors: services.collectors.map((collector) => ({
        ...collector,
        provider: 'bank-transfer',
        statement: async () => new CollectionProblem('unknown', 'entered by hand'),
      })),
    }
    const findings = await reconcile(moved, day)
    expect(findingOf(findings, 'payout', 'mercado-pago')).toMatchObject({ outcome: 'no_statement', ours: 9_000_000 })
    expect(findingOf(findings, 'collection', 'sandbox')).toMatchObject({
      outcome: 'no_statement',
      problem: 'no longer set up: it cannot be asked',
      ours: 500_000,
    })
    expect(findingOf(findings, 'collection', 'bank-transfer')).toMatchObject({
      outcome: 'no_statement',
      problem: 'entered by hand',
    })
  })
})

describe('the daily job', () => {
  const days = async () => (await jobs('reconciliation')).map((data) => data.day).toSorted()
  const lastWeek = Array.from({ length: 7 }, (_, index) => addDays(civilDayOf(start), index - 7))

  test('goes through the last seven days', async () => {
    await sweepReconciliations(services)
    expect(await days()).toEqual(lastWeek)
  })

  test('and through older days that were not in order, for a month', async () => {
    for (const ago of [20, 31]) {
      now = new Date(start.getTime() - ago * 86_400_000)
      await payBySandbox(services, undefined, { amount: pesos(5_000) })
      await reconcile(services, civilDayOf(now))
    }
    now = start
    await sweepReconciliations(services)
    expect(await days()).toEqual([addDays(day, -20), ...lastWeek])
  })

  test('says in the log what nobody can explain', async () => {
    const { payoutKey } = await payOutBySandbox(server)
    await change('DELETE FROM sandbox_payout WHERE idempotency_key = $1', payoutKey)
    await reconcileByJob(services, { day, try_number: 0 })
    expect(logged.join('\n')).toContain('the books of 2026-11-16 differ from sandbox (payout)')
    expect(await jobs('reconciliation')).toEqual([])
  })
})
