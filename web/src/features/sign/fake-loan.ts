import { civilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { centavos } from '@hola/core/money.ts'
import { fakeProducts } from '../../shared/offers/fake-products.ts'
import type { Offer } from './offer.ts'

/** Answers with the figures of the reference pictures. */
export const ORDER_ID = '0f8b2a40-0000-4000-8000-00000000aaaa'
export const COUPON_ID = '0f8b2a40-0000-4000-8000-00000000cccc'
export const SHA256 = '3f1a'.repeat(16)
export const OTHER_SHA256 = 'b07e'.repeat(16)

const [product] = fakeProducts.products
if (!product) throw new Error('there is no product')
const { example, pricing, terms } = product

const quote = {
  ...example,
  amount_centavos: centavos(example.amount_centavos),
  fee_centavos: centavos(example.fee_centavos),
  arrival_centavos: centavos(example.arrival_centavos),
  interest_centavos: centavos(example.interest_centavos),
  vat_centavos: centavos(example.vat_centavos),
  repayment_centavos: centavos(example.repayment_centavos),
  payout_day: civilDay(example.payout_day),
  due_day: civilDay(example.due_day),
}

const account = {
  institution_name: 'Mercado Pago',
  account_kind: 'cvu' as const,
  account_ending: '0017',
  holder_name: 'Persona de Prueba',
}

export const fakeOffer: Offer = {
  product_id: 'single-payment',
  product_version: '1',
  amount_min_centavos: centavos(2_000_000),
  amount_max_centavos: centavos(15_000_000),
  amount_step_centavos: centavos(500_000),
  terms: terms.map((term) => ({ ...term, due_day: civilDay(term.due_day) })),
  pricing: { ...pricing, late_one_time_unpaid_min_centavos: centavos(100_000) },
  quote,
  expires_at: '2026-11-22T12:31:59.000Z',
  now_at: '2026-11-16T12:32:00.000Z',
  last_loan: null,
  coupon: null,
  what_if: [],
  late_max_centavos: centavos(12_000_000),
  withdrawal_until_day: civilDay('2026-12-01'),
  payout_account: account,
  code_channels: [{ channel: 'phone', contact_masked: '+54 9 11 •••• 6789' }],
  agreement: { version: '3', sha256: SHA256, page_count: 6 },
}

const zero = centavos(0)

export const fakeOrder: RetOf<'loan/order'>['order'] = {
  order_id: ORDER_ID,
  order_number: 'H-2026-0001',
  state: 'pending',
  group: 'pending',
  amount_centavos: quote.amount_centavos,
  arrival_centavos: quote.arrival_centavos,
  repayment_centavos: quote.repayment_centavos,
  term_days: quote.term_days,
  applied_at: '2026-11-16T12:35:05.000Z',
  paid_out_at: null,
  due_day: null,
  cleared_at: null,
  withdrawn_at: null,
  withdrawal_state: null,
  withdrawal_until_day: null,
  overdue_days: 0,
  next_part: null,
  written_off_day: null,
  payoff_centavos: zero,
  repaid_centavos: zero,
  now_at: '2026-11-16T12:35:05.000Z',
  repayment_day: quote.due_day,
  fee_centavos: quote.fee_centavos,
  fee_basis_points: pricing.fee_basis_points,
  interest_centavos: quote.interest_centavos,
  vat_centavos: quote.vat_centavos,
  vat_basis_points: pricing.vat_basis_points,
  tna_basis_points: quote.tna_basis_points,
  tea_basis_points: quote.tea_basis_points,
  cftea_basis_points: quote.cftea_basis_points,
  accrued: null,
  late_one_time_basis_points: 500,
  late_one_time_unpaid_min_centavos: centavos(100_000),
  late_daily_basis_points: 400,
  late_one_time_centavos: zero,
  late_daily_centavos: zero,
  liquidated_damages_centavos: zero,
  liquidated_damages_max_centavos: quote.amount_centavos,
  waived_centavos: centavos(0),
  plan: null,
  payoff_tomorrow_centavos: zero,
  early_saving_centavos: zero,
  credit_centavos: zero,
  partial_payment_min_centavos: centavos(100_000),
  payout_account: account,
  payout_failure: null,
  withdrawal: { until_day: civilDay('2026-12-01'), return_centavos: centavos(0) },
  extension: null,
  agreement: { version: '3', sha256: SHA256, page_count: 6, signed_at: '2026-11-16T12:35:05.000Z' },
  timeline: [],
  payments: [],
}

export const fakeSigned: RetOf<'loan/apply'> = {
  order: fakeOrder,
  quota: {
    total_centavos: centavos(15_000_000),
    used_centavos: zero,
    frozen_centavos: quote.amount_centavos,
    remaining_centavos: quote.amount_centavos,
    available_centavos: centavos(3_000_000),
  },
  expected_payout_at: '2026-11-16T14:35:05.000Z',
}

export const fakeContract: RetOf<'loan/contract'> = {
  agreement: { version: '3', sha256: SHA256, page_count: 6 },
  title: 'Contrato de préstamo personal',
  sections: [
    {
      section_id: 'parties',
      heading: '1. Las partes',
      paragraphs: ['Este contrato se celebra entre la entidad y la persona que lo firma.'],
      rows: [],
    },
    {
      section_id: 'cost',
      heading: '2. Cuánto se recibe y cuánto se paga',
      paragraphs: ['Los importes están en pesos argentinos.'],
      rows: [
        { row_id: 'arrival', label: 'Monto a recibir', value: '$ 108.000,00' },
        { row_id: 'repayment', label: 'Total a pagar', value: '$ 152.580,50' },
      ],
    },
  ],
  courtesy_summary: null,
  pdf_base64: null,
  evidence: null,
}

export const fakeEvidence: NonNullable<RetOf<'loan/contract'>['evidence']> = {
  signed_at: '2026-11-16T12:35:05.000Z',
  signed_at_argentina: '2026-11-16T09:35:05-03:00',
  contact_masked: '+54 9 11 •••• 6789',
  code_challenge_id: '0f8b2a40-0000-4000-8000-00000000dddd',
  network_address: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (Linux; Android 15)',
  entry_sha256: 'e4'.repeat(32),
  previous_entry_sha256: null,
}
