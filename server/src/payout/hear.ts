import { createHmac } from 'node:crypto'
import type { Tx } from '../db/transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import type { JobData, jobTable } from '../jobs/table.ts'
import type { ProviderDoor } from '../providers/door.ts'
import { hearOnce } from '../providers/heard.ts'
import { readNotification } from '../providers/mercado-pago/notification.ts'
import type { Services } from '../services.ts'
import type { Asked } from './ask.ts'
import { askNow, findAsked } from './ask.ts'
import type { AttemptRow } from './store.ts'
import { findAttemptByKey, findAttemptByProviderId } from './store.ts'

const KIND = 'transaction_intent'

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
    read: (knock) => readNotification(secret, KIND, knock),
    hear: (tx, { subjectId }) => jobs.enqueue(tx, 'payout-heard', { provider_payout_id: subjectId }),
  }
}

/** The job after a message: whatever it said, the provider is asked. An id that is nobody's is none of our payouts. */
export const followMessage = async (
  services: Services,
  { provider_payout_id: providerPayoutId }: JobData<typeof jobTable, 'payout-heard'>,
): Promise<void> => {
  const { pool, payouts, log } = services
  const findBy = (find: (tx: Tx) => Promise<AttemptRow | undefined>): Promise<Asked | undefined> =>
    inTransaction(pool, async (tx) => {
      const attempt = await find(tx)
      return attempt && findAsked(tx, attempt)
    })
  const known = await findBy((tx) => findAttemptByProviderId(tx, { provider: payouts.provider, providerPayoutId }))
  // The message can be faster than the answer to the request that it is about.
  const key = known === undefined ? await payouts.keyOf(providerPayoutId) : undefined
  const asked = known ?? (key === undefined ? undefined : await findBy((tx) => findAttemptByKey(tx, key)))
  if (asked === undefined) {
    log.warn('a message about a payout that is not ours')
    return
  }
  await askNow(services, asked)
}

/** The sandbox's bank tells of a payout, through the same door as everybody. */
export const tellFromSandbox = async (
  services: Services,
  { message_id: messageId, provider_payout_id: subjectId }: JobData<typeof jobTable, 'sandbox-payout-message'>,
): Promise<void> => {
  await hearOnce(services, payoutDoor(services), { messageId, kind: KIND, subjectId })
}
