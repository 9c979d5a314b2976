import * as z from 'zod/mini'
import type { Webhook, WebhookRequest } from '../webhook.ts'
import { jsonIn } from '../webhook.ts'
import { isSigned, signedAtOf } from './signature.ts'

const ID = /^[\w-]{1,100}$/
/** What their payments are called. Only such an id is worth a question when nobody has signed for it. */
const PAYMENT_ID = /^\d{5,20}$/

const id = z.pipe(z.union([z.string(), z.int()]), z.transform(String))

const notification = z.object({
  type: z.string(),
  data: z.object({
    id,
    /** Of a chargeback: the payment that it takes back. */
    payment_id: z.nullish(id),
  }),
})

/** The older kind of notification: a topic and the address or the id of what it is about. */
const ipn = z.object({ topic: z.string(), resource: id })

/** What a message is about: the id that is signed, and the payment that is to be asked about. */
type Named = { readonly kind: string; readonly signedId: string | undefined; readonly paymentId: string | undefined }

const CHARGEBACK = 'topic_chargebacks_wh'

const namedIn = ({ body, query }: WebhookRequest): Named | undefined => {
  const json = jsonIn(body)
  const read = notification.safeParse(json)
  if (read.success) {
    const { type: kind, data } = read.data
    const signedId = query('data.id')
    // The id in the query is the signed one; a body that names another is about nothing that was signed.
    if (signedId !== undefined && signedId !== data.id) return { kind, signedId, paymentId: undefined }
    return { kind, signedId, paymentId: kind === CHARGEBACK ? (data.payment_id ?? undefined) : data.id }
  }
  const older = ipn.safeParse(json)
  const kind = query('topic') ?? (older.success ? older.data.topic : undefined)
  if (kind === undefined) return undefined
  const fromBody = older.success ? older.data.resource.split('/').at(-1) : undefined
  return { kind, signedId: undefined, paymentId: query('id') ?? fromBody }
}

/**
 * Webhooks about payments and chargebacks, as Mercado Pago sends them. A repeated event is recognised by its request id,
 * which is signed as well. Not everything that is theirs can be verified: the secret belongs to the address that is set in
 * their panel, and the older notifications have no signature at all. Such a message counts for no more than a hint that
 * this payment is worth a question.
 */
export const mercadoPagoPaymentWebhook = (secret: string): Webhook => ({
  read: (request) => {
    const [requestId, signature] = [request.header('x-request-id'), request.header('x-signature')]
    const named = namedIn(request)
    const isAboutMoney = named?.kind === 'payment' || named?.kind === CHARGEBACK
    const signedAt = signedAtOf(signature)
    const dataId = request.query('data.id')
    if (signedAt === undefined || !isSigned(secret, { dataId, requestId, signature })) {
      const paymentId = isAboutMoney ? named.paymentId : undefined
      return paymentId !== undefined && PAYMENT_ID.test(paymentId) ? { hintAt: paymentId } : 'forged'
    }
    if (!isAboutMoney || named.signedId === undefined || requestId === undefined) return 'ignored'
    if (named.paymentId === undefined || !ID.test(named.paymentId) || !ID.test(requestId)) return 'ignored'
    return { eventId: requestId, kind: named.kind, subjectId: named.paymentId, signedAt }
  },
})
