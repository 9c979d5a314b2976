import { civilDayOf, dueDay } from '@hola/core/calendar.ts'
import { withdrawalUntilDay } from '@hola/core/loan/withdrawal.ts'
import { takeCouponAgain } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { cancelUnpaid, settleOrder } from '../loan/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { correctUntil, insertOrderEvent, lockOrder, moveOrder } from '../order/public.ts'
import type { PayoutResult } from '../../providers/payout/public.ts'
import { isCommonFault } from '../../providers/payout/public.ts'
import { settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import { isFault } from './fault.ts'
import { noteCommonFault, noteTaken } from './halt.ts'
import type { AttemptKey, AttemptRow } from './store.ts'
import { findAttempt, listAttempts, updateAttempt, updateHeard } from './store.ts'

/**
 * Writes down what the provider said of an attempt, and moves the order by it: the only place where a payout ends. Told
 * twice, late or by two at once, it is told once: whoever comes second finds the attempt concluded. Returns the attempt
 * while its end is still open. Throws when the provider takes back a word by which more has happened: no rule of ours
 * knows where the money is, and what the queue gives up is listed at the desk.
 */
export const conclude = async (
  tx: Tx,
  services: Services,
  key: AttemptKey,
  result: PayoutResult,
): Promise<AttemptRow | undefined> => {
  const order = await lockOrder(tx, key)
  const attempt = await findAttempt(tx, key)
  if (order === undefined || attempt === undefined) throw new Error('a payout of no order')
  if (attempt.state === 'settled' || attempt.state === 'failed') {
    if (!isTakenBack(attempt, result)) return undefined
    // Nothing was sent again yet: she has the money after all, and nobody asks for another account.
    if (result.kind === 'settled' && order.state === 'payout_failed') {
      await moveOrder(tx, order, { from: 'payout_failed', to: 'pending', at: services.clock.now() })
      await concludeSettled(tx, services, { ...order, state: 'pending' }, attempt, result)
      return undefined
    }
    // It was held, nothing was sent since, and she was asked nothing.
    if (
      result.kind === 'settled' &&
      order.state === 'pending' &&
      isFault(attempt.failureReason) &&
      (await isLast(tx, attempt))
    ) {
      await concludeSettled(tx, services, order, attempt, result)
      return undefined
    }
    // She had withdrawn from it: what she has after all waits to be given back.
    if (result.kind === 'settled' && order.state === 'cancelled' && order.withdrawnAt !== null) {
      await concludeSettled(tx, services, order, attempt, result)
      await takeCouponAgain(tx, services, order)
      return undefined
    }
    throw new Error(`a payout that was concluded as ${attempt.state} is now ${result.kind}`)
  }
  switch (result.kind) {
    case 'unknown':
      services.log.warn({ outage: attempt.provider }, `nobody knows what became of a payout: ${result.why}`)
      await updateHeard(tx, key, { providerPayoutId: result.providerPayoutId ?? null, words: result.words ?? null })
      return attempt
    case 'accepted': {
      const { providerPayoutId } = result
      await updateAttempt(tx, key, { ...plain, state: 'accepted', providerPayoutId, concludedAt: null })
      if (attempt.state === 'asked') await noteTaken(tx, services, attempt)
      return attempt
    }
    case 'refused':
      await concludeRefused(tx, services, order, attempt, result)
      return undefined
    case 'failed':
      await concludeFailed(tx, services, order, attempt, result)
      return undefined
    case 'settled':
      await concludeSettled(tx, services, order, attempt, result)
      return undefined
  }
}

/** Nothing has gone wrong. */
const plain = { failureReason: null, words: null } as const

const isLast = async (tx: Tx, { attemptNumber, ...order }: AttemptRow): Promise<boolean> =>
  (await listAttempts(tx, order))[0]?.attemptNumber === attemptNumber

/** Whether the provider takes back its last word of an attempt that is over. */
export const isTakenBack = ({ state }: AttemptRow, { kind }: PayoutResult): boolean =>
  (state === 'settled' && (kind === 'failed' || kind === 'refused')) || (state === 'failed' && kind === 'settled')

const concludeSettled = async (
  tx: Tx,
  services: Services,
  order: OrderRow,
  attempt: AttemptRow,
  { providerPayoutId, settledAt }: Extract<PayoutResult, { kind: 'settled' }>,
): Promise<void> => {
  const now = services.clock.now()
  await updateAttempt(tx, attempt, { ...plain, state: 'settled', providerPayoutId, concludedAt: now })
  if (attempt.state === 'asked') await noteTaken(tx, services, attempt)
  // Neither before it was asked for nor in the future: a provider's clock can be wrong.
  const paidOutAt = latest(attempt.askedAt, settledAt < now ? settledAt : now)
  const payoutDay = civilDayOf(paidOutAt)
  // The right to withdraw counts from when she could know that the money has come: from when we do. An order that was
  // withdrawn from while its money was under way waits that long for what was received.
  const { holidays } = services.reference
  const lastDay = withdrawalUntilDay(civilDayOf(now), holidays)
  await moveOrder(tx, order, {
    from: order.state,
    to: 'in_repayment',
    at: now,
    paidOutAt,
    payoutDay,
    dueDay: dueDay(payoutDay, order.termDays, holidays),
    withdrawalUntilDay: lastDay > order.withdrawalUntilDay ? lastDay : order.withdrawalUntilDay,
  })
  await settleOrder(tx, services, order, { cause: 'payout', sourceId: attempt.key, amount: order.arrival })
  await tell(tx, services, attempt, 'money_sent')
  if (order.withdrawnAt !== null) await services.consumerRequests.announcePayout(tx, services, order)
}

const concludeFailed = async (
  tx: Tx,
  services: Services,
  order: OrderRow,
  attempt: AttemptRow,
  { providerPayoutId, reason }: Extract<PayoutResult, { kind: 'failed' }>,
): Promise<void> => {
  const now = services.clock.now()
  const words = null
  await updateAttempt(tx, attempt, {
    state: 'failed',
    providerPayoutId,
    failureReason: reason,
    words,
    concludedAt: now,
  })
  await askForAccount(tx, services, order, attempt)
}

/**
 * Refused, and not for her account: the order goes on waiting, and nothing is asked of her. What meets every payout is
 * sent again when it is mended; the rest waits for a person.
 */
const concludeRefused = async (
  tx: Tx,
  services: Services,
  order: OrderRow,
  attempt: AttemptRow,
  { providerPayoutId, fault, words }: Extract<PayoutResult, { kind: 'refused' }>,
): Promise<void> => {
  const concludedAt = services.clock.now()
  await updateAttempt(tx, attempt, { state: 'failed', providerPayoutId, failureReason: fault, words, concludedAt })
  services.log.error({ code: fault }, 'a payout was refused, and not for the account: a person must look')
  if (order.state !== 'pending') return
  if (order.withdrawnAt !== null) await cancelUnpaid(tx, services, order)
  else if (isCommonFault(fault)) await noteCommonFault(tx, services, attempt, { fault, words })
}

/** A person decided, about a payout that is held, that she is asked for another account. False when it is not held. */
export const askForOtherAccount = async (tx: Tx, services: Services, key: OrderKey): Promise<boolean> => {
  const order = await lockOrder(tx, key)
  const [last] = await listAttempts(tx, key)
  if (order?.state !== 'pending' || last?.state !== 'failed' || !isFault(last.failureReason)) return false
  await updateAttempt(tx, last, { ...last, failureReason: 'other' })
  await askForAccount(tx, services, order, last)
  return true
}

/** The money of an order could not be sent to its account: she is asked for another one, for some days. */
const askForAccount = async (tx: Tx, services: Services, order: OrderRow, attempt: AttemptRow): Promise<void> => {
  const now = services.clock.now()
  if (order.state !== 'pending') return
  // Whoever has withdrawn meanwhile is not asked for another account.
  if (order.withdrawnAt !== null) {
    await cancelUnpaid(tx, services, order)
    return
  }
  const { userId, orderId } = order
  await moveOrder(tx, order, { from: 'pending', to: 'payout_failed', at: now })
  await insertOrderEvent(tx, { userId, orderId, kind: 'payout_failed', at: now, amount: null })
  await settleQuota(tx, services, userId)
  await tell(tx, services, attempt, 'money_back')
  await services.jobs.enqueue(
    tx,
    'payout-give-up',
    { user_id: userId, order_id: orderId },
    { startAfter: correctUntil({ stateSince: now }) },
  )
}

/** The borrower waits for her money: what became of this attempt is told to her once. */
const tell = (tx: Tx, { jobs }: Services, attempt: AttemptRow, kind: 'money_sent' | 'money_back'): Promise<void> =>
  jobs.enqueue(tx, 'news', {
    user_id: attempt.userId,
    kind,
    subject: attempt.key,
    order_id: attempt.orderId,
    try_number: 1,
  })

const latest = (one: Date, other: Date): Date => (one > other ? one : other)
