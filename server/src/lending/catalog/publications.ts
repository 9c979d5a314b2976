import { createHash } from 'node:crypto'
import { keptProduct } from '@hola/core/stored/loan.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { CheckedProduct } from '@hola/core/product/parse-products.ts'
import type { Product } from '@hola/core/product/product.ts'
import {
  findProductVersion,
  insertProductVersion,
  insertPublication,
  listCurrentProducts,
  listPublications,
  lockProductVersions,
} from './store.ts'

/** A product together with the number under which its exact content is kept for good. */
export type OfferedProduct = { readonly product: Product; readonly versionNumber: number }

/** Since when and by whom a product is offered as it is. */
export type Publication = OfferedProduct & { readonly publishedAt: Date; readonly publishedBy: string }

/** Who stands in the table for what a new database starts with. */
const SHIPPED_BY = 'products.json'

export const currentPublications = async (tx: Tx): Promise<Publication[]> =>
  (await listCurrentProducts(tx)).map(({ content, versionNumber, publishedAt, publishedBy }) => ({
    product: keptProduct.read(content),
    versionNumber,
    publishedAt,
    publishedBy,
  }))

/** Every publication of every product, the newest first: what is offered now, and what was. */
export const publicationHistory = async (
  tx: Tx,
  limit: number,
): Promise<(Publication & { readonly isCurrent: boolean })[]> =>
  (await listPublications(tx, limit)).map(({ content, versionNumber, publishedAt, publishedBy, isCurrent }) => ({
    product: keptProduct.read(content),
    versionNumber,
    publishedAt,
    publishedBy,
    isCurrent,
  }))

/** What is offered now, in the order of the product ids. */
export const currentProducts = async (tx: Tx): Promise<OfferedProduct[]> =>
  (await currentPublications(tx)).map(({ product, versionNumber }) => ({ product, versionNumber }))

/** Which product a person is offered: until the wrapper says that it is there, everybody comes by the web. */
const CHANNEL = 'web'

export const findOffered = async (tx: Tx): Promise<OfferedProduct | undefined> =>
  (await currentProducts(tx)).find(({ product }) => product.channels.includes(CHANNEL))

/** The smallest loan that anybody is offered now; nobody can have one while nothing is offered. */
export const smallestAmount = async (tx: Tx): Promise<number> =>
  (await findOffered(tx))?.product.amount_min_centavos ?? Number.POSITIVE_INFINITY

export type Published = {
  readonly versionNumber: number
  /** What was offered until now; undefined for a new product. */
  readonly before: OfferedProduct | undefined
  /** False when this very content is offered already: then nothing was written. */
  readonly isChange: boolean
}

/**
 * Offers a product as it is here, from this transaction on. Content that was there before keeps its number, so a return
 * to former prices adds a publication and no version; what is offered already is not published a second time.
 */
export const publishProduct = async (
  tx: Tx,
  { product, by, now }: { readonly product: CheckedProduct; readonly by: string; readonly now: Date },
): Promise<Published> => {
  await lockProductVersions(tx)
  const before = (await currentProducts(tx)).find((offered) => offered.product.product_id === product.product_id)
  const contentSha256 = createHash('sha256').update(canonicalJson(product)).digest()
  const known = await findProductVersion(tx, product.product_id, contentSha256)
  if (known !== undefined && known === before?.versionNumber) return { versionNumber: known, before, isChange: false }
  const versionNumber = known ?? (await insertProductVersion(tx, { product, contentSha256, loadedAt: now }))
  await insertPublication(tx, { productId: product.product_id, versionNumber, publishedAt: now, publishedBy: by })
  return { versionNumber, before, isChange: true }
}

/** Publishes the shipped products where nothing was ever published: later prices change by publishing alone. */
export const publishShipped = async (tx: Tx, products: readonly CheckedProduct[], now: Date): Promise<void> => {
  if ((await listCurrentProducts(tx)).length > 0) return
  await lockProductVersions(tx)
  if ((await listCurrentProducts(tx)).length > 0) return
  for (const product of products) await publishProduct(tx, { product, by: SHIPPED_BY, now })
}
