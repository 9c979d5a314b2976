import { grantClearedOnTimeCoupon, takeBackClearedOnTimeCoupon } from '../coupon/public.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { isClearedLate } from './public.ts'
import type { OrderRow } from './store.ts'

/**
 * The coupon for paying on time, made from the facts like the books: it is there while the loan is paid off in time. A
 * payment that is taken back, or one without which another day counts, takes it away again unless it was used; one that
 * was used stays, and the same loan never brings a second. Asked again, it changes nothing.
 */
export const settleGift = async (tx: Tx, services: Services, order: OrderRow): Promise<void> => {
  if (order.state === 'cleared' && !isClearedLate(order)) await grantClearedOnTimeCoupon(tx, services, order)
  else await takeBackClearedOnTimeCoupon(tx, order)
}
