import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { CatalogueProblem, parseProducts } from '@hola/core/product/parse-products.ts'
import type { Product } from '@hola/core/product/product.ts'
import type { CheckedProduct } from '@hola/core/product/parse-products.ts'
import { currentProducts, currentPublications, publishProduct, publishShipped } from './publications.ts'

const { pool } = await testDatabase()
const checked = (text: string) => {
  const products = parseProducts(text)
  if (products instanceof CatalogueProblem) throw new Error(products.reason)
  return products
}
const shipped = checked(readFileSync(new URL('../../../data/products.json', import.meta.url), 'utf8'))
const [product] = shipped as [CheckedProduct]
const changed = (change: Partial<Product>) =>
  checked(JSON.stringify({ products: [{ ...product, ...change }] }))[0] as CheckedProduct
const now = new Date('2026-11-16T12:00:00Z')
const cheaper = changed({ fee_basis_points: 900 })

const publish = (published: CheckedProduct, by = 'ana') =>
  inTransaction(pool, (tx) => publishProduct(tx, { product: published, by, now }))
const start = () => inTransaction(pool, (tx) => publishShipped(tx, shipped, now))
const offered = () => inTransaction(pool, currentProducts)
const versions = async () =>
  (await pool.query('SELECT version_number, content FROM product_version ORDER BY version_number')).rows
const publications = async () =>
  (
    await pool.query<{ line: string }>(
      `SELECT concat_ws(' ', product_id, publication_number, version_number, published_by) AS line
         FROM product_publication ORDER BY product_id, publication_number`,
    )
  ).rows.map(({ line }) => line)

beforeEach(async () => {
  await pool.query('DELETE FROM product_publication')
  await pool.query('DELETE FROM product_version')
})

test('a new database starts with the file; a restart adds nothing', async () => {
  await start()
  await start()
  expect(await offered()).toEqual([{ product, versionNumber: 1 }])
  expect(await publications()).toEqual(['single-payment 1 1 products.json'])
})

test('a restart never goes back to the prices of the file', async () => {
  await start()
  await publish(cheaper)
  await start()
  expect(await offered()).toEqual([{ product: cheaper, versionNumber: 2 }])
})

test('a changed price is a new version, and the old one stays as it was', async () => {
  await start()
  expect(await publish(cheaper)).toEqual({
    versionNumber: 2,
    before: { product, versionNumber: 1 },
    isChange: true,
  })
  expect(await versions()).toEqual([
    { version_number: 1, content: { v: 2, data: product } },
    { version_number: 2, content: { v: 2, data: cheaper } },
  ])
  expect(await inTransaction(pool, currentPublications)).toEqual([
    { product: cheaper, versionNumber: 2, publishedAt: now, publishedBy: 'ana' },
  ])
})

test('the same content again, also with its fields in another order, publishes nothing', async () => {
  await start()
  const reordered = Object.fromEntries(Object.entries(product).toReversed()) as unknown as CheckedProduct
  for (const same of [product, reordered])
    expect(await publish(same)).toEqual({ versionNumber: 1, before: { product, versionNumber: 1 }, isChange: false })
  expect(await publications()).toHaveLength(1)
})

test('going back to former prices offers their version again', async () => {
  await start()
  await publish(cheaper)
  expect(await publish(product, 'beto')).toMatchObject({ versionNumber: 1, isChange: true })
  expect(await offered()).toEqual([{ product, versionNumber: 1 }])
  expect(await versions()).toHaveLength(2)
  expect(await publications()).toEqual([
    'single-payment 1 1 products.json',
    'single-payment 2 2 ana',
    'single-payment 3 1 beto',
  ])
})

test('another product stands beside the first, with versions of its own', async () => {
  await start()
  const other = changed({ product_id: 'long-term' })
  expect(await publish(other)).toEqual({ versionNumber: 1, before: undefined, isChange: true })
  expect((await offered()).map((one) => [one.product.product_id, one.versionNumber])).toEqual([
    ['long-term', 1],
    ['single-payment', 1],
  ])
})

/** Connections first, so that the transactions really run beside each other. */
const sideBySide = async <Result>(count: number, work: (number: number) => Promise<Result>): Promise<Result[]> => {
  const all = Array.from({ length: count }, (_, number) => number)
  await Promise.all(all.map(() => pool.query('SELECT pg_sleep(0.05)')))
  return Promise.all(all.map(work))
}

test('servers that start at the same moment publish the file once', async () => {
  await sideBySide(16, start)
  expect(await publications()).toEqual(['single-payment 1 1 products.json'])
})

test('of two who publish the same content at once, one does and the other finds it done', async () => {
  await start()
  const results = await sideBySide(12, (number) => publish(cheaper, `desk-${number}`))
  expect(results.map(({ versionNumber }) => versionNumber)).toEqual(Array(12).fill(2))
  expect(results.filter(({ isChange }) => isChange)).toHaveLength(1)
  expect(await publications()).toHaveLength(2)
})

test('different prices published at once come one after the other, and the last one counts', async () => {
  await start()
  const fees = await sideBySide(12, async (number) => {
    const result = await publish(changed({ fee_basis_points: 100 + number }))
    return { fee: 100 + number, ...result }
  })
  const seen = new Set(fees.map(({ before }) => before?.product.fee_basis_points))
  expect(seen.size).toBe(12)
  const last = fees.find(({ fee }) => !seen.has(fee))
  expect(await offered()).toEqual([
    { product: { ...product, fee_basis_points: last?.fee }, versionNumber: last?.versionNumber },
  ])
  expect(await publications()).toHaveLength(13)
})
