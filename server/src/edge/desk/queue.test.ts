import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { caller } from '../../person/account/test-login.ts'
import { insertLoan } from '../../lending/loan/test-borrower.ts'
import { openReviewServer } from '../../lending/review/test-review.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { logInSomebody } from '../http/test-server.ts'
import { openTestDesk } from './test-desk-server.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T15:00:00Z')
let now = start
const server = await openReviewServer(pool, { now: () => now })
const { services, app } = server
const desk = await openTestDesk(services)
const { call } = caller(app)
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000))

const empty = emptier(pool, 'account', 'work_claim', 'receipt', 'consumer_request', 'reconciliation', 'proposal')
beforeEach(async () => {
  await empty()
  await pool.query('DELETE FROM pgboss.job')
  now = start
})

type List = DeskRetOf<'queue/list'>
type Counts = DeskRetOf<'queue/counts'>
type Somebody = Awaited<ReturnType<typeof desk.member>>

/** Signed in anew for each call: hours pass between them. */
const member = async (name: string, role: StaffRole): Promise<Somebody> => {
  const somebody = await desk.member(name, role)
  return { ...somebody, call: async (path, body) => (await desk.member(name, role)).call(path, body) }
}
const as = (role: StaffRole): Promise<Somebody> => member(`queue ${role}`, role)
const list = async (somebody: Somebody, body: object = {}): Promise<List> => {
  const { code, ret } = await somebody.call('queue/list', { show: 'all', ...body })
  expect(code).toBe('0')
  return ret as List
}
const counts = async (somebody: Somebody): Promise<Counts> => {
  const answer = await somebody.call('queue/counts', {})
  expect(answer).toMatchObject({ code: '0' })
  return answer.ret as Counts
}
const namesOf = ({ items }: List): string[] => items.map(({ name }) => name)

/** Somebody whose case waits for a person. */
const newCase = async (): Promise<string> => {
  const person = await server.submitted({ verdict: { outcome: 'manual', reasons: ['face_reused'] } })
  await server.run(person)
  const { rows } = await pool.query<{ id: string }>(
    'SELECT application_id AS id FROM application WHERE user_id = $1 AND waits_since IS NOT NULL',
    [person.userId],
  )
  return rows[0]?.id ?? ''
}

const newReceipt = (id: string, amount = 4_000_000) =>
  pool.query(
    `INSERT INTO receipt (provider, provider_payment_id, amount_centavos, paid_day, reference, state, heard_at)
     VALUES ('sandbox', $1, $2, '2026-11-16', 'Lucía Ejemplo', 'suspense', $3)`,
    [id, amount, now],
  )

let phones = 0
const newRequest = async (kind: 'regret' | 'unsubscribe' | 'complaint'): Promise<string> => {
  const phone = `+549116${String((phones += 1)).padStart(7, '0')}`
  const { ret } = await call('consumer/request', { channel: 'phone', kind, phone, note: 'por favor' })
  return (ret as { tracking_number: string }).tracking_number
}

const newPayout = async (state: 'pending' | 'payout_failed'): Promise<string> => {
  const { userId } = await logInSomebody(services)
  const orderId = await insertLoan(services, userId, { state })
  await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
  return `${userId}/${orderId}`
}

const newDeadJob = () =>
  pool.query(
    `INSERT INTO pgboss.job (name, data, source_name, source_output, created_on)
     VALUES ('dead-letter', '{}', 'photo-read', '{"message": "no memory left"}', $1)`,
    [now],
  )

const newDifference = () =>
  pool.query(
    `INSERT INTO reconciliation (provider, kind, day, outcome, matched_count, ours_centavos, theirs_centavos, differences,
                                 unexplained_count, found_at)
     VALUES ('sandbox', 'collection', '2026-11-15', 'compared', 3, 100, 4100, '[]', 1, $1)`,
    [now],
  )

const newProposal = async (by: Somebody): Promise<string> => {
  const { userId } = await logInSomebody(services)
  const { code, ret } = await by.call('proposals/propose', {
    kind: 'block',
    details: { user_id: userId },
    why: 'fraud',
  })
  expect(code).toBe('0')
  return (ret as { proposal: { proposal_id: string } }).proposal.proposal_id
}

/** One of everything, the first a day before now. */
const oneOfEach = async (): Promise<void> => {
  await newRequest('complaint')
  await newCase()
  await newPayout('pending')
  await newPayout('payout_failed')
  await newReceipt('p-1')
  await newRequest('regret')
  await newRequest('unsubscribe')
  await newDeadJob()
  await newDifference()
}

