import { inTransaction } from '../../platform/db/public.ts'
import { PAYOUT_CORRECTION_MS } from '../order/public.ts'
import { sweepRefunds } from '../refund/public.ts'
import type { Services } from '../services.ts'
import { lockInTime } from './give-up.ts'
import { listOpenAttempts, listUnpaidOrders } from './store.ts'

/** Far longer than a payout takes when nothing is wrong. */
const LATE_MS = 3_600_000
const BATCH = 500

/**
 * The daily job: whatever waits for a job that failed every attempt or was lost with a restored backup gets it again. It
 * also asks once a day about payouts that nobody knows the end of.
 */
export const sweepPayouts = async (services: Services): Promise<void> => {
  const { pool, clock, jobs, log } = services
  const nowMs = clock.now().getTime()
  const late = new Date(nowMs - LATE_MS)
  const count = await inTransaction(pool, async (tx) => {
    const unsent = await listUnpaidOrders(tx, { state: 'pending', before: late, limit: BATCH })
    for (const { userId, orderId } of unsent) await jobs.enqueue(tx, 'payout', { user_id: userId, order_id: orderId })
    const open = await listOpenAttempts(tx, { askedBefore: late, limit: BATCH })
    for (const { userId, orderId, attemptNumber, asks } of open)
      await jobs.enqueue(tx, 'payout-ask', {
        user_id: userId,
        order_id: orderId,
        attempt_number: attemptNumber,
        ask_number: asks,
      })
    const refunds = await sweepRefunds(tx, services, { askedBefore: late, limit: BATCH })
    return unsent.length + open.length + refunds
  })
  const before = new Date(nowMs - PAYOUT_CORRECTION_MS)
  const overdue = await inTransaction(pool, (tx) =>
    listUnpaidOrders(tx, { state: 'payout_failed', before, limit: BATCH }),
  )
  for (const key of overdue) await inTransaction(pool, (tx) => lockInTime(tx, services, key))
  log.info({ count: count + overdue.length }, 'payouts taken up again')
}
