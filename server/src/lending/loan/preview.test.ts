import { addDays, civilDay, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import { accountOn } from '@hola/core/loan/account.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { whatIf, whatIfDays } from '@hola/core/loan/what-if.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf, sealAddress } from '../../person/account/address.ts'
import { insertAddress } from '../../person/account/store.ts'
import { newApplicant, saveThreeSteps } from '../../person/application/test-application.ts'
import { CatalogueProblem, parseProducts } from '@hola/core/product/parse-products.ts'
import { currentProducts, publishProduct } from '../catalog/publications.ts'
import { grantCoupon } from '../coupon/coupons.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { insertLoan, newBorrower, payOut, readyToSign } from './test-borrower.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services } = server
const { holidays } = services.reference

beforeEach(() => {
  now = noon
})

const DAY_MS = 86_400_000

/** The default product at the first level. */
const pricing = {
  feeBasisPoints: 1000,
  tnaBasisPoints: 9000,
  vatBasisPoints: 2100,
  lateOneTimeBasisPoints: 500,
  lateOneTimeUnpaidMin: pesos(1_000),
  lateDailyBasisPoints: 400,
  lateMaxBasisPoints: 10_000,
}

const grant = (userId: string, feeReductionPesos: number, validDays = 30) =>
  inTransaction(pool, (tx) =>
    grantCoupon(tx, services, {
      userId,
      kind: 'fee_reduction',
      feeReductionCentavos: pesos(feeReductionPesos),
      validDays,
      reason: 'granted',
    }),
  )

test('the loan of the pictures, every line of it', async () => {
  const person = await newBorrower(server)
  const { ret } = await person.call('loan/preview', { amount_centavos: pesos(120_000), term_days: 91 })
  expect(ret).toEqual({
    product_id: 'single-payment',
    product_version: '1',
    amount_min_centavos: pesos(20_000),
    amount_max_centavos: pesos(300_000),
    amount_step_centavos: pesos(5_000),
    terms: [
      { term_days: 62, due_day: '2027-01-18' },
      { term_days: 91, due_day: '2027-02-15' },
      { term_days: 120, due_day: '2027-03-16' },
    ],
    pricing: {
      fee_basis_points: 1000,
      tna_basis_points: 9000,
      vat_basis_points: 2100,
      late_one_time_basis_points: 500,
      late_one_time_unpaid_min_centavos: pesos(1_000),
      late_daily_basis_points: 400,
      late_max_basis_points: 10_000,
    },
    quote: {
      amount_centavos: 120_000_00,
      term_days: 91,
      fee_centavos: 12_000_00,
      arrival_centavos: 108_000_00,
      interest_centavos: 26_926_03,
      vat_centavos: 5_654_47,
      repayment_centavos: 152_580_50,
      payout_day: '2026-11-16',
      due_day: '2027-02-15',
      tna_basis_points: 9000,
      tea_basis_points: 12_524,
      cftea_basis_points: 29_990,
    },
    expires_at: new Date(noon.getTime() + APPROVAL_VALID_MS).toISOString(),
    now_at: noon.toISOString(),
    last_loan: null,
    coupon: null,
    what_if: [
      {
        day: '2027-01-16',
        from_due_days: -30,
        payoff_centavos: 141_839_68,
        late_one_time_centavos: 0,
        late_daily_centavos: 0,
      },
      {
        day: '2027-01-31',
        from_due_days: -15,
        payoff_centavos: 147_210_08,
        late_one_time_centavos: 0,
        late_daily_centavos: 0,
      },
      {
        day: '2027-02-15',
        from_due_days: 0,
        payoff_centavos: 152_580_50,
        late_one_time_centavos: 0,
        late_daily_centavos: 0,
      },
      {
        day: '2027-02-16',
        from_due_days: 1,
        payoff_centavos: 152_580_50 + 6_000_00 + 4_800_00,
        late_one_time_centavos: 6_000_00,
        late_daily_centavos: 4_800_00,
      },
      {
        day: '2027-02-22',
        from_due_days: 7,
        payoff_centavos: 152_580_50 + 6_000_00 + 33_600_00,
        late_one_time_centavos: 6_000_00,
        late_daily_centavos: 33_600_00,
      },
      {
        day: '2027-03-17',
        from_due_days: 30,
        payoff_centavos: 152_580_50 + 120_000_00,
        late_one_time_centavos: 6_000_00,
        late_daily_centavos: 114_000_00,
      },
    ],
    late_max_centavos: pesos(120_000),
    withdrawal_until_day: '2026-12-01',
    payout_account: {
      institution_name: 'Banco de la Nación Argentina',
      account_kind: 'cbu',
      account_ending: '0017',
      holder_name: 'ROMERO LUCIA',
    },
    code_channels: [{ channel: 'phone', contact_masked: `+54 9 ••• ${person.address.value.slice(-4)}` }],
    agreement: null,
  })
})

