import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../db/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { loadProducts } from './load-products.ts'
import { CatalogueProblem, parseProducts } from './product.ts'
import type { Product } from './product.ts'

const { pool } = await testDatabase()
const read = parseProducts(readFileSync(new URL('../../data/products.json', import.meta.url), 'utf8'))
if (read instanceof CatalogueProblem) throw new Error(read.reason)
const shipped = read
const now = new Date('2026-11-16T12:00:00Z')

const load = async (products: readonly Product[]) => {
  const offered = await inTransaction(pool, (tx) => loadProducts(tx, products, now))
  return offered.map(({ versionNumber }) => versionNumber)
}
const stored = async () =>
  (await pool.query('SELECT version_number, content FROM product_version ORDER BY version_number')).rows
const cheaper = shipped.map((product) => ({ ...product, fee_basis_points: 900 }))

beforeEach(async () => {
  await pool.query('DELETE FROM product_version')
})

test('loading the same file again adds nothing', async () => {
  expect(await load(shipped)).toEqual([1])
  expect(await load(shipped)).toEqual([1])
  expect(await stored()).toEqual([{ version_number: 1, content: shipped[0] }])
})

test('the order of the fields does not matter', async () => {
  await load(shipped)
  const reordered = shipped.map(
    (product) => Object.fromEntries(Object.entries(product).toReversed()) as unknown as Product,
  )
  expect(await load(reordered)).toEqual([1])
})

test('a changed price is a new version, and the old one stays as it was', async () => {
  await load(shipped)
  expect(await load(cheaper)).toEqual([2])
  expect(await stored()).toEqual([
    { version_number: 1, content: shipped[0] },
    { version_number: 2, content: cheaper[0] },
  ])
})

test('going back to former prices goes back to their version', async () => {
  await load(shipped)
  await load(cheaper)
  expect(await load(shipped)).toEqual([1])
  expect(await stored()).toHaveLength(2)
})

test('servers that start at the same moment agree on the version', async () => {
  const servers = Array.from({ length: 16 })
  // Connections first, so that the loads really run beside each other.
  await Promise.all(servers.map(() => pool.query('SELECT pg_sleep(0.05)')))
  const versions = await Promise.all(servers.map(() => load(shipped)))
  expect(versions).toEqual(servers.map(() => [1]))
  expect(await stored()).toHaveLength(1)
})
