import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { basic, newApplicant, saveThreeSteps, settablePhotos } from '../../person/application/test-application.ts'
import { buildServer } from '../../app.ts'
import { grantCoupon } from '../../lending/coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../http/test-server.ts'
import { approve } from '../../lending/loan/test-approval.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const { photos, set: setPhotos } = settablePhotos()
const opened = await openTestServer(pool, { clock: { now: () => now } })
const services = { ...opened.services, photos }
const server = { app: buildServer(services), services }

const start = { kind: 'start_application', step: null, order_id: null }
const nothingElse = {
  limit_centavos: null,
  quota: null,
  expires_at: null,
  review_expected_at: null,
  review_stage: null,
  retry_at: null,
  refusal_reasons: [],
  card_check: null,
  payout_account: null,
  best_coupon: null,
  active_order: null,
  notices: [],
}

beforeEach(async () => {
  now = noon
  setPhotos(now)
  await pool.query('DELETE FROM login_address')
})

test('a guest is a guest, by the clock of the server, with one thing to do: start', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
  expect(answer.json()).toEqual({
    code: '0',
    msg: '',
    ret: { ...nothingElse, state: 'guest', now_at: '2026-11-16T15:00:00.000Z', person: null, next_action: start },
  })
})

describe('a user who has applied for nothing has the same one thing to do', () => {
  test.each([
    ['by phone', { kind: 'phone', value: '+5491123456789' }, '+54 9 ••• 6789'],
    ['by mail', { kind: 'mail', value: 'lucia@example.com' }, 'l•••@example.com'],
  ] as const)('and sees how she logs in, as far as she needs to recognise it: %s', async (_, address, masked) => {
    const { call } = await newApplicant(server, address)
    expect((await call('app/home')).ret).toEqual({
      ...nothingElse,
      state: 'not_applied',
      now_at: now.toISOString(),
      person: { first_name: null, contact_masked: masked },
      next_action: start,
    })
  })
})

describe('an application that was begun goes on where it stopped', () => {
  const all = ['accepted', 'accepted', 'accepted'] as const
  test.each([
    ['the basic step is saved', false, [], 'continue_application', 'social'],
    ['the three steps are saved', true, [], 'continue_application', 'photos'],
    ['everything is there and not yet sent', true, all, 'continue_application', 'photos'],
    ['a photo must be taken again', true, ['accepted', 'accepted', 'retake'], 'retake_photos', 'photos'],
  ] as const)('Home leads on: %s', async (_, isSaved, taken, kind, step) => {
    const person = await newApplicant(server)
    await person.call('app/save_basic_info', basic)
    if (isSaved) await saveThreeSteps(person)
    setPhotos(now, ...taken)
    expect((await person.call('app/home')).ret).toMatchObject({
      state: 'not_applied',
      person: { first_name: 'Lucía' },
      next_action: { kind, step, order_id: null },
    })
  })
})

test('in review: until about when, and to check it', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  const { ret } = await person.call('loan/apply_info', { submit: true })
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'in_review',
    review_expected_at: ret.decision_expected_at,
    review_stage: 'automatic',
    person: { first_name: 'Lucía' },
    next_action: { kind: 'check_review', step: null },
  })
  expect(Date.parse(ret.decision_expected_at ?? '') - now.getTime()).toBeGreaterThanOrEqual(60_000)
})

test('refused: when to try again, and from then on the way to do so', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  await person.call('loan/apply_info', { submit: true })
  const retryAt = new Date('2026-11-30T15:01:00Z')
  await pool.query(
    `UPDATE application SET state = 'refused', review_stage = NULL, decided_at = $2, retry_at = $3 WHERE user_id = $1`,
    [person.userId, noon, retryAt],
  )
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'refused',
    retry_at: retryAt.toISOString(),
    review_expected_at: null,
    next_action: { kind: 'see_help' },
  })
  now = retryAt
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'not_applied',
    retry_at: null,
    next_action: { kind: 'apply_again', step: null },
  })
})

