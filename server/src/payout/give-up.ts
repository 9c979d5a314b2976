import type { Tx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import type { JobData, jobTable } from '../jobs/table.ts'
import type { OrderKey, OrderRow } from '../loan/store.ts'
import { insertOrderEvent, lockOrder, moveOrder } from '../loan/store.ts'
import { settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import { correctUntil } from './conclude.ts'

/** The job at the end of the time to correct an account. Asked early or twice, it does what is due. */
export const giveUpPayout = async (
  services: Services,
  { user_id: userId, order_id: orderId }: JobData<typeof jobTable, 'payout-give-up'>,
): Promise<void> => {
  await inTransaction(services.pool, (tx) => lockInTime(tx, services, { userId, orderId }))
}

/**
 * The order, locked. One whose payout failed and whose account nobody has corrected in time is cancelled first and its
 * quota released, whether or not the job has come to it yet.
 */
export const lockInTime = async (tx: Tx, services: Services, key: OrderKey): Promise<OrderRow | undefined> => {
  const order = await lockOrder(tx, key)
  const now = services.clock.now()
  if (order?.state !== 'payout_failed' || now < correctUntil(order)) return order
  await moveOrder(tx, key, { from: 'payout_failed', to: 'cancelled', at: now })
  await insertOrderEvent(tx, { ...key, kind: 'cancelled', at: now, amount: null })
  await settleQuota(tx, services, key.userId)
  return { ...order, state: 'cancelled', stateSince: now }
}
