import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import { handleRefundWebhook } from '../refund/public.ts'
import type { Services } from '../services.ts'
import type { Asked } from './ask.ts'
import { askNow, findAsked } from './ask.ts'
import type { AttemptRow } from './store.ts'
import { findAttemptByKey, findAttemptByProviderId } from './store.ts'

/** Where webhooks about payouts arrive, of the provider that sends the money. */
export const payoutWebhook = ({ payouts, jobs }: Pick<Services, 'payouts' | 'jobs'>): WebhookRoute => ({
  ...payouts.webhook,
  provider: payouts.provider,
  subject: 'payout',
  enqueue: (tx, { subjectId }) => jobs.enqueue(tx, 'payout-heard', { provider_payout_id: subjectId }),
})

/** The job after a webhook: whatever it said, the provider is asked. An unknown id is no payout of ours. */
export const handlePayoutWebhook = async (
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
  // The webhook can be faster than the answer to the request that it is about.
  const key = known === undefined ? await payouts.keyOf(providerPayoutId) : undefined
  const asked = known ?? (key === undefined ? undefined : await findBy((tx) => findAttemptByKey(tx, key)))
  if (asked === undefined) {
    if (await handleRefundWebhook(services, { providerPayoutId, key })) return
    log.warn('a webhook about a payout that is not ours')
    return
  }
  await askNow(services, asked)
}

/** The sandbox's bank sends its event about a payout. */
export const sendSandboxPayoutEvent = async (
  services: Services,
  { message_id: eventId, provider_payout_id: subjectId }: JobData<typeof jobTable, 'sandbox-payout-message'>,
): Promise<void> => {
  await handleEvent(services, payoutWebhook(services), { eventId, kind: 'payout', subjectId })
}
