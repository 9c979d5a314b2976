import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
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

/** Whether one member can have its money sent now: nothing of it is under way, and the borrower need not say anything first. */
export const canSend = (orderState: string, last: Last): boolean =>
  orderState === 'pending' && (last === undefined || last.state === 'failed')

/**
 * Whether only two people can have it sent again: it has been without an answer and without an id for a day. It goes out
 * under its own key, but a provider that has forgotten the key would pay it a second time.
 */
export const needsTwoToSend = <Attempt extends NonNullable<Last>>(
  orderState: string,
  last: Attempt | undefined,
  now: Date,
): last is Attempt => orderState === 'pending' && last?.state === 'asked' && isTooOldToSend(last, now)

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

/** The order whose money is sent again, and since when its last attempt is without an answer; null when it has one. */
type SentAgain = { readonly order: OrderRow; readonly unansweredSince: Date | null }

/**
 * Files the job again that sends the money of an order: `one` member has what was refused or never sent sent, `two` have
 * what nobody knows the end of. `not_waiting`: its money is under way, gone, or waits for the borrower.
 */
export const sendAgain = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  key: OrderKey,
  by: 'one' | 'two',
): Promise<SentAgain | 'not_waiting' | 'needs_two'> => {
  const order = await findOrder(tx, key.userId, key.orderId)
  const [last] = await listAttempts(tx, key)
  if (order === undefined || order.withdrawnAt !== null) return 'not_waiting'
  const now = clock.now()
  const { userId: user_id, orderId: order_id } = key
  if (needsTwoToSend(order.state, last, now)) {
    if (by === 'one') return 'needs_two'
    const { attemptNumber: attempt_number, asks: ask_number } = last
    const approved_at = now.toISOString()
    await jobs.enqueue(tx, 'payout-ask', { user_id, order_id, attempt_number, ask_number, approved_at })
    return { order, unansweredSince: last.askedAt }
  }
  if (by === 'two' || !canSend(order.state, last)) return 'not_waiting'
  await jobs.enqueue(tx, 'payout', { user_id, order_id, let_through: 'person' })
  return { order, unansweredSince: null }
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
