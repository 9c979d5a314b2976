import * as z from 'zod/mini'
import { sendLimits, sendWithin } from './attempts.ts'
import { adapter } from '../registry.ts'
import { isOverloaded } from '../request.ts'
import { matching } from '../settings-reader.ts'
import { postTo, unknownAnswer } from './http-post.ts'
import { SendProblem } from './port.ts'
import type { Message, MessageAdapter, Messages, Sent } from './port.ts'

export type TwilioSettings = {
  /** Twilio's own address, or that of a service that speaks like it. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A number, a short code or a name; `MG…` names a messaging service. */
  readonly from: string
}

/** Nobody gets a message at that number: not a number, not reachable, asked for no more messages, not a mobile. */
const unreachable: ReadonlySet<number> = new Set([21211, 21214, 21217, 21265, 21610, 21612, 21614])
/** Too many at once, theirs or ours. */
const overloaded: ReadonlySet<number> = new Set([14107, 20429, 21611, 30001])

const failure = z.object({ code: z.int() })
/** What a message that was taken on looks like; anything else is somebody who is not Twilio. */
const taken = z.object({
  sid: z.string().check(z.regex(/^(SM|MM)[0-9a-f]+$/i)),
  status: z.enum(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'read']),
})
/** Taken on and given up in one breath. */
const givenUp = z.object({ status: z.enum(['failed', 'undelivered', 'canceled']) })

/** SMS over HTTP as Twilio takes it. The text goes out as it is; a mobile keeps its 9, which is its E.164 form. */
export const twilioMessages = (settings: TwilioSettings, limits = sendLimits): Messages => ({
  send: (message) => sendWithin(limits, (signal) => attempt(settings, message, signal)),
})

const attempt = async (
  { url, accountSid, authToken, from }: TwilioSettings,
  { to, text }: Message,
  signal: AbortSignal,
): Promise<Sent> => {
  const answer = await postTo('twilio', `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({
      To: to,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: text,
    }).toString(),
    signal,
  })
  if (answer instanceof SendProblem) return answer
  const { status, json, retryAfterMs } = answer
  if (status >= 200 && status < 300) {
    if (taken.safeParse(json).success) return 'sent'
    const end = givenUp.safeParse(json)
    return end.success ? new SendProblem('unreachable', `twilio ${end.data.status}`) : unknownAnswer('twilio', status)
  }
  const failed = failure.safeParse(json)
  const code = failed.success ? failed.data.code : undefined
  const reason = `twilio ${code ?? `HTTP ${status}`}`
  if (code !== undefined && unreachable.has(code)) return new SendProblem('unreachable', reason)
  if (isOverloaded(status) || (code !== undefined && overloaded.has(code)))
    return new SendProblem('unavailable', reason, retryAfterMs)
  return new SendProblem('misconfigured', reason)
}

const TWILIO_URL = 'https://api.twilio.com'

export const twilio: MessageAdapter = adapter({
  name: 'twilio',
  note: 'SMS',
  rows: [
    { name: 'TWILIO_ACCOUNT_SID', default: 'none', meaning: 'account that sends SMS, AC…; for MESSAGES_PHONE=twilio' },
    { name: 'TWILIO_AUTH_TOKEN', default: 'none', meaning: 'secret of that account' },
    {
      name: 'TWILIO_FROM',
      default: 'none',
      meaning: 'sender of the SMS: a number like +15005550006, a short code, or a messaging service MG…',
    },
    { name: 'TWILIO_URL', default: TWILIO_URL, meaning: 'address of Twilio, or of a service that speaks like it' },
  ],
  read: ({ needed, readUrl }): TwilioSettings => ({
    accountSid: needed('TWILIO_ACCOUNT_SID', matching(/^AC[0-9a-f]{32}$/i), 'AC and 32 hexadecimal digits', ''),
    authToken: needed(
      'TWILIO_AUTH_TOKEN',
      matching(/^[\x21-\x7e]{16,256}$/),
      'the secret of the account, at least 16 characters without spaces',
      '',
      'hidden',
    ),
    from: needed(
      'TWILIO_FROM',
      matching(/^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32})$/i),
      'a number like +15005550006, a short code, or a messaging service MG…',
      '',
    ),
    url: readUrl('TWILIO_URL', TWILIO_URL),
  }),
  open: (settings) => twilioMessages(settings),
})
