import * as z from 'zod/mini'
import type { Product } from './product.ts'
import { product } from './product.ts'
import { brokenRules } from './rules.ts'

const PRODUCTS = 'must be a list of 1 to 20 products'

declare const checked: unique symbol

/** A product that keeps every rule. It comes from `parseProducts` alone, and nothing else can be published. */
export type CheckedProduct = Product & { readonly [checked]: true }

const productsFile = z.strictObject({
  products: z.array(product, PRODUCTS).check(z.minLength(1, PRODUCTS), z.maxLength(20, PRODUCTS)),
})

/** Why a list of products cannot be offered, for the person who wrote it. */
export class CatalogueProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** "products.0.tna_basis_points is missing": the first field that is not as expected, and what is wrong with it. */
const shapeProblem = (json: unknown, { issues }: z.core.$ZodError): string => {
  const [issue] = issues
  const path = issue?.path ?? []
  if (path.length === 0) return 'the file must be like server/data/products.json'
  const found = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], json)
  if (issue?.code === 'unrecognized_keys') return `${path.join('.')} has a field that nobody knows: ${issue.keys[0]}`
  if (found === undefined) return `${path.join('.')} is missing`
  return `${path.join('.')} ${issue?.message ?? 'is not as expected'}`
}

/** Reads the lender's list, or says what is wrong with it. */
export const parseProducts = (text: string): readonly CheckedProduct[] | CatalogueProblem => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return new CatalogueProblem('not JSON')
  }
  const read = productsFile.safeParse(json)
  if (!read.success) return new CatalogueProblem(shapeProblem(json, read.error))
  const ids = new Set<string>()
  for (const candidate of read.data.products) {
    const problem = ids.has(candidate.product_id) ? 'the id is used twice' : brokenRules(candidate)[0]?.reason
    if (problem !== undefined) return new CatalogueProblem(`${candidate.product_id}: ${problem}`)
    ids.add(candidate.product_id)
  }
  return read.data.products as CheckedProduct[]
}
