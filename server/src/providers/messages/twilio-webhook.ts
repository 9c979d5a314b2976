import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MessageMeans, MessageWebhook } from './port.ts'
import { NO_DELIVERY_ID, UNDELIVERED } from './port.ts'

const PROVIDER = 'twilio'
const DELIVERY_ID = /^[0-9a-f-]{36}$/
const MESSAGE_SID = /^(SM|MM)[0-9a-f]{1,64}$/i

/** Where Twilio tells of one message; its query is signed with everything else. */
export const statusAddress = (publicUrl: string, deliveryId: string | null): string =>
  `${publicUrl}/providers/${PROVIDER}/messages${deliveryId === null ? '' : `?delivery=${deliveryId}`}`

/** What Twilio signs: the address as it was given, then every field by its name, name and value without anything between. */
export const signatureOf = (authToken: string, address: string, form: URLSearchParams): Buffer => {
  const fields = [...form.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => `${name}${value}`)
  return createHmac('sha1', authToken)
    .update(address + fields.join(''))
    .digest()
}

const isSame = (made: Buffer, given: string): boolean => {
  const bytes = Buffer.from(given, 'base64')
  return bytes.length === made.length && timingSafeEqual(bytes, made)
}

/** The end of a message that was taken on: all but the failures are good news, which nobody waits for. */
export const twilioWebhook = (
  authToken: string,
  { publicUrl, machineClock }: Pick<MessageMeans, 'publicUrl' | 'machineClock'>,
): MessageWebhook => ({
  provider: PROVIDER,
  read: ({ body, header, query }) => {
    const form = new URLSearchParams(body.toString())
    const deliveryId = query('delivery') ?? null
    const signature = header('x-twilio-signature')
    if (authToken === '' || signature === undefined) return 'forged'
    if (!isSame(signatureOf(authToken, statusAddress(publicUrl, deliveryId), form), signature)) return 'forged'
    const [sid, status] = [form.get('MessageSid') ?? '', form.get('MessageStatus') ?? '']
    if (!MESSAGE_SID.test(sid) || (status !== 'undelivered' && status !== 'failed')) return 'ignored'
    const isNamed = deliveryId !== null && DELIVERY_ID.test(deliveryId)
    return {
      eventId: `${sid}-${UNDELIVERED}`,
      kind: UNDELIVERED,
      subjectId: isNamed ? deliveryId : NO_DELIVERY_ID,
      // They sign no time. A copy of an old message would say of a code that is long over that it did not arrive.
      signedAt: machineClock.now(),
    }
  },
})
