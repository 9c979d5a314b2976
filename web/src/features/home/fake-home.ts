import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { centavos } from '@hola/core/money.ts'
import type { Home } from './home-data.ts'

type Detail = RetOf<'loan/order'>['order']

/** The moment of the reference pictures. */
export const fakeNowAt = '2026-11-16T13:41:00.000Z'

const nothing = {
  state: 'not_applied',
  now_at: fakeNowAt,
  person: { first_name: 'Lucía', contact_masked: '+54 9 ••• 6789' },
  limit_centavos: null,
  quota: null,
  next_action: { kind: 'start_application', step: null, order_id: null },
  expires_at: null,
  review_expected_at: null,
  review_stage: null,
  retry_at: null,
  refusal_reasons: [],
  payout_account: {
    institution_name: 'Mercado Pago',
    account_kind: 'cvu',
    account_ending: '0017',
    holder_name: 'Lucía Gómez',
  },
  best_coupon: null,
  active_order: null,
  notices: [],
} as const satisfies Home

const act = (kind: Home['next_action']['kind'], more: Partial<Home['next_action']> = {}): Home['next_action'] => ({
  kind,
  step: null,
  order_id: null,
  ...more,
})

const orderId = '0197a000-0000-7000-8000-000000000001'

const order = {
  order_id: orderId,
  order_number: '1048-2216',
  state: 'pending',
  group: 'pending',
  amount_centavos: centavos(12_000_000),
  arrival_centavos: centavos(10_800_000),
  repayment_centavos: centavos(15_258_050),
  term_days: 91,
  applied_at: '2026-11-16T13:38:00.000Z',
  paid_out_at: null,
  due_day: null,
  cleared_at: null,
  withdrawn_at: null,
  overdue_days: 0,
  payoff_centavos: centavos(12_000_000),
  repaid_centavos: centavos(0),
} as const

const running = {
  ...order,
  state: 'in_repayment',
  group: 'in_repayment',
  paid_out_at: '2026-11-16T14:04:00.000Z',
  due_day: civilDay('2027-02-15'),
  payoff_centavos: centavos(14_040_756),
} as const

/** An answer of app/home for each state, with the figures of the reference pictures. */
export const fakeHomes = {
  approved: {
    ...nothing,
    state: 'approved',
    next_action: act('choose_loan'),
    limit_centavos: centavos(20_000_000),
    quota: {
      total_centavos: centavos(20_000_000),
      used_centavos: centavos(0),
      frozen_centavos: centavos(0),
      remaining_centavos: centavos(5_000_000),
      available_centavos: centavos(15_000_000),
    },
    expires_at: '2026-11-22T13:40:59.000Z',
    best_coupon: {
      coupon_id: '0197a000-0000-7000-8000-0000000000c1',
      kind: 'fee_reduction',
      title: 'Welcome coupon',
      state: 'usable',
      expires_at: '2026-12-16T02:59:59.000Z',
      used_at: null,
      order_id: null,
      fee_reduction_centavos: centavos(200_000),
    },
  },
  refused: {
    ...nothing,
    state: 'refused',
    next_action: act('see_help'),
    retry_at: '2026-11-30T13:41:27.000Z',
    refusal_reasons: [
      { code: 'bureau_overdue', text: 'You have debts that are overdue.' },
      { code: 'owes_much', text: 'What you owe is much for what you earn.' },
    ],
  },
  expired: { ...nothing, state: 'expired', next_action: act('apply_again') },
  in_review: {
    ...nothing,
    state: 'in_review',
    next_action: act('check_review'),
    review_stage: 'automatic',
    review_expected_at: '2026-11-16T13:42:30.000Z',
  },
  pending: {
    ...nothing,
    state: 'pending',
    next_action: act('see_order', { order_id: orderId }),
    quota: {
      total_centavos: centavos(20_000_000),
      used_centavos: centavos(0),
      frozen_centavos: centavos(12_000_000),
      remaining_centavos: centavos(17_000_000),
      available_centavos: centavos(3_000_000),
    },
    active_order: order,
  },
  payout_failed: {
    ...nothing,
    state: 'payout_failed',
    next_action: act('fix_payout_account', { order_id: orderId }),
    active_order: { ...order, state: 'payout_failed', group: 'failed_payouts' },
  },
  in_repayment: {
    ...nothing,
    state: 'in_repayment',
    now_at: '2027-01-12T13:00:00.000Z',
    next_action: act('pay', { order_id: orderId }),
    active_order: { ...running },
  },
  overdue: {
    ...nothing,
    state: 'overdue',
    now_at: '2027-02-18T13:00:00.000Z',
    next_action: act('pay', { order_id: orderId }),
    active_order: { ...running, state: 'overdue', overdue_days: 3, payoff_centavos: centavos(17_298_050) },
  },
  cleared: {
    ...nothing,
    state: 'cleared',
    now_at: '2027-02-15T18:00:00.000Z',
    next_action: act('choose_loan'),
    active_order: {
      ...running,
      state: 'cleared',
      group: 'complete',
      cleared_at: '2027-02-15T15:00:00.000Z',
      payoff_centavos: centavos(0),
      repaid_centavos: centavos(15_258_050),
    },
  },
} as const satisfies Record<string, Home>

/** The same loan as its own page knows it. */
export const fakeHomeOrder = (changes: Partial<Detail> = {}): Detail => ({
  ...running,
  now_at: '2027-01-12T13:00:00.000Z',
  repayment_day: civilDay('2027-02-15'),
  fee_centavos: centavos(1_200_000),
  fee_basis_points: 1000,
  interest_centavos: centavos(2_692_603),
  vat_centavos: centavos(565_447),
  vat_basis_points: 2100,
  tna_basis_points: 9000,
  tea_basis_points: 12_524,
  cftea_basis_points: 29_990,
  accrued: {
    interest_centavos: centavos(1_686_575),
    vat_centavos: centavos(354_181),
    late_one_time_centavos: centavos(0),
    late_daily_centavos: centavos(0),
  },
  late_one_time_basis_points: 500,
  late_daily_basis_points: 400,
  late_one_time_centavos: centavos(0),
  late_daily_centavos: centavos(0),
  liquidated_damages_centavos: centavos(0),
  liquidated_damages_max_centavos: centavos(12_000_000),
  payoff_tomorrow_centavos: centavos(14_076_559),
  early_saving_centavos: centavos(1_217_294),
  credit_centavos: centavos(0),
  partial_payment_min_centavos: centavos(100_000),
  payout_account: nothing.payout_account,
  payout_failure: null,
  withdrawal: null,
  extension: null,
  agreement: { version: '1', sha256: 'a'.repeat(64), page_count: 6, signed_at: '2026-11-16T13:38:00.000Z' },
  timeline: [],
  payments: [],
  ...changes,
})

/** Three days late. */
export const fakeLateOrder = (changes: Partial<Detail> = {}): Detail =>
  fakeHomeOrder({
    state: 'overdue',
    overdue_days: 3,
    now_at: '2027-02-18T13:00:00.000Z',
    payoff_centavos: centavos(17_298_050),
    payoff_tomorrow_centavos: centavos(17_778_050),
    early_saving_centavos: centavos(0),
    accrued: {
      interest_centavos: centavos(2_692_603),
      vat_centavos: centavos(565_447),
      late_one_time_centavos: centavos(600_000),
      late_daily_centavos: centavos(1_440_000),
    },
    late_one_time_centavos: centavos(600_000),
    late_daily_centavos: centavos(1_440_000),
    liquidated_damages_centavos: centavos(2_040_000),
    ...changes,
  })
