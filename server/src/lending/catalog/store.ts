import { keptProduct } from '@hola/core/stored/loan.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Product } from '@hola/core/product/product.ts'

/** Any number will do, as long as everybody who publishes takes the same one. */
const PUBLISH_LOCK = 4_652_164

/** Two who publish at once must not both add the next version. Readers are not held up. */
export const lockProductVersions = async (tx: Tx): Promise<void> => {
  // A lock of the table itself would need the right to change what was published, which the desk does not have.
  await tx.query('SELECT pg_advisory_xact_lock($1)', [PUBLISH_LOCK])
}

export const findProductVersion = async (
  tx: Tx,
  productId: string,
  contentSha256: Buffer,
): Promise<number | undefined> => {
  const { rows } = await tx.query<{ version_number: number }>(
    'SELECT version_number FROM product_version WHERE product_id = $1 AND content_sha256 = $2',
    [productId, contentSha256],
  )
  return rows[0]?.version_number
}

/** Appends a version after the last one and returns its number. */
export const insertProductVersion = async (
  tx: Tx,
  { product, contentSha256, loadedAt }: { product: Product; contentSha256: Buffer; loadedAt: Date },
): Promise<number> => {
  const { rows } = await tx.query<{ version_number: number }>(
    `INSERT INTO product_version (product_id, version_number, content_sha256, content, loaded_at)
     SELECT $1, coalesce(max(version_number), 0) + 1, $2, $3, $4 FROM product_version WHERE product_id = $1
     RETURNING version_number`,
    [product.product_id, contentSha256, keptProduct.writeText(product), loadedAt],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the insert returned no version')
  return row.version_number
}

/** A row of what is offered: the newest publication of a product, with the content of its version as it was stored. */
export type CurrentRow = {
  readonly productId: string
  readonly versionNumber: number
  readonly content: unknown
  readonly publishedAt: Date
  readonly publishedBy: string
}

export const listCurrentProducts = async (tx: Tx): Promise<CurrentRow[]> => {
  const { rows } = await tx.query<{
    product_id: string
    version_number: number
    content: unknown
    published_at: Date
    published_by: string
  }>(
    `SELECT DISTINCT ON (product_id) product_id, version_number, content, published_at, published_by
       FROM product_publication JOIN product_version USING (product_id, version_number)
      ORDER BY product_id, publication_number DESC`,
  )
  return rows.map((row) => ({
    productId: row.product_id,
    versionNumber: row.version_number,
    content: row.content,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
  }))
}

export const listPublications = async (
  tx: Tx,
  limit: number,
): Promise<(CurrentRow & { readonly isCurrent: boolean })[]> => {
  const { rows } = await tx.query<CurrentRow & { readonly isCurrent: boolean }>(
    `SELECT product_id AS "productId", version_number AS "versionNumber", content, published_at AS "publishedAt",
            published_by AS "publishedBy",
            publication_number = max(publication_number) OVER (PARTITION BY product_id) AS "isCurrent"
       FROM product_publication JOIN product_version USING (product_id, version_number)
      ORDER BY published_at DESC, product_id, publication_number DESC LIMIT $1`,
    [limit],
  )
  return rows
}

/** Offers a version from now on, in the place of the one before. */
export const insertPublication = async (
  tx: Tx,
  publication: { productId: string; versionNumber: number; publishedAt: Date; publishedBy: string },
): Promise<void> => {
  await tx.query(
    `INSERT INTO product_publication (product_id, publication_number, version_number, published_at, published_by)
     SELECT $1, coalesce(max(publication_number), 0) + 1, $2, $3, $4 FROM product_publication WHERE product_id = $1`,
    [publication.productId, publication.versionNumber, publication.publishedAt, publication.publishedBy],
  )
}
