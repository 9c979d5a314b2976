import { whatsappCloudTo } from '@hola/core/identifiers/phone.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import * as z from 'zod/mini'
import type { SendLimits } from './attempts.ts'
import { sendLimits, sendWithin } from './attempts.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'
import type { CheckMeans } from '../registry.ts'
import { adapter } from '../registry.ts'
import { NoAnswer, isOverloaded, request } from '../request.ts'
import type { SettingsReader } from '../settings-reader.ts'
import { matching } from '../settings-reader.ts'
import { isTurnedAway, postTo, unknownAnswer } from './http-post.ts'
import type { NoticeTemplate } from './notice-templates.ts'
import { fillTemplate, noticeTemplates } from './notice-templates.ts'
import { SendProblem } from './port.ts'
import type { Message, MessageAdapter, MessageMeans, Messages, Sent } from './port.ts'
import { whatsappWebhook } from './whatsapp-webhook.ts'

export type WhatsappSettings = {
  /** With the version of the interface, as in https://graph.facebook.com/v23.0. */
  readonly url: string
  readonly token: string
  readonly phoneId: string
  /** An approved template of the category AUTHENTICATION with a copy-code button: other texts may not carry codes. */
  readonly template: string
  /** What the names of the templates for notices begin with, each of them approved in the category UTILITY. */
  readonly noticePrefix: string
  /** By which WhatsApp's own messages are known, and what it shows when the address is set; undefined where none are read. */
  readonly webhook?: { readonly appSecret: string; readonly verifyToken: string } | undefined
  /** The WhatsApp Business account, for looking at its templates. */
  readonly accountId?: string | undefined
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
const failure = z.object({ error: z.object({ code: z.int(), error_subcode: z.nullish(z.int()) }) })

/** A parameter that is not valid: the number of the person, or something of ours. Only its further code may tell. */
const AMBIGUOUS = 100

/**
 * WhatsApp's interface for companies. It knows Argentine mobiles without their 9; where that spelling is not in the
 * allowed list, the one with the 9 may be.
 */
export const whatsappMessages = (
  settings: WhatsappSettings,
  { publicUrl, limits = sendLimits }: Pick<MessageMeans, 'publicUrl'> & { readonly limits?: SendLimits },
): Messages => {
  const { webhook } = settings
  const notices = { es: noticeTemplates('es', publicUrl), en: noticeTemplates('en', publicUrl) }
  return {
    send: (message) => {
      const filled = fillOf(settings, notices, message)
      return sendWithin(limits, async (signal) => {
        const first = await attempt(settings, message, filled, whatsappCloudTo(message.to), signal)
        const isListed = first === 'sent' || first.reason !== reasonOf(NOT_IN_ALLOWED_LIST)
        return isListed ? first : attempt(settings, message, filled, message.to.replace('+', ''), signal)
      })
    },
    webhooks: webhook === undefined ? [] : [whatsappWebhook(webhook.appSecret, webhook.verifyToken)],
  }
}

type Filled = { readonly name: string; readonly parameters: readonly string[] }

/** Which template a message is, and what fills it. */
const fillOf = (
  { template, noticePrefix }: WhatsappSettings,
  notices: Readonly<Record<WireLanguage, readonly NoticeTemplate[]>>,
  { code, text, language }: Message,
): Filled => {
  if (code !== null) return { name: template, parameters: [code] }
  const { name, parameters } = fillTemplate(notices[language], text)
  return { name: `${noticePrefix}${name}`, parameters }
}

const reasonOf = (code: number | string): string => `whatsapp ${code}`

const attempt = async (
  { url, token, phoneId, languages }: WhatsappSettings,
  { code, language, deliveryId }: Message,
  { name, parameters: texts }: Filled,
  to: string,
  signal: AbortSignal,
): Promise<Sent> => {
  const parameters = texts.map((text) => ({ type: 'text', text }))
  const answer = await postTo('whatsapp', `${url}/${phoneId}/messages`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'template',
      template: {
        name,
        language: { code: languages[language] },
        components: [
          ...(parameters.length === 0 ? [] : [{ type: 'body', parameters }]),
          // The copy-code button counts as an address that ends in the code.
          ...(code === null ? [] : [{ type: 'button', sub_type: 'url', index: '0', parameters }]),
        ],
      },
      // Comes back with what became of it.
      ...(deliveryId === null ? {} : { biz_opaque_callback_data: deliveryId }),
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
  const subcode =
    failed.success && errorCode === AMBIGUOUS ? (failed.data.error.error_subcode ?? 'ambiguous') : undefined
  const reason = reasonOf(`${errorCode ?? `HTTP ${status}`}${subcode === undefined ? '' : ` (${subcode})`}`)
  if (errorCode !== undefined && unreachable.has(errorCode)) return new SendProblem('unreachable', reason)
  if (isTurnedAway(status) || (errorCode !== undefined && overloaded.has(errorCode)))
    return new SendProblem('unavailable', reason, retryAfterMs)
  if (isOverloaded(status)) return new SendProblem('unknown', reason)
  return new SendProblem('misconfigured', reason)
}

const NOTICE_PREFIX = 'hola_'

/** Both or none: with one of them alone nothing can be read. */
const webhookIn = ({
  read,
  given,
  complain,
}: Pick<SettingsReader, 'read' | 'given' | 'complain'>): WhatsappSettings['webhook'] => {
  const secretWord = matching(/^[\x21-\x7e]{16,256}$/)
  const aWord = 'at least 16 characters without spaces'
  const names = ['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const
  const [appSecret, verifyToken] = names.map((name) => read(name, secretWord, aWord, 'hidden'))
  const missing = names.filter((name) => given(name) === undefined)
  for (const name of missing.length === 1 ? missing : [])
    complain(name, `${name} is missing: it goes with ${names.find((other) => other !== name)}`)
  return appSecret === undefined || verifyToken === undefined ? undefined : { appSecret, verifyToken }
}

const approved = z.object({
  data: z.array(z.object({ name: z.string(), language: z.string(), status: z.string(), category: z.string() })),
})

const CHECK_LIMIT_MS = 10_000
const TEMPLATES_LENGTH_MAX = 4 * 1024 * 1024

/** Whether the token reaches the number that sends, and which templates are still to be approved. Reads alone. */
const checkWhatsapp = async (settings: WhatsappSettings, { publicUrl }: CheckMeans): Promise<Finding[]> => {
  const { url, token, phoneId, accountId, template, noticePrefix, languages, webhook } = settings
  const get = (path: string) =>
    request(`${url}/${path}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
      answerLengthMax: TEMPLATES_LENGTH_MAX,
    })
  const phone = await get(`${phoneId}?fields=verified_name,quality_rating`)
  if (phone instanceof NoAnswer) return [problem(`no answer about the number that sends: ${phone.reason}.`)]
  if (phone.status !== 200) return [problem(`the token does not reach the number that sends: HTTP ${phone.status}.`)]
  const findings = [
    ok('the token reaches the number that sends.'),
    webhook === undefined
      ? problem(
          'WHATSAPP_APP_SECRET and WHATSAPP_VERIFY_TOKEN are missing: nobody learns of a code that did not arrive.',
        )
      : ok(`the panel must have ${publicUrl}/providers/whatsapp/messages for the field messages.`),
  ]
  if (accountId === undefined)
    return [...findings, warning('without WHATSAPP_ACCOUNT_ID nobody sees here whether the templates are approved.')]
  const list = await get(`${accountId}/message_templates?fields=name,language,status,category&limit=500`)
  const read = list instanceof NoAnswer ? undefined : approved.safeParse(list.json)
  if (!read?.success) return [...findings, problem('the templates of the account cannot be read.')]
  const wanted = [template, ...noticeTemplates('es', publicUrl).map(({ name }) => `${noticePrefix}${name}`)]
  const missing = Object.values(languages).flatMap((language) =>
    wanted
      .filter(
        (name) =>
          !read.data.data.some((one) => one.name === name && one.language === language && one.status === 'APPROVED'),
      )
      .map((name) => `${name} (${language})`),
  )
  return [
    ...findings,
    missing.length === 0
      ? ok(`all ${wanted.length} templates are approved in both languages.`)
      : problem(`not approved yet: ${missing.join(', ')}.`),
  ]
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
      name: 'WHATSAPP_NOTICE_PREFIX',
      default: NOTICE_PREFIX,
      meaning: 'what the names of the approved templates for notices begin with; their texts are in docs/PROVIDERS.md',
    },
    {
      name: 'WHATSAPP_APP_SECRET',
      default: 'none',
      meaning: 'secret of the Meta app: by it messages about what was not delivered are known; goes with the next one',
    },
    {
      name: 'WHATSAPP_VERIFY_TOKEN',
      default: 'none',
      meaning: 'word of your own, at least 16 characters, that you type into the panel with the address of the webhook',
    },
    {
      name: 'WHATSAPP_ACCOUNT_ID',
      default: 'none',
      meaning: 'id of the WhatsApp Business account, for npm run providers -- check to look at its templates',
    },
    {
      name: 'WHATSAPP_LANGUAGES',
      default: 'es_AR,en_US',
      meaning: 'languages in which the templates are approved: the Spanish one, then the English one',
    },
    { name: 'WHATSAPP_URL', default: WHATSAPP_URL, meaning: 'address of the WhatsApp Cloud API with its version' },
  ],
  read: ({ read, needed, readUrl, given, complain }): WhatsappSettings => ({
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
    noticePrefix: read('WHATSAPP_NOTICE_PREFIX', ...aTemplate) ?? NOTICE_PREFIX,
    webhook: webhookIn({ read, given, complain }),
    accountId: read('WHATSAPP_ACCOUNT_ID', matching(/^\d{5,20}$/), 'digits only'),
    languages: read('WHATSAPP_LANGUAGES', languagesIn, 'two languages like es_AR,en_US: Spanish, then English') ?? {
      es: 'es_AR',
      en: 'en_US',
    },
    url: readUrl('WHATSAPP_URL', WHATSAPP_URL),
  }),
  open: (settings, means) => whatsappMessages(settings, means),
  check: (settings, means) => checkWhatsapp(settings, means),
})
