import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CatalogueProblem, parseProducts } from './product.ts'

const shippedText = readFileSync(new URL('../../data/products.json', import.meta.url), 'utf8')
const shipped: { products: Record<string, unknown>[] } = JSON.parse(shippedText)
const withChange = (change: Record<string, unknown>) =>
  JSON.stringify({ products: [{ ...shipped.products[0], ...change }] })
const without = (field: string) =>
  JSON.stringify({
    products: [Object.fromEntries(Object.entries(shipped.products[0] ?? {}).filter(([name]) => name !== field))],
  })
const reason = (text: string) => {
  const result = parseProducts(text)
  return result instanceof CatalogueProblem ? result.reason : 'accepted'
}

test('the shipped catalogue is the one that was decided', () => {
  expect(parseProducts(shippedText)).toEqual([
    expect.objectContaining({
      amount_min_centavos: 20_000_00,
      amount_max_centavos: 500_000_00,
      amount_step_centavos: 5_000_00,
      term_days: [62, 91, 120],
      fee_basis_points: 1_000,
      tna_basis_points: 9_000,
      vat_basis_points: 2_100,
      late_one_time_basis_points: 500,
      late_daily_basis_points: 400,
      late_max_basis_points: 10_000,
      partial_payment_min_centavos: 1_000_00,
    }),
  ])
})

test.each([
  'fee_basis_points',
  'tna_basis_points',
  'vat_basis_points',
  'late_one_time_basis_points',
  'late_daily_basis_points',
  'late_max_basis_points',
])('a product without %s is refused: a forgotten rate must not mean "free"', (field) => {
  expect(reason(without(field))).toContain(`products.0.${field}`)
})

test.each([
  [
    '60 days on Google Play',
    { term_days: [60, 91, 120] },
    'single-payment: a term of 60 days cannot be offered in the channel play, which asks for more than 60',
  ],
  ['60 days, not on Google Play', { term_days: [60, 91, 120], channels: ['web', 'direct'] }, 'accepted'],
  ['61 days on Google Play', { term_days: [61, 91] }, 'accepted'],
  [
    'a fee of the whole amount',
    { fee_basis_points: 10_000 },
    'single-payment: fee_basis_points takes the whole amount or more',
  ],
  [
    'a fee above the amount',
    { fee_basis_points: 12_000 },
    'single-payment: fee_basis_points takes the whole amount or more',
  ],
  [
    'amounts upside down',
    { amount_min_centavos: 60_000_000 },
    'single-payment: amount_min_centavos is above amount_max_centavos',
  ],
  [
    'a step that misses the maximum',
    { amount_step_centavos: 7_000_00 },
    'single-payment: amount_max_centavos is not reached from amount_min_centavos by amount_step_centavos',
  ],
  ['terms out of order', { term_days: [91, 62, 120] }, 'single-payment: term_days must rise'],
  ['a term twice', { term_days: [62, 91, 91] }, 'single-payment: term_days must rise'],
  [
    'a default that is not offered',
    { default_term_days: 90 },
    'single-payment: default_term_days is not one of term_days',
  ],
  [
    'an example nobody can ask for',
    { example: { amount_centavos: 12_000_100, term_days: 91 } },
    'single-payment: example.amount_centavos cannot be asked for',
  ],
  [
    'an example of another term',
    { example: { amount_centavos: 12_000_000, term_days: 92 } },
    'single-payment: example.term_days is not one of term_days',
  ],
])('%s', (_, change, expected) => {
  expect(reason(withChange(change))).toBe(expected)
})

test.each([
  ['half a centavo', { amount_min_centavos: 0.5 }],
  ['a rate below zero', { tna_basis_points: -1 }],
  ['a rate as text', { tna_basis_points: '9000' }],
  ['no Spanish name', { name: { en: 'Loan' } }],
  ['a field nobody knows', { colour: 'red' }],
  ['an unknown channel', { channels: ['fax'] }],
  ['no channel', { channels: [] }],
  ['no term', { term_days: [] }],
])('%s is refused with the name of the field', (_, change) => {
  expect(reason(withChange(change))).toMatch(/^products\.0/)
})

test('the same id twice, no product at all, and no JSON are refused', () => {
  expect(reason(JSON.stringify({ products: [shipped.products[0], shipped.products[0]] }))).toBe(
    'single-payment: the id is used twice',
  )
  expect(reason('{"products":[]}')).toMatch(/^products: /)
  expect(reason('{')).toBe('not JSON')
})
