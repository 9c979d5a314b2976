import { centavos } from '@hola/core/money.ts'
import { civilDay } from '@hola/core/calendar.ts'
import type { Order } from './api.ts'
import type { OrderGroup } from './order-groups.ts'

type Summary = OrderGroup['orders'][number]

/** A pending order with the figures of the reference pictures. */
export const fakeSummary = (changes: Partial<Summary> = {}): Summary => ({
  order_id: '0197a000-0000-7000-8000-000000000001',
  order_number: '1048-2216',
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
  overdue_days: 0,
  payoff_centavos: centavos(12_000_000),
  repaid_centavos: centavos(0),
  ...changes,
})

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
  late_daily_basis_points: 400,
  late_one_time_centavos: centavos(0),
  late_daily_centavos: centavos(0),
  liquidated_damages_centavos: centavos(0),
  liquidated_damages_max_centavos: centavos(12_000_000),
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
  withdrawal: { until_day: civilDay('2026-12-01'), return_centavos: centavos(10_800_000) },
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
