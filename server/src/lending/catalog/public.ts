// What other rooms may use of this one. Nothing of it is imported past this file.

export { getAppList } from './get-app-list.ts'
export { getProductList } from './get-product-list.ts'
export type { OfferedProduct, Publication } from './publications.ts'
export {
  currentProducts,
  currentPublications,
  findOffered,
  publicationHistory,
  publishProduct,
  publishShipped,
  smallestAmount,
} from './publications.ts'
