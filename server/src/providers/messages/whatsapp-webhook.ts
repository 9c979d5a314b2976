import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SignedEvent } from '../webhook.ts'
import { jsonIn } from '../webhook.ts'
import type { MessageWebhook } from './port.ts'
import { NO_DELIVERY_ID, UNDELIVERED } from './port.ts'

const DELIVERY_ID = /^[0-9a-f-]{36}$/

const status = z.object({
  id: z.string().check(z.regex(/^[\w.=+/-]{1,200}$/)),
  status: z.string(),
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  biz_opaque_callback_data: z.nullish(z.string()),
})

const notification = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ value: z.object({ statuses: z.nullish(z.array(z.unknown())) }) })),
    }),
  ),
})

const isSigned = (appSecret: string, body: Buffer, signature: string | undefined): boolean => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '') ?? []
  if (hex === undefined || appSecret === '') return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', appSecret).update(body).digest())
}

const sameText = (one: string, other: string): boolean => {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

const eventOf = (row: unknown): SignedEvent[] => {
  const read = status.safeParse(row)
  if (!read.success || read.data.status !== 'failed') return []
  const { id, timestamp, biz_opaque_callback_data: told } = read.data
  const deliveryId = told ?? ''
  return [
    {
      eventId: `${id}-${UNDELIVERED}`,
      kind: UNDELIVERED,
      subjectId: DELIVERY_ID.test(deliveryId) ? deliveryId : NO_DELIVERY_ID,
      signedAt: new Date(Number(timestamp) * 1000),
    },
  ]
}

/** What became of messages: several in one request, of which the failures are followed. Replies of people are not read. */
export const whatsappWebhook = (appSecret: string, verifyToken: string): MessageWebhook => ({
  provider: 'whatsapp',
  verify: (query) =>
    query('hub.mode') === 'subscribe' && sameText(query('hub.verify_token') ?? '', verifyToken)
      ? query('hub.challenge')?.slice(0, 200)
      : undefined,
  read: ({ body, header }) => {
    if (!isSigned(appSecret, body, header('x-hub-signature-256'))) return 'forged'
    const read = notification.safeParse(jsonIn(body))
    if (!read.success) return 'ignored'
    return read.data.entry
      .flatMap(({ changes }) => changes)
      .flatMap(({ value }) => value.statuses ?? [])
      .flatMap(eventOf)
  },
})
