import { describe, expect, test } from 'vitest'
import { bestFeeCoupon, type Coupon, type FeeCoupon, stateOf } from './coupon.ts'
import { pesos } from './money.ts'

const now = new Date('2026-11-16T15:00:00.000Z')
const inDays = (count: number): Date => new Date(now.getTime() + count * 86_400_000)

const feeCoupon = (couponId: string, reductionPesos: number, change: Partial<FeeCoupon> = {}): FeeCoupon => ({
  kind: 'fee_reduction',
  couponId,
  feeReduction: pesos(reductionPesos),
  expiresAt: inDays(30),
  usedAt: null,
  ...change,
})

describe('the state of a coupon', () => {
  test.each([
    ['before it expires', { expiresAt: new Date(now.getTime() + 1) }, 'usable'],
    ['at the instant it expires', { expiresAt: now }, 'expired'],
    ['after it has expired', { expiresAt: inDays(-1) }, 'expired'],
    ['once used', { usedAt: inDays(-1) }, 'used'],
    ['used, and the day has passed', { usedAt: inDays(-2), expiresAt: inDays(-1) }, 'used'],
  ] satisfies [string, Partial<FeeCoupon>, string][])('a coupon: %s', (_, change, state) => {
    expect(stateOf(feeCoupon('a', 1000, change), now)).toBe(state)
  })
})

describe('the best coupon for a fee of $ 12.000', () => {
  const extension: Coupon = {
    kind: 'interest_free_extension',
    couponId: 'extension',
    extensionDays: 15,
    expiresAt: inDays(30),
    usedAt: null,
  }
  test.each([
    ['none of none', [], undefined],
    ['no extension: it takes nothing off a fee', [extension], undefined],
    ['the larger', [feeCoupon('small', 1000), feeCoupon('large', 2000), extension], 'large'],
    ['not an expired one', [feeCoupon('small', 1000), feeCoupon('large', 2000, { expiresAt: now })], 'small'],
    ['not a used one', [feeCoupon('small', 1000), feeCoupon('large', 2000, { usedAt: inDays(-1) })], 'small'],
    [
      'of equals the one that expires first',
      [feeCoupon('later', 1000), feeCoupon('sooner', 1000, { expiresAt: inDays(5) })],
      'sooner',
    ],
    ['no larger one than the fee needs', [feeCoupon('ample', 20_000), feeCoupon('enough', 12_000)], 'enough'],
    ['the larger, when the smaller is not enough', [feeCoupon('short', 11_999), feeCoupon('large', 20_000)], 'large'],
    ['of equals that expire together always the same', [feeCoupon('b', 1000), feeCoupon('a', 1000)], 'a'],
  ] satisfies [string, Coupon[], string | undefined][])('the best coupon: %s', (_, coupons, best) => {
    expect(bestFeeCoupon(coupons, now, pesos(12_000))?.couponId).toBe(best)
    expect(bestFeeCoupon(coupons.toReversed(), now, pesos(12_000))?.couponId).toBe(best)
  })
})
