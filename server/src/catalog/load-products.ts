import { createHash } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { Tx } from '../db/transaction.ts'
import type { Product } from './product.ts'
import { findProductVersion, insertProductVersion, lockProductVersions } from './store.ts'

/** A product together with the number under which its exact content is kept for good. */
export type OfferedProduct = { readonly product: Product; readonly versionNumber: number }

/**
 * Makes sure that every product's content stands in the table, and says under which number. Content that was there
 * before keeps its number, so a restart, a second server or a return to former prices adds nothing.
 */
export const loadProducts = async (tx: Tx, products: readonly Product[], now: Date): Promise<OfferedProduct[]> => {
  await lockProductVersions(tx)
  const offered: OfferedProduct[] = []
  for (const product of products) {
    const contentSha256 = createHash('sha256').update(canonicalJson(product)).digest()
    const known = await findProductVersion(tx, product.product_id, contentSha256)
    const versionNumber = known ?? (await insertProductVersion(tx, { product, contentSha256, loadedAt: now }))
    offered.push({ product, versionNumber })
  }
  return offered
}
