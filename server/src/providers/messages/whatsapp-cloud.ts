import { whatsappCloudTo } from '@hola/core/identifiers/phone.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import * as z from 'zod/mini'
import { sendLimits, sendWithin } from './attempts.ts'
import { adapter } from '../registry.ts'
import { isOverloaded } from '../request.ts'
import { matching } from '../settings-reader.ts'
import { postTo, unknownAnswer } from './http-post.ts'
import { SendProblem } from './port.ts'
import type { Message, MessageAdapter, Messages, Sent } from './port.ts'

export type WhatsappSettings = {
  /** With the version of the interface, as in https://graph.facebook.com/v23.0. */
  readonly url: string
  readonly token: string
  readonly phoneId: string
  /** An approved template of the category AUTHENTICATION with a copy-code button: other texts may not carry codes. */
  readonly template: string
  /** An approved template of the category UTILITY whose body is one parameter: a company may not begin a chat freely. */
  readonly noticeTemplate: string
  /** The template's name for each of our languages. */
  readonly languages: Readonly<Record<WireLanguage, string>>
}

/** In WhatsApp's allowed list, where a test number keeps its recipients, a number stands in one spelling only. */
const NOT_IN_ALLOWED_LIST = 131030
/** No WhatsApp on that number, or it takes nothing from companies; or it is our own. */
const unreachable: ReadonlySet<number> = new Set([NOT_IN_ALLOWED_LIST, 131021, 131026])
/** Too many at once, altogether or to this person, or a service of theirs that is down. */
const overloaded: ReadonlySet<number> = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056, 133004])

/** What a message that was taken on looks like; one that is held back because of its template says so. */
const taken = z.object({
  messaging_product: z.literal('whatsapp'),
  messages: z
    .array(z.object({ id: z.string().check(z.minLength(1)), message_status: z.optional(z.string()) }))
    .check(z.length(1)),
})
const failure = z.object({ error: z.object({ code: z.int() }) })

/**
 * WhatsApp's interface for companies. It knows Argentine mobiles without their 9; where that spelling is not in the
 * allowed list, the one with the 9 may be.
 */
export const whatsappMessages = (settings: WhatsappSettings, limits = sendLimits): Messages => ({
  send: (message) =>
    sendWithin(limits, async (signal) => {
      const first = await attempt(settings, message, whatsappCloudTo(message.to), signal)
      const isListed = first === 'sent' || first.reason !== reasonOf(NOT_IN_ALLOWED_LIST)
      return isListed ? first : attempt(settings, message, message.to.replace('+', ''), signal)
    }),
})

/** What fills a template may not break the line. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const reasonOf = (code: number | string): string => `whatsapp ${code}`

const attempt = async (
  { url, token, phoneId, template, noticeTemplate, languages }: WhatsappSettings,
  { text, code, language }: Message,
  to: string,
  signal: AbortSignal,
): Promise<Sent> => {
  const parameters = [{ type: 'text', text: code ?? inOneLine(text) }]
  const answer = await postTo('whatsapp', `${url}/${phoneId}/messages`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        name: code === null ? noticeTemplate : template,
        language: { code: languages[language] },
        components: [
          { type: 'body', parameters },
          // The copy-code button counts as an address that ends in the code.
          ...(code === null ? [] : [{ type: 'button', sub_type: 'url', index: '0', parameters }]),
        ],
      },
    }),
    signal,
  })
  if (answer instanceof SendProblem) return answer
  const { status, json, retryAfterMs } = answer
  if (status >= 200 && status < 300) {
    const accepted = taken.safeParse(json)
    if (!accepted.success) return unknownAnswer('whatsapp', status)
    const state = accepted.data.messages[0]?.message_status ?? 'accepted'
    if (state === 'accepted') return 'sent'
    const isKnown = state === 'held_for_quality_assessment' || state === 'paused'
    return isKnown ? new SendProblem('misconfigured', reasonOf(state)) : unknownAnswer('whatsapp', status)
  }
  const failed = failure.safeParse(json)
  const errorCode = failed.success ? failed.data.error.code : undefined
  const reason = reasonOf(errorCode ?? `HTTP ${status}`)
  if (errorCode !== undefined && unreachable.has(errorCode)) return new SendProblem('unreachable', reason)
  if (isOverloaded(status) || (errorCode !== undefined && overloaded.has(errorCode)))
    return new SendProblem('unavailable', reason, retryAfterMs)
  return new SendProblem('misconfigured', reason)
}

const WHATSAPP_URL = 'https://graph.facebook.com/v23.0'

const languagesIn = (text: string): WhatsappSettings['languages'] | undefined => {
  const [es, en, ...more] = text.split(',').map((item) => item.trim())
  const isLanguage = (item: string | undefined): item is string =>
    item !== undefined && /^[a-z]{2}(_[A-Z]{2})?$/.test(item)
  return isLanguage(es) && isLanguage(en) && more.length === 0 ? { es, en } : undefined
}

const aTemplate = [
  matching(/^[a-z0-9_]{1,512}$/),
  'the name of a template: small letters, digits and underscores',
] as const

export const whatsapp: MessageAdapter = adapter({
  name: 'whatsapp',
  rows: [
    {
      name: 'WHATSAPP_TOKEN',
      default: 'none',
      meaning: 'access token of the WhatsApp Cloud API; for MESSAGES_PHONE=whatsapp',
    },
    { name: 'WHATSAPP_PHONE_ID', default: 'none', meaning: 'id of the phone number that sends, digits only' },
    {
      name: 'WHATSAPP_TEMPLATE',
      default: 'none',
      meaning: 'name of the approved template: category AUTHENTICATION with a copy-code button',
    },
    {
      name: 'WHATSAPP_NOTICE_TEMPLATE',
      default: 'none',
      meaning:
        'name of the approved template for everything else: category UTILITY, its body is one parameter, the text',
    },
    {
      name: 'WHATSAPP_LANGUAGES',
      default: 'es_AR,en_US',
      meaning: 'languages in which the templates are approved: the Spanish one, then the English one',
    },
    { name: 'WHATSAPP_URL', default: WHATSAPP_URL, meaning: 'address of the WhatsApp Cloud API with its version' },
  ],
  read: ({ read, needed, readUrl }): WhatsappSettings => ({
    token: needed(
      'WHATSAPP_TOKEN',
      matching(/^[\x21-\x7e]{16,1024}$/),
      'the access token, at least 16 characters without spaces',
      '',
      'hidden',
    ),
    phoneId: needed(
      'WHATSAPP_PHONE_ID',
      matching(/^\d{5,20}$/),
      'the id of the phone number that sends, digits only',
      '',
    ),
    template: needed('WHATSAPP_TEMPLATE', ...aTemplate, ''),
    noticeTemplate: needed('WHATSAPP_NOTICE_TEMPLATE', ...aTemplate, ''),
    languages: read('WHATSAPP_LANGUAGES', languagesIn, 'two languages like es_AR,en_US: Spanish, then English') ?? {
      es: 'es_AR',
      en: 'en_US',
    },
    url: readUrl('WHATSAPP_URL', WHATSAPP_URL),
  }),
  open: (settings) => whatsappMessages(settings),
})
