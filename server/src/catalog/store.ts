import type { Tx } from '../db/transaction.ts'
import type { Product } from './product.ts'

/** Two servers that start at once must not both add the next version. Readers are not held up. */
export const lockProductVersions = async (tx: Tx): Promise<void> => {
  await tx.query('LOCK TABLE product_version IN SHARE ROW EXCLUSIVE MODE')
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
    [product.product_id, contentSha256, JSON.stringify(product), loadedAt],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the insert returned no version')
  return row.version_number
}
