import * as z from 'zod/mini'
import type { SendLimits } from './attempts.ts'
import { sendLimits, sendWithin } from './attempts.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'
import type { CheckMeans } from '../registry.ts'
import { adapter } from '../registry.ts'
import { NoAnswer, isOverloaded, request } from '../request.ts'
import { matching } from '../settings-reader.ts'
import { isTurnedAway, postTo, unknownAnswer } from './http-post.ts'
import { SendProblem } from './port.ts'
import type { Message, MessageAdapter, MessageMeans, Messages, Sent } from './port.ts'
import { statusAddress, twilioWebhook } from './twilio-webhook.ts'

export type TwilioSettings = {
  /** Twilio's own address, or that of a service that speaks like it. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A number, a short code or a name; `MG…` names a messaging service. */
  readonly from: string
}

/** Nobody gets a message at that number: not a number, not reachable, asked for no more messages, not a mobile, a landline. */
const unreachable: ReadonlySet<number> = new Set([21211, 21214, 21217, 21265, 21610, 21614, 21635])
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

type Means = Pick<MessageMeans, 'publicUrl' | 'machineClock'> & { readonly limits?: SendLimits }

/** SMS over HTTP as Twilio takes it. The text goes out as it is; a mobile keeps its 9, which is its E.164 form. */
export const twilioMessages = (
  settings: TwilioSettings,
  { publicUrl, machineClock, limits = sendLimits }: Means,
): Messages => ({
  send: (message) => sendWithin(limits, (signal) => attempt(settings, message, publicUrl, signal)),
  webhooks: [twilioWebhook(settings.authToken, { publicUrl, machineClock })],
})

const SECOND_MS = 1_000

const attempt = async (
  { url, accountSid, authToken, from }: TwilioSettings,
  { to, text, deliveryId, validForMs }: Message,
  publicUrl: string,
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
      // What is not delivered while a code lives is not delivered at all.
      ...(validForMs === null ? {} : { ValidityPeriod: String(Math.ceil(validForMs / SECOND_MS)) }),
      // Only an address that they can reach.
      ...(publicUrl.startsWith('https:') ? { StatusCallback: statusAddress(publicUrl, deliveryId) } : {}),
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
  if (isTurnedAway(status) || (code !== undefined && overloaded.has(code)))
    return new SendProblem('unavailable', reason, retryAfterMs)
  if (isOverloaded(status)) return new SendProblem('unknown', reason)
  return new SendProblem('misconfigured', reason)
}

const account = z.object({ status: z.string() })

const CHECK_LIMIT_MS = 10_000

/** Whether account and secret fit, and what only their console shows. Reads alone. */
const checkTwilio = async (
  { url, accountSid, authToken }: TwilioSettings,
  { publicUrl }: CheckMeans,
): Promise<Finding[]> => {
  const answer = await request(`${url}/2010-04-01/Accounts/${accountSid}.json`, {
    method: 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      accept: 'application/json',
    },
    signal: AbortSignal.timeout(CHECK_LIMIT_MS),
    answerLengthMax: 64 * 1024,
  })
  if (answer instanceof NoAnswer) return [problem(`no answer about the account: ${answer.reason}.`)]
  const read = account.safeParse(answer.json)
  if (answer.status !== 200 || !read.success)
    return [problem(`the account does not answer to its secret: HTTP ${answer.status}.`)]
  return [
    read.data.status === 'active'
      ? ok('the account answers to its secret and is active.')
      : problem(`the account is ${/^\w{1,20}$/.exec(read.data.status)?.[0] ?? 'not active'}.`),
    publicUrl.startsWith('https:')
      ? ok(`what became of a message is told to ${statusAddress(publicUrl, null)}.`)
      : warning('no status reaches an address without https: nobody learns of a message that was not delivered.'),
  ]
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
  open: (settings, means) => twilioMessages(settings, means),
  check: (settings, means) => checkTwilio(settings, means),
})
