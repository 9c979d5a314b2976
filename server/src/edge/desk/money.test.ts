import { personCode } from '@hola/core/desk-contract/codes.ts'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { DeskPath, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { formatPesos, pesos } from '@hola/core/money.ts'
import { say } from '@hola/i18n/words.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countUnpaid, listUnpaid } from '../../lending/payout/store.ts'
import { listDaySummaries, listNotes } from '../../lending/reconciliation/store.ts'
import { listLeads, listReceiptPage, listReceiptsLike, sumSuspense } from '../../lending/repayment/store.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { payOut } from '../../lending/payout/pay-out.ts'
import { runDueJobs } from '../../lending/payout/test-payout.ts'
import { reconcile } from '../../lending/reconciliation/reconcile.ts'
import { payBySandbox, payOutBySandbox } from '../../lending/reconciliation/test-money.ts'
import { newApplicant, saveThreeSteps } from '../../person/application/test-application.ts'
import { indexDni } from '../../person/identity/standing-verdict.ts'
import { upsertTrace } from '../../person/identity/face-store.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer, testSettings } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

// Money at the lender's desk: payouts, what came, bank statements, the days, the products. By the calls of its pages.

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
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))
const empty = emptier(
  pool,
  'account',
  'desk_act',
  'receipt',
  'sandbox_payout',
  'sandbox_pay_receipt',
  'payout_halt',
  'proposal',
  'statement_import',
  'reconciliation',
  'reconciliation_note',
)

beforeEach(async () => {
  now = start
  await empty()
  await pool.query('DELETE FROM pgboss.job')
})

const asks = async <Path extends DeskPath>(name: string, path: Path, body: object = {}): Promise<DeskRetOf<Path>> => {
  const member = await desk.madeUp(name)
  const answer = await member.call(path, body)
  expect([path, answer]).toEqual([path, expect.objectContaining({ code: '0' })])
  return answer.ret as DeskRetOf<Path>
}
const refused = async (name: string, path: DeskPath, body: object): Promise<string> => {
  const member = await desk.madeUp(name)
  const { code } = await member.call(path, body)
  return code
}
const why = 'a reason'

type Made = {
  readonly proposal: { readonly proposal_id: string }
  readonly preview: {
    readonly effects: readonly { readonly name: string; readonly after: unknown }[]
    readonly seen_sha256: string
  }
}
/** Proposed by treasury, approved by a supervisor exactly as it was shown. */
const byTwo = async (kind: ProposalKind, details: object): Promise<Made['preview']['effects']> => {
  const { proposal, preview } = (await asks('Tomás', 'proposals/propose', { kind, details, why })) as unknown as Made
  const vera = await desk.madeUp('Vera')
  const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why }
  expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '0' })
  return preview.effects
}

const actsOf = async (act: string): Promise<{ user_id: string | null; why: string }[]> =>
  (await pool.query('SELECT user_id, why FROM desk_act WHERE act = $1', [act])).rows

