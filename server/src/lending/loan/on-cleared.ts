import { nextContactAt } from '@hola/core/reminder.ts'
import { grantClearedOnTimeCoupon, takeBackClearedOnTimeCoupon } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import type { OrderRow } from '../order/public.ts'
import { countsAs } from '../order/public.ts'

/**
 * The coupon for paying on time, made from the facts like the books: it is there while the loan counts as paid in time. A
 * payment that is taken back, or one without which another day counts, takes it away again unless it was used; one that
 * was used stays, and the same loan never brings a second. Asked again, it changes nothing.
 */
export const settleGift = async (tx: Tx, services: Services, order: OrderRow): Promise<void> => {
  if (countsAs(order, services) === 'on_time') await grantClearedOnTimeCoupon(tx, services, order)
  else await takeBackClearedOnTimeCoupon(tx, order)
}

/** A loan that was paid off in time may bring a new level: a job finds out and says so, when people may be written to. */
export const announceLevel = async (
  tx: Tx,
  services: Pick<Services, 'clock' | 'jobs' | 'loanCountsFromDays' | 'reference'>,
  order: OrderRow,
): Promise<void> => {
  if (countsAs(order, services) !== 'on_time') return
  const { userId, orderId } = order
  const startAfter = nextContactAt(services.clock.now(), services.reference.holidays)
  const data = { user_id: userId, order_id: orderId, try_number: 1 }
  await services.jobs.enqueue(tx, 'level-message', data, { startAfter })
}
