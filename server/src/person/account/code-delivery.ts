import { NO_DELIVERY_ID } from '../../providers/messages/public.ts'
import type { WebhookRoute } from '../../providers/webhook.ts'
import type { Handler, Services } from '../services.ts'
import { isUndelivered, markUndelivered } from './code-store.ts'
import { readerOf } from './reader.ts'

/** Where providers say that a message was not delivered. Of a code it is written down; of a notice it is only counted. */
export const messageWebhooks = ({ messages, clock }: Pick<Services, 'messages' | 'clock'>): WebhookRoute[] =>
  (messages.webhooks ?? []).map((webhook) => ({
    ...webhook,
    subject: 'messages',
    enqueue: async (tx, { subjectId }) => {
      if (subjectId !== NO_DELIVERY_ID) await markUndelivered(tx, subjectId, clock.now())
    },
  }))

/** For whoever waits for a code. Only she who asked for it knows its delivery id; about any other nothing is said. */
export const getCodeDelivery: Handler<'user/code_delivery'> = async ({ services }, { delivery_id: deliveryId }) => ({
  is_undelivered: await isUndelivered(readerOf(services.pool), deliveryId),
})
