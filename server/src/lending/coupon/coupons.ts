import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { CouponGift, CouponReason } from './gifts.ts'
import type { StoredCoupon } from './store.ts'
import {
  deleteUnusedCouponOf,
  insertCoupon,
  listCoupons,
  updateCouponsBound,
  updateCouponsFree,
  updateCouponUsed,
} from './store.ts'

const DAY_MS = 24 * 3_600_000

/** As many as an answer carries; nobody comes near it. */
const COUPONS_MAX = 200

type Means = Pick<Services, 'clock' | 'random' | 'couponGifts'>

/** A coupon for paying on time names the loan that brought it. */
type Why =
  | { readonly reason: 'cleared_on_time'; readonly earnedByOrderId: string }
  | { readonly reason: Exclude<CouponReason, 'cleared_on_time'>; readonly earnedByOrderId?: null }

/** Gives a person a coupon and returns its id. */
export const grantCoupon = async (
  tx: Tx,
  { clock, random }: Pick<Means, 'clock' | 'random'>,
  {
    userId,
    validDays,
    reason,
    earnedByOrderId = null,
    ...gift
  }: CouponGift & Why & { readonly userId: string; readonly validDays: number },
): Promise<string> => {
  const couponId = random.uuid()
  const grantedAt = clock.now()
  const expiresAt = new Date(grantedAt.getTime() + validDays * DAY_MS)
  await insertCoupon(tx, { userId, couponId, reason, earnedByOrderId, grantedAt, expiresAt, ...gift })
  return couponId
}

/** Once in a life: whoever was approved before keeps what she was given then, and gets no second one. */
export const grantFirstApprovalCoupon = async (tx: Tx, services: Means, userId: string): Promise<void> => {
  await grantCoupon(tx, services, { userId, reason: 'first_approval', ...services.couponGifts.first_approval })
}

type EarnedBy = { readonly userId: string; readonly orderId: string }

/** Once for a loan, however often it is paid off. */
export const grantClearedOnTimeCoupon = async (
  tx: Tx,
  services: Means,
  { userId, orderId }: EarnedBy,
): Promise<void> => {
  const gift = services.couponGifts.cleared_on_time
  await grantCoupon(tx, services, { userId, reason: 'cleared_on_time', earnedByOrderId: orderId, ...gift })
}

/** The loan was not paid off on time after all: its coupon goes, unless it was used. */
export const takeBackClearedOnTimeCoupon = (tx: Tx, earnedBy: EarnedBy): Promise<void> =>
  deleteUnusedCouponOf(tx, earnedBy)

/** A person's coupons, the newest first, whatever their state. */
export const findCoupons = (tx: Tx, userId: string): Promise<StoredCoupon[]> => listCoupons(tx, userId, COUPONS_MAX)

/** Uses a coupon for an order. The caller has seen it usable and holds the lock under which orders are made. */
export const spendCoupon = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  use: { readonly userId: string; readonly couponId: string; readonly orderId: string },
): Promise<void> => {
  await updateCouponUsed(tx, { ...use, usedAt: clock.now() })
}

/**
 * The loan that a coupon was used for never came about, or was withdrawn from: it can be used again, for as long as it
 * could have been then.
 */
export const giveBackCoupon = (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<void> => updateCouponsFree(tx, { userId, orderId, at: clock.now() })

/** That loan is one again: what came back from it is used for it again, unless it was used elsewhere meanwhile. */
export const takeCouponAgain = (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<void> => updateCouponsBound(tx, { userId, orderId, at: clock.now() })
