import { stateOf } from '@hola/core/coupon.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import { findCoupons } from './coupons.ts'
import type { StoredCoupon } from './store.ts'

type Shown = RetOf<'coupon/my_coupon'>['coupons'][number]

export const showCoupon = (coupon: StoredCoupon, { now, language }: { now: Date; language: WireLanguage }): Shown => {
  const fields = {
    coupon_id: coupon.couponId,
    title: say(`coupons_title_${coupon.reason}`, language),
    state: stateOf(coupon, now),
    expires_at: coupon.expiresAt.toISOString(),
    used_at: coupon.usedAt?.toISOString() ?? null,
    order_id: coupon.orderId,
  }
  return coupon.kind === 'fee_reduction'
    ? { ...fields, kind: coupon.kind, fee_reduction_centavos: coupon.feeReduction }
    : { ...fields, kind: coupon.kind, extension_days: coupon.extensionDays }
}

/** A person's coupons, the newest first: all of them, or those in one state. */
export const myCoupon: Handler<'coupon/my_coupon'> = async ({ services, language, user: { userId } }, { state }) => {
  const coupons = await inTransaction(services.pool, (tx) => findCoupons(tx, userId))
  const now = services.clock.now()
  const shown = coupons.map((coupon) => showCoupon(coupon, { now, language }))
  return { coupons: state === undefined ? shown : shown.filter((coupon) => coupon.state === state) }
}
