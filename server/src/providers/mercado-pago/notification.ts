import * as z from 'zod/mini'
import type { Knock, ProviderDoor } from '../door.ts'
import { isSigned, signedAtOf } from './signature.ts'

const ID = /^[\w-]{1,100}$/

const notification = z.object({
  type: z.string(),
  data: z.object({ id: z.pipe(z.union([z.string(), z.int()]), z.transform(String)) }),
})

/**
 * A message about one kind of thing, as Mercado Pago sends it, and the sandbox's own providers like it. The id in the
 * query is what is signed, so that is the one that counts; the body must speak of the same. A message is known again by
 * its request id, which is signed as well.
 */
export const readNotification = (
  secret: string,
  kind: string,
  { body, header, query }: Knock,
): ReturnType<ProviderDoor['read']> => {
  const [dataId, requestId, signature] = [query('data.id'), header('x-request-id'), header('x-signature')]
  const signedAt = signedAtOf(signature)
  if (signedAt === undefined || !isSigned(secret, { dataId, requestId, signature })) return 'forged'
  if (dataId === undefined || requestId === undefined || !ID.test(dataId) || !ID.test(requestId)) return 'ignored'
  const read = notification.safeParse(parsed(body))
  if (!read.success || read.data.type !== kind || read.data.data.id !== dataId) return 'ignored'
  return { messageId: requestId, kind, subjectId: dataId, signedAt }
}

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
