import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { mayPropose, proposalKindNames } from '@hola/core/desk-contract/proposals.ts'
import { staffRoles } from '@hola/core/desk-contract/roles.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { typeAtDesk } from '../../edge/desk-cli/test-desk.ts'
import { openTestDesk } from '../../edge/desk/test-desk-server.ts'
import { openTestServer, testSettings } from '../../edge/http/test-server.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import { payBySandbox, payOutBySandbox } from '../../lending/reconciliation/test-money.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { verifyActs } from '../act/acts.ts'
import { hashCode } from '../member/invitations.ts'

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

const OWN = '20710'
const DECIDED = '20709'
const CHANGED = '20711'
const NOT_POSSIBLE = '20712'
const NOT_YOUR_ROLE = '20701'

const empty = emptier(pool, 'account', 'desk_act', 'receipt', 'sandbox_payout', 'sandbox_pay_receipt', 'proposal')

beforeEach(async () => {
  now = start
  await empty()
})

const productsFile = join(import.meta.dirname, '..', '..', '..', 'data', 'products.json')
const { products } = JSON.parse(readFileSync(productsFile, 'utf8')) as { products: [Record<string, unknown>] }
const withTna = (basisPoints: number) =>
  JSON.stringify({ products: [{ ...products[0], tna_basis_points: basisPoints }] })

type Member = Awaited<ReturnType<typeof desk.madeUp>>
type Made = { proposal: { proposal_id: string; state: string }; preview: { effects: unknown[]; seen_sha256: string } }

const propose = async (by: Member, kind: ProposalKind, details: object, why = 'a reason') => {
  const { code, ret } = await by.call('proposals/propose', { kind, details, why })
  return { code, ...(ret as Made | undefined) } as Made & { code: string }
}
const approve = (by: Member, { proposal, preview }: Made, seen = preview.seen_sha256) =>
  by.confirm('proposals/approve', { proposal_id: proposal.proposal_id, seen_sha256: seen, why: 'looked at it' })

const transferOf = (amount = pesos(500_000), id = 'bank-1') => ({
  provider_payment_id: id,
  amount_centavos: amount,
  paid_day: '2026-11-16',
  reference: null,
})

/** A loan that was paid and $ 3.000 more. */
const withCredit = async () => {
  const loan = await payOutBySandbox(borrowers)
  await payBySandbox(services, loan, { amount: pesos(103_000) })
  return loan
}

