import { civilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import type { Method, Order, Payment, PayOptions } from './repay-data.ts'

export const ORDER_ID = '0197a000-0000-7000-8000-000000000001'
export const PAYMENT_ID = '0197a000-0000-7000-8000-0000000000f1'
export const COUPON_ID = '0197a000-0000-7000-8000-0000000000c7'

/** A running loan with the figures of the reference pictures, 34 days before it is due. */
export const fakeOrder = (changes: Partial<Order> = {}): Order => ({
  order_id: ORDER_ID,
  order_number: '1048-2216',
  state: 'in_repayment',
  group: 'in_repayment',
  amount_centavos: centavos(12_000_000),
  arrival_centavos: centavos(10_800_000),
  repayment_centavos: centavos(15_258_050),
  term_days: 91,
  applied_at: '2026-11-16T13:58:00.000Z',
  paid_out_at: '2026-11-16T14:04:00.000Z',
  due_day: civilDay('2027-02-15'),
  cleared_at: null,
  withdrawn_at: null,
  overdue_days: 0,
  payoff_centavos: centavos(14_040_756),
  repaid_centavos: centavos(0),
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
  payout_account: {
    institution_name: 'Mercado Pago',
    account_kind: 'cvu',
    account_ending: '0017',
    holder_name: 'Lucía Gómez',
  },
  payout_failure: null,
  withdrawal: null,
  extension: null,
  agreement: { version: '1', sha256: 'a'.repeat(64), page_count: 6, signed_at: '2026-11-16T13:58:00.000Z' },
  timeline: [],
  payments: [],
  ...changes,
})

const nothing = { cvu: null, alias: null, qr_text: null, checkout_url: null, ticket_url: null, barcode: null }

/** A payment of all by transfer, waiting for the money. */
export const fakePayment = (changes: Partial<Payment> = {}): Payment => ({
  payment_id: PAYMENT_ID,
  state: 'waiting',
  method_id: 'transfer',
  amount_centavos: centavos(14_040_756),
  requested_at: '2027-01-12T13:00:00.000Z',
  expires_at: '2027-01-13T02:59:59.999Z',
  paid_day: null,
  paid_centavos: null,
  reference: '7K3M-X2QP-9RTV',
  instructions: {
    ...nothing,
    cvu: '0000003100012345678907',
    alias: 'hola.demo.pagos',
    qr_text: 'hola-sandbox:cvu=0000003100012345678907&reference=7K3M-X2QP-9RTV&centavos=14040756',
  },
  ...changes,
})

export const fakeCheckout = (): Payment =>
  fakePayment({
    method_id: 'checkout',
    instructions: { ...nothing, checkout_url: 'https://checkout.example/pay-7K3M-X2QP-9RTV' },
  })

export const fakeSlip = (): Payment =>
  fakePayment({
    method_id: 'rapipago',
    instructions: {
      ...nothing,
      ticket_url: 'https://checkout.example/slip-7K3M-X2QP-9RTV',
      barcode: '50565575778890580081578284860014040756',
    },
  })

export const fakeMethods: Method[] = [
  {
    method_id: 'transfer',
    kind: 'transfer',
    name: 'Bank transfer',
    steps: ['Copy the CVU or the alias.', 'Transfer the exact amount.', 'Paste the reference as the concept.'],
    credited_text: 'Credited in minutes, day and night.',
  },
  {
    method_id: 'checkout',
    kind: 'checkout',
    name: 'Online payment',
    steps: ['Open the payment page.', 'Pay with a debit card.'],
    credited_text: 'Credited at once.',
  },
  {
    method_id: 'rapipago',
    kind: 'cash_slip',
    name: 'Cash at Rapipago',
    steps: ['Ask for the slip.', 'Take it to any counter.'],
    credited_text: 'Credited within two business hours.',
  },
]

export const fakeOptions = (changes: Partial<PayOptions> = {}): PayOptions => ({
  methods: fakeMethods,
  payable: {
    order_id: ORDER_ID,
    payoff_centavos: centavos(14_040_756),
    partial_payment_min_centavos: centavos(100_000),
    valid_until_at: '2027-01-13T02:59:59.999Z',
  },
  ...changes,
})
