import type { Tx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import type { JobData, jobTable } from '../jobs/table.ts'
import { sandboxWebhookSecret } from '../payout/hear.ts'
import type { ProviderDoor } from '../providers/door.ts'
import { hearOnce } from '../providers/heard.ts'
import { readNotification } from '../providers/mercado-pago/notification.ts'
import type { Services } from '../services.ts'
import { handleReceipt } from './receive.ts'
import type { ReceiptKey } from './store.ts'

/** What a message about money from a borrower is called. */
const KIND = 'payment'

/** The way in for messages about payments, of the provider that takes them. */
export const collectionDoor = ({ settings, jobs }: Pick<Services, 'settings' | 'jobs'>): ProviderDoor => {
  const { main } = settings.providers.collection
  const secret = main.provider === 'mercado-pago' ? main.webhookSecret : sandboxWebhookSecret(settings)
  return {
    provider: main.provider,
    subject: 'collection',
    read: (knock) => readNotification(secret, KIND, knock),
    hear: (tx, { subjectId }) =>
      jobs.enqueue(tx, 'receipt-heard', {
        provider: main.provider,
        provider_payment_id: subjectId,
        try_number: 0,
      }),
  }
}

/** The sandbox's collector tells of money, through the same door as everybody. */
export const tellOfMoney = (
  services: Services,
  { messageId, providerPaymentId }: { readonly messageId: string; readonly providerPaymentId: string },
): Promise<void> =>
  hearOnce(services, collectionDoor(services), { messageId, kind: KIND, subjectId: providerPaymentId })

/** The first pause after a provider did not answer; each further one is twice as long, up to the greatest. */
const PAUSE_MS = 60_000
const PAUSE_MAX_MS = 6 * 3_600_000
/** A provider may be down for a week: then a person looks. */
const TRIES_MAX = 37

/** Files the question that comes after so many without an answer. */
export const hearLater = async (
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
 * The job after a message: whatever it said, the provider is asked, and asked again for days while it does not answer.
 * In the end it throws: what the queue gives up is listed at the desk.
 */
export const followReceipt = async (
  services: Services,
  {
    provider,
    provider_payment_id: providerPaymentId,
    try_number: tryNumber,
  }: JobData<typeof jobTable, 'receipt-heard'>,
): Promise<void> => {
  const receipt = { provider, providerPaymentId }
  const problem = await handleReceipt(services, receipt)
  if (problem === undefined) return
  const words = `nobody knows what became of a payment: ${problem.reason}`
  if (tryNumber + 1 >= TRIES_MAX) throw new Error(words)
  services.log.warn(words)
  await inTransaction(services.pool, (tx) => hearLater(tx, services, receipt, tryNumber + 1))
}