test('every amount and term that is offered is the engine’s, to the centavo', async () => {
  const person = await newBorrower(server, { limit: pesos(700_000) })
  for (const termDays of [62, 91, 120]) {
    for (let amount = pesos(20_000); amount <= pesos(500_000); amount = centavos(amount + pesos(40_000))) {
      const { ret } = await person.call('loan/preview', { amount_centavos: amount, term_days: termDays })
      const made = quote({ pricing, amount, termDays, payoutDay: civilDayOf(now), holidays })
      const { payoutDay, dueDay } = made
      const terms = { amount, termDays, payoutDay, dueDay, pricing, rulesVersion: CURRENT_RULES_VERSION }
      expect(ret.quote).toEqual({
        amount_centavos: amount,
        term_days: termDays,
        fee_centavos: made.fee,
        arrival_centavos: made.arrival,
        interest_centavos: made.interest,
        vat_centavos: made.vat,
        repayment_centavos: made.repayment,
        payout_day: made.payoutDay,
        due_day: made.dueDay,
        tna_basis_points: made.tnaBasisPoints,
        tea_basis_points: made.teaBasisPoints,
        cftea_basis_points: made.cfteaBasisPoints,
      })
      expect(ret.what_if.map(({ payoff_centavos }) => payoff_centavos)).toEqual(
        whatIf(terms, whatIfDays(terms)).map(({ payoff }) => payoff),
      )
    }
  }
})

test('what paying on day n would take is what the order asks for on day n', async () => {
  const person = await newBorrower(server)
  const body = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 62 })
  const { ret: shown } = await person.call('loan/preview', { amount_centavos: pesos(120_000), term_days: 62 })
  const { ret: signed } = await person.call('loan/apply', body)
  const { payout_day: payoutDay, due_day: dueDay } = shown.quote
  await payOut(pool, signed.order.order_id, { payoutDay, dueDay })
  expect(shown.what_if).toHaveLength(6)
  for (const day of shown.what_if) {
    now = new Date(startOfDay(day.day).getTime() + DAY_MS - 1)
    // The session ends before the last of these days.
    const device = await person.onAnotherDevice()
    const { ret } = await device.call('loan/order', { order_id: signed.order.order_id })
    expect(ret.order).toMatchObject({
      payoff_centavos: day.payoff_centavos,
      late_one_time_centavos: day.late_one_time_centavos,
      late_daily_centavos: day.late_daily_centavos,
      liquidated_damages_centavos: day.late_one_time_centavos + day.late_daily_centavos,
      overdue_days: Math.max(0, day.from_due_days),
      state: day.from_due_days > 0 ? 'overdue' : 'in_repayment',
      early_saving_centavos: Math.max(0, shown.quote.repayment_centavos - day.payoff_centavos),
    })
    const rulesVersion = CURRENT_RULES_VERSION
    const terms = { amount: pesos(120_000), termDays: 62, payoutDay, dueDay, pricing, rulesVersion }
    expect(ret.order.payoff_tomorrow_centavos).toBe(accountOn(terms, [], addDays(day.day, 1)).payoff)
  }
})

