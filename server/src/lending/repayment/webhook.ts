import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { awayFields } from '../../providers/away-fields.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import type { Services } from '../services.ts'
import { handleReceipt } from './receive.ts'
import type { ReceiptKey } from './store.ts'

/** Where webhooks about payments arrive: one route for each collector that sends any. */
export const collectionWebhooks = ({ collectors, jobs }: Pick<Services, 'collectors' | 'jobs'>): WebhookRoute[] =>
  collectors.flatMap(({ provider, webhook }) =>
    webhook === undefined
      ? []
      : {
          ...webhook,
          provider,
          subject: 'collection',
          enqueue: (tx, { subjectId }) =>
            jobs.enqueue(tx, 'receipt-heard', { provider, provider_payment_id: subjectId, try_number: 0 }),
          enqueueHint: (tx, { hintAt }) =>
            jobs.enqueue(tx, 'receipt-heard', { provider, provider_payment_id: hintAt, try_number: 0, is_hint: true }),
        },
  )

/** The first pause after a provider did not answer; each further one is twice as long, up to the greatest. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 6 * 3_600_000
/** A provider may be down for a week: then a person looks. */
const TRIES_MAX = 37

/** Enqueues the next question to the provider, after so many without an answer. */
export const askAgainLater = async (
  tx: Tx,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  { provider, providerPaymentId }: ReceiptKey,
  tries: number,
): Promise<void> => {
  const pauseMs = Math.min(PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS)
  await jobs.enqueue(
    tx,
    'receipt-heard',
    { provider, provider_payment_id: providerPaymentId, try_number: tries },
    { startAfter: new Date(clock.now().getTime() + pauseMs) },
  )
}

/**
 * The job after a webhook: whatever it said, the provider is asked, and asked again for days while it does not answer.
 * In the end it throws: what the queue gives up is listed at the desk.
 */
export const handlePaymentWebhook = async (
  services: Services,
  {
    provider,
    provider_payment_id: providerPaymentId,
    try_number: tryNumber,
    is_hint: isHint,
  }: JobData<typeof jobTable, 'receipt-heard'>,
): Promise<void> => {
  const receipt = { provider, providerPaymentId }
  const problem = await handleReceipt(services, receipt)
  if (problem === undefined) return
  if (isHint) {
    // Payments of ours are asked about anyway; whatever a stranger makes up is not asked about for days.
    services.log.info(`a hint could not be followed: ${problem.reason}`)
    return
  }
  const words = `nobody knows what became of a payment: ${problem.reason}`
  if (tryNumber + 1 >= TRIES_MAX) throw new Error(words)
  services.log.warn(awayFields(provider, problem), words)
  await inTransaction(services.pool, (tx) => askAgainLater(tx, services, receipt, tryNumber + 1))
}
