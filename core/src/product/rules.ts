import { civilDay } from '../calendar.ts'
import type { Pricing, Quote } from '../loan/quote.ts'
import { quote, WHOLE_BASIS_POINTS } from '../loan/quote.ts'
import { centavos } from '../money.ts'
import type { Product } from './product.ts'

/** Google Play refuses loans that must be repaid within 60 days. */
export const PLAY_TERM_DAYS_MIN = 61

/** Above these a rate is a slip of the keyboard, not a price. Late charges never exceed the amount of the loan. */
export const rateLimits = {
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

const brokenRateLimit = (product: Product): string | undefined => {
  const broken = Object.entries(rateLimits).find(([name, most]) => product[name as keyof typeof rateLimits] > most)
  return broken && `${broken[0]} is above ${broken[1] / 100} %`
}

const isOnGrid = (product: Product, amount: number): boolean => {
  const { amount_min_centavos: min, amount_max_centavos: max, amount_step_centavos: step } = product
  return amount >= min && amount <= max && (amount - min) % step === 0
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

export const pricingOf = (product: Product): Pricing => ({
  feeBasisPoints: product.fee_basis_points,
  tnaBasisPoints: product.tna_basis_points,
  vatBasisPoints: product.vat_basis_points,
})

/**
 * The figures only grow with the amount, up to a centavo of rounding: its two ends speak for all between. A membership
 * level and a coupon only lower the fee, so the product's own is the dearest there is.
 */
const brokenQuote = (product: Product): string | undefined => {
  for (const termDays of product.term_days) {
    for (const amount of [product.amount_min_centavos, product.amount_max_centavos]) {
      const reason = unquotable(pricingOf(product), amount, termDays)
      if (reason !== undefined) return `${amount} centavos for ${termDays} days cannot be quoted: ${reason}`
    }
  }
  return undefined
}

/** What every product has to keep, by name, in the order in which it is checked: why it is broken, or nothing. */
const rules = {
  fee_below_amount: ({ fee_basis_points: fee }) =>
    fee >= WHOLE_BASIS_POINTS ? 'fee_basis_points takes the whole amount or more' : undefined,
  rates_are_prices: brokenRateLimit,
  late_charges_end: ({ late_daily_basis_points: daily, late_max_basis_points: most }) =>
    most === 0 && daily > 0 ? 'late_max_basis_points is 0: late charges need a ceiling' : undefined,
  late_ceiling_holds: ({ late_one_time_basis_points: oneTime, late_max_basis_points: most }) =>
    most < oneTime
      ? 'late_max_basis_points is below late_one_time_basis_points, which could not be charged'
      : undefined,
  smallest_can_be_late: ({ late_one_time_unpaid_min_centavos: unpaid, amount_min_centavos: min }) =>
    unpaid > min
      ? 'late_one_time_unpaid_min_centavos is above amount_min_centavos: the smallest loan could never be late'
      : undefined,
  amounts_rise: ({ amount_min_centavos: min, amount_max_centavos: max }) =>
    min > max ? 'amount_min_centavos is above amount_max_centavos' : undefined,
  largest_is_reached: (product) =>
    isOnGrid(product, product.amount_max_centavos)
      ? undefined
      : 'amount_max_centavos is not reached from amount_min_centavos by amount_step_centavos',
  terms_rise: ({ term_days: terms }) =>
    terms.some((term, index) => index > 0 && term <= (terms[index - 1] ?? 0)) ? 'term_days must rise' : undefined,
  first_term_is_offered: ({ term_days: terms, default_term_days: first }) =>
    terms.includes(first) ? undefined : 'default_term_days is not one of term_days',
  example_can_be_asked_for: (product) =>
    isOnGrid(product, product.example.amount_centavos) ? undefined : 'example.amount_centavos cannot be asked for',
  example_term_is_offered: ({ term_days: terms, example }) =>
    terms.includes(example.term_days) ? undefined : 'example.term_days is not one of term_days',
  play_terms_are_long: brokenChannel,
  cost_can_be_stated: brokenQuote,
} as const satisfies Readonly<Record<string, (product: Product) => string | undefined>>

export type ProductRule = keyof typeof rules

export const productRules = Object.keys(rules) as ProductRule[]

/** A rule that is not kept: its name, and why in English for whoever writes the file by hand. */
export type BrokenRule = { readonly rule: ProductRule; readonly reason: string }

/** Every rule that a product breaks. */
export const brokenRules = (product: Product): BrokenRule[] =>
  productRules.flatMap((rule) => {
    const reason = rules[rule](product)
    return reason === undefined ? [] : [{ rule, reason }]
  })
