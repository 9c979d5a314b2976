import { publicationHistory } from '../../lending/catalog/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { DeskHandler } from './context.ts'

const PUBLICATIONS_MAX = 200

export const listProducts: DeskHandler<'products/list'> = async ({ services }) => {
  const publications = await inTransaction(services.pool, (tx) => publicationHistory(tx, PUBLICATIONS_MAX))
  return {
    publications: publications.map(({ product, versionNumber, publishedAt, publishedBy, isCurrent }) => ({
      version_count: versionNumber,
      published_at: publishedAt.toISOString(),
      published_by: publishedBy,
      is_current: isCurrent,
      product,
    })),
  }
}