describe('why there is no offer, in the order of the checks', () => {
  const wrongTerm = { term_days: 30, amount_centavos: pesos(21_000) }
  const wrongAmount = { term_days: 62, amount_centavos: pesos(21_000) }
  const tooMuch = { term_days: 62, amount_centavos: pesos(305_000), coupon_id: '00000000-0000-4000-8000-000000000000' }
  const noCoupon = { ...tooMuch, amount_centavos: pesos(300_000) }

  test.each([
    ['nothing applied for', wrongTerm, '20305', /no approval/, 'never'],
    ['the approval has expired', wrongTerm, '20306', /expired/, 'expired'],
    ['a term that is not offered', wrongTerm, '20301', /^invalid loan_daycount$/, 'live'],
    [
      'an amount between two steps',
      wrongAmount,
      '20307',
      /from \$\u00A020\.000 to \$\u00A0500\.000, in steps of \$\u00A05\.000/,
      'live',
    ],
    ['less than the least', { amount_centavos: pesos(15_000) }, '20307', /from/, 'live'],
    ['more than the most', { amount_centavos: pesos(505_000) }, '20307', /from/, 'live'],
    ['nothing', { amount_centavos: 0 }, '20307', /from/, 'live'],
    ['more than is available', tooMuch, '20302', /up to \$\u00A0300\.000\.$/, 'live'],
    ['a coupon that is not hers', noCoupon, '20309', /coupon/, 'live'],
  ] as const)('an offer is refused: %s', async (_, body, code, msg, approval) => {
    const person = approval === 'never' ? await newApplicant(server) : await newBorrower(server)
    if (approval === 'never') await saveThreeSteps(person)
    if (approval === 'expired') now = new Date(now.getTime() + APPROVAL_VALID_MS)
    const answer = await person.call('loan/preview', body)
    expect(answer).toMatchObject({ code, ret: null })
    expect(answer.msg).toMatch(msg)
  })

  test('the words are in the language of the request, but for the one that clients compare', async () => {
    const person = await newBorrower(server)
    expect((await person.call('loan/preview', { term_days: 30 }, 'es')).msg).toBe('invalid loan_daycount')
    expect((await person.call('loan/preview', tooMuch, 'es')).msg).toBe(
      'El monto supera lo que podés pedir ahora. Podés pedir hasta $\u00A0300.000.',
    )
  })

  test('a quota of less than the smallest loan offers nothing, also without an amount', async () => {
    const person = await newBorrower(server, { limit: pesos(16_000) })
    expect(await person.call('loan/preview')).toMatchObject({ code: '20302', msg: expect.stringContaining('$\u00A00') })
  })

  test('an approval is good to its last millisecond', async () => {
    const person = await newBorrower(server)
    now = new Date(noon.getTime() + APPROVAL_VALID_MS - 1)
    expect((await person.call('loan/preview')).code).toBe('0')
    now = new Date(noon.getTime() + APPROVAL_VALID_MS)
    expect((await person.call('loan/preview')).code).toBe('20306')
  })

  test('a loan that is overdue closes the quota, and the day before it did not', async () => {
    now = new Date('2026-11-18T15:00:00Z')
    const person = await newBorrower(server)
    await insertLoan(services, person.userId, { state: 'in_repayment', signedDaysAgo: 91 })
    expect((await person.call('loan/preview')).code).toBe('0')
    now = new Date(now.getTime() + DAY_MS)
    expect((await person.call('loan/preview')).code).toBe('20302')
  })
})