describe('the queue', () => {
  test('says of a case what the rules would lend; of one that cannot be opened, nothing', async () => {
    const caseId = await newCase()
    const ana = await as('analyst')
    const amounts = async () => (await list(ana)).items.map(({ amount_centavos }) => amount_centavos)
    const shown = (await ana.call('cases/show', { case_id: caseId })).ret as DeskRetOf<'cases/show'>
    expect(shown.limit_by_rules_centavos).toBeGreaterThan(0)
    expect(await amounts()).toEqual([shown.limit_by_rules_centavos])
    await pool.query(`UPDATE review_decision SET sealed_inputs = '\\x00' WHERE application_id = $1`, [caseId])
    expect(await amounts()).toEqual([null])
  })

  test.each([
    ['analyst', ['case']],
    ['support', ['complaint', 'regret', 'unsubscribe']],
    ['treasury', ['difference', 'job', 'payout_failed', 'payout_silent', 'suspense']],
    [
      'auditor',
      ['case', 'complaint', 'difference', 'payout_failed', 'payout_silent', 'regret', 'suspense', 'unsubscribe'],
    ],
  ] as const)('of the %s has what that role may see and nothing else', async (role, names) => {
    await oneOfEach()
    later(30)
    const somebody = await as(role)
    expect(namesOf(await list(somebody)).toSorted()).toEqual(names)
    const { all, kinds } = await counts(somebody)
    expect(all).toBe(names.length)
    expect(kinds.case === null).toBe(role !== 'analyst' && role !== 'auditor')
  })

  test('has what is late or due today first, then signatures, then the rest by time left', async () => {
    await oneOfEach()
    later(30)
    const [vera, nora] = [await member('queue vera', 'supervisor'), await member('queue nora', 'supervisor')]
    await newProposal(vera)
    later(60)
    expect((await list(nora)).items.map(({ name, group }) => `${group} ${name}`)).toEqual([
      'past payout_silent',
      'past job',
      'sign proposal',
      'rest case',
      'rest suspense',
      'rest regret',
      'rest unsubscribe',
      'rest difference',
      'rest payout_failed',
      'rest complaint',
    ])
    // Her own proposal waits for somebody else.
    expect(namesOf(await list(vera))).not.toContain('proposal')
    expect(await counts(nora)).toMatchObject({ all: 10, mine: 0, nobody: 9, past: 2, near: 0 })
    later(22 * 60)
    const { items } = await list(nora)
    expect(items.filter(({ group }) => group === 'past').map(({ name }) => name)).toEqual([
      'payout_silent',
      'job',
      'case',
      'regret',
      'unsubscribe',
    ])
  })

  test('says what waits, how much, since and until when, and nothing about who it is', async () => {
    await oneOfEach()
    later(30)
    const answer = await list(await as('auditor'))
    expect(JSON.stringify(answer)).not.toMatch(/Romero|Lucía|\+549|por favor/)
    expect(answer.items.find(({ name }) => name === 'suspense')).toMatchObject({
      kind: 'suspense',
      item_id: 'sandbox/p-1',
      amount_centavos: 4_000_000,
      since_at: '2026-11-16T15:00:00.000Z',
      due_at: '2026-11-17T15:00:00.000Z',
      owner: null,
    })
    expect(answer.items.find(({ name }) => name === 'complaint')).toMatchObject({
      business_day: { number: 1, of: 10 },
      due_at: '2026-12-02T02:59:59.999Z',
    })
    expect(answer.items.find(({ name }) => name === 'case')).toMatchObject({
      reasons: ['identity_needs_a_person', 'face_reused'],
    })
  })

  test('goes on page by page without a gap or a repetition', async () => {
    for (let at = 0; at < 130; at += 1) {
      await newReceipt(`p-${String(at).padStart(3, '0')}`)
      if (at % 3 === 0) later(1)
    }
    await newPayout('payout_failed')
    later(20)
    const treasury = await as('treasury')
    const first = await list(treasury)
    expect(first.items).toHaveLength(100)
    const second = await list(treasury, { after: first.next ?? '' })
    expect(second.next).toBeNull()
    const ids = [...first.items, ...second.items].map(({ item_id }) => item_id)
    expect(ids).toHaveLength(131)
    expect(new Set(ids).size).toBe(131)
    expect(await treasury.call('queue/list', { show: 'all', after: 'bm90IG91cnM' })).toMatchObject({ code: '400' })
  })
})

