// What other rooms may use of this one. Nothing of it is imported past this file.

export {
  findCoupons,
  giveBackCoupon,
  grantClearedOnTimeCoupon,
  grantCoupon,
  grantFirstApprovalCoupon,
  spendCoupon,
  takeBackClearedOnTimeCoupon,
  takeCouponAgain,
} from './coupons.ts'
export { readCouponGifts } from './gifts.ts'
export { myCoupon, showCoupon } from './my-coupon.ts'
export type { StoredCoupon } from './store.ts'
