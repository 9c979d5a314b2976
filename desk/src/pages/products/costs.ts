import { addDays, civilDay } from '@hola/core/calendar.ts'
import { accountOn } from '@hola/core/loan/account.ts'
import type { Quote } from '@hola/core/loan/quote.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { CURRENT_RULES_VERSION } from '@hola/core/loan/rules.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import type { Product } from '@hola/core/product/product.ts'
import { pricingOf } from '@hola/core/product/rules.ts'

/** Neither costs nor rates depend on the day that the money leaves; no holiday moves this one's due day. */
const payoutDay = civilDay('2026-01-05')
const holidays = new Set<never>()

/** What a loan costs by a product; undefined where it is not offered or cannot be quoted. */
export const costOf = (product: Product, amount: number, termDays: number): Quote | undefined => {
  const { amount_min_centavos: min, amount_max_centavos: max, term_days: terms } = product
  if (amount < min || amount > max || !terms.includes(termDays)) return undefined
  try {
    return quote({ pricing: pricingOf(product), amount: centavos(amount), termDays, payoutDay, holidays })
  } catch (problem) {
    // What the engine cannot compute it throws as a RangeError; the rules beside the table say so.
    if (problem instanceof RangeError) return undefined
    throw problem
  }
}

export type Sample = { readonly amount: number; readonly termDays: number }

/** The smallest, the example's and the largest loan, for each term of either. */
export const samplesOf = (before: Product, after: Product): Sample[] => {
  const amounts = [after.amount_min_centavos, after.example.amount_centavos, after.amount_max_centavos]
  const terms = [...new Set([...after.term_days, ...before.term_days])].toSorted((one, other) => one - other)
  return [...new Set(amounts)].flatMap((amount) => terms.map((termDays) => ({ amount, termDays })))
}

/** What being late has cost after so many days, by the engine that counts every loan. */
const lateOn = (product: Product, { amount, termDays }: Sample, days: number): Centavos | undefined => {
  const cost = costOf(product, amount, termDays)
  if (cost === undefined) return undefined
  const { lateOneTime, lateDaily } = accountOn(
    {
      amount: cost.amount,
      termDays,
      payoutDay,
      dueDay: cost.dueDay,
      pricing: {
        ...pricingOf(product),
        lateOneTimeBasisPoints: product.late_one_time_basis_points,
        lateOneTimeUnpaidMin: centavos(product.late_one_time_unpaid_min_centavos),
        lateDailyBasisPoints: product.late_daily_basis_points,
        lateMaxBasisPoints: product.late_max_basis_points,
      },
      rulesVersion: CURRENT_RULES_VERSION,
    },
    [],
    addDays(cost.dueDay, days),
  )
  return centavos(lateOneTime + lateDaily)
}

export const LATE_DAYS = [1, 7, 30, 90] as const

export const lateCosts = (product: Product, sample: Sample): readonly (Centavos | undefined)[] =>
  LATE_DAYS.map((days) => lateOn(product, sample, days))
