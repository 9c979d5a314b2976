import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { OrderKey } from '../order/public.ts'
import { lockOrder, openAccount, payoutOf } from '../order/public.ts'
import type { Payout } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import { askLater } from './ask.ts'
import { conclude } from './conclude.ts'
import { isWallet } from './is-wallet.ts'
import type { AttemptKey } from './store.ts'
import { insertAttempt, listAttempts } from './store.ts'

type Job = JobData<typeof jobTable, 'payout'>

/**
 * Sends the money of an order. First it is written down that it will be asked for, then the provider is asked, outside
 * any transaction, then what it said. Whatever breaks in between leaves an attempt that is asked about and never made a
 * second time: a job that runs twice or beside another finds it there.
 */
export const payOut = async (services: Services, { user_id: userId, order_id: orderId }: Job): Promise<void> => {
  const begun = await inTransaction(services.pool, (tx) => begin(tx, services, { userId, orderId }))
  if (begun === undefined) return
  const result = await services.payouts.send(begun.payout)
  await inTransaction(services.pool, (tx) => conclude(tx, services, begun.attempt, result))
}

/** A new attempt; undefined when there is nothing to pay, one is under way, or the money has left. */
const begin = async (
  tx: Tx,
  services: Services,
  key: OrderKey,
): Promise<{ attempt: AttemptKey; payout: Payout } | undefined> => {
  const order = await lockOrder(tx, key)
  if (order?.state !== 'pending' || order.withdrawnAt !== null) return undefined
  const [last] = await listAttempts(tx, key)
  if (last !== undefined && last.state !== 'failed') return undefined
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
  await askLater(tx, services, attempt, 0)
  return { attempt, payout: await payoutOf(tx, services, order, { key: payoutKey, amount: order.arrival }) }
}
