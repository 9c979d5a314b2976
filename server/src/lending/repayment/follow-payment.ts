import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { awayFields } from '../../providers/away-fields.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { Services } from '../services.ts'
import { collectorOf } from './methods.ts'
import { askAgainLater } from './webhook.ts'
import { handleReceipt } from './receive.ts'
import type { PaymentRow } from './store.ts'
import { findPayment, listOpenPayments, updatePaymentAsked, updatePaymentState } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The first question comes after this, each further one after twice the time, up to the greatest pause. */
const ASK_PAUSE_MS = 10 * MINUTE_MS
const ASK_PAUSE_MAX_MS = 12 * HOUR_MS
/** What was paid in the last minute at a counter is known to the provider some hours later. */
const ASK_AFTER_EXPIRY_MS = 24 * HOUR_MS
/** A request that was not answered within this is over: nobody waits for it any more. */
const ASKED_MAX_MS = HOUR_MS
const BATCH = 500

/** When a payment is asked about the next time: never past the end of its time, so that it is seen to end. */
const nextAskAt = ({ asks, expiresAt }: PaymentRow, now: Date): Date | undefined => {
  const pauseMs = Math.min(ASK_PAUSE_MS * 2 ** Math.min(asks, 20), ASK_PAUSE_MAX_MS)
  const next = new Date(now.getTime() + pauseMs)
  if (now < expiresAt) return next < expiresAt ? next : expiresAt
  const last = new Date(expiresAt.getTime() + ASK_AFTER_EXPIRY_MS)
  if (now >= last) return undefined
  return next < last ? next : last
}

/** Files the next question about a payment, if there is to be one. */
export const followLater = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  payment: PaymentRow,
): Promise<void> => {
  const startAfter = nextAskAt(payment, clock.now())
  if (startAfter !== undefined) await jobs.enqueue(tx, 'payment-follow', jobOf(payment), { startAfter })
}

const jobOf = ({ userId, paymentId, asks }: PaymentRow) => ({
  user_id: userId,
  payment_id: paymentId,
  ask_number: asks,
})

/**
 * Asks about a payment that nobody has told us of, and ends it when its time is over. Money that comes afterwards all the
 * same is credited like any other.
 */
export const followPayment = async (
  services: Services,
  { user_id: userId, payment_id: paymentId, ask_number: askNumber }: JobData<typeof jobTable, 'payment-follow'>,
): Promise<void> => {
  const key = { userId, paymentId }
  const payment = await inTransaction(services.pool, (tx) => findPayment(tx, key))
  if (payment === undefined || !isFollowed(payment, askNumber)) return
  await askAbout(services, payment)
  await inTransaction(services.pool, async (tx) => {
    const still = await updatePaymentAsked(tx, key, { askNumber, now: services.clock.now() })
    if (still !== undefined) await followLater(tx, services, still)
  })
}

const isFollowed = ({ state, asks }: PaymentRow, askNumber: number): boolean =>
  (state === 'waiting' || state === 'expired') && asks === askNumber

/** Whatever the provider has under the reference is heard like a message of its own. */
const askAbout = async (services: Services, { provider, reference }: PaymentRow): Promise<void> => {
  const found = await collectorOf(services, provider)?.search(reference)
  if (found === undefined) return
  if (found instanceof CollectionProblem) {
    services.log.warn(awayFields(provider, found), `a payment could not be asked about: ${found.reason}`)
    return
  }
  for (const { providerPaymentId } of found) {
    const receipt = { provider, providerPaymentId }
    const problem = await handleReceipt(services, receipt)
    if (problem !== undefined) await inTransaction(services.pool, (tx) => askAgainLater(tx, services, receipt, 1))
  }
}

/**
 * The daily job: requests that were never answered are over, and payments whose job was lost are followed again. A job
 * that is still somewhere finds that its question was asked.
 */
export const sweepPayments = async ({ pool, clock, jobs, log }: Services): Promise<void> => {
  const now = clock.now()
  const requestedBefore = new Date(now.getTime() - ASKED_MAX_MS)
  let after: PaymentRow | undefined
  let count = 0
  for (;;) {
    const open = await inTransaction(pool, (tx) => listOpenPayments(tx, { requestedBefore, after, limit: BATCH }))
    for (const payment of open) {
      await inTransaction(pool, async (tx) => {
        if (payment.state === 'asked') await updatePaymentState(tx, payment, { from: ['asked'], to: 'failed' })
        else if (payment.expiresAt < requestedBefore) await jobs.enqueue(tx, 'payment-follow', jobOf(payment))
      })
    }
    count += open.length
    after = open.at(-1)
    if (open.length < BATCH) break
  }
  log.info({ count }, 'open payments looked through')
}