test('refused: why, in the words of the language', async () => {
  const person = await newApplicant(server)
  await saveThreeSteps(person)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  await person.call('loan/apply_info', { submit: true })
  const decisionId = services.random.uuid()
  await pool.query(
    `INSERT INTO review_decision (user_id, decision_id, application_id, outcome, reasons, rules_version, sealed_inputs, decided_at)
     SELECT user_id, $2, application_id, 'refused', ARRAY['not_affordable'],
            (SELECT max(version_number) FROM review_rules), '', $3 FROM application WHERE user_id = $1`,
    [person.userId, decisionId, now],
  )
  await pool.query(
    `UPDATE application SET state = 'refused', review_stage = NULL, decision_id = $2, decided_at = $3, retry_at = $4
      WHERE user_id = $1`,
    [person.userId, decisionId, now, new Date('2026-11-30T15:00:00Z')],
  )
  const reasonsIn = async (language: 'en' | 'es') => (await person.call('app/home', {}, language)).ret.refusal_reasons
  expect(await reasonsIn('es')).toEqual([{ code: 'not_affordable', text: expect.stringMatching(/[a-z]{3}/) }])
  expect((await reasonsIn('en'))[0]?.text).not.toBe((await reasonsIn('es'))[0]?.text)
})

const DAY_MS = 86_400_000

const take = (action: string, orderId: string | null = null) => ({ kind: action, step: null, order_id: orderId })

const quotaOf = (total: number, available: number, { used = 0, frozen = 0 } = {}) => ({
  total_centavos: total,
  used_centavos: used,
  frozen_centavos: frozen,
  remaining_centavos: total - used - available,
  available_centavos: available,
})

test('approved: the limit, what is open, until when, the coupon, the account; choose a loan', async () => {
  const person = await newBorrower(server)
  const couponId = await inTransaction(pool, (tx) =>
    grantCoupon(tx, services, {
      userId: person.userId,
      kind: 'fee_reduction',
      feeReductionCentavos: pesos(2_000),
      validDays: 30,
      reason: 'first_approval',
    }),
  )
  expect((await person.call('app/home')).ret).toEqual({
    ...nothingElse,
    state: 'approved',
    now_at: now.toISOString(),
    person: { first_name: 'Lucía', contact_masked: expect.stringMatching(/^\+54 9 ••• \d{4}$/) },
    limit_centavos: pesos(400_000),
    quota: quotaOf(pesos(400_000), pesos(300_000)),
    next_action: take('choose_loan'),
    expires_at: '2026-11-23T14:59:59.000Z',
    payout_account: {
      institution_name: 'Banco de la Nación Argentina',
      account_kind: 'cbu',
      account_ending: '0017',
      holder_name: 'ROMERO LUCIA',
    },
    best_coupon: {
      coupon_id: couponId,
      kind: 'fee_reduction',
      title: 'Welcome coupon',
      state: 'usable',
      expires_at: '2026-12-16T15:00:00.000Z',
      used_at: null,
      order_id: null,
      fee_reduction_centavos: pesos(2_000),
    },
  })
})

test('approved until the last millisecond; then expired, nothing available, to ask again', async () => {
  const person = await newBorrower(server)
  setPhotos(now, 'accepted', 'accepted', 'accepted')
  const { ret } = await person.call('app/home')
  now = new Date(Date.parse(ret.expires_at ?? '') - 1)
  expect((await person.call('app/home')).ret).toMatchObject({ state: 'approved', next_action: take('choose_loan') })
  now = new Date(ret.expires_at ?? '')
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'expired',
    expires_at: ret.expires_at,
    limit_centavos: pesos(400_000),
    quota: quotaOf(pesos(400_000), 0),
    next_action: take('apply_again'),
  })
})

test('expired, with something missing by now: to complete it first', async () => {
  const person = await newBorrower(server)
  setPhotos(now, 'accepted', 'accepted', 'retake')
  now = new Date(now.getTime() + 8 * DAY_MS)
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'expired',
    next_action: { kind: 'continue_application', step: 'photos', order_id: null },
  })
})

test('approved for little: at least the smallest loan is open, and can be had', async () => {
  const person = await newBorrower(server, { limit: pesos(25_000) })
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'approved',
    quota: quotaOf(pesos(25_000), pesos(20_000)),
    next_action: take('choose_loan'),
    notices: [],
  })
  expect((await person.call('loan/preview')).ret).toMatchObject({ amount_max_centavos: pesos(20_000) })
})

test('approved for less than the smallest loan: no button that leads nowhere, and why', async () => {
  const person = await newBorrower(server, { limit: pesos(16_000) })
  expect((await person.call('app/home', {}, 'es')).ret).toMatchObject({
    state: 'approved',
    quota: quotaOf(pesos(16_000), pesos(12_000)),
    next_action: take('see_help'),
    notices: [{ notice_id: 'nothing_to_borrow', tone: 'info', text: expect.stringContaining('préstamo más chico') }],
  })
})

const notices = [
  ['overdue', 'quota_closed'],
  ['payout_failed', 'payout_failure'],
] as const

