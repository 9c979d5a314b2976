import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { OrderKey } from '../order/public.ts'
import { lockOrder, openAccount, payoutOf } from '../order/public.ts'
import type { Payout } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import { isCommonFault } from '../../providers/payout/public.ts'
import { askAfterAnswer, askLater } from './ask.ts'
import { conclude } from './conclude.ts'
import { findHalt } from './halt-store.ts'
import { isWallet } from './is-wallet.ts'
import { isFault } from './fault.ts'
import type { AttemptKey } from './store.ts'
import { insertAttempt, listAttempts } from './store.ts'

type Job = JobData<typeof jobTable, 'payout'>

/**
 * Sends the money of an order. First it is written down that it will be asked for, then the provider is asked, outside
 * any transaction, then what it said. Whatever breaks in between leaves an attempt that is asked about and never made a
 * second time: a job that runs twice or beside another finds it there.
 */
export const payOut = async (
  services: Services,
  { user_id: userId, order_id: orderId, let_through: letThrough }: Job,
): Promise<void> => {
  const begun = await inTransaction(services.pool, (tx) => begin(tx, services, { userId, orderId }, letThrough))
  if (begun === undefined) return
  const result = await services.payouts.send(begun.payout)
  await inTransaction(services.pool, async (tx) => {
    const open = await conclude(tx, services, begun.attempt, result)
    // The provider has it and has not settled it: the first question need not wait for an answer that has come.
    if (open !== undefined && result.kind === 'accepted') await askLater(tx, services, begun.attempt, open.asks)
  })
}

/**
 * A new attempt; undefined when there is nothing to pay, one is under way, the money has left, payouts stand still, or the
 * last one was refused for a reason that a person must look at first.
 */
const begin = async (
  tx: Tx,
  services: Services,
  key: OrderKey,
  letThrough: Job['let_through'],
): Promise<{ attempt: AttemptKey; payout: Payout } | undefined> => {
  const order = await lockOrder(tx, key)
  if (order?.state !== 'pending' || order.withdrawnAt !== null) return undefined
  const [last] = await listAttempts(tx, key)
  if (last !== undefined && last.state !== 'failed') return undefined
  if (
    last !== undefined &&
    isFault(last.failureReason) &&
    !isCommonFault(last.failureReason) &&
    letThrough !== 'person'
  )
    return undefined
  if (letThrough === undefined && (await findHalt(tx)) !== undefined) return undefined
  const attempt = { ...key, attemptNumber: (last?.attemptNumber ?? 0) + 1 }
  const payoutKey = `${key.orderId}-${attempt.attemptNumber}`
  const account = openAccount(services.sealer, order, order.sealedAccount)
  const askedAt = services.clock.now()
  await insertAttempt(tx, {
    ...attempt,
    provider: services.payouts.provider,
    key: payoutKey,
    isWallet: isWallet(account, services.reference),
    askedAt,
  })
  await askAfterAnswer(tx, services, attempt)
  return { attempt, payout: await payoutOf(tx, services, order, { key: payoutKey, amount: order.arrival }) }
}
