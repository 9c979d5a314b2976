import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'
import { findOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import type { AttemptRow, UnpaidOrder } from './store.ts'
import { listAttempts, listUnpaid } from './store.ts'

/** For the lender's staff: money that should have left, and the jobs that take it up again. The provider is never asked here. */

/** Every payout that failed, and those that have waited since before an instant; the oldest first. */
export const listStuckPayouts = (tx: Tx, waitingSince: Date): Promise<UnpaidOrder[]> =>
  listUnpaid(tx, { only: 'stuck', late: waitingSince, limit: null })

type Last = Pick<AttemptRow, 'state' | 'providerPayoutId'> | undefined

/** Whether somebody can be asked what became of it: an attempt is open, or failed under an id that the provider knows. */
export const canAsk = (last: Last): boolean =>
  last?.state === 'asked' || last?.state === 'accepted' || (last?.state === 'failed' && last.providerPayoutId !== null)

/** Whether its money can be sent now: nothing of it is under way, and the borrower need not say anything first. */
export const canSend = (orderState: string, last: Last): boolean =>
  orderState === 'pending' && (last === undefined || last.state === 'failed')

/** Files the question what became of a payout. False when there is nothing to ask about. */
export const askAgain = async (tx: Tx, { jobs }: Pick<Services, 'jobs'>, key: OrderKey): Promise<boolean> => {
  const [last] = await listAttempts(tx, key)
  if (last === undefined || !canAsk(last)) return false
  const { userId, orderId, attemptNumber, asks, providerPayoutId } = last
  // One that failed is only asked about by the id that the provider has for it: it may have been paid after all.
  if (last.state === 'failed' && providerPayoutId !== null)
    await jobs.enqueue(tx, 'payout-heard', { provider_payout_id: providerPayoutId })
  else
    await jobs.enqueue(tx, 'payout-ask', {
      user_id: userId,
      order_id: orderId,
      attempt_number: attemptNumber,
      ask_number: asks,
    })
  return true
}

/** Files the job again that sends the money of an order. False when its money is under way, gone, or waits for her. */
export const sendAgain = async (tx: Tx, { jobs }: Pick<Services, 'jobs'>, key: OrderKey): Promise<boolean> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  const [last] = await listAttempts(tx, key)
  if (order === undefined || order.withdrawnAt !== null || !canSend(order.state, last)) return false
  await jobs.enqueue(tx, 'payout', { user_id: key.userId, order_id: key.orderId })
  return true
}
