import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { inTransaction } from '../db/transaction.ts'
import type { JobData, jobTable } from '../jobs/table.ts'
import type { Knock, ProviderDoor } from '../providers/door.ts'
import { hearOnce } from '../providers/heard.ts'
import { isSigned } from '../providers/mercado-pago/signature.ts'
import type { Services } from '../services.ts'
import { askNow } from './ask.ts'
import { findAttemptByKey, findAttemptByProviderId } from './store.ts'

const KIND = 'transaction_intent'
const ID = /^[\w-]{1,100}$/

/** What Mercado Pago writes: of everything else we only know that it is not about a payout. */
const notification = z.object({ type: z.literal(KIND), data: z.object({ id: z.string() }) })

/**
 * A message as Mercado Pago sends it, and our own bank like it. The id in the query is what is signed, so that is the one
 * that counts; the body must speak of the same. A message is known again by its request id, which is signed as well.
 */
const readNotification = (secret: string, { body, header, query }: Knock): ReturnType<ProviderDoor['read']> => {
  const [dataId, requestId, signature] = [query('data.id'), header('x-request-id'), header('x-signature')]
  if (!isSigned(secret, { dataId, requestId, signature })) return 'forged'
  const read = notification.safeParse(parsed(body))
  if (dataId === undefined || requestId === undefined || !ID.test(dataId) || !ID.test(requestId)) return 'ignored'
  if (!read.success || read.data.data.id !== dataId) return 'ignored'
  return { messageId: requestId, kind: KIND, subjectId: dataId }
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** What the sandbox's own bank signs with: nobody outside can, as with a real one. */
export const sandboxWebhookSecret = ({ secrets }: Services['settings']): string =>
  createHmac('sha256', secrets.fieldKey).update('webhooks of the sandbox').digest('hex')

/** The way in for messages about payouts, of the provider that sends them. */
export const payoutDoor = ({ settings, jobs }: Pick<Services, 'settings' | 'jobs'>): ProviderDoor => {
  const { payout } = settings.providers
  const secret = payout.provider === 'mercado-pago' ? payout.webhookSecret : sandboxWebhookSecret(settings)
  return {
    provider: payout.provider,
    subject: 'payout',
    read: (knock) => readNotification(secret, knock),
    hear: (tx, { subjectId }) => jobs.enqueue(tx, 'payout-heard', { provider_payout_id: subjectId }),
  }
}

/** The job after a message: whatever it said, the provider is asked. An id that is nobody's is none of our payouts. */
export const followMessage = async (
  services: Services,
  { provider_payout_id: providerPayoutId }: JobData<typeof jobTable, 'payout-heard'>,
): Promise<void> => {
  const { pool, payouts, log } = services
  const known = await inTransaction(pool, (tx) =>
    findAttemptByProviderId(tx, { provider: payouts.provider, providerPayoutId }),
  )
  // The message can be faster than the answer to the request that it is about.
  const key = known === undefined ? await payouts.keyOf(providerPayoutId) : known.key
  const attempt =
    known ?? (key === undefined ? undefined : await inTransaction(pool, (tx) => findAttemptByKey(tx, key)))
  if (attempt === undefined) {
    log.warn('a message about a payout that is not ours')
    return
  }
  await askNow(services, attempt)
}

/** The sandbox's bank tells of a payout, through the same door as everybody. */
export const tellFromSandbox = async (
  services: Services,
  { message_id: messageId, provider_payout_id: subjectId }: JobData<typeof jobTable, 'sandbox-payout-message'>,
): Promise<void> => {
  await hearOnce(services, payoutDoor(services), { messageId, kind: KIND, subjectId })
}
