import type { RetOf } from '@hola/core/contract/contract.ts'
import type { LatePricing } from '@hola/core/loan/account.ts'
import type { Pricing, Quote } from '@hola/core/loan/quote.ts'

type Preview = RetOf<'loan/preview'>

export const showQuote = (quote: Quote): Preview['quote'] => ({
  amount_centavos: quote.amount,
  term_days: quote.termDays,
  fee_centavos: quote.fee,
  arrival_centavos: quote.arrival,
  interest_centavos: quote.interest,
  vat_centavos: quote.vat,
  repayment_centavos: quote.repayment,
  payout_day: quote.payoutDay,
  due_day: quote.dueDay,
  tna_basis_points: quote.tnaBasisPoints,
  tea_basis_points: quote.teaBasisPoints,
  cftea_basis_points: quote.cfteaBasisPoints,
})

export const showPricing = (pricing: Pricing & LatePricing): Preview['pricing'] => ({
  fee_basis_points: pricing.feeBasisPoints,
  tna_basis_points: pricing.tnaBasisPoints,
  vat_basis_points: pricing.vatBasisPoints,
  late_one_time_basis_points: pricing.lateOneTimeBasisPoints,
  late_one_time_unpaid_min_centavos: pricing.lateOneTimeUnpaidMin,
  late_daily_basis_points: pricing.lateDailyBasisPoints,
  late_max_basis_points: pricing.lateMaxBasisPoints,
})
