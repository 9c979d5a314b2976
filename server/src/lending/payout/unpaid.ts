import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'
import { findOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import { isTooOldToSend } from './ask.ts'
import { isFault } from './fault.ts'
import type { AttemptRow, UnpaidOrder } from './store.ts'
import { listAttempts, listUnpaid } from './store.ts'

/** For the lender's staff: money that should have left, and the jobs that take it up again. The provider is never asked here. */

/** Every payout that failed, and those that have waited since before an instant; the oldest first. */
export const listStuckPayouts = (tx: Tx, waitingSince: Date): Promise<UnpaidOrder[]> =>
  listUnpaid(tx, { only: 'stuck', late: waitingSince, limit: null })

type Last = Pick<AttemptRow, 'state' | 'providerPayoutId' | 'failureReason' | 'askedAt'> | undefined

/** Whether somebody can be asked what became of it: an attempt is open, or failed under an id that the provider knows. */
export const canAsk = (last: Last): boolean =>
  last?.state === 'asked' || last?.state === 'accepted' || (last?.state === 'failed' && last.providerPayoutId !== null)

/**
 * Whether its money can be sent now: nothing of it is under way, and the borrower need not say anything first. One that has
 * been without an answer and without an id for a day can be: under its own key, which the provider takes for the same.
 */
export const canSend = (orderState: string, last: Last, now: Date): boolean => {
  if (orderState !== 'pending') return false
  if (last === undefined || last.state === 'failed') return true
  return last.state === 'asked' && isTooOldToSend(last, now)
}

/** Whether a person can decide that she is asked for another account: it was refused, and she knows nothing of it. */
export const canAskForAccount = (orderState: string, last: Last): boolean =>
  orderState === 'pending' && last?.state === 'failed' && isFault(last.failureReason)

/**
 * Files the question what became of a payout, under the provider's id when somebody has found it there. False when there is
 * nothing to ask about.
 */
export const askAgain = async (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  key: OrderKey,
  foundId?: string,
): Promise<boolean> => {
  const [last] = await listAttempts(tx, key)
  if (last === undefined || !canAsk(last)) return false
  if (foundId !== undefined) {
    await jobs.enqueue(tx, 'payout-heard', { provider_payout_id: foundId })
    return true
  }
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
export const sendAgain = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  key: OrderKey,
): Promise<boolean> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  const [last] = await listAttempts(tx, key)
  if (order === undefined || order.withdrawnAt !== null || !canSend(order.state, last, clock.now())) return false
  const { userId: user_id, orderId: order_id } = key
  if (last?.state === 'asked') {
    const { attemptNumber: attempt_number, asks: ask_number } = last
    await jobs.enqueue(tx, 'payout-ask', { user_id, order_id, attempt_number, ask_number, by_person: true })
  } else await jobs.enqueue(tx, 'payout', { user_id, order_id, let_through: 'person' })
  return true
}

/** Files the job that asks her for another account. False when it is not held. */
export const fileOtherAccount = async (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { userId, orderId }: OrderKey,
): Promise<boolean> => {
  const order = await findOrder(tx, userId, orderId)
  const [last] = await listAttempts(tx, { userId, orderId })
  if (order === undefined || !canAskForAccount(order.state, last)) return false
  await jobs.enqueue(tx, 'payout-other-account', { user_id: userId, order_id: orderId })
  return true
}
