import * as z from 'zod/mini'
import type { Webhook } from '../webhook.ts'
import { jsonIn } from '../webhook.ts'
import { isSigned, signedAtOf } from './signature.ts'

const ID = /^[\w-]{1,100}$/

const notification = z.object({
  type: z.string(),
  data: z.object({ id: z.pipe(z.union([z.string(), z.int()]), z.transform(String)) }),
})

/**
 * Webhooks about one kind of thing, as Mercado Pago sends them. The id in the query is what is signed, so that is the one
 * that counts; the body must name the same. A repeated event is recognised by its request id, which is signed as well.
 */
export const mercadoPagoWebhook = (secret: string, kind: string): Webhook => ({
  read: ({ body, header, query }) => {
    const [dataId, requestId, signature] = [query('data.id'), header('x-request-id'), header('x-signature')]
    const signedAt = signedAtOf(signature)
    if (signedAt === undefined || !isSigned(secret, { dataId, requestId, signature })) return 'forged'
    if (dataId === undefined || requestId === undefined || !ID.test(dataId) || !ID.test(requestId)) return 'ignored'
    const read = notification.safeParse(jsonIn(body))
    if (!read.success || read.data.type !== kind || read.data.data.id !== dataId) return 'ignored'
    return { eventId: requestId, kind, subjectId: dataId, signedAt }
  },
})
