// What other rooms may use of this one. Nothing of it is imported past this file.

export { getAppList } from './get-app-list.ts'
export { getProductList } from './get-product-list.ts'
export { CatalogueProblem, parseProducts } from './parse-products.ts'
export type { Product } from './product.ts'
export type { OfferedProduct, Publication } from './publications.ts'
export {
  currentProducts,
  currentPublications,
  findOffered,
  publishProduct,
  publishShipped,
  smallestAmount,
} from './publications.ts'
