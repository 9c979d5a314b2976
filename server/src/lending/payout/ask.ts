import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { OrderRow } from '../order/public.ts'
import { findOrder, payoutOf } from '../order/public.ts'
import type { PayoutResult } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import { conclude, isTakenBack } from './conclude.ts'
import type { AttemptKey, AttemptRow } from './store.ts'
import { findAttempt, updateAsks } from './store.ts'

/** The first question comes after a minute, each further one after twice the time: ten of them take seventeen hours. */
export const ASK_PAUSE_MS = 60_000
/** After so many questions the payout is for a person to look at; the daily job asks on. */
export const ASKS_MAX = 10

type Job = JobData<typeof jobTable, 'payout-ask'>

/** Files the question that comes after so many. */
export const askLater = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { userId, orderId, attemptNumber }: AttemptKey,
  asks: number,
): Promise<void> => {
  await jobs.enqueue(
    tx,
    'payout-ask',
    { user_id: userId, order_id: orderId, attempt_number: attemptNumber, ask_number: asks },
    { startAfter: new Date(clock.now().getTime() + ASK_PAUSE_MS * 2 ** asks) },
  )
}

/** One question about an attempt whose end is open, and the next one filed when there is no answer. */
export const askAboutPayout = async (
  services: Services,
  { user_id: userId, order_id: orderId, attempt_number: attemptNumber, ask_number: askNumber }: Job,
): Promise<void> => {
  const key = { userId, orderId, attemptNumber }
  const asked = await inTransaction(services.pool, async (tx) => {
    const attempt = await findAttempt(tx, key)
    // Most questions come after the answer.
    return attempt !== undefined && isOpen(attempt) && attempt.asks === askNumber ? findAsked(tx, attempt) : undefined
  })
  if (asked === undefined) return
  const result = await ask(services, asked)
  await inTransaction(services.pool, async (tx) => {
    const still = await conclude(tx, services, key, result)
    if (still === undefined || still.asks !== askNumber) return
    await updateAsks(tx, key, askNumber + 1)
    if (askNumber + 1 < ASKS_MAX) await askLater(tx, services, key, askNumber + 1)
  })
}

/** The same question when the provider has said that something happened, also to an attempt that is over. */
export const askNow = async (services: Services, asked: Asked): Promise<void> => {
  const { attempt } = asked
  const result = await ask(services, asked)
  if (isOpen(attempt) || isTakenBack(attempt, result))
    await inTransaction(services.pool, (tx) => conclude(tx, services, attempt, result))
}

export type Asked = { readonly attempt: AttemptRow; readonly order: OrderRow }

/** An attempt with the order that it is to pay. */
export const findAsked = async (tx: Tx, attempt: AttemptRow): Promise<Asked> => {
  const order = await findOrder(tx, attempt.userId, attempt.orderId)
  if (order === undefined) throw new Error('a payout of no order')
  return { attempt, order }
}

const isOpen = ({ state }: AttemptRow): boolean => state === 'asked' || state === 'accepted'

/**
 * What the provider says of an attempt. One that it does not know of is sent again under its own key, which the provider
 * takes for the same payout. A refusal to take that is no answer: it may be about the key and not about the money.
 */
const ask = async (services: Services, { attempt, order }: Asked): Promise<PayoutResult> => {
  const { payouts, pool } = services
  if (attempt.provider !== payouts.provider)
    return { kind: 'unknown', why: `${attempt.provider} is no longer set up and cannot be asked` }
  const found = await payouts.find({ key: attempt.key, amount: order.arrival }, attempt.providerPayoutId)
  if (found.kind !== 'not_known') return found
  if (!isOpen(attempt)) return { kind: 'unknown', why: 'not known any more' }
  const sent = await payouts.send(
    await inTransaction(pool, (tx) => payoutOf(tx, services, order, { key: attempt.key, amount: order.arrival })),
  )
  return sent.kind === 'failed' && sent.providerPayoutId === null
    ? { kind: 'unknown', why: 'refused when it was sent again' }
    : sent
}
