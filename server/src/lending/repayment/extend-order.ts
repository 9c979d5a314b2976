import { stateOf } from '@hola/core/coupon.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { findCoupons, spendCoupon } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderRow } from '../order/public.ts'
import { changeOrder, extensionBy } from '../order/public.ts'
import { settleOrder } from '../loan/public.ts'
import { lockQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'

/** Moves the due day of an order by a coupon, without interest. The caller holds the lock of the order. */
export const extendOrder = async (
  tx: Tx,
  services: Services,
  order: OrderRow,
  couponId: string,
): Promise<OrderRow | Refusal> => {
  const { userId, orderId } = order
  const now = services.clock.now()
  // A coupon serves one order: two of a person's that ask for it at once wait for each other here.
  await lockQuota(tx, userId)
  const coupon = (await findCoupons(tx, userId)).find((one) => one.couponId === couponId)
  if (coupon?.kind !== 'interest_free_extension' || stateOf(coupon, now) !== 'usable')
    return refuse('coupon_not_usable')
  const extension = extensionBy(order, coupon, { now, holidays: services.reference.holidays })
  if (extension === null) return refuse('extension_not_possible')
  await spendCoupon(tx, services, { userId, orderId, couponId })
  const { newDueDay: dueDay, extensionDays } = extension
  await changeOrder(tx, order, { dueDay, extensionDays })
  return settleOrder(tx, services, order, { cause: 'extension', sourceId: couponId })
}
