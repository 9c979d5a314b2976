import { civilDay } from '@hola/core/calendar.ts'
import type { Pricing, Quote } from '@hola/core/loan/quote.ts'
import { quote, WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import { centavos } from '@hola/core/money.ts'
import type { Product } from './product.ts'

/** Google Play refuses loans that must be repaid within 60 days. */
const PLAY_TERM_DAYS_MIN = 61

/** Above these a rate is a slip of the keyboard, not a price. Late charges never exceed the amount of the loan. */
const rateLimits = {
  tna_basis_points: 10 * WHOLE_BASIS_POINTS,
  vat_basis_points: WHOLE_BASIS_POINTS,
  late_one_time_basis_points: WHOLE_BASIS_POINTS,
  late_daily_basis_points: WHOLE_BASIS_POINTS / 10,
  late_max_basis_points: WHOLE_BASIS_POINTS,
} as const satisfies Partial<Record<keyof Product, number>>

/** The largest yearly rate that the contract's answers carry and an order keeps. */
const STATED_BASIS_POINTS_MAX = 1_000_000_000
/** The largest sum that an answer carries. */
const STATED_CENTAVOS_MAX = 10_000_000_000_000

/** Rates do not depend on the day that the money leaves, so any will do. */
const anyDay = civilDay('2026-01-05')

const brokenRate = (product: Product): string | undefined => {
  if (product.fee_basis_points >= WHOLE_BASIS_POINTS) return 'fee_basis_points takes the whole amount or more'
  for (const [name, most] of Object.entries(rateLimits)) {
    if (product[name as keyof typeof rateLimits] > most) return `${name} is above ${most / 100} %`
  }
  const { late_one_time_basis_points: oneTime, late_daily_basis_points: daily, late_max_basis_points: most } = product
  if (most === 0 && daily > 0) return 'late_max_basis_points is 0: late charges need a ceiling'
  if (most < oneTime) return 'late_max_basis_points is below late_one_time_basis_points, which could not be charged'
  return undefined
}

const brokenGrid = (product: Product): string | undefined => {
  const { term_days: terms, example } = product
  const min = product.amount_min_centavos
  const max = product.amount_max_centavos
  const step = product.amount_step_centavos
  const onGrid = (amount: number) => amount >= min && amount <= max && (amount - min) % step === 0
  if (product.late_one_time_unpaid_min_centavos > min)
    return 'late_one_time_unpaid_min_centavos is above amount_min_centavos: the smallest loan could never be late'
  if (min > max) return 'amount_min_centavos is above amount_max_centavos'
  if (!onGrid(max)) return 'amount_max_centavos is not reached from amount_min_centavos by amount_step_centavos'
  if (terms.some((term, index) => index > 0 && term <= (terms[index - 1] ?? 0))) return 'term_days must rise'
  if (!terms.includes(product.default_term_days)) return 'default_term_days is not one of term_days'
  if (!onGrid(example.amount_centavos)) return 'example.amount_centavos cannot be asked for'
  if (!terms.includes(example.term_days)) return 'example.term_days is not one of term_days'
  return undefined
}

const brokenChannel = ({ channels, term_days: terms }: Product): string | undefined => {
  const tooShort = terms.find((term) => term < PLAY_TERM_DAYS_MIN)
  if (!channels.includes('play') || tooShort === undefined) return undefined
  return `a term of ${tooShort} days cannot be offered in the channel play, which asks for more than 60`
}

/** Why the quote of this amount and term cannot be shown, with every figure that the law asks for. */
const unquotable = (pricing: Pricing, amountCentavos: number, termDays: number): string | undefined => {
  let made: Quote
  try {
    made = quote({ pricing, amount: centavos(amountCentavos), termDays, payoutDay: anyDay, holidays: new Set() })
  } catch (error) {
    // What the engine cannot compute it throws as a RangeError with the reason; anything else is a bug.
    if (error instanceof RangeError) return error.message
    throw error
  }
  // The TEA, without fee and VAT, is never above it.
  if (made.cfteaBasisPoints > STATED_BASIS_POINTS_MAX) return 'the CFTEA is too large to be stated'
  if (made.repayment > STATED_CENTAVOS_MAX) return 'the repayment is too large to be stated'
  return undefined
}

/**
 * The figures only grow with the amount, up to a centavo of rounding: its two ends speak for all between. A membership
 * level and a coupon only lower the fee, so the product's own is the dearest there is.
 */
const brokenQuote = (product: Product): string | undefined => {
  const pricing: Pricing = {
    feeBasisPoints: product.fee_basis_points,
    tnaBasisPoints: product.tna_basis_points,
    vatBasisPoints: product.vat_basis_points,
  }
  for (const termDays of product.term_days) {
    for (const amount of [product.amount_min_centavos, product.amount_max_centavos]) {
      const reason = unquotable(pricing, amount, termDays)
      if (reason !== undefined) return `${amount} centavos for ${termDays} days cannot be quoted: ${reason}`
    }
  }
  return undefined
}

/** The first rule that a product breaks, in words for the person who wrote it down. */
export const brokenRule = (product: Product): string | undefined =>
  brokenRate(product) ?? brokenGrid(product) ?? brokenChannel(product) ?? brokenQuote(product)
