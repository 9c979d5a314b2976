import { addDays, civilDay } from '@hola/core/calendar.ts'
import { lateMaxOf, type LoanTerms } from '@hola/core/loan/account.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import { whatIf, whatIfDays } from '@hola/core/loan/what-if.ts'
import { centavos, pesos, type Centavos } from '@hola/core/money.ts'
import { succeed } from '../../lib/fake-server.ts'
import type { Preview } from './ask-offer.ts'

const pricing = {
  feeBasisPoints: 1000,
  tnaBasisPoints: 9000,
  vatBasisPoints: 2100,
  lateOneTimeBasisPoints: 500,
  lateOneTimeUnpaidMin: pesos(1000),
  lateDailyBasisPoints: 400,
  lateMaxBasisPoints: 10_000,
}
const payoutDay = civilDay('2026-11-16')
const terms = [62, 91, 120]
const AMOUNT_MIN = pesos(20_000)
const AMOUNT_MAX = pesos(150_000)
const AMOUNT_STEP = pesos(5000)

type Asked = { amount_centavos?: number; term_days?: number; coupon_id?: string | null }

type FakeCoupon = { readonly coupon_id: string; readonly fee_reduction_centavos: Centavos }

export const fakeCoupons = [
  { coupon_id: '0b54c5a2-53a1-4d0e-9d63-6d2ffb0a9e11', fee_reduction_centavos: pesos(2000) },
  { coupon_id: '5f0a2f50-8f4c-4b8f-a8ad-2c1d7a1f9e22', fee_reduction_centavos: pesos(1000) },
] as const

/** An answer of loan/preview by the product's own engine, on the day of the reference pictures. */
export const previewOf = (
  { amount_centavos = pesos(120_000), term_days = 91, coupon_id }: Asked = {},
  { coupons = [], ...rest }: Partial<Preview> & { readonly coupons?: readonly FakeCoupon[] } = {},
): Preview => {
  const coupon =
    coupon_id === null ? undefined : coupons.find((each) => coupon_id === undefined || each.coupon_id === coupon_id)
  const counted = quote({
    pricing,
    amount: centavos(amount_centavos),
    termDays: term_days,
    payoutDay,
    holidays: new Set(),
    feeReduction: coupon?.fee_reduction_centavos ?? centavos(0),
  })
  const loan: LoanTerms = {
    amount: counted.amount,
    termDays: term_days,
    payoutDay,
    dueDay: counted.dueDay,
    pricing,
    rulesVersion: CURRENT_RULES_VERSION,
  }
  return {
    product_id: 'single-payment',
    product_version: '1',
    amount_min_centavos: AMOUNT_MIN,
    amount_max_centavos: AMOUNT_MAX,
    amount_step_centavos: AMOUNT_STEP,
    terms: terms.map((days) => ({
      term_days: days,
      due_day: quote({ pricing, amount: AMOUNT_MIN, termDays: days, payoutDay, holidays: new Set() }).dueDay,
    })),
    pricing: {
      fee_basis_points: pricing.feeBasisPoints,
      tna_basis_points: pricing.tnaBasisPoints,
      vat_basis_points: pricing.vatBasisPoints,
      late_one_time_basis_points: pricing.lateOneTimeBasisPoints,
      late_one_time_unpaid_min_centavos: pricing.lateOneTimeUnpaidMin,
      late_daily_basis_points: pricing.lateDailyBasisPoints,
      late_max_basis_points: pricing.lateMaxBasisPoints,
    },
    quote: {
      amount_centavos: counted.amount,
      term_days: counted.termDays,
      fee_centavos: counted.fee,
      arrival_centavos: counted.arrival,
      interest_centavos: counted.interest,
      vat_centavos: counted.vat,
      repayment_centavos: counted.repayment,
      payout_day: counted.payoutDay,
      due_day: counted.dueDay,
      tna_basis_points: counted.tnaBasisPoints,
      tea_basis_points: counted.teaBasisPoints,
      cftea_basis_points: counted.cfteaBasisPoints,
    },
    expires_at: '2026-11-22T13:30:00.000Z',
    now_at: '2026-11-16T13:31:00.000Z',
    last_loan: null,
    coupon: coupon
      ? {
          coupon_id: coupon.coupon_id,
          fee_reduction_centavos: coupon.fee_reduction_centavos,
          fee_before_centavos: counted.feeBefore,
        }
      : null,
    what_if: whatIf(loan, whatIfDays(loan)).map((each) => ({
      day: each.day,
      from_due_days: each.fromDueDays,
      payoff_centavos: each.payoff,
      late_one_time_centavos: each.lateOneTime,
      late_daily_centavos: each.lateDaily,
    })),
    late_max_centavos: lateMaxOf(counted.amount, pricing),
    withdrawal_until_day: addDays(payoutDay, 15),
    payout_account: {
      institution_name: 'Banco Nación',
      account_kind: 'cbu',
      account_ending: '5201',
      holder_name: 'Lucía Romero',
    },
    code_channels: [{ channel: 'phone', contact_masked: '•••• 4321' }],
    agreement: null,
    ...rest,
  }
}

/** loan/preview as a server answers it: by what is asked, null's own message for a term that is not offered. */
export const answerPreview =
  (rest: Parameters<typeof previewOf>[1] = {}) =>
  ({ body }: { body: unknown }): object => {
    const asked = body as Asked
    if (asked.term_days !== undefined && !terms.includes(asked.term_days)) {
      return { code: '20301', msg: 'invalid loan_daycount', ret: null }
    }
    if (asked.amount_centavos !== undefined && asked.amount_centavos > AMOUNT_MAX) {
      return { code: '20302', msg: 'The amount is more than you can borrow now.', ret: null }
    }
    return succeed(previewOf(asked, rest))
  }

export const answerCoupons = (): object =>
  succeed({
    coupons: fakeCoupons.map((coupon) => ({
      ...coupon,
      kind: 'fee_reduction',
      title: 'Fee coupon',
      state: 'usable',
      expires_at: '2026-12-31T02:59:59.000Z',
      used_at: null,
      order_id: null,
    })),
  })