describe('one person alone', () => {
  /** Everything that would show that money or a price came from somewhere. */
  const world = async () => ({
    receipts: (await pool.query('SELECT * FROM receipt')).rows,
    refunds: (await pool.query('SELECT * FROM refund')).rows,
    entries: (await pool.query('SELECT * FROM ledger_entry')).rows,
    prices: (await pool.query('SELECT * FROM product_publication')).rows,
    versions: (await pool.query('SELECT * FROM product_version')).rows,
    payouts: (await pool.query(`SELECT data FROM pgboss.job WHERE name LIKE 'payout%' ORDER BY id`)).rows,
  })

  test('cannot invent a transfer, book a refund, pay out twice or publish a price at the desk', async () => {
    const loan = await withCredit()
    const unanswered = await insertLoan(services, loan.userId, { state: 'pending', signedDaysAgo: 1 })
    await pool.query(
      `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, is_wallet, asked_at)
       VALUES ($1, $2, 1, 'sandbox', $3, 'asked', false, $4)`,
      [loan.userId, unanswered, `${unanswered}-1`, new Date(now.getTime() - 24 * 3_600_000)],
    )
    const before = await world()
    const vera = await desk.madeUp('Vera')
    const attack: [ProposalKind, object][] = [
      ['transfer', transferOf()],
      ['refund', { order_number: loan.orderNumber, amount_centavos: null }],
      ['publication', { products_json: withTna(90_000) }],
      ['payout_resend', { order_number: unanswered.slice(0, 8) }],
    ]
    for (const [kind, details] of attack) {
      const made = await propose(vera, kind, details)
      expect([kind, made.code]).toEqual([kind, '0'])
      expect(await approve(vera, made)).toMatchObject({ code: OWN })
    }
    expect(await world()).toEqual(before)
  })

  test('cannot do it by the command line either', async () => {
    const boss = { name: 'boss', role: 'supervisor' } as const
    const before = await world()
    const file = join(tmpdir(), `hola-tna-${services.random.uuid()}.json`)
    onTestFinished(() => rmSync(file))
    writeFileSync(file, withTna(90_000))
    for (const line of [
      ['transfer', 'bank-1', '--amount', '500.000', '--day', '2026-11-16', '--why', 'x', '--json'],
      ['publish', file, '--why', 'x', '--json'],
    ]) {
      const { said, complaint } = await typeAtDesk(services, line, boss)
      expect(complaint).toBe('')
      const { proposal_id: id, seen_sha256: seen } = JSON.parse(said)
      const approved = await typeAtDesk(services, ['approve-proposal', id, '--seen', seen, '--why', 'x'], boss)
      expect(approved).toMatchObject({
        exitCode: 1,
        complaint: 'Somebody else has to decide about your own proposal.',
      })
    }
    expect(await world()).toEqual(before)
  })

  test('is refused by the table itself, with any SQL that the desk may run', async () => {
    const vera = await desk.madeUp('Vera')
    const { proposal } = await propose(vera, 'transfer', transferOf())
    const asDesk = (sql: string, values: unknown[] = []) =>
      inTransaction(poolOfDesk(pool), (tx) => tx.query(sql, values))
    const decide = (extra: string) =>
      asDesk(
        `INSERT INTO proposal_decision (proposal_id, proposed_by, proposed_at, expires_at, outcome, decided_by, decided_at, why)
         SELECT proposal_id, ${extra}, 'approved', $2, proposed_at, 'x' FROM proposal WHERE proposal_id = $1`,
        [proposal.proposal_id, vera.memberId],
      )
    await expect(decide('proposed_by, proposed_at, expires_at')).rejects.toMatchObject({
      constraint: 'proposal_decision_by_another',
    })
    // Nor under the name of another proposer, nor by moving its time.
    const nora = await desk.madeUp('Nora')
    await expect(decide(`'${nora.memberId}'::uuid, proposed_at, expires_at`)).rejects.toMatchObject({ code: '23503' })
    for (const sql of [
      'UPDATE proposal SET proposed_by = proposed_by',
      'DELETE FROM proposal',
      'UPDATE proposal_decision SET outcome = outcome',
      'DELETE FROM proposal_decision',
    ])
      await expect(asDesk(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot become a second one: the link and the code of a new member are in two hands', async () => {
    const [vera, nora] = [await desk.madeUp('Vera'), await desk.madeUp('Nora')]
    const code = 'ABCD-2345'
    const details = { name: 'Eve', role: 'supervisor', code_sha256: hashCode(code).toString('hex') }
    const made = await propose(vera, 'member', details)
    const approved = await approve(nora, made)
    expect(approved).toMatchObject({ code: '0', ret: { told: { invitation_token: expect.any(String) } } })
    const { invitation_token: token } = (approved.ret as { told: { invitation_token: string } }).told
    // Nora has the link and does not know the code.
    expect(await desk.call('invitation/begin', { token, code: 'AAAA-AAAA' })).toMatchObject({ code: '20704' })
    expect(await desk.call('invitation/begin', { token, code })).toMatchObject({ code: '0' })
    await pool.query(`DELETE FROM staff_challenge WHERE member_id IS NOT NULL`)
  })
})

describe('by two people', () => {
  test('a transfer is entered, exactly as it was shown, and stands in the book of acts', async () => {
    const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
    const made = await propose(tomas, 'transfer', transferOf())
    expect((await pool.query('SELECT 1 FROM receipt')).rowCount).toBe(0)
    expect(made.preview.effects).toContainEqual({ name: 'transfer_centavos', before: null, after: pesos(500_000) })
    expect(await approve(vera, made)).toMatchObject({ code: '0', ret: { proposal: { state: 'approved' } } })
    expect((await pool.query('SELECT amount_centavos, state FROM receipt')).rows).toEqual([
      { amount_centavos: pesos(500_000), state: 'suspense' },
    ])
    const { rows } = await pool.query(`SELECT act, actor, details FROM desk_act WHERE act IN ('propose', 'transfer')`)
    expect(rows).toMatchObject([
      { act: 'propose', actor: 'Tomás' },
      { act: 'transfer', actor: 'Vera', details: { proposed_by: tomas.memberId } },
    ])
    expect(await inTransaction(poolOfDesk(pool), verifyActs)).toMatchObject({ isIntact: true })
    expect(await approve(vera, made)).toMatchObject({ code: DECIDED })
  })

  test('of two who approve at once one does', async () => {
    const [tomas, vera, nora] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera'), await desk.madeUp('Nora')]
    const made = await propose(tomas, 'transfer', transferOf())
    const codes = (await Promise.all([approve(vera, made), approve(nora, made)])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['0', DECIDED])
    expect((await pool.query('SELECT 1 FROM receipt')).rowCount).toBe(1)
  })

  test('what would happen now and is not what was seen is not done, and stays open', async () => {
    const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
    const loan = await withCredit()
    const first = await propose(tomas, 'refund', { order_number: loan.orderNumber, amount_centavos: pesos(1_000) })
    const second = await propose(tomas, 'refund', { order_number: loan.orderNumber, amount_centavos: null })
    expect(await approve(vera, first)).toMatchObject({ code: '0' })
    expect(await approve(vera, second)).toMatchObject({ code: CHANGED })
    const { ret } = await vera.call('proposals/show', { proposal_id: second.proposal.proposal_id })
    const shown = ret as { proposal: { state: string }; preview: { seen_sha256: string } }
    expect(shown.proposal.state).toBe('open')
    expect(await approve(vera, second, shown.preview.seen_sha256)).toMatchObject({ code: '0' })
    const { rows } = await pool.query('SELECT sum(amount_centavos)::bigint AS sum, count(*) FROM refund')
    expect(rows[0]).toMatchObject({ count: 2 })
    const third = await propose(tomas, 'refund', { order_number: loan.orderNumber, amount_centavos: null })
    expect(third.code).toBe(NOT_POSSIBLE)
  })

  test('what is not possible any more is refused with the reason, and stays open', async () => {
    const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
    const [one, other] = [
      await propose(tomas, 'transfer', transferOf()),
      await propose(tomas, 'transfer', transferOf()),
    ]
    expect(await approve(vera, one)).toMatchObject({ code: '0' })
    expect(await approve(vera, other)).toMatchObject({ code: NOT_POSSIBLE })
    expect(await vera.call('proposals/list')).toMatchObject({ ret: { proposals: [{ state: 'open' }] } })
    expect(await vera.call('proposals/show', { proposal_id: other.proposal.proposal_id })).toMatchObject({
      ret: { preview: null, problem: 'this transfer was entered before: nothing is entered twice.' },
    })
  })

  test('a price is published with its full cost before and after', async () => {
    const [vera, nora] = [await desk.madeUp('Vera'), await desk.madeUp('Nora')]
    later(1)
    const made = await propose(vera, 'publication', { products_json: withTna(9_500) })
    const costs = (made.preview.effects as { name: string; before: number; after: number }[]).filter(({ name }) =>
      name.includes('cftea'),
    )
    expect(costs.length).toBeGreaterThanOrEqual(3)
    for (const { before, after } of costs) expect(after).not.toBe(before)
    expect(await approve(nora, made)).toMatchObject({ code: '0' })
    const { rows } = await pool.query('SELECT published_by FROM product_publication ORDER BY published_at DESC LIMIT 1')
    expect(rows).toEqual([{ published_by: 'Nora' }])
  })

  test('an account is blocked, and the borrower reads whom to ask; then it is opened again', async () => {
    const [sol, vera] = [await desk.madeUp('Sol'), await desk.madeUp('Vera')]
    const person = await newBorrower(borrowers)
    const made = await propose(sol, 'block', { user_id: person.userId })
    expect(await person.call('app/home')).toMatchObject({ code: '0' })
    expect(await approve(vera, made)).toMatchObject({ code: '0' })
    expect(await person.call('app/home')).toMatchObject({
      code: '403',
      msg: expect.stringContaining('contact us'),
    })
    expect(await approve(vera, await propose(sol, 'unblock', { user_id: person.userId }))).toMatchObject({ code: '0' })
    expect(await person.call('app/home')).toMatchObject({ code: '0' })
  })

  test('a coupon above the sum is given', async () => {
    const [sol, vera] = [await desk.madeUp('Sol'), await desk.madeUp('Vera')]
    const { userId } = await newBorrower(borrowers)
    const details = { user_id: userId, fee_reduction_centavos: pesos(6_000), extension_days: null, valid_days: 30 }
    const before = (await pool.query('SELECT 1 FROM coupon')).rowCount ?? 0
    expect(await approve(vera, await propose(sol, 'coupon', details))).toMatchObject({ code: '0' })
    expect((await pool.query('SELECT 1 FROM coupon')).rowCount).toBe(before + 1)
  })
})

describe('a proposal', () => {
  test('lives a day', async () => {
    const made = await propose(await desk.madeUp('Tomás'), 'transfer', transferOf())
    later(24 * 60)
    const vera = await desk.madeUp('Vera')
    expect(await vera.call('proposals/list')).toMatchObject({ ret: { proposals: [] } })
    expect(await approve(vera, made)).toMatchObject({ code: DECIDED })
  })

  test('is declined by somebody else, and taken back only by whoever made it', async () => {
    const [tomas, vera, nora] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera'), await desk.madeUp('Nora')]
    const close = (by: Member, path: 'proposals/decline' | 'proposals/withdraw', { proposal }: Made) =>
      by.call(path, { proposal_id: proposal.proposal_id, why: 'no' })
    const one = await propose(tomas, 'transfer', transferOf())
    expect(await close(vera, 'proposals/withdraw', one)).toMatchObject({ code: NOT_YOUR_ROLE })
    expect(await close(vera, 'proposals/decline', one)).toMatchObject({
      code: '0',
      ret: { proposal: { state: 'declined' } },
    })
    expect(await approve(nora, one)).toMatchObject({ code: DECIDED })
    const other = await propose(vera, 'transfer', transferOf(pesos(1), 'bank-2'))
    expect(await close(vera, 'proposals/decline', other)).toMatchObject({ code: OWN })
    expect(await close(vera, 'proposals/withdraw', other)).toMatchObject({ ret: { proposal: { state: 'withdrawn' } } })
  })

  test('shown or rehearsed leaves nothing behind', async () => {
    const tomas = await desk.madeUp('Tomás')
    const body = { kind: 'transfer', details: transferOf() }
    expect(await tomas.call('proposals/preview', body)).toMatchObject({ code: '0' })
    expect((await pool.query('SELECT 1 FROM receipt')).rowCount).toBe(0)
    expect((await pool.query('SELECT 1 FROM proposal')).rowCount).toBe(0)
  })

  const everyone = staffRoles.flatMap((role) => proposalKindNames.map((kind) => ({ role, kind })))
  test.each(everyone)('of the kind $kind by $role is taken or refused by the list of kinds', async ({ role, kind }) => {
    const somebody = await desk.member(`kinds ${role}`, role)
    const { code } = await somebody.call('proposals/propose', { kind, details: { nothing: 'of use' }, why: 'x' })
    expect(code).toBe(mayPropose(role, kind) ? '400' : NOT_YOUR_ROLE)
  })
})
