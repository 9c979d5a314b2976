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

/**
 * The first question comes a minute after the provider's answer, each further one after twice the time: ten of them take
 * seventeen hours.
 */
export const ASK_PAUSE_MS = 60_000
/** Without an answer the first question waits until none can come any more: a provider may take two minutes to answer. */
export const FIRST_ASK_MS = 180_000
/** An idempotency key is not remembered for ever: after this a payout without an id is sent again only when two people say so. */
export const SEND_AGAIN_MS = 24 * 3_600_000
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

/** Files the first question about an attempt that is being sent now. */
export const askAfterAnswer = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { userId, orderId, attemptNumber }: AttemptKey,
): Promise<void> => {
  await jobs.enqueue(
    tx,
    'payout-ask',
    { user_id: userId, order_id: orderId, attempt_number: attemptNumber, ask_number: 0 },
    { startAfter: new Date(clock.now().getTime() + FIRST_ASK_MS) },
  )
}

/** One question about an attempt whose end is open, and the next one filed when there is no answer. */
export const askAboutPayout = async (
  services: Services,
  {
    user_id: userId,
    order_id: orderId,
    attempt_number: attemptNumber,
    ask_number: askNumber,
    approved_at: approvedAt,
  }: Job,
): Promise<void> => {
  const key = { userId, orderId, attemptNumber }
  // What two people said holds for a day, as the key does: one member who has the job of an old approval tried again sends nothing.
  const isApproved = approvedAt !== undefined && services.clock.now().getTime() - Date.parse(approvedAt) < SEND_AGAIN_MS
  const asked = await inTransaction(services.pool, async (tx) => {
    const attempt = await findAttempt(tx, key)
    // Most questions come after the answer.
    if (attempt === undefined || !isOpen(attempt)) return undefined
    // An approval stands, also when another question was asked between it and now.
    return attempt.asks === askNumber || isApproved ? findAsked(tx, attempt) : undefined
  })
  if (asked === undefined) return
  const result = await ask(services, asked, { isApproved })
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
  const result = await ask(services, asked, { isApproved: false })
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

/** Whether an open attempt without an id may no longer be sent again by itself. */
export const isTooOldToSend = (
  { askedAt, providerPayoutId }: Pick<AttemptRow, 'askedAt' | 'providerPayoutId'>,
  now: Date,
) => providerPayoutId === null && now.getTime() - askedAt.getTime() >= SEND_AGAIN_MS

/**
 * What the provider says of an attempt. One that it does not know of is sent again under its own key, which the provider
 * takes for the same payout. A refusal to take that is no answer: it may be about the key and not about the money.
 */
const ask = async (
  services: Services,
  { attempt, order }: Asked,
  { isApproved }: { readonly isApproved: boolean },
): Promise<PayoutResult> => {
  const { payouts, pool, clock } = services
  if (attempt.provider !== payouts.provider)
    return { kind: 'unknown', why: `${attempt.provider} is no longer set up and cannot be asked` }
  const found = await payouts.find({ key: attempt.key, amount: order.arrival }, attempt.providerPayoutId)
  if (found.kind !== 'not_known') return found
  if (!isOpen(attempt)) return { kind: 'unknown', why: 'not known any more' }
  if (isTooOldToSend(attempt, clock.now()) && !isApproved)
    return { kind: 'unknown', why: 'a day old and without an id: two people must decide before it is sent again' }
  const sent = await payouts.send(
    await inTransaction(pool, (tx) => payoutOf(tx, services, order, { key: attempt.key, amount: order.arrival })),
  )
  if (sent.kind === 'failed' && sent.providerPayoutId === null)
    return { kind: 'unknown', why: 'refused when it was sent again', words: sent.reason }
  if (sent.kind === 'refused' && sent.providerPayoutId === null)
    return { kind: 'unknown', why: 'refused when it was sent again', words: sent.words }
  return sent
}
