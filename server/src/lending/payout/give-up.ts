import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { cancelUnpaid } from '../loan/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { correctUntil, lockOrder } from '../order/public.ts'
import type { Services } from '../services.ts'

/** The job at the end of the time to correct an account. Asked early or twice, it does what is due. */
export const giveUpPayout = async (
  services: Services,
  { user_id: userId, order_id: orderId }: JobData<typeof jobTable, 'payout-give-up'>,
): Promise<void> => {
  await inTransaction(services.pool, (tx) => lockInTime(tx, services, { userId, orderId }))
}

/**
 * The order, locked. One whose payout failed and whose account nobody has corrected in time is cancelled first, whether
 * or not the job has come to it yet.
 */
export const lockInTime = async (tx: Tx, services: Services, key: OrderKey): Promise<OrderRow | undefined> => {
  const order = await lockOrder(tx, key)
  if (order?.state !== 'payout_failed' || services.clock.now() < correctUntil(order)) return order
  return cancelUnpaid(tx, services, order)
}
