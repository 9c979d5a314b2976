import type { Product } from '@hola/core/product/product.ts'
import { expect, test } from 'vitest'
import { costOf, lateCosts, samplesOf } from './costs.ts'
import { draftOf, readDraft } from './draft.ts'

/** As server/data/products.json has it. */
const shipped: Product = {
  product_id: 'single-payment',
  name: { en: 'Single-payment loan', es: 'Préstamo en un solo pago' },
  channels: ['web', 'play', 'direct'],
  amount_min_centavos: 2_000_000,
  amount_max_centavos: 50_000_000,
  amount_step_centavos: 500_000,
  term_days: [62, 91, 120],
  default_term_days: 91,
  fee_basis_points: 1_000,
  tna_basis_points: 9_000,
  vat_basis_points: 2_100,
  late_one_time_basis_points: 500,
  late_one_time_unpaid_min_centavos: 100_000,
  late_daily_basis_points: 400,
  late_max_basis_points: 10_000,
  partial_payment_min_centavos: 100_000,
  example: { amount_centavos: 12_000_000, term_days: 91 },
}

test('a product that is only looked at is the same product', () => {
  expect(readDraft(draftOf(shipped), shipped.product_id)).toEqual(shipped)
})

test('a field that says nothing yet is named, and nothing is guessed', () => {
  const draft = { ...draftOf(shipped), tna_basis_points: '96,123', term_days: '62, x', name_en: ' ' }
  expect(readDraft(draft, shipped.product_id)).toEqual(['name_en', 'term_days', 'tna_basis_points'])
  expect(readDraft({ ...draftOf(shipped), amount_step_centavos: '0' }, shipped.product_id)).toEqual([
    'amount_step_centavos',
  ])
})

test('the cost table has the figures of the engine, before and after', () => {
  const after = { ...shipped, fee_basis_points: 800, tna_basis_points: 9_600 }
  expect(costOf(shipped, 12_000_000, 91)).toMatchObject({ cfteaBasisPoints: 29_990, arrival: 10_800_000 })
  expect(costOf(after, 12_000_000, 91)).toMatchObject({ cfteaBasisPoints: 28_751, arrival: 11_040_000 })
  expect(costOf(after, 12_000_000, 30)).toBeUndefined()
  expect(samplesOf(shipped, after)).toHaveLength(9)
  // 5 % once and 4 % a day of $ 120.000, and never more than all of it.
  expect(lateCosts(shipped, { amount: 12_000_000, termDays: 91 })).toEqual([
    1_080_000, 3_960_000, 12_000_000, 12_000_000,
  ])
})
