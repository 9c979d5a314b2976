import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import { fakeSummary } from '../../shared/orders/fake-order.ts'
import type { Home } from './home-data.ts'

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
  card_check: null,
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

const order = fakeSummary()

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
