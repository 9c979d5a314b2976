import { isSigned, signedAtOf } from '../mercado-pago/public.ts'
import type { Webhook } from '../webhook.ts'
import { jsonIn } from '../webhook.ts'
import { joinIds, notification } from './mercado-pago-shapes.ts'

/** How an event about a payout is called in our own records. */
const PAYOUT_KIND = 'payout'
const REQUEST_ID = /^[\w-]{1,100}$/

/**
 * Messages about payouts: `{id, external_reference, payout: {id}, status}`. Signed is the id in the query where there is
 * one, the request id and the time, but not the body. That is enough, because a message only makes us ask: what it names is
 * believed when the provider, asked under these ids, answers with a key of ours. A repeated one has the same request id.
 */
export const payoutMessages = (secret: string): Webhook => ({
  read: ({ body, header, query }) => {
    const [dataId, requestId, signature] = [query('data.id'), header('x-request-id'), header('x-signature')]
    const signedAt = signedAtOf(signature)
    if (signedAt === undefined || requestId === undefined) return 'forged'
    if (!isSigned(secret, { dataId, requestId, signature })) return 'forged'
    const read = notification.safeParse(jsonIn(body))
    if (!read.success || !REQUEST_ID.test(requestId)) return 'ignored'
    const { id, payout } = read.data
    if (dataId !== undefined && dataId !== id && dataId !== payout.id) return 'ignored'
    return { eventId: requestId, kind: PAYOUT_KIND, subjectId: joinIds(payout.id, id), signedAt }
  },
})