describe('without an amount or a term', () => {
  test.each([
    ['the example and the usual term', 400_000, undefined, 120_000, 91],
    ['the greatest below the example', 133_333, undefined, 95_000, 91],
    ['what she borrowed last', 400_000, { amount: 55_000, termDays: 120 }, 55_000, 120],
    ['not what she could no longer borrow', 140_000, { amount: 200_000, termDays: 62 }, 115_000, 62],
    ['not what is no longer offered', 400_000, { amount: 55_500, termDays: 45 }, 120_000, 91],
  ] as const)('an offer begins with: %s', async (_, limit, last, amount, termDays) => {
    const person = await newBorrower(server, { limit: pesos(limit) })
    if (last !== undefined) {
      const orderId = await insertLoan(services, person.userId, { state: 'cleared' })
      await pool.query(
        `UPDATE loan_order SET amount_centavos = $2, arrival_centavos = $2 - fee_centavos, term_days = $3,
                repayment_centavos = $2 + interest_centavos + vat_centavos, due_day = greatest(due_day, payout_day + $3::integer)
          WHERE order_id = $1`,
        [orderId, pesos(last.amount), last.termDays],
      )
    }
    const { msg, ret } = await person.call('loan/preview')
    expect(msg).toBe('')
    expect(ret.quote).toMatchObject({ amount_centavos: pesos(amount), term_days: termDays })
    expect(ret.last_loan).toEqual(
      last === undefined ? null : { amount_centavos: pesos(last.amount), term_days: last.termDays },
    )
  })
})

describe('coupons', () => {
  test('the best usable one is applied by itself, another by name, none when taken off', async () => {
    const person = await newBorrower(server)
    const small = await grant(person.userId, 1_000)
    const best = await grant(person.userId, 3_000)
    const feeOf = async (choice: object) => {
      const { ret } = await person.call('loan/preview', { amount_centavos: pesos(100_000), ...choice })
      expect(ret.quote.arrival_centavos).toBe(pesos(100_000) - ret.quote.fee_centavos)
      return { fee: ret.quote.fee_centavos, coupon: ret.coupon }
    }
    const reduced = (coupon_id: string, by: number) => ({
      coupon_id,
      fee_reduction_centavos: pesos(by),
      fee_before_centavos: pesos(10_000),
    })
    expect(await feeOf({})).toEqual({ fee: pesos(7_000), coupon: reduced(best, 3_000) })
    expect(await feeOf({ coupon_id: small })).toEqual({ fee: pesos(9_000), coupon: reduced(small, 1_000) })
    expect(await feeOf({ coupon_id: null })).toEqual({ fee: pesos(10_000), coupon: null })
    expect((await person.call('coupon/my_coupon')).ret.coupons.map((coupon) => coupon.coupon_id).toSorted()).toEqual(
      [small, best].toSorted(),
    )
  })

  test('more off than the fee leaves a fee of zero', async () => {
    const person = await newBorrower(server)
    await grant(person.userId, 5_000)
    const { ret } = await person.call('loan/preview', { amount_centavos: pesos(20_000) })
    expect(ret.quote).toMatchObject({ fee_centavos: 0, arrival_centavos: pesos(20_000) })
    expect(ret.coupon).toMatchObject({ fee_reduction_centavos: pesos(5_000), fee_before_centavos: pesos(2_000) })
  })

  test('not usable: expired, somebody else’s, or one that extends', async () => {
    const [person, other] = [await newBorrower(server), await newBorrower(server)]
    const expired = await grant(person.userId, 1_000, 1)
    const foreign = await grant(other.userId, 1_000)
    const extends_ = await inTransaction(pool, (tx) =>
      grantCoupon(tx, services, {
        userId: person.userId,
        kind: 'interest_free_extension',
        extensionDays: 7,
        validDays: 180,
        reason: 'granted',
      }),
    )
    now = new Date(now.getTime() + DAY_MS)
    for (const coupon_id of [expired, foreign, extends_])
      expect((await person.call('loan/preview', { coupon_id })).code).toBe('20309')
    expect((await person.call('loan/preview')).ret.coupon).toBe(null)
    expect((await person.call('coupon/my_coupon', { state: 'usable' })).ret.coupons).toMatchObject([
      { coupon_id: extends_, kind: 'interest_free_extension', extension_days: 7, title: 'A coupon for you' },
    ])
    expect((await person.call('coupon/my_coupon', { state: 'expired' }, 'es')).ret.coupons).toMatchObject([
      { coupon_id: expired, fee_reduction_centavos: pesos(1_000), title: 'Un cupón para vos' },
    ])
  })
})

