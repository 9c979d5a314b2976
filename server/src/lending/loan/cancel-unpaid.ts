import { giveBackCoupon } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import type { OrderRow } from '../order/public.ts'
import { insertOrderEvent, moveOrder } from '../order/public.ts'

/**
 * Ends an order whose money never left: withdrawn from before it did, or without an account that can take it. What the
 * order held is free again: its share of the quota, and the coupon that it was to use. The caller holds its lock.
 */
export const cancelUnpaid = async (tx: Tx, services: Services, order: OrderRow): Promise<OrderRow> => {
  const { userId, orderId } = order
  const now = services.clock.now()
  await moveOrder(tx, order, { from: order.state, to: 'cancelled', at: now })
  await insertOrderEvent(tx, { userId, orderId, kind: 'cancelled', at: now, amount: null })
  await settleQuota(tx, services, userId)
  await giveBackCoupon(tx, services, order)
  await services.consumerRequests.settle(tx, services, order)
  return { ...order, state: 'cancelled', stateSince: now }
}
