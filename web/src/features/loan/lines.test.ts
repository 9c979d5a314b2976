import fc from 'fast-check'
import { contract } from '@hola/core/contract/contract.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { beforeEach, expect, test } from 'vitest'
import { setLocale } from '@hola/i18n/compiled/runtime.js'
import { answerCoupons, fakeCoupons, previewOf } from './fake-offer.ts'
import { lateSums, lineGroups } from './lines.ts'

beforeEach(() => setLocale('en'))

const linesOf = (preview: Parameters<typeof lineGroups>[0]) =>
  lineGroups(preview)
    .flatMap(({ lines }) => lines)
    .map(({ id, text, sum }) => [id, text, sum].map((part) => part?.replaceAll('\u00A0', ' ')))

test('what stands in for the server answers by the contract', () => {
  expect(contract['loan/preview'].ret.safeParse(previewOf({}, { coupons: fakeCoupons })).error).toBeUndefined()
  const { ret } = answerCoupons() as { ret: unknown }
  expect(contract['coupon/my_coupon'].ret.safeParse(ret).error).toBeUndefined()
})

test('every line of the pictures, with its sum', () => {
  expect(linesOf(previewOf())).toEqual([
    ['amount', '$ 120.000,00', undefined],
    ['fee', '− $ 12.000,00', '120.000,00 × 10,00 % = 12.000,00'],
    ['arrival', '$ 108.000,00', '120.000,00 − 12.000,00 = 108.000,00'],
    ['amount', '$ 120.000,00', undefined],
    ['interest', '+ $ 26.926,03', '120.000,00 × 90,00 % × 91 ÷ 365 = 26.926,03'],
    ['vat', '+ $ 5.654,47', '26.926,03 × 21,00 % = 5.654,47'],
    ['total', '$ 152.580,50', '120.000,00 + 26.926,03 + 5.654,47 = 152.580,50'],
    ['due', '15/02/2027', '16/11/2026 + 91 days = 15/02/2027'],
    ['cftea', '299,90 %', '(152.580,50 ÷ 108.000,00) ^ (365 ÷ 91) − 1 = 299,90 %'],
    ['tna', '90,00 %', '120.000,00 × 90,00 % ÷ 365 = 295,89'],
    ['tea', '125,24 %', '(1 + 90,00 % × 91 ÷ 365) ^ (365 ÷ 91) − 1 = 125,24 %'],
    ['account', 'Banco Nación', undefined],
    ['withdrawal', '01/12/2026', undefined],
  ])
})

test('with a coupon: the fee, then the coupon', () => {
  const lines = linesOf(previewOf({}, { coupons: fakeCoupons }))
  expect(lines.slice(1, 4)).toEqual([
    ['fee', '− $ 12.000,00', '120.000,00 × 10,00 % = 12.000,00'],
    ['coupon', '+ $ 2.000,00', '12.000,00 − 2.000,00 = 10.000,00'],
    ['arrival', '$ 110.000,00', '120.000,00 − 10.000,00 = 110.000,00'],
  ])
})

test('a coupon above the fee takes off the fee and no more', () => {
  const coupons = [{ coupon_id: fakeCoupons[0].coupon_id, fee_reduction_centavos: pesos(50_000) }]
  const lines = linesOf(previewOf({}, { coupons }))
  expect(lines.slice(2, 4)).toEqual([
    ['coupon', '+ $ 12.000,00', '12.000,00 − 12.000,00 = 0,00'],
    ['arrival', '$ 120.000,00', '120.000,00 − 0,00 = 120.000,00'],
  ])
})

/** `− $ 12.000,00` as a person adds it up. */
const signedOf = (text: string): number => Number(text.replaceAll(/\D/g, '')) * (text.startsWith('−') ? -1 : 1)

test('for any loan the lines of a card add up to its last amount, to the eye', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 30 }),
      fc.constantFrom(62, 91, 120),
      fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined }),
      (steps, termDays, reduction) => {
        const coupons = reduction
          ? [{ coupon_id: fakeCoupons[0].coupon_id, fee_reduction_centavos: centavos(reduction) }]
          : []
        const groups = lineGroups(previewOf({ amount_centavos: steps * 500_000, term_days: termDays }, { coupons }))
        for (const { lines } of groups.filter(({ id }) => id === 'receive' || id === 'pay')) {
          const end = lines.findIndex(({ weight }) => weight === 'total')
          const sum = lines.slice(0, end).reduce((before, { text }) => before + signedOf(text), 0)
          expect(sum).toBe(signedOf(lines[end]?.text ?? ''))
        }
      },
    ),
  )
})

test('a due date that falls on a Sunday says why it moves', () => {
  const due = lineGroups(previewOf({ term_days: 62 }))
    .flatMap(({ lines }) => lines)
    .find(({ id }) => id === 'due')
  expect(due?.text).toBe('18/01/2027')
  expect(due?.under).toBe('17/01/2027, a Sunday, is not a business day: you pay on Monday, at no cost.')
})

test('what being late costs, and its ceiling', () => {
  expect(lateSums(previewOf()).map(({ sum }) => sum.replaceAll('\u00A0', ' '))).toEqual([
    '120.000,00 × 5,00 % = 6.000,00',
    '120.000,00 × 4,00 % = 4.800,00',
    '120.000,00 × 100,00 % = 120.000,00',
  ])
})

/** Reads a sum as a person with a calculator would, in whole centavos and one rounding at the end. */
const reckon = (sum: string): [bigint, bigint] => {
  const [left = '', right = ''] = sum.replaceAll('\u00A0', ' ').split(' = ')
  const wholeOf = (text: string): bigint => BigInt(text.replaceAll(/\D/g, ''))
  let numerator = 0n
  let denominator = 1n
  for (const [, operator = '+', number = '', percent] of left.matchAll(/(?:([×÷+−]) )?([\d.,]+)( %)?/g)) {
    const value = wholeOf(number)
    if (operator === '×') {
      numerator *= value
      if (percent) denominator *= 10_000n
    } else if (operator === '÷') denominator *= value
    else numerator += (operator === '−' ? -1n : 1n) * value * denominator
  }
  return [(2n * numerator + denominator) / (2n * denominator), wholeOf(right)]
}

test('for any loan the sums in pesos come to what they say', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 30 }),
      fc.constantFrom(62, 91, 120),
      fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined }),
      (steps, termDays, reduction) => {
        const coupons = reduction
          ? [{ coupon_id: fakeCoupons[0].coupon_id, fee_reduction_centavos: centavos(reduction) }]
          : []
        const preview = previewOf({ amount_centavos: steps * 500_000, term_days: termDays }, { coupons })
        const sums = lineGroups(preview)
          .flatMap(({ lines }) => lines)
          .filter(({ id }) => !['due', 'cftea', 'tea'].includes(id))
          .flatMap(({ sum }) => sum ?? [])
        for (const sum of [...sums, ...lateSums(preview).map((each) => each.sum)]) {
          const [counted, said] = reckon(sum)
          expect(`${sum} → ${counted}`).toBe(`${sum} → ${said}`)
        }
      },
    ),
  )
})
