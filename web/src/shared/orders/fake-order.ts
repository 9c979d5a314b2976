import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { centavos } from '@hola/core/money.ts'

type Summary = RetOf<'user/get_processing_order'>['groups'][number]['orders'][number]
type Order = RetOf<'loan/order'>['order']

/** A pending order with the figures of the reference pictures, as a list shows it. */
export const fakeSummary = (changes: Partial<Summary> = {}): Summary => ({
  order_id: '0197a000-0000-7000-8000-000000000001',
  order_number: 'BC9H-VGZK-B2MM',
  state: 'pending',
  group: 'pending',
  amount_centavos: centavos(12_000_000),
  arrival_centavos: centavos(10_800_000),
  repayment_centavos: centavos(15_258_050),
  term_days: 91,
  applied_at: '2026-11-16T13:58:00.000Z',
  paid_out_at: null,
  due_day: null,
  cleared_at: null,
  withdrawn_at: null,
  withdrawal_state: null,
  withdrawal_until_day: null,
  overdue_days: 0,
  next_part: null,
  written_off_day: null,
  payoff_centavos: centavos(12_000_000),
  repaid_centavos: centavos(0),
  ...changes,
})

/** The same as its own page knows it. */
export const fakeOrder = (changes: Partial<Order> = {}): Order => ({
  ...fakeSummary(),
  now_at: '2026-11-16T14:00:00.000Z',
  repayment_day: civilDay('2027-02-15'),
  fee_centavos: centavos(1_200_000),
  fee_basis_points: 1000,
  interest_centavos: centavos(2_692_603),
  vat_centavos: centavos(565_447),
  vat_basis_points: 2100,
  tna_basis_points: 9000,
  tea_basis_points: 12_524,
  cftea_basis_points: 29_990,
  accrued: null,
  late_one_time_basis_points: 500,
  late_one_time_unpaid_min_centavos: centavos(100_000),
  late_daily_basis_points: 400,
  late_one_time_centavos: centavos(0),
  late_daily_centavos: centavos(0),
  liquidated_damages_centavos: centavos(0),
  liquidated_damages_max_centavos: centavos(12_000_000),
  waived_centavos: centavos(0),
  plan: null,
  payoff_tomorrow_centavos: centavos(12_000_000),
  early_saving_centavos: centavos(0),
  credit_centavos: centavos(0),
  partial_payment_min_centavos: centavos(100_000),
  payout_account: {
    institution_name: 'Mercado Pago',
    account_kind: 'cvu',
    account_ending: '0017',
    holder_name: 'Lucía Gómez',
  },
  payout_failure: null,
  withdrawal: { until_day: civilDay('2026-12-01'), return_centavos: centavos(0) },
  extension: null,
  agreement: { version: '1', sha256: 'a'.repeat(64), page_count: 6, signed_at: '2026-11-16T13:58:00.000Z' },
  timeline: [
    { kind: 'signed', progress: 'done', at: '2026-11-16T13:58:00.000Z', day: null, amount_centavos: null },
    { kind: 'paid_out', progress: 'now', at: null, day: null, amount_centavos: centavos(10_800_000) },
    { kind: 'withdrawal_open', progress: 'later', at: null, day: civilDay('2026-12-01'), amount_centavos: null },
    { kind: 'due', progress: 'later', at: null, day: civilDay('2027-02-15'), amount_centavos: centavos(15_258_050) },
  ],
  payments: [],
  ...changes,
})

/** Paid out, and 34 days before it is due. */
export const fakeRunningOrder = (changes: Partial<Order> = {}): Order =>
  fakeOrder({
    state: 'in_repayment',
    group: 'in_repayment',
    paid_out_at: '2026-11-16T14:04:00.000Z',
    due_day: civilDay('2027-02-15'),
    now_at: '2027-01-12T13:00:00.000Z',
    payoff_centavos: centavos(14_040_756),
    payoff_tomorrow_centavos: centavos(14_076_559),
    early_saving_centavos: centavos(1_217_294),
    accrued: {
      interest_centavos: centavos(1_686_575),
      vat_centavos: centavos(354_181),
      late_one_time_centavos: centavos(0),
      late_daily_centavos: centavos(0),
    },
    withdrawal: null,
    timeline: [],
    ...changes,
  })

/** Three days late. */
export const fakeLateOrder = (changes: Partial<Order> = {}): Order =>
  fakeRunningOrder({
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
