import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEvidence } from '../agreement/agreements.ts'
import { newApplicant, transfer } from '../../person/application/test-application.ts'
import { grantCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Borrower } from './test-borrower.ts'
import { approve, sendSignCode, WRONG_CODE } from './test-approval.ts'
import { newBorrower, readyToSign } from './test-borrower.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server

beforeEach(() => {
  now = noon
})

type Body = Awaited<ReturnType<typeof readyToSign>>

const ordersOf = async (userId: string) =>
  (await pool.query<{ order_id: string }>('SELECT order_id FROM loan_order WHERE user_id = $1', [userId])).rows

const storedCount = async (userId: string): Promise<number> => {
  const tables = ['loan_order', 'order_event', 'apply_request', 'signature_evidence']
  const counts = await Promise.all(
    tables.map((table) => pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = $1`, [userId])),
  )
  return counts.reduce((sum, { rows }) => sum + (rows[0]?.n ?? 0), 0)
}

const triesOf = async (): Promise<number[]> =>
  (
    await pool.query<{ tries: number }>(`SELECT tries FROM login_code WHERE used_at IS NULL AND replaced_at IS NULL`)
  ).rows.map(({ tries }) => tries)

const quotaOf = async (userId: string) =>
  (
    await pool.query(
      `SELECT total_centavos AS total, used_centavos AS used, available_centavos AS available,
              remaining_centavos AS remaining, frozen_centavos AS frozen FROM quota WHERE user_id = $1`,
      [userId],
    )
  ).rows[0]

beforeEach(() => pool.query('DELETE FROM login_code'))

test('signing makes the order as shown, freezes its amount, uses coupon and code, keeps evidence', async () => {
  const person = await newBorrower(server)
  const couponId = await inTransaction(pool, (tx) =>
    grantCoupon(tx, services, {
      userId: person.userId,
      kind: 'fee_reduction',
      feeReductionCentavos: pesos(2_000),
      validDays: 30,
      reason: 'granted',
    }),
  )
  const body = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  expect(body.coupon_id).toBe(couponId)
  const { ret: shown } = await person.call('loan/preview', { amount_centavos: pesos(120_000), term_days: 91 })
  const { code, ret } = await person.call('loan/apply', body)
  expect(code).toBe('0')
  expect(ret.quota).toEqual({
    total_centavos: pesos(400_000),
    used_centavos: 0,
    frozen_centavos: pesos(120_000),
    remaining_centavos: pesos(220_000),
    available_centavos: pesos(180_000),
  })
  expect(ret.expected_payout_at).toBe('2026-11-16T17:00:00.000Z')
  const order: RetOf<'loan/order'>['order'] = {
    order_id: expect.any(String),
    order_number: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/),
    state: 'pending',
    group: 'pending',
    amount_centavos: pesos(120_000),
    arrival_centavos: pesos(110_000),
    repayment_centavos: centavos(152_580_50),
    term_days: 91,
    applied_at: noon.toISOString(),
    paid_out_at: null,
    due_day: null,
    cleared_at: null,
    withdrawn_at: null,
    withdrawal_state: null,
    withdrawal_until_day: null,
    overdue_days: 0,
    next_part: null,
    written_off_day: null,
    payoff_centavos: centavos(0),
    repaid_centavos: centavos(0),
    now_at: noon.toISOString(),
    repayment_day: shown.quote.due_day,
    fee_centavos: pesos(10_000),
    fee_basis_points: 1000,
    interest_centavos: centavos(26_926_03),
    vat_centavos: centavos(5_654_47),
    vat_basis_points: 2100,
    tna_basis_points: 9000,
    tea_basis_points: 12_524,
    cftea_basis_points: shown.quote.cftea_basis_points,
    accrued: null,
    late_one_time_basis_points: 500,
    late_one_time_unpaid_min_centavos: pesos(1_000),
    late_daily_basis_points: 400,
    late_one_time_centavos: centavos(0),
    late_daily_centavos: centavos(0),
    liquidated_damages_centavos: centavos(0),
    liquidated_damages_max_centavos: pesos(120_000),
    waived_centavos: centavos(0),
    plan: null,
    payoff_tomorrow_centavos: centavos(0),
    early_saving_centavos: centavos(0),
    credit_centavos: centavos(0),
    partial_payment_min_centavos: pesos(1_000),
    payout_account: shown.payout_account,
    payout_failure: null,
    withdrawal: { until_day: shown.withdrawal_until_day, return_centavos: centavos(0) },
    extension: null,
    agreement: { ...body.agreement, page_count: expect.any(Number), signed_at: noon.toISOString() },
    timeline: [
      { kind: 'signed', progress: 'done', at: noon.toISOString(), day: null, amount_centavos: null },
      { kind: 'paid_out', progress: 'now', at: null, day: null, amount_centavos: pesos(110_000) },
      { kind: 'withdrawal_open', progress: 'later', at: null, day: shown.withdrawal_until_day, amount_centavos: null },
      { kind: 'due', progress: 'later', at: null, day: shown.quote.due_day, amount_centavos: centavos(152_580_50) },
    ],
    payments: [],
  }
  expect(ret.order).toEqual(order)

  // The same, asked for again.
  expect((await person.call('loan/order', { order_id: ret.order.order_id })).ret.order).toEqual(ret.order)
  expect((await person.call('user/get_processing_order')).ret).toMatchObject({
    groups: [{ group: 'pending', orders: [{ order_id: ret.order.order_id, order_number: ret.order.order_number }] }],
    next_cursor: null,
  })
  expect((await person.call('app/home')).ret).toMatchObject({
    state: 'pending',
    quota: ret.quota,
    active_order: { order_id: ret.order.order_id },
    next_action: { kind: 'see_order', order_id: ret.order.order_id },
    best_coupon: null,
  })
  expect((await person.call('coupon/my_coupon')).ret.coupons).toMatchObject([
    { coupon_id: couponId, state: 'used', order_id: ret.order.order_id, used_at: noon.toISOString() },
  ])
  expect((await person.call('loan/preview')).ret.last_loan).toEqual({ amount_centavos: pesos(120_000), term_days: 91 })
  const { ret: contract } = await person.call('loan/contract', { of: 'order', order_id: ret.order.order_id })
  expect(contract.agreement.sha256).toBe(body.agreement.sha256)
  expect(contract.evidence).toMatchObject({ signed_at: noon.toISOString() })
  const { rows: codes } = await pool.query('SELECT code_id FROM login_code WHERE used_at IS NOT NULL')
  expect(codes).toEqual([{ code_id: contract.evidence?.code_challenge_id }])
  const { rows: events } = await pool.query('SELECT event_number, kind, at, amount_centavos FROM order_event')
  expect(events).toEqual([{ event_number: 1, kind: 'signed', at: noon, amount_centavos: pesos(120_000) }])
  expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, person.userId))).toMatchObject({
    isIntact: true,
    entryCount: 1,
  })
})

describe('refused, in this order, with nothing stored and no try of the code spent', () => {
  const expire = (): void => {
    now = new Date(noon.getTime() + APPROVAL_VALID_MS)
  }
  const foreign = '00000000-0000-4000-8000-000000000000'
  const broken = {
    term_days: 30,
    amount_centavos: pesos(22_000),
    coupon_id: foreign,
    agreement: { version: 'x', sha256: '0'.repeat(64) },
    code: WRONG_CODE,
  }
  const { term_days: _, ...amount } = broken
  const { amount_centavos: __, ...coupon } = amount
  const { coupon_id: ___, ...agreement } = coupon
  const available = { amount_centavos: pesos(305_000), ...coupon }

  test.each([
    ['the approval has expired', broken, '20306', expire],
    ['the term', broken, '20301', undefined],
    ['the amount', amount, '20307', undefined],
    ['the quota', available, '20302', undefined],
    ['the coupon', coupon, '20309', undefined],
    ['the agreement', agreement, '20308', undefined],
  ] as const)('a signature is refused for %s', async (_name, change, code, before) => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    before?.()
    const quota = await quotaOf(person.userId)
    expect(await person.call('loan/apply', { ...body, ...change })).toMatchObject({ code, ret: null })
    expect(await storedCount(person.userId)).toBe(0)
    expect(await quotaOf(person.userId)).toEqual(quota)
    expect(await triesOf()).toEqual([0])
  })

  test('nothing applied for', async () => {
    const [person, stranger] = [await newBorrower(server), await newApplicant(server)]
    expect((await stranger.call('loan/apply', await readyToSign(services, person))).code).toBe('20305')
  })

  test('a way of getting the code that she does not have', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    expect((await person.call('loan/apply', { ...body, code_channel: 'mail' })).code).toBe('20108')
    expect(await storedCount(person.userId)).toBe(0)
  })

  test('without the tick there is no request', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    const unsigned = await person.call('loan/apply', { ...body, agreement_accepted: false })
    expect(unsigned).toMatchObject({ code: '20310', msg: expect.stringContaining('accept the agreement') })
    for (const agreement_accepted of [null, undefined, 'true'])
      expect((await person.call('loan/apply', { ...body, agreement_accepted })).code).toBe('40000')
  })
})

describe('the code', () => {
  test('a wrong one counts, the fifth kills it, and the right one comes too late', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    for (const [tries, code] of [
      [1, '20101'],
      [2, '20101'],
      [3, '20101'],
      [4, '20101'],
      [5, '20105'],
    ] as const) {
      expect((await person.call('loan/apply', { ...body, code: WRONG_CODE })).code).toBe(code)
      expect(await triesOf()).toEqual([tries])
    }
    expect((await person.call('loan/apply', body)).code).toBe('20105')
    expect(await storedCount(person.userId)).toBe(0)
  })

  test('one that was never sent, is too old, or was sent to log in does not sign', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    await pool.query(`UPDATE login_code SET purpose = 'login'`)
    expect((await person.call('loan/apply', body)).code).toBe('20102')
    await pool.query(`UPDATE login_code SET purpose = 'sign'`)
    now = new Date(noon.getTime() + 5 * 60_000)
    expect((await person.call('loan/apply', body)).code).toBe('20102')
  })

  test('somebody else’s does not sign', async () => {
    const [person, other] = [await newBorrower(server), await newBorrower(server)]
    const body = await readyToSign(services, person)
    await pool.query('DELETE FROM login_code')
    await sendSignCode(services, other.address)
    expect((await person.call('loan/apply', body)).code).toBe('20102')
  })

  test('by mail', async () => {
    const person = await newBorrower(server, { address: { kind: 'mail', value: 'ana@correo.example' } })
    const { code, ret } = await person.call('loan/apply', await readyToSign(services, person))
    expect(code).toBe('0')
    const { ret: contract } = await person.call('loan/contract', { of: 'order', order_id: ret.order.order_id })
    expect(contract.evidence?.contact_masked).toBe('a•••@correo.example')
  })
})

describe('what was shown is what is signed', () => {
  const changes: readonly (readonly [string, (person: Borrower, body: Body) => Promise<Partial<Body> | void>])[] = [
    ['another amount', async () => ({ amount_centavos: pesos(125_000) })],
    ['another term', async () => ({ term_days: 62 })],
    [
      'the next day',
      async () => {
        now = new Date('2026-11-17T03:00:00Z')
      },
    ],
    [
      'another account meanwhile',
      async ({ call }) => {
        expect((await call('app/save_transfer_info', { ...transfer, account_number: 'lucia.romero.mp' })).code).toBe(
          '0',
        )
      },
    ],
    ['another version of the text', async (_person, { agreement }) => ({ agreement: { ...agreement, version: '0' } })],
  ]
  test.each(changes)('%s asks to read it again', async (_, change) => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    const changed = { ...body, ...(await change(person, body)) }
    await sendSignCode(services, person.address)
    expect((await person.call('loan/apply', changed)).code).toBe('20308')
    expect(await ordersOf(person.userId)).toEqual([])
  })

  test('a minute later on the same day nothing has changed', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    now = new Date(noon.getTime() + 60_000)
    expect((await person.call('loan/apply', body)).code).toBe('0')
  })
})

describe('the same request', () => {
  const raw = (person: Borrower, body: object, language = 'en') =>
    server.app.inject({
      method: 'POST',
      url: '/api/loan/apply',
      headers: { token: person.token, language },
      payload: body,
    })

  test('sent again gets the first answer to the letter, whenever and from wherever', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    const first = await raw(person, body)
    expect(first.json().code).toBe('0')
    const { apply_id, ...rest } = body
    expect((await raw(person, { ...rest, apply_id }, 'es')).payload).toBe(first.payload)
    const device = await person.onAnotherDevice()
    expect((await raw({ ...device, address: person.address }, body)).payload).toBe(first.payload)
    // Long after the approval and the agreement of that day are over.
    now = new Date(noon.getTime() + 20 * 86_400_000)
    expect((await raw(person, body)).payload).toBe(first.payload)
    expect(await ordersOf(person.userId)).toHaveLength(1)
    expect(await quotaOf(person.userId)).toMatchObject({ frozen: body.amount_centavos })
  })

  test('that an earlier version answered gets that answer, whatever the contract says by now', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    await raw(person, body)
    const before = { order: { order_id: 'as it was' }, words: 'that no contract names any more' }
    const place = { table: 'apply_request', column: 'sealed_answer', row: [person.userId, body.apply_id] }
    await pool.query('UPDATE apply_request SET sealed_answer = $2 WHERE user_id = $1', [
      person.userId,
      services.sealer.seal(JSON.stringify(before), place),
    ])
    expect((await raw(person, body)).json()).toEqual({ code: '0', msg: '', ret: before })
  })

  test.each([
    ['amount', { amount_centavos: pesos(125_000) }],
    ['term', { term_days: 62 }],
    ['coupon', { coupon_id: '00000000-0000-4000-8000-000000000000' }],
    ['agreement', { agreement: { version: '1', sha256: '0'.repeat(64) } }],
    ['code', { code: '222222' }],
  ])('with another %s is refused', async (_, change) => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    await person.call('loan/apply', body)
    await sendSignCode(services, person.address)
    expect((await person.call('loan/apply', { ...body, ...change })).code).toBe('20304')
    expect(await ordersOf(person.userId)).toHaveLength(1)
  })

  test('refused and then corrected under the same id is signed', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    expect((await person.call('loan/apply', { ...body, amount_centavos: pesos(22_000) })).code).toBe('20307')
    expect((await person.call('loan/apply', { ...body, code: WRONG_CODE })).code).toBe('20101')
    expect((await person.call('loan/apply', body)).code).toBe('0')
  })

  test('of another person under the same id is another', async () => {
    const [person, other] = [await newBorrower(server), await newBorrower(server)]
    const body = await readyToSign(services, person)
    const { ret } = await person.call('loan/apply', body)
    const { ret: otherRet } = await other.call('loan/apply', {
      ...(await readyToSign(services, other)),
      apply_id: body.apply_id,
    })
    expect(otherRet.order.order_id).not.toBe(ret.order.order_id)
  })

  test('from two devices at once, each with an id of its own and the one code, is signed once', async () => {
    const person = await newBorrower(server)
    const other = await person.onAnotherDevice()
    const body = await readyToSign(services, person)
    const answers = await Promise.all([
      person.call('loan/apply', body),
      other.call('loan/apply', { ...body, apply_id: services.random.uuid() }),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['0', '20102'])
    expect(await ordersOf(person.userId)).toHaveLength(1)
  })

  test('ten times at once is signed once, with ten equal answers', async () => {
    const person = await newBorrower(server)
    const body = await readyToSign(services, person)
    const answers = await Promise.all(Array.from({ length: 10 }, () => raw(person, body)))
    expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1)
    expect(await ordersOf(person.userId)).toHaveLength(1)
  })
})

test('two loans, as far as the quota goes', async () => {
  const person = await newBorrower(server)
  const sign = async (amount: number) => {
    // No second code is sent within a minute.
    now = new Date(now.getTime() + 60_000)
    return person.call('loan/apply', await readyToSign(services, person, { amount_centavos: pesos(amount) }))
  }
  expect((await sign(200_000)).ret.quota.available_centavos).toBe(pesos(100_000))
  expect((await sign(100_000)).ret.quota).toMatchObject({
    available_centavos: 0,
    frozen_centavos: pesos(300_000),
    remaining_centavos: pesos(400_000),
  })
  expect(await person.call('loan/preview')).toMatchObject({ code: '20302' })
  await approve(services, person.userId, pesos(480_000))
  expect((await person.call('loan/preview')).ret.amount_max_centavos).toBe(pesos(60_000))
  expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, person.userId))).toMatchObject({
    isIntact: true,
    entryCount: 2,
  })
})

test('a coupon goes once: two devices that both see it sign one loan with it', async () => {
  const person = await newBorrower(server)
  await inTransaction(pool, (tx) =>
    grantCoupon(tx, services, {
      userId: person.userId,
      kind: 'fee_reduction',
      feeReductionCentavos: pesos(2_000),
      validDays: 30,
      reason: 'granted',
    }),
  )
  const body = await readyToSign(services, person)
  expect((await person.call('loan/apply', body)).code).toBe('0')
  await sendSignCode(services, person.address)
  expect((await person.call('loan/apply', { ...body, apply_id: services.random.uuid() })).code).toBe('20309')
})

test('nothing of it can be read in the database', async () => {
  const person = await newBorrower(server)
  await person.call('loan/apply', await readyToSign(services, person))
  for (const table of ['loan_order', 'apply_request', 'signature_evidence', 'agreement', 'order_event', 'quota']) {
    const { rows } = await pool.query<{ row: string }>(`SELECT ${table}::text AS row FROM ${table}`)
    const bytes = rows.map(({ row }) =>
      row.replaceAll(/\\\\x((?:[0-9a-f]{2})+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1')),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(bytes.join()).not.toMatch(/romero|lucia|0110012900000000000017|30111222/i)
    expect(bytes.join()).not.toContain(person.address.value.slice(3))
  }
})

describe('any JSON gets an envelope, and never a failure of ours', () => {
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.jsonValue({ maxDepth: 2 }))
  const mostly = <Kind>(...usual: Kind[]) => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, value)
  const id = fc.oneof({ weight: 4, arbitrary: fc.uuid() }, value)
  const amount = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 60_000_000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 4, max: 60 }).map((step) => step * 500_000) },
    fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0.5),
    value,
  )
  const term_days = mostly<number | null>(62, 91, 120, 0, 3650, null)
  const coupon_id = fc.oneof(fc.constant(null), id)
  const sha256 = mostly('0'.repeat(64), 'f'.repeat(64))
  const bodies = {
    'loan/preview': fc.record(
      { amount_centavos: amount, term_days, coupon_id, with_agreement: mostly(true, false) },
      { requiredKeys: [] },
    ),
    'loan/apply': fc.record({
      apply_id: id,
      amount_centavos: amount,
      term_days,
      coupon_id,
      agreement_accepted: mostly(true),
      agreement: fc.oneof({ weight: 4, arbitrary: fc.record({ version: mostly('1', '2026-11'), sha256 }) }, value),
      code_channel: mostly('phone', 'mail'),
      code: mostly('000000', '999999'),
    }),
    'loan/order': fc.record({ order_id: id }),
    'user/get_processing_order': fc.record(
      {
        cursor: fc.oneof(
          fc.base64String(),
          value,
          fc.string().map((text) => Buffer.from(text).toString('base64url')),
        ),
      },
      { requiredKeys: [] },
    ),
    'user/get_complete_order': fc.record({ cursor: value }, { requiredKeys: [] }),
    'coupon/my_coupon': fc.record({ state: mostly('usable', 'used', 'expired') }, { requiredKeys: [] }),
    'app/membership_info': fc.oneof(fc.constant({}), value),
  } as const

  test.each(Object.entries(bodies))('%s gets an envelope', async (path, nearly) => {
    const person = await newBorrower(server, { limit: pesos(700_000) })
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 5, arbitrary: nearly }, fc.jsonValue({ maxDepth: 3 })), async (json) => {
        const answer = await server.app.inject({
          method: 'POST',
          url: `/api/${path}`,
          headers: { token: person.token, 'content-type': 'application/json' },
          payload: JSON.stringify(json),
        })
        expect(answer.statusCode).toBeLessThan(500)
        const envelope = answer.json()
        expect(Object.keys(envelope)).toEqual(['code', 'msg', 'ret'])
        expect(envelope.msg === '').toBe(envelope.code === '0')
      }),
      { numRuns: 100 },
    )
    expect(await ordersOf(person.userId)).toEqual([])
  })
})