describe('the membership level lowers the fee and opens more of the limit', () => {
  test.each([
    ['first loan', '', 1, 1000, 300_000, 1],
    ['one on time', '+', 2, 900, 340_000, 2],
    ['three on time', '+++', 3, 800, 380_000, 3],
    ['six on time', '++++++', 4, 700, 400_000, null],
    ['six on time, then one late', '++++++-', 3, 800, 380_000, 3],
    ['one late, then six on time', '-++++++', 4, 700, 400_000, null],
    ['one late', '-', 1, 1000, 300_000, 1],
  ] as const)('an offer at the level of: %s', async (_, history, level, fee, amountMax, toNext) => {
    const person = await newBorrower(server)
    // Written down in any order: the days of the payments count.
    for (const [index, sign] of [...[...history].entries()].toReversed())
      await insertLoan(services, person.userId, {
        state: 'cleared',
        signedDaysAgo: 300 - 10 * index,
        clearedDaysAfterDue: sign === '-' ? 1 : 0,
      })
    const { ret } = await person.call('loan/preview', { amount_centavos: pesos(100_000) })
    expect(ret.pricing.fee_basis_points).toBe(fee)
    expect(ret.quote.fee_centavos).toBe(fee * 1_000)
    expect(ret.amount_max_centavos).toBe(pesos(amountMax))
    expect((await person.call('app/membership_info', {}, 'es')).ret).toMatchObject({
      level,
      loans_cleared_on_time_count: history.replaceAll('-', '').length,
      loans_to_next_level_count: toNext,
      levels: [{ level: 1, name: 'Inicial', fee_basis_points: 1000, limit_opened_basis_points: 7500 }, {}, {}, {}],
    })
  })
})

test('the agreement’s version and hash come when asked for, and are the agreement’s own', async () => {
  const person = await newBorrower(server)
  const wanted = { amount_centavos: pesos(100_000), term_days: 62 }
  const { ret } = await person.call('loan/preview', { ...wanted, with_agreement: true })
  const { ret: contract } = await person.call('loan/contract', { of: 'offer', ...wanted })
  expect(ret.agreement).toEqual(contract.agreement)
})

test('the ways of getting a code, the phone first', async () => {
  const mail = { kind: 'mail', value: 'lucia@correo.example' } as const
  const byMail = { channel: 'mail', contact_masked: 'l•••@correo.example' }
  const person = await newBorrower(server, { address: mail })
  expect((await person.call('loan/preview')).ret.code_channels).toEqual([byMail])
  const phone = { kind: 'phone', value: '+5491123456789' } as const
  const key = keyOf(services.sealer, phone)
  const sealedAddress = sealAddress(services.sealer, key, phone.value)
  await inTransaction(pool, (tx) => insertAddress(tx, { ...key, userId: person.userId, sealedAddress, createdAt: now }))
  expect((await person.call('loan/preview')).ret.code_channels).toEqual([
    { channel: 'phone', contact_masked: '+54 9 ••• 6789' },
    byMail,
  ])
})

test('what was published a moment ago is what is offered', async () => {
  const person = await newBorrower(server)
  const publish = async (tna: number) => {
    const offered = await inTransaction(pool, currentProducts)
    const products = parseProducts(
      JSON.stringify({ products: offered.map(({ product }) => ({ ...product, tna_basis_points: tna })) }),
    )
    if (products instanceof CatalogueProblem) throw new Error(products.reason)
    for (const product of products) await inTransaction(pool, (tx) => publishProduct(tx, { product, by: 'test', now }))
  }
  await publish(8000)
  const { ret } = await person.call('loan/preview')
  expect(ret.pricing.tna_basis_points).toBe(8000)
  expect(ret.product_version).toBe('2')
  await publish(9000)
  expect((await person.call('loan/preview')).ret.product_version).toBe('1')
})

test('on a weekend or holiday the due day moves, and the loan costs no more', async () => {
  now = new Date('2026-11-14T15:00:00Z')
  const person = await newBorrower(server)
  const { ret } = await person.call('loan/preview', { amount_centavos: pesos(100_000), term_days: 91 })
  // 13 February 2027 is a Saturday.
  expect(ret.quote).toMatchObject({ due_day: civilDay('2027-02-15'), interest_centavos: 22_438_36 })
})
