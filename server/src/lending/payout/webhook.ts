import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import { handleEvent } from '../../providers/webhook-events.ts'
import { findOrder } from '../order/public.ts'
import { handleRefundWebhook } from '../refund/public.ts'
import type { Services } from '../services.ts'
import type { Asked } from './ask.ts'
import { askNow, findAsked } from './ask.ts'
import type { AttemptRow } from './store.ts'
import { findAttemptByKey, findAttemptByProviderId, updateHeard } from './store.ts'

/** Where webhooks about payouts arrive, of the provider that sends the money. */
export const payoutWebhook = ({ payouts, jobs }: Pick<Services, 'payouts' | 'jobs'>): WebhookRoute => ({
  ...payouts.webhook,
  provider: payouts.provider,
  subject: 'payout',
  enqueue: async (tx, { subjectId: providerPayoutId }) => {
    await jobs.enqueue(tx, 'payout-heard', { provider_payout_id: providerPayoutId })
    // So that the webhook's line in the log names the order, where its payout is known by now.
    const known = await findAttemptByProviderId(tx, { provider: payouts.provider, providerPayoutId })
    if (known !== undefined) await findOrder(tx, known.userId, known.orderId)
  },
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
  const theirs = known === undefined ? await payouts.keyOf(providerPayoutId) : undefined
  // The queue runs the job again: a message may be all that ever names the id.
  if (theirs === 'no_answer') throw new Error('the provider cannot be asked about a payout that it told of')
  const key = theirs?.key
  const asked = known ?? (key === undefined ? undefined : await findBy((tx) => findAttemptByKey(tx, key)))
  if (asked === undefined) {
    if (await handleRefundWebhook(services, { providerPayoutId, key })) return
    log.warn('a webhook about a payout that is not ours')
    return
  }
  const { attempt } = asked
  // From now on it is asked about by its id, and never sent again, whatever the provider answers now.
  if (attempt.providerPayoutId === null)
    await inTransaction(pool, (tx) => updateHeard(tx, attempt, { providerPayoutId, words: null }))
  await askNow(services, {
    ...asked,
    attempt: { ...attempt, providerPayoutId: attempt.providerPayoutId ?? providerPayoutId },
  })
}

/** The sandbox's bank sends its event about a payout. */
export const sendSandboxPayoutEvent = async (
  services: Services,
  { message_id: eventId, provider_payout_id: subjectId }: JobData<typeof jobTable, 'sandbox-payout-message'>,
): Promise<void> => {
  await handleEvent(services, payoutWebhook(services), { eventId, kind: 'payout', subjectId })
}