describe('payouts', () => {
  /** A signed loan whose provider took the request and said nothing. */
  const hanging = async () => {
    const person = await newApplicant(borrowers, { kind: 'phone', value: '+5491140000001' })
    await saveThreeSteps(person)
    const { userId } = person
    const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
    await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
    const silent = { ...services.payouts, send: async () => ({ kind: 'unknown', why: 'no answer' }) as const }
    await payOut({ ...services, payouts: silent }, { user_id: userId, order_id: orderId })
    return { userId, orderId, orderNumber: orderId.slice(0, 8) }
  }

  test('one without an answer hangs after fifteen minutes, and asking again settles it', async () => {
    const loan = await hanging()
    const fresh = await asks('Aldo', 'payouts/list')
    expect(fresh).toMatchObject({ late_count: 0, under_way_count: 1 })
    later(16)
    const { payouts, late_count } = await asks('Tomás', 'payouts/list', { only: 'late' })
    expect(late_count).toBe(1)
    expect(payouts).toEqual([
      expect.objectContaining({
        order_number: loan.orderNumber,
        person_code: personCode(loan.userId),
        standing: 'unknown',
        is_late: true,
        can_ask: true,
        can_send: false,
      }),
    ])
    expect(JSON.stringify(payouts)).not.toMatch(/Romero|30111222|\+549/)

    expect(await refused('Tomás', 'payouts/send', { order_number: loan.orderNumber, why })).toBe('20752')
    await asks('Tomás', 'payouts/ask', { order_number: loan.orderNumber, why: 'hangs since noon' })
    // The desk has filed it; the jobs of the server ask.
    expect((await pool.query(`SELECT name FROM pgboss.job WHERE name = 'payout-ask'`)).rows).not.toEqual([])
    await runDueJobs(services)
    const { rows } = await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [loan.orderId])
    expect(rows).toEqual([{ state: 'in_repayment' }])
    expect((await asks('Tomás', 'payouts/list')).payouts).toEqual([])
    expect(await actsOf('ask_payout')).toEqual([{ user_id: loan.userId, why: 'hangs since noon' }])
  })

  const approvedSends = async () =>
    (
      await pool.query(`SELECT data->>'order_id' AS order_id FROM pgboss.job
                         WHERE name = 'payout-ask' AND data->>'approved_at' IS NOT NULL`)
    ).rows

  /** A signed loan whose payout was refused, and not for its account. */
  const held = async (fault: 'rail' | 'balance', phone: string) => {
    const person = await newApplicant(borrowers, { kind: 'phone', value: phone })
    await saveThreeSteps(person)
    const { userId } = person
    const orderId = await insertLoan(services, userId, { state: 'pending', signedDaysAgo: 0 })
    const words = 'HTTP 400: insufficient_funds'
    const send = async () => ({ kind: 'refused', providerPayoutId: null, fault, words }) as const
    await payOut({ ...services, payouts: { ...services.payouts, send } }, { user_id: userId, order_id: orderId })
    return { orderId, order_number: orderId.slice(0, 8) }
  }

  test('one that was refused for no fault of hers is held, with the provider’s words', async () => {
    const { orderId, order_number } = await held('rail', '+5491140000011')
    const { payouts, held_count, late_count, under_way_count } = await asks('Aldo', 'payouts/list', { only: 'held' })
    expect([held_count, late_count, under_way_count]).toEqual([1, 0, 0])
    expect(payouts).toMatchObject([
      {
        order_number,
        standing: 'held',
        fault: 'rail',
        provider_words: 'HTTP 400: insufficient_funds',
        failure_reason: null,
        can_send: true,
        can_ask: false,
        can_ask_account: true,
      },
    ])
    await asks('Tomás', 'payouts/send', { order_number, why })
    await runDueJobs(services)
    const { rows } = await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [orderId])
    expect(rows).toEqual([{ state: 'in_repayment' }])
  })

  test('a member has the borrower of a held one asked for another account', async () => {
    const { orderId, order_number } = await held('rail', '+5491140000012')
    await asks('Tomás', 'payouts/account', { order_number, why: 'her bank says that it is closed' })
    await runDueJobs(services)
    const { rows } = await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [orderId])
    expect(rows).toEqual([{ state: 'payout_failed' }])
    expect(await actsOf('ask_account')).toMatchObject([{ why: 'her bank says that it is closed' }])
    expect(await refused('Tomás', 'payouts/account', { order_number, why })).toBe('20752')
  })

  test('that stand still by themselves are shown where the staff looks', async () => {
    for (const digit of [1, 2, 3]) {
      await held('balance', `+549114000002${digit}`)
      later(1)
    }
    const halt = { fault: 'balance', words: 'HTTP 400: insufficient_funds', trial_count: 0 }
    expect((await asks('Aldo', 'payouts/list')).halt).toMatchObject(halt)
    expect((await asks('Ana', 'switches/list')).payout_halt).toMatchObject(halt)
    later(10)
    await runDueJobs(services)
    expect((await asks('Ana', 'switches/list')).payout_halt).toBeNull()
    expect((await asks('Aldo', 'payouts/list')).payouts).toEqual([])
  })

  test('a day without an answer and an id: asked with the id that somebody found, and settled', async () => {
    const loan = await hanging()
    later(25 * 60)
    const [shown] = (await asks('Tomás', 'payouts/list')).payouts
    expect(shown).toMatchObject({ standing: 'unknown', is_too_old: true, can_send: false, can_ask: true })
    const payout = { key: `${loan.orderId}-1`, amount: shown?.amount_centavos ?? 0 }
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO sandbox_payout (idempotency_key, provider_payout_id, amount_centavos, outcome, received_at, concludes_at)
       VALUES ($1, 'SBP-1/SBT-1', $2, 'settles', $3, $3) RETURNING provider_payout_id AS id`,
      [payout.key, payout.amount, now],
    )
    const found = { order_number: loan.orderNumber, why, provider_payout_id: rows[0]?.id ?? '' }
    await asks('Tomás', 'payouts/ask', found)
    await runDueJobs(services)
    const { rows: orders } = await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [loan.orderId])
    expect(orders).toEqual([{ state: 'in_repayment' }])
  })

  test('a day without an answer and an id: one member alone cannot send it, two people can', async () => {
    const loan = await hanging()
    const order_number = loan.orderNumber
    later(25 * 60)
    const tomas = await desk.madeUp('Tomás')
    for (const language of ['es', 'en'] as const) {
      const means = { cookie: tomas.cookie, headers: { language } }
      expect(await desk.call('payouts/send', { order_number, why }, means)).toMatchObject({
        code: '20756',
        msg: say('errors_payout_needs_two', language),
      })
    }
    expect(await approvedSends()).toEqual([])
    const [{ amount_centavos } = { amount_centavos: 0 }] = (await asks('Tomás', 'payouts/list')).payouts
    const effects = await byTwo('payout_resend', { order_number })
    expect(effects).toEqual([
      { name: 'loan', before: null, after: order_number },
      { name: 'person', before: null, after: personCode(loan.userId) },
      { name: 'amount_centavos', before: null, after: amount_centavos },
      { name: 'account', before: null, after: expect.stringMatching(/ …\d{4}$/) },
      { name: 'unanswered_since_at', before: null, after: start.toISOString() },
      { name: 'payout', before: 'unanswered', after: 'sent_again' },
    ])
    expect(await approvedSends()).toEqual([{ order_id: loan.orderId }])
    await runDueJobs(services)
    const { rows } = await pool.query('SELECT state FROM loan_order WHERE order_id = $1', [loan.orderId])
    expect(rows).toEqual([{ state: 'in_repayment' }])
    expect((await pool.query('SELECT idempotency_key AS key FROM sandbox_payout')).rows).toEqual([
      { key: `${loan.orderId}-1` },
    ])
    expect(await actsOf('send_payout')).toEqual([{ user_id: loan.userId, why }])
  })

  test('two people send again only what is a day old, open and wanted', async () => {
    const loan = await hanging()
    const body = { kind: 'payout_resend', details: { order_number: loan.orderNumber } }
    const problem = async (): Promise<string> =>
      (await (await desk.madeUp('Tomás')).call('proposals/preview', body)).msg
    const notWaiting = say('errors_proposal_not_possible', 'en', {
      problem: say('desk_problem_payout_not_waiting', 'en'),
    })
    later(24 * 60 - 1)
    expect(await problem()).toBe(notWaiting)
    later(1)
    const made = (await asks('Tomás', 'proposals/propose', { ...body, why })) as unknown as Made
    const vera = await desk.madeUp('Vera')
    const sign = { proposal_id: made.proposal.proposal_id, seen_sha256: made.preview.seen_sha256, why }
    for (const [change, undo] of [
      [
        `UPDATE loan_order SET withdrawn_at = $2 WHERE order_id = $1`,
        `UPDATE loan_order SET withdrawn_at = NULL WHERE order_id = $1`,
      ],
      [
        `UPDATE payout_attempt SET provider_payout_id = 'P-1' WHERE order_id = $1 AND $2::timestamptz IS NOT NULL`,
        `UPDATE payout_attempt SET provider_payout_id = NULL WHERE order_id = $1`,
      ],
    ] as const) {
      await pool.query(change, [loan.orderId, now])
      expect(await vera.confirm('proposals/approve', sign)).toMatchObject({ code: '20712', msg: notWaiting })
      await pool.query(undo, [loan.orderId])
    }
    expect(await approvedSends()).toEqual([])
    await asks('Tomás', 'payouts/ask', { order_number: loan.orderNumber, why })
    await runDueJobs({
      ...services,
      payouts: {
        ...services.payouts,
        find: async () => ({ kind: 'settled', providerPayoutId: 'P-2', settledAt: now }),
      },
    })
    expect(await vera.confirm('proposals/approve', sign)).toMatchObject({ code: '20712', msg: notWaiting })
  })

  test('one that nobody sent is sent again, once, and never beside another', async () => {
    const person = await newApplicant(borrowers, { kind: 'phone', value: '+5491140000002' })
    await saveThreeSteps(person)
    const orderId = await insertLoan(services, person.userId, { state: 'pending', signedDaysAgo: 0 })
    const order_number = orderId.slice(0, 8)
    const { payouts } = await asks('Tomás', 'payouts/list')
    expect(payouts).toEqual([expect.objectContaining({ standing: 'not_sent', can_send: true, can_ask: false })])
    await asks('Tomás', 'payouts/send', { order_number, why })
    await asks('Tomás', 'payouts/send', { order_number, why })
    await runDueJobs(services)
    expect((await pool.query('SELECT count(*) FROM payout_attempt WHERE order_id = $1', [orderId])).rows).toEqual([
      { count: 1 },
    ])
    expect(await refused('Tomás', 'payouts/send', { order_number, why })).toBe('20752')
  })

  test('one that failed says why and until when, and is not sent behind her back', async () => {
    const loan = await hanging()
    await pool.query(
      `UPDATE payout_attempt SET state = 'failed', failure_reason = 'account_closed', concluded_at = $2 WHERE order_id = $1`,
      [loan.orderId, now],
    )
    await pool.query(`UPDATE loan_order SET previous_state = state, state = 'payout_failed' WHERE order_id = $1`, [
      loan.orderId,
    ])
    const { payouts } = await asks('Vera', 'payouts/list', { only: 'failed' })
    expect(payouts).toEqual([
      expect.objectContaining({
        standing: 'failed',
        failure_reason: 'account_closed',
        cancelled_at: new Date(now.getTime() + 72 * 3_600_000).toISOString(),
        can_send: false,
      }),
    ])
    expect(await refused('Tomás', 'payouts/send', { order_number: loan.orderNumber, why })).toBe('20752')
  })

  test('the list goes on where a page ended, and a made-up place is refused', async () => {
    const person = await newApplicant(borrowers)
    for (let index = 0; index < 103; index += 1)
      await insertLoan(services, person.userId, { state: 'pending', signedDaysAgo: 0 })
    const first = await asks('Tomás', 'payouts/list')
    const second = await asks('Tomás', 'payouts/list', { after: first.next })
    expect([first.payouts.length, second.payouts.length, second.next]).toEqual([100, 3, null])
    const all = [...first.payouts, ...second.payouts].map(({ order_number }) => order_number)
    expect(new Set(all).size).toBe(103)
    for (const parts of ['not a place', ['yesterday', 'x'], ['2026-11-16T15:00:00.000Z', "'; --"], null])
      expect(
        await refused('Tomás', 'payouts/list', { after: Buffer.from(JSON.stringify(parts)).toString('base64url') }),
      ).toBe('400')
  })
})

test('a job that was given up is seen with its problem and tried again, with a reason', async () => {
  await pool.query(
    `INSERT INTO pgboss.job (name, data, source_name, source_output)
     VALUES ('dead-letter', $1, 'payout', '{"message":"the provider\\nsaid no"}')`,
    [{ user_id: '0197a0e0-0000-7000-8000-000000000001', order_id: '0197a0e0-0000-7000-8000-000000000002' }],
  )
  const { jobs } = await asks('Aldo', 'jobs/list')
  expect(jobs).toEqual([
    expect.objectContaining({
      job: 'payout',
      problem: 'the provider said no',
      about: expect.arrayContaining([{ name: 'user_id', value: 'P-0197A0E0' }]),
    }),
  ])
  const job_id = jobs[0]?.job_id ?? ''
  expect(await refused('Aldo', 'jobs/retry', { job_id, why })).toBe('20701')
  await asks('Tomás', 'jobs/retry', { job_id, why: 'the provider is back' })
  expect((await asks('Tomás', 'jobs/list')).jobs).toEqual([])
  expect(await refused('Tomás', 'jobs/retry', { job_id, why })).toBe('20751')
  expect((await pool.query(`SELECT name FROM pgboss.job`)).rows).toEqual([{ name: 'payout' }])
  expect(await actsOf('retry_job')).toMatchObject([{ why: 'the provider is back' }])
})

/** What the borrower of the tests owes on her due day. */
const repaymentOf = async (orderId: string): Promise<{ repayment: number; dueDay: string }> => {
  const { rows } = await pool.query(
    'SELECT repayment_centavos AS repayment, due_day AS "dueDay" FROM loan_order WHERE order_id = $1',
    [orderId],
  )
  return rows[0]
}

const csvOf = (...lines: string[]): string =>
  Buffer.from(['Fecha;Operación;Concepto;Ordenante;CUIT;Importe', ...lines].join('\n')).toString('base64')
const fileOf = (...lines: string[]) => ({ file_name: 'extracto.csv', content_base64: csvOf(...lines) })
const written = (amount: number): string => formatPesos(amount as never).slice(2)

describe('money that came', () => {
  test('without a loan is listed without a word of the payer; who looks closer is written down', async () => {
    const loan = await payOutBySandbox(borrowers)
    await inTransaction(pool, (tx) =>
      upsertTrace(tx, {
        userId: loan.userId,
        dniIndex: indexDni(services, '30111222'),
        face: null,
        at: now,
      }),
    )
    const { repayment, dueDay } = await repaymentOf(loan.orderId)
    now = new Date(`${dueDay}T15:00:00Z`)
    await byTwo('transfer', {
      provider_payment_id: 'b-1',
      amount_centavos: repayment,
      paid_day: dueDay,
      reference: 'prestamo · LUCIA ROMERO · 27-30111222-5',
    })
    const list = await asks('Tomás', 'receipts/list', { state: 'suspense' })
    expect(list).toMatchObject({ suspense_count: 1, suspense_centavos: repayment })
    expect(list.receipts).toEqual([
      expect.objectContaining({ candidate_count: 1, is_clear: true, has_reference: true }),
    ])
    expect(JSON.stringify(list)).not.toMatch(/ROMERO|30111222/)

    const key = { provider: 'bank-transfer', provider_payment_id: 'b-1' }
    const { reference, candidates } = await asks('Tomás', 'receipts/show', { ...key, why: 'to place it' })
    expect(reference).toContain('LUCIA ROMERO')
    expect(candidates).toEqual([
      expect.objectContaining({
        order_number: loan.orderNumber,
        owed_centavos: repayment,
        left_centavos: 0,
        match_count: 4,
        evidence: [
          { kind: 'reference', says: 'missing' },
          { kind: 'amount', says: 'match' },
          { kind: 'cuil', says: 'match' },
          { kind: 'name', says: 'match' },
          { kind: 'due_day', says: 'match' },
        ],
      }),
    ])
    expect(JSON.stringify(candidates)).not.toMatch(/Romero|30111222/i)
    expect(await actsOf('see_suspense')).toEqual([{ user_id: null, why: 'to place it' }])
  })

  test('is compared with a loan that a member names, which that borrower can see', async () => {
    const loan = await payOutBySandbox(borrowers)
    await payBySandbox(services, undefined, { amount: pesos(5_000) })
    const [receipt] = (await asks('Tomás', 'receipts/list', { state: 'suspense' })).receipts
    const key = { provider: receipt?.provider, provider_payment_id: receipt?.provider_payment_id }
    const named = await asks('Tomás', 'receipts/compare', { ...key, order_number: loan.orderNumber, why })
    expect(named.candidate).toMatchObject({ order_number: loan.orderNumber, match_count: 0 })
    expect(await asks('Tomás', 'receipts/compare', { ...key, order_number: 'NONE', why })).toEqual({ candidate: null })
    const { rows } = await pool.query(`SELECT category FROM data_access WHERE user_id = $1 AND actor = 'desk'`, [
      loan.userId,
    ])
    expect(rows).toEqual([{ category: 'loans_and_payments' }])
  })

  test('is placed by two, taken off by two, and sent back by two; the books stay whole', async () => {
    const loan = await payOutBySandbox(borrowers)
    const key = { provider: 'bank-transfer', provider_payment_id: 'b-2' }
    const transfer = {
      provider_payment_id: 'b-2',
      amount_centavos: pesos(20_000),
      paid_day: civilDayOf(now),
      reference: null,
    }
    await byTwo('transfer', transfer)
    await byTwo('place', { ...key, order_number: loan.orderNumber })
    const credited = await asks('Tomás', 'receipts/list', { state: 'credited' })
    expect(credited.receipts).toEqual([expect.objectContaining({ order_number: loan.orderNumber, is_by_hand: true })])
    const tomas = await desk.madeUp('Tomás')
    const propose = (kind: ProposalKind) => tomas.call('proposals/propose', { kind, details: key, why })
    expect(await propose('transfer_return')).toMatchObject({ code: '20712' })
    await byTwo('unplacing', key)
    const returned = await byTwo('transfer_return', key)
    expect(returned).toContainEqual(expect.objectContaining({ name: 'money', before: 'suspense', after: 'reversed' }))
    expect((await asks('Tomás', 'receipts/list', { state: 'reversed' })).receipts).toHaveLength(1)
    expect(await propose('place')).toMatchObject({ code: '400' })
    // The bank could not deliver it: it is ours again, and nobody's.
    await byTwo('transfer_restoration', key)
    expect((await asks('Tomás', 'receipts/list', { state: 'suspense' })).receipts).toHaveLength(1)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, loan))).toMatchObject({ isIntact: true })
  })

  test('of a provider is sent back there, not here', async () => {
    const provider_payment_id = await payBySandbox(services, undefined, { amount: pesos(5_000) })
    const tomas = await desk.madeUp('Tomás')
    const details = { provider: 'sandbox', provider_payment_id }
    expect(await tomas.call('proposals/propose', { kind: 'transfer_return', details, why })).toMatchObject({
      code: '20712',
      msg: expect.stringContaining('provider'),
    })
  })
})

describe('a bank statement', () => {
  const entered = async (): Promise<number> => Number((await pool.query('SELECT count(*) FROM receipt')).rows[0].count)

  test('is read, each line beside what is there; nothing enters before two people have said so', async () => {
    const loan = await payOutBySandbox(borrowers)
    const { repayment } = await repaymentOf(loan.orderId)
    const asked = await pool.query(
      `INSERT INTO payment (user_id, payment_id, order_id, kind, method_id, provider, amount_centavos, state, reference,
                            sealed_instructions, requested_at, expires_at)
       VALUES ($1, gen_random_uuid(), $2, 'part', 'transfer', 'bank-transfer', 500000, 'waiting', '7K3M-X2QP-9RTV', '', $3, $3)`,
      [loan.userId, loan.orderId, now],
    )
    expect(asked.rowCount).toBe(1)
    for (const [provider_payment_id, amount] of [
      ['T-0', 700],
      ['HAND-1', 800],
    ] as const)
      await byTwo('transfer', {
        provider_payment_id,
        amount_centavos: pesos(amount),
        paid_day: '2026-11-15',
        reference: null,
      })
    const file = fileOf(
      '16/11/2026;T-1;7k3m x2qp 9rtv;;;5.000,00',
      `16/11/2026;T-2;prestamo;;;${written(repayment)}`,
      '16/11/2026;T-3;sin datos;;;123,45',
      '15/11/2026;T-0;ya cargada;;;700,00',
      '15/11/2026;T-9;cargada a mano;;;800,00',
      '16/11/2026;T-3;otra vez;;;123,45',
      '16/11/2026;T-4;comisión;;;-50,00',
      '16/11/2026;T-5;tres decimales;;;1,234',
      '20/11/2026;T-6;mañana;;;10,00',
    )
    const read = await asks('Tomás', 'statements/read', file)
    expect(read).toMatchObject({ is_mapped: true, known_import_id: null, encoding: 'utf-8', separator: ';' })
    expect(
      read.statement.lines.map(({ line_count, state, order_number }) => [line_count, state, order_number]),
    ).toEqual([
      [2, 'by_reference', loan.orderNumber],
      [3, 'possible', null],
      [4, 'unclear', null],
      [5, 'entered', null],
      [6, 'same_entered', null],
      [7, 'in_file_before', null],
      [8, 'debit', null],
      [9, 'malformed', null],
      [10, 'malformed', null],
    ])
    expect(read.statement.lines.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining(['amount_not_read', 'day_not_come']),
    )
    expect(read.statement).toMatchObject({ entered_count: 3, import_id: null })
    expect(await entered()).toBe(2)

    const kept = await asks('Tomás', 'statements/keep', { ...file, why: 'the statement of the 16th' })
    expect(kept.is_new).toBe(true)
    expect(await entered()).toBe(2)
    const effects = await byTwo('statement', { import_id: kept.import_id })
    expect(effects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'statement_lines', after: '3' }),
        expect.objectContaining({ name: 'statement_centavos', after: 500_000 + repayment + 12_345 }),
        expect.objectContaining({ name: 'statement_line.2', after: expect.stringContaining(`→ ${loan.orderNumber}`) }),
      ]),
    )
    const { rows } = await pool.query(
      `SELECT provider_payment_id AS id, state, amount_centavos AS amount FROM receipt ORDER BY 1`,
    )
    expect(rows).toEqual([
      { id: 'HAND-1', state: 'suspense', amount: 80_000 },
      { id: 'T-0', state: 'suspense', amount: 70_000 },
      { id: 'T-1', state: 'credited', amount: 500_000 },
      { id: 'T-2', state: 'suspense', amount: repayment },
      { id: 'T-3', state: 'suspense', amount: 12_345 },
    ])
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, loan))).toMatchObject({ isIntact: true })
    const shown = await asks('Aldo', 'statements/show', { import_id: kept.import_id, why })
    expect(shown.entered_count).toBe(0)
    expect(shown.lines.filter(({ state }) => state === 'malformed').map(({ line_count }) => line_count)).toEqual([
      9, 10,
    ])
    expect(await actsOf('enter_statement')).toHaveLength(1)
    expect(await actsOf('see_statement')).toHaveLength(1)
  })

  test('twice, as a file or as a line of another one, enters nothing twice', async () => {
    const file = fileOf('16/11/2026;T-1;uno;;;10,00', '16/11/2026;T-2;dos;;;20,00')
    const first = await asks('Tomás', 'statements/keep', { ...file, why })
    const again = await asks('Tomás', 'statements/keep', { ...file, file_name: 'otra vez.csv', why })
    expect(again).toEqual({ import_id: first.import_id, is_new: false })
    expect(await asks('Tomás', 'statements/read', file)).toMatchObject({ known_import_id: first.import_id })
    await byTwo('statement', { import_id: first.import_id })
    const tomas = await desk.madeUp('Tomás')
    const details = { import_id: first.import_id }
    expect(await tomas.call('proposals/propose', { kind: 'statement', details, why })).toMatchObject({ code: '20712' })
    const other = await asks('Tomás', 'statements/keep', {
      ...fileOf('16/11/2026;T-2;dos;;;20,00', '16/11/2026;T-3;tres;;;30,00'),
      why,
    })
    await byTwo('statement', { import_id: other.import_id })
    expect(await entered()).toBe(3)
    expect(
      (await asks('Tomás', 'statements/list')).imports.map(({ line_count, kept_by }) => [line_count, kept_by]),
    ).toEqual([
      [2, 'Tomás'],
      [2, 'Tomás'],
    ])
  })

  test('whoever proposed it cannot sign it, and treasury cannot either', async () => {
    const kept = await asks('Vera', 'statements/keep', { ...fileOf('16/11/2026;T-1;uno;;;500.000,00'), why })
    const vera = await desk.madeUp('Vera')
    const { ret } = await vera.call('proposals/propose', {
      kind: 'statement',
      details: { import_id: kept.import_id },
      why,
    })
    const { proposal, preview } = ret as Made
    const body = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why }
    expect(await vera.confirm('proposals/approve', body)).toMatchObject({ code: '20710' })
    const tomas = await desk.madeUp('Tomás')
    expect(await tomas.call('proposals/approve', { body, confirmation: { challenge: 'x' } })).toMatchObject({
      code: '20701',
    })
    expect(await entered()).toBe(0)
  })

  test('beyond the bounds is refused before or while it is read', async () => {
    const read = (content: string | Buffer) =>
      refused('Tomás', 'statements/read', {
        file_name: 'x.csv',
        content_base64: Buffer.from(content as string).toString('base64'),
      })
    expect(await read('x'.repeat(50 * 1024 * 1024))).toBe('413')
    expect(await read(';'.repeat(1_000_000))).toBe('20753')
    expect(await read('16/11/2026;1\n'.repeat(100_000))).toBe('20753')
    expect(await read(Buffer.alloc(1000))).toBe('20753')
    expect(
      await refused('Tomás', 'statements/keep', {
        ...fileOf(),
        content_base64: Buffer.from('a;b\nc;d').toString('base64'),
        why,
      }),
    ).toBe('20753')
  })

  test('with a formula in it is text', async () => {
    const read = await asks('Tomás', 'statements/read', fileOf(`16/11/2026;T-1;=cmd|' /C calc'!A0;@x;;10,00`))
    expect(read.statement.lines[0]).toMatchObject({ state: 'unclear', words: `=cmd|' /C calc'!A0 · @x` })
  })

  test('of two thousand lines is matched in a few queries and seconds', async () => {
    const lines = Array.from({ length: 1999 }, (_, index) => `16/11/2026;L-${index};x;;;${index + 1},00`)
    const startedAt = performance.now()
    const read = await asks('Tomás', 'statements/read', fileOf(...lines))
    expect(read.statement).toMatchObject({ line_count: 1999, entered_count: 200 })
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })

  test('cannot be changed or taken out by the desk’s own role', async () => {
    await asks('Tomás', 'statements/keep', { ...fileOf('16/11/2026;T-1;uno;;;10,00'), why })
    for (const text of [
      `UPDATE statement_line SET amount_centavos = 1`,
      `DELETE FROM statement_line`,
      `UPDATE statement_import SET file_name = 'x'`,
      `DELETE FROM reconciliation_note`,
    ])
      await expect(inTransaction(poolOfDesk(pool), (tx) => tx.query(text))).rejects.toThrow('permission denied')
  })
})

describe('reconciliation', () => {
  test('a month shows each day, a day each difference with its cause, and what was noted about it', async () => {
    await payOutBySandbox(borrowers)
    const id = await payBySandbox(services, undefined, { amount: pesos(1_000) })
    later(24 * 60)
    const day = addDays(civilDayOf(now), -1)
    await reconcile(services, day)
    const { days, month } = await asks('Aldo', 'reconciliation/month')
    expect([month, days.length]).toEqual(['2026-11', 30])
    expect(days.find((one) => one.day === day)).toMatchObject({
      state: 'explained',
      unexplained_count: 0,
      is_past: true,
    })
    expect(days.find((one) => one.day === civilDayOf(now))).toMatchObject({ state: 'not_yet', is_past: false })

    const found = await asks('Aldo', 'reconciliation/day', { day })
    const finding = found.findings.find(({ provider, kind }) => provider === 'sandbox' && kind === 'collection')
    expect(finding?.differences).toEqual([expect.objectContaining({ cause: 'in_suspense', id, is_explained: true })])
    const note = { day, provider: 'sandbox', kind: 'collection', difference_id: id }
    expect(await refused('Aldo', 'reconciliation/note', { ...note, why })).toBe('20701')
    expect(await refused('Tomás', 'reconciliation/note', { ...note, difference_id: 'none', why })).toBe('20755')
    await asks('Tomás', 'reconciliation/note', { ...note, why: 'her brother paid it' })
    expect((await asks('Aldo', 'reconciliation/day', { day })).notes).toEqual([
      expect.objectContaining({ words: 'her brother paid it', noted_by: 'Tomás', difference_id: id }),
    ])
    expect((await asks('Aldo', 'reconciliation/month')).days.find((one) => one.day === day)?.note_count).toBe(1)
  })

  test('a day is compared again by the job of the server, and only once it is over', async () => {
    const today = civilDayOf(now)
    expect(await refused('Tomás', 'reconciliation/run', { day: today, why })).toBe('20754')
    await asks('Tomás', 'reconciliation/run', { day: addDays(today, -1), why: 'the provider was down' })
    expect((await pool.query(`SELECT name, data FROM pgboss.job`)).rows).toEqual([
      { name: 'reconciliation', data: { day: addDays(today, -1), try_number: 0 } },
    ])
    expect(await actsOf('reconcile')).toEqual([{ user_id: null, why: 'the provider was down' }])
  })
})

test('products are listed with every version, who published it and which is offered', async () => {
  const before = await asks('Aldo', 'products/list')
  const [current] = before.publications.filter(({ is_current }) => is_current)
  if (current === undefined) throw new Error('nothing is offered')
  const changed = { ...current.product, tna_basis_points: current.product.tna_basis_points + 100 }
  const effects = await byTwo('publication', { products_json: JSON.stringify({ products: [changed] }) })
  expect(effects.some(({ name }) => name.includes('cftea_basis_points'))).toBe(true)
  const after = await asks('Aldo', 'products/list')
  expect(after.publications).toHaveLength(before.publications.length + 1)
  expect(after.publications.find(({ is_current }) => is_current)).toMatchObject({
    published_by: 'Vera',
    product: { tna_basis_points: changed.tna_basis_points },
  })
  await byTwo('publication', { products_json: JSON.stringify({ products: [current.product] }) })
})

describe('with many rows', () => {
  const place = { provider: 'bank-transfer', providerPaymentId: 'x', heardAt: start }
  const day = civilDayOf(start)
  const sought = { at: 0, amount: pesos(1), paidDay: day, numbers: ['7K3M-X2QP-9RTV'], dniIndexes: [Buffer.alloc(32)] }
  const span = { from: day, until: day }

  // Of a handful any index would do.
  beforeAll(async () => {
    await pool.query(
      `INSERT INTO receipt SELECT (jsonb_populate_record(receipt, jsonb_build_object('provider_payment_id', 'copy-' || n))).*
         FROM receipt, generate_series(1, 1000) AS n
        WHERE receipt.provider_payment_id = (SELECT min(provider_payment_id) FROM receipt WHERE state = 'suspense')`,
    )
    await pool.query('ANALYZE receipt')
  })

  test.each<[list: string, ask: (tx: Tx) => Promise<unknown>, indexes: readonly string[]]>([
    ['payouts', (tx) => listUnpaid(tx, { only: 'late', late: start, limit: 100 }), ['loan_order_unpaid']],
    ['late payouts, counted', (tx) => countUnpaid(tx, { only: 'late', late: start, most: 9 }), ['loan_order_unpaid']],
    [
      'money without a loan',
      (tx) => listReceiptPage(tx, { state: 'suspense', after: place, limit: 50 }),
      ['receipt_in_suspense'],
    ],
    [
      'money that was credited',
      (tx) => listReceiptPage(tx, { state: 'credited', after: place, limit: 50 }),
      ['receipt_by_state_and_time'],
    ],
    ['the sum without a loan', (tx) => sumSuspense(tx, 1000), ['receipt_in_suspense']],
    [
      'the same transfer',
      (tx) => listReceiptsLike(tx, 'bank-transfer', [{ paidDay: day, amount: pesos(1) }]),
      ['receipt_by_amount_and_day'],
    ],
    [
      'the loans that money may belong to',
      (tx) => listLeads(tx, [sought]),
      ['payment_by_reference', 'loan_order_by_number', 'payment_by_open_amount'],
    ],
    ['a month', (tx) => listDaySummaries(tx, span), ['reconciliation_by_day']],
    ['the notes of a month', (tx) => listNotes(tx, { ...span, limit: 9 }), ['reconciliation_note_by_day']],
  ])('%s are found by their own index, and no table is read from beginning to end', async (_list, ask, indexes) => {
    const plan = await inTransaction(poolOfDesk(pool), async (tx) => {
      const lines: string[] = []
      // A test's tables are so small that reading them whole is quickest: here that is made dear.
      await tx.query('SET LOCAL enable_seqscan = off')
      await tx.query('SET LOCAL enable_bitmapscan = off')
      await ask({
        ...tx,
        query: async (text, values) => {
          const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
          lines.push(...rows.map((row) => row['QUERY PLAN']))
          return tx.query(text, values)
        },
      })
      return lines.join('\n')
    })
    expect(plan).not.toContain('Seq Scan')
    for (const index of indexes) expect(plan).toContain(index)
  })
})