describe('what is in hand', () => {
  test('is one member’s: of two who take it at once the other is told who has it', async () => {
    const caseId = await newCase()
    const [ana, beto] = [await member('queue ana', 'analyst'), await member('queue beto', 'analyst')]
    const answers = await Promise.all(
      [ana, beto].map((one) => one.call('queue/take', { kind: 'case', item_id: caseId })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0', '20732'])
    const [{ owner } = { owner: null }] = (await list(ana)).items
    const [mine, hers] = owner?.member_id === ana.memberId ? [ana, beto] : [beto, ana]
    expect(answers.find(({ code }) => code === '20732')?.msg).toContain(mine.name)
    expect((await list(mine, { show: 'mine' })).items).toHaveLength(1)
    expect((await list(hers, { show: 'mine' })).items).toEqual([])
    expect((await list(hers, { show: 'nobody' })).items).toEqual([])
    expect(await counts(hers)).toMatchObject({ all: 1, mine: 0, nobody: 0 })
    expect(await hers.call('queue/release', { kind: 'case', item_id: caseId })).toMatchObject({ code: '20733' })
    expect(await mine.call('queue/take', { kind: 'case', item_id: caseId })).toMatchObject({ code: '0' })
    expect(await mine.call('queue/release', { kind: 'case', item_id: caseId })).toMatchObject({ code: '0' })
    expect((await list(hers, { show: 'nobody' })).items).toHaveLength(1)
  })

  test('is handed over with a reason, to somebody who may take it, and stands in the record', async () => {
    const caseId = await newCase()
    const [ana, beto] = [await member('queue ana', 'analyst'), await member('queue beto', 'analyst')]
    const sol = await member('queue sol', 'support')
    const { ret } = await ana.call('queue/colleagues', { kind: 'case' })
    const names = (ret as DeskRetOf<'queue/colleagues'>).members.map(({ name }) => name)
    expect(names).toContain('queue beto')
    expect(names).not.toContain('queue sol')
    const give = { kind: 'case', item_id: caseId, why: 'she knows the file' }
    expect(await ana.call('queue/hand_over', { ...give, member_id: sol.memberId })).toMatchObject({ code: '20706' })
    expect(await ana.call('queue/hand_over', { ...give, member_id: beto.memberId })).toMatchObject({ code: '0' })
    expect(await ana.call('queue/hand_over', { ...give, member_id: ana.memberId })).toMatchObject({ code: '20733' })
    const { rows } =
      await pool.query(`SELECT actor, why, details->'data'->>'member_id' AS data, details->>'member_id' AS to
       FROM desk_act WHERE act = 'hand_over_work'`)
    expect(rows).toEqual([
      expect.objectContaining({ actor: 'queue ana', why: 'she knows the file', to: beto.memberId }),
    ])
  })

  test('is free again when it is settled, and what waits anew is nobody’s', async () => {
    await newReceipt('p-1')
    const treasury = await as('treasury')
    const key = { kind: 'suspense', item_id: 'sandbox/p-1' }
    expect(await treasury.call('queue/take', key)).toMatchObject({ code: '0' })
    await pool.query(`UPDATE receipt SET state = 'reversed', reversed_at = $1`, [now])
    expect(await counts(treasury)).toMatchObject({ all: 0, mine: 0, nobody: 0 })
    expect(await treasury.call('queue/take', key)).toMatchObject({ code: '20731' })
    later(60)
    await pool.query(`UPDATE receipt SET state = 'suspense', reversed_at = NULL, heard_at = $1`, [now])
    expect((await list(treasury, { show: 'nobody' })).items).toMatchObject([{ owner: null }])
    const other = await member('queue other', 'treasury')
    expect(await other.call('queue/take', key)).toMatchObject({ code: '0' })
  })

  test('of a suspended member is nobody’s', async () => {
    await newReceipt('p-1')
    const leaver = await member('queue leaver', 'treasury')
    expect(await leaver.call('queue/take', { kind: 'suspense', item_id: 'sandbox/p-1' })).toMatchObject({ code: '0' })
    await pool.query('UPDATE staff_member SET suspended_at = $2 WHERE member_id = $1', [leaver.memberId, now])
    const treasury = await as('treasury')
    expect((await list(treasury)).items).toMatchObject([{ owner: null }])
    expect(await treasury.call('queue/take', { kind: 'suspense', item_id: 'sandbox/p-1' })).toMatchObject({ code: '0' })
  })

  test('is nothing that a role may not take, nor an id that is none', async () => {
    const caseId = await newCase()
    const treasury = await as('treasury')
    expect(await treasury.call('queue/take', { kind: 'case', item_id: caseId })).toMatchObject({ code: '20701' })
    for (const [kind, id] of [
      ['payout', 'x'],
      ['job', `${caseId}'`],
      ['difference', 'sandbox/payout/2026-02-31'],
      ['suspense', 'nothing'],
    ])
      expect(await treasury.call('queue/take', { kind, item_id: id })).toMatchObject({ code: '20731' })
  })
})
