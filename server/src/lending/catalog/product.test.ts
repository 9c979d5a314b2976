import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CatalogueProblem, parseProducts } from '@hola/core/product/parse-products.ts'

const shippedText = readFileSync(new URL('../../../data/products.json', import.meta.url), 'utf8')
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
      late_one_time_unpaid_min_centavos: 100_000,
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
  'late_one_time_unpaid_min_centavos',
  'late_daily_basis_points',
  'late_max_basis_points',
])('a product without %s is refused: a forgotten rate must not mean "free"', (field) => {
  expect(reason(without(field))).toBe(`products.0.${field} is missing`)
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
  ['a TNA of 1000 %', { tna_basis_points: 100_000 }, 'accepted'],
  ['a TNA above it', { tna_basis_points: 100_001 }, 'single-payment: tna_basis_points is above 1000 %'],
  ['a VAT above the interest', { vat_basis_points: 10_001 }, 'single-payment: vat_basis_points is above 100 %'],
  [
    'a one-time late charge above the amount',
    { late_one_time_basis_points: 10_001 },
    'single-payment: late_one_time_basis_points is above 100 %',
  ],
  [
    'a one-time late charge that the smallest loan never meets',
    { late_one_time_unpaid_min_centavos: 2_000_001 },
    'single-payment: late_one_time_unpaid_min_centavos is above amount_min_centavos: the smallest loan could never be late',
  ],
  [
    'a tenth of the debt for each late day and more',
    { late_daily_basis_points: 1_001 },
    'single-payment: late_daily_basis_points is above 10 %',
  ],
  [
    'late charges that may exceed the loan',
    { late_max_basis_points: 10_001 },
    'single-payment: late_max_basis_points is above 100 %',
  ],
  [
    'a ceiling of nothing',
    { late_max_basis_points: 0, late_one_time_basis_points: 0 },
    'single-payment: late_max_basis_points is 0: late charges need a ceiling',
  ],
  [
    'a ceiling below the one-time charge',
    { late_max_basis_points: 499 },
    'single-payment: late_max_basis_points is below late_one_time_basis_points, which could not be charged',
  ],
  [
    'no late charges at all',
    { late_max_basis_points: 0, late_one_time_basis_points: 0, late_daily_basis_points: 0 },
    'accepted',
  ],
  ['no fee, no interest', { fee_basis_points: 0, tna_basis_points: 0 }, 'accepted'],
  [
    'a yearly cost beyond any number',
    { fee_basis_points: 9_999, term_days: [1, 91], channels: ['web'] },
    'single-payment: 2000000 centavos for 1 days cannot be quoted: the yearly rate is too large to be stated',
  ],
  [
    'a CFTEA beyond what an answer carries',
    { fee_basis_points: 9_000, term_days: [62, 91, 120] },
    'single-payment: 2000000 centavos for 62 days cannot be quoted: the CFTEA is too large to be stated',
  ],
  [
    'a repayment beyond what an answer carries',
    {
      amount_max_centavos: 9_000_000_000_000,
      amount_min_centavos: 9_000_000_000_000,
      example: { amount_centavos: 9_000_000_000_000, term_days: 91 },
    },
    'single-payment: 9000000000000 centavos for 62 days cannot be quoted: the repayment is too large to be stated',
  ],
  [
    'an amount so small that its fee is all of it',
    {
      fee_basis_points: 5_000,
      late_one_time_unpaid_min_centavos: 1,
      amount_min_centavos: 1,
      amount_max_centavos: 12_000_001,
      amount_step_centavos: 1_000_000,
      example: { amount_centavos: 12_000_001, term_days: 91 },
    },
    'single-payment: 1 centavos for 62 days cannot be quoted: the fee takes the whole amount',
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
])('a product is refused: %s', (_, change, expected) => {
  expect(reason(withChange(change))).toBe(expected)
})

test.each([
  ['half a centavo', { amount_min_centavos: 0.5 }, 'amount_min_centavos must be a whole number of centavos above 0'],
  ['a rate below zero', { tna_basis_points: -1 }, 'tna_basis_points must be a whole number of basis points from 0'],
  ['a fee below zero', { fee_basis_points: -1 }, 'fee_basis_points must be a whole number of basis points from 0'],
  ['a rate as text', { tna_basis_points: '9000' }, 'tna_basis_points must be a whole number of basis points from 0'],
  [
    'no ceiling',
    { late_max_basis_points: null },
    'late_max_basis_points must be a whole number of basis points from 0',
  ],
  ['no Spanish name', { name: { en: 'Loan' } }, 'name.es is missing'],
  ['a field nobody knows', { colour: 'red' }, ' has a field that nobody knows: colour'],
  ['a CFTEA of one\u2019s own', { cftea_basis_points: 100 }, ' has a field that nobody knows: cftea_basis_points'],
  ['an unknown channel', { channels: ['fax'] }, 'channels.0 must be a list of web, play, direct'],
  ['no channel', { channels: [] }, 'channels must be a list of web, play, direct'],
  ['no term', { term_days: [] }, 'term_days must be a list of 1 to 20 terms'],
  ['a term of no days', { term_days: [0, 91] }, 'term_days.0 must be a whole number of days from 1 to 3650'],
])('%s is refused with the name of the field', (_, change, expected) => {
  expect(reason(withChange(change))).toBe(`products.0${expected.startsWith(' ') ? '' : '.'}${expected}`)
})

test('the same id twice, no product at all, and no JSON are refused', () => {
  expect(reason(JSON.stringify({ products: [shipped.products[0], shipped.products[0]] }))).toBe(
    'single-payment: the id is used twice',
  )
  expect(reason('{"products":[]}')).toBe('products must be a list of 1 to 20 products')
  expect(reason('[]')).toBe('the file must be like server/data/products.json')
  expect(reason('{')).toBe('not JSON')
})