describe('an order says what Home is about, with one thing to do', () => {
  const loan = pesos(100_000)
  test.each([
    ['pending', { state: 'pending', signedDaysAgo: 0 }, 'pending', 'see_order', { frozen: loan }, pesos(200_000)],
    [
      'payout failed',
      { state: 'payout_failed', signedDaysAgo: 1 },
      'payout_failed',
      'fix_payout_account',
      { frozen: loan },
      pesos(200_000),
    ],
    [
      'in repayment',
      { state: 'in_repayment', signedDaysAgo: 30 },
      'in_repayment',
      'pay',
      { used: loan },
      pesos(200_000),
    ],
    [
      'on the due day',
      { state: 'in_repayment', signedDaysAgo: 91 },
      'in_repayment',
      'pay',
      { used: loan },
      pesos(200_000),
    ],
    ['the day after', { state: 'in_repayment', signedDaysAgo: 92 }, 'overdue', 'pay', { used: loan }, 0],
    ['cleared', { state: 'cleared', signedDaysAgo: 91 }, 'cleared', 'choose_loan', {}, pesos(340_000)],
  ] as const)('Home shows the order: %s', async (_, made, state, action, held, available) => {
    // A Wednesday, so that 91 days before is one as well and no due day moves.
    now = new Date('2026-11-18T15:00:00Z')
    const person = await newBorrower(server)
    const orderId = await insertLoan(services, person.userId, made)
    if (made.state === 'cleared') now = new Date(now.getTime() + 1)
    if (made.state === 'cleared')
      await pool.query('UPDATE loan_order SET cleared_at = $2 WHERE order_id = $1', [orderId, now])
    const { ret } = await person.call('app/home')
    expect(ret).toMatchObject({
      state,
      active_order: { order_id: orderId, state, amount_centavos: loan },
      quota: quotaOf(pesos(400_000), available, held),
      payout_account: { account_ending: '0017' },
      notices: notices.flatMap(([when, notice_id]) => (when === state ? [{ notice_id, tone: 'warning' }] : [])),
    })
    expect(ret.next_action).toEqual(take(action, state === 'cleared' ? null : orderId))
  })

  test('a failed payout says until when the account can be corrected: 72 hours', async () => {
    const person = await newBorrower(server)
    const orderId = await insertLoan(services, person.userId, { state: 'payout_failed', signedDaysAgo: 0 })
    await pool.query('UPDATE loan_order SET state_since = $2 WHERE order_id = $1', [orderId, now])
    const [notice] = (await person.call('app/home', {}, 'es')).ret.notices
    expect(notice?.text).toContain('Tenés 72 horas para corregir la cuenta: hasta el 19/11/2026 a las 12:00.')
  })

  test('the most urgent of several', async () => {
    now = new Date('2026-11-18T15:00:00Z')
    const person = await newBorrower(server)
    const leading = async () => (await person.call('app/home')).ret.active_order?.order_id
    const states = [
      ['pending', 0],
      ['in_repayment', 30],
      ['in_repayment', 40],
      ['payout_failed', 2],
      ['in_repayment', 100],
    ] as const
    for (const [state, signedDaysAgo] of states) {
      const orderId = await insertLoan(services, person.userId, { state, signedDaysAgo })
      expect(await leading()).toBe(orderId)
    }
    await insertLoan(services, person.userId, { state: 'cancelled', signedDaysAgo: 0 })
    expect((await person.call('app/home')).ret.state).toBe('overdue')
  })

  test('a repaid loan gives way to the next approval', async () => {
    const person = await newBorrower(server)
    await insertLoan(services, person.userId, { state: 'cleared', signedDaysAgo: 100 })
    expect((await person.call('app/home')).ret).toMatchObject({ state: 'approved', active_order: null })
    now = new Date(now.getTime() + DAY_MS)
    const orderId = await insertLoan(services, person.userId, { state: 'cleared', signedDaysAgo: 50 })
    await pool.query('UPDATE loan_order SET cleared_at = $2 WHERE order_id = $1', [orderId, now])
    expect((await person.call('app/home')).ret).toMatchObject({ state: 'cleared', active_order: { order_id: orderId } })
    now = new Date(now.getTime() + DAY_MS)
    await approve(services, person.userId, pesos(450_000))
    expect((await person.call('app/home')).ret).toMatchObject({ state: 'approved', active_order: null })
  })

  test('somebody else’s order is not hers', async () => {
    const [person, other] = [await newBorrower(server), await newBorrower(server)]
    await insertLoan(services, other.userId, { state: 'pending', signedDaysAgo: 0 })
    expect((await person.call('app/home')).ret).toMatchObject({ state: 'approved', active_order: null })
  })
})
