import type { Centavos } from './money.ts'

type CouponFields = { readonly couponId: string; readonly expiresAt: Date; readonly usedAt: Date | null }

export type FeeCoupon = CouponFields & { readonly kind: 'fee_reduction'; readonly feeReduction: Centavos }

export type ExtensionCoupon = CouponFields & {
  readonly kind: 'interest_free_extension'
  readonly extensionDays: number
}

export type Coupon = FeeCoupon | ExtensionCoupon

export type CouponState = 'usable' | 'used' | 'expired'

/** Used stays used; a coupon is usable to the last instant before it expires. */
export const stateOf = ({ usedAt, expiresAt }: Pick<Coupon, 'usedAt' | 'expiresAt'>, now: Date): CouponState => {
  if (usedAt !== null) return 'used'
  return now < expiresAt ? 'usable' : 'expired'
}

/**
 * The usable coupon that takes most off this fee. Among those that take the same, the smaller one, so that no large
 * coupon goes for a small fee, and then the one that would expire first.
 */
export const bestFeeCoupon = (coupons: readonly Coupon[], now: Date, fee: Centavos): FeeCoupon | undefined =>
  coupons
    .filter((coupon) => coupon.kind === 'fee_reduction')
    .filter((coupon) => stateOf(coupon, now) === 'usable')
    .toSorted(
      (a, b) =>
        Math.min(b.feeReduction, fee) - Math.min(a.feeReduction, fee) ||
        a.feeReduction - b.feeReduction ||
        a.expiresAt.getTime() - b.expiresAt.getTime() ||
        (a.couponId < b.couponId ? -1 : 1),
    )[0]
