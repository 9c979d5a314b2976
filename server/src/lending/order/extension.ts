import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, nextBusinessDay } from '@hola/core/calendar.ts'
import type { Coupon, ExtensionCoupon } from '@hola/core/coupon.ts'
import { stateOf } from '@hola/core/coupon.ts'
import { planStateOf, withdrawalStateOf } from './account-of.ts'
import type { OrderRow } from './store.ts'

/** What a coupon does to an order: the day that counts lies so many days later, and costs nothing. */
export type Extension = {
  readonly couponId: string
  readonly extensionDays: number
  readonly newDueDay: CivilDay
}

/** What this coupon gives this order; null when it cannot be used on it: once for an order, and until its due day. */
export const extensionBy = (
  order: OrderRow,
  coupon: ExtensionCoupon,
  { now, holidays }: { readonly now: Date; readonly holidays: Holidays },
): Extension | null => {
  const { state, dueDay, extensionDays: extendedDays } = order
  if (state !== 'in_repayment' || dueDay === null || extendedDays > 0) return null
  // Whoever is giving back the loan has no use for it; one that goes on as agreed can be extended like any other.
  const withdrawal = withdrawalStateOf(order, civilDayOf(now))
  if (withdrawal !== null && withdrawal !== 'lapsed') return null
  // Neither one that is paid in parts, nor one that was written off, has a day to move.
  if (order.writtenOffDay !== null || planStateOf(order, civilDayOf(now)) === 'running') return null
  if (stateOf(coupon, now) !== 'usable' || civilDayOf(now) > dueDay) return null
  const { couponId, extensionDays } = coupon
  return { couponId, extensionDays, newDueDay: nextBusinessDay(addDays(dueDay, extensionDays), holidays) }
}

/** The longest extension that the person can use on this order; among equal ones, by the coupon that expires first. */
export const bestExtension = (
  order: OrderRow,
  coupons: readonly Coupon[],
  around: { readonly now: Date; readonly holidays: Holidays },
): Extension | null =>
  coupons
    .filter((coupon) => coupon.kind === 'interest_free_extension')
    .toSorted(
      (one, other) =>
        other.extensionDays - one.extensionDays ||
        one.expiresAt.getTime() - other.expiresAt.getTime() ||
        (one.couponId < other.couponId ? -1 : 1),
    )
    .map((coupon) => extensionBy(order, coupon, around))
    .find((extension) => extension !== null) ?? null
