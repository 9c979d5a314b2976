import { civilDayOf } from '@hola/core/calendar.ts'
import { quote } from '@hola/core/loan/quote.ts'
import { centavos } from '@hola/core/money.ts'
import { CatalogueProblem, parseProducts } from '@hola/core/product/parse-products.ts'
import type { Product } from '@hola/core/product/product.ts'
import { pricingOf } from '@hola/core/product/rules.ts'
import { publishProduct } from '../../../lending/catalog/public.ts'
import type { Services } from '../../services.ts'
import type { Effect, Kind } from '../kind.ts'
import { NotPossible } from '../kind.ts'

const leavesOf = (value: unknown, name: string): [string, string][] => {
  if (Array.isArray(value)) return [[name, value.map(String).join(', ')]]
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, name === '' ? key : `${name}.${key}`))
}

/** Every field that differs. */
const fieldEffects = (before: Product | undefined, after: Product): Effect[] => {
  const old = new Map(before === undefined ? [] : leavesOf(before, ''))
  const fresh = new Map(leavesOf(after, ''))
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((name) => old.get(name) !== fresh.get(name))
    .map((name) => ({
      name: `${after.product_id}.${name}`,
      before: old.get(name) ?? null,
      after: fresh.get(name) ?? null,
    }))
}

/** What a loan of this amount costs in a year, all told, in basis points; null where it is not offered. */
const cfteaOf = (
  product: Product | undefined,
  { amount, termDays, services }: { readonly amount: number; readonly termDays: number; readonly services: Services },
): number | null => {
  if (product === undefined || amount < product.amount_min_centavos || amount > product.amount_max_centavos) return null
  if (!product.term_days.includes(termDays)) return null
  const { cfteaBasisPoints } = quote({
    pricing: pricingOf(product),
    amount: centavos(amount),
    termDays,
    payoutDay: civilDayOf(services.clock.now()),
    holidays: services.reference.holidays,
  })
  return cfteaBasisPoints
}

/** The full cost before and after, of the smallest, the example's and the largest loan, for each term. */
const costEffects = (services: Services, before: Product | undefined, after: Product): Effect[] => {
  const amounts = [after.amount_min_centavos, after.example.amount_centavos, after.amount_max_centavos]
  return after.term_days.flatMap((termDays) =>
    [...new Set(amounts)].map((amount) => ({
      name: `${after.product_id}.cftea_basis_points.${termDays}_days.${amount}_centavos`,
      before: cfteaOf(before, { amount, termDays, services }),
      after: cfteaOf(after, { amount, termDays, services }),
    })),
  )
}

/** Offers the products of a file from now on, all of them or none. */
export const publication: Kind<'publication'> = {
  carryOut: async (tx, services, { products_json: text }, { name: by }) => {
    const products = parseProducts(text)
    if (products instanceof CatalogueProblem) return new NotPossible('products_not_usable', products.reason)
    const effects: Effect[] = []
    const versions: string[] = []
    for (const product of products) {
      const published = await publishProduct(tx, { product, by, now: services.clock.now() })
      if (!published.isChange) continue
      versions.push(`${product.product_id} ${published.versionNumber}`)
      const before = published.before?.product
      effects.push(...fieldEffects(before, product), ...costEffects(services, before, product))
    }
    if (versions.length === 0) return new NotPossible('nothing_changes')
    return {
      userId: null,
      orderId: null,
      effects,
      act: { act: 'publish', details: { versions: versions.join(', ') } },
    }
  },
}
