import { checkMail } from '@hola/core/identifiers/mail.ts'
import type { SettingsReader } from '../settings-reader.ts'
import { baseUrl, oneOf } from '../settings-reader.ts'
import type { SmtpSettings } from './smtp.ts'
import type { TwilioSettings } from './twilio.ts'
import type { WhatsappSettings } from './whatsapp-cloud.ts'

/** Who brings codes and notices to phones and to e-mail addresses, with what that provider needs to know. */
export type MessageProviders = {
  readonly phone:
    | { readonly provider: 'sandbox' }
    | ({ readonly provider: 'twilio' } & TwilioSettings)
    | ({ readonly provider: 'whatsapp' } & WhatsappSettings)
  readonly mail: { readonly provider: 'sandbox' } | ({ readonly provider: 'smtp' } & SmtpSettings)
}

/** The rows of the one table of settings that this room reads. */
export const messageSettingsTable = [
  {
    name: 'MESSAGES_PHONE',
    default: 'sandbox',
    meaning: 'who brings codes to phones: sandbox shows them on /sandbox; twilio (SMS) or whatsapp in production',
  },
  {
    name: 'MESSAGES_MAIL',
    default: 'sandbox',
    meaning: 'who brings codes to e-mail addresses: sandbox shows them on /sandbox; smtp in production',
  },
  { name: 'TWILIO_ACCOUNT_SID', default: 'none', meaning: 'account that sends SMS, AC…; for MESSAGES_PHONE=twilio' },
  { name: 'TWILIO_AUTH_TOKEN', default: 'none', meaning: 'secret of that account' },
  {
    name: 'TWILIO_FROM',
    default: 'none',
    meaning: 'sender of the SMS: a number like +15005550006, a short code, or a messaging service MG…',
  },
  {
    name: 'TWILIO_URL',
    default: 'https://api.twilio.com',
    meaning: 'address of Twilio, or of a service that speaks like it',
  },
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
    meaning: 'name of the approved template for everything else: category UTILITY, its body is one parameter, the text',
  },
  {
    name: 'WHATSAPP_LANGUAGES',
    default: 'es_AR,en_US',
    meaning: 'languages in which the templates are approved: the Spanish one, then the English one',
  },
  {
    name: 'WHATSAPP_URL',
    default: 'https://graph.facebook.com/v23.0',
    meaning: 'address of the WhatsApp Cloud API with its version',
  },
  {
    name: 'SMTP_URL',
    default: 'none',
    meaning:
      'mail server, smtps://user:password@host:465 or smtp://user:password@host:587; encrypted unless it is on this machine; for MESSAGES_MAIL=smtp',
  },
  { name: 'MAIL_FROM', default: 'none', meaning: 'e-mail address that codes come from' },
] as const

const matching =
  (pattern: RegExp) =>
  (text: string): string | undefined =>
    pattern.test(text) ? text : undefined

const languages = (text: string): WhatsappSettings['languages'] | undefined => {
  const [es, en, ...more] = text.split(',').map((item) => item.trim())
  const isLanguage = (item: string | undefined): item is string =>
    item !== undefined && /^[a-z]{2}(_[A-Z]{2})?$/.test(item)
  return isLanguage(es) && isLanguage(en) && more.length === 0 ? { es, en } : undefined
}

const mailAddress = (text: string): string | undefined => {
  const mail = checkMail(text)
  return mail.ok ? mail.value : undefined
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const SMTP_PORT = 587
const SMTPS_PORT = 465

type SmtpServer = Omit<SmtpSettings, 'from'>

const smtpServer = (text: string): SmtpServer | undefined => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') return undefined
  if (/^\/?$/.test(url.pathname) === false || url.search !== '' || url.hash !== '') return undefined
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  const isTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: url.port === '' ? (isTls ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
    // A password and a code cross no network in the open.
    encryption: isTls ? 'tls' : /^(localhost|127(\.\d+){3}|::1)$/.test(host) ? 'none' : 'starttls',
    ...(user === '' ? {} : { login: { user, pass } }),
  }
}

/**
 * Reads every row, whoever was chosen, so that a mistyped one is found at the start and not on the day of a change. What
 * the chosen provider needs must be there; in production both must be real.
 */
export const readMessageProviders = ({ inProduction, given, read, complain }: SettingsReader): MessageProviders => {
  const chosenPhone =
    read('MESSAGES_PHONE', oneOf('sandbox', 'twilio', 'whatsapp'), 'sandbox, twilio or whatsapp') ?? 'sandbox'
  const chosenMail = read('MESSAGES_MAIL', oneOf('sandbox', 'smtp'), 'sandbox or smtp') ?? 'sandbox'

  /** Its value is of use only when nothing was complained of, so a placeholder stands for what is missing. */
  const needed = <Value>(
    chosenBy: 'MESSAGES_PHONE=twilio' | 'MESSAGES_PHONE=whatsapp' | 'MESSAGES_MAIL=smtp',
    name: string,
    parse: (text: string) => Value | undefined,
    expected: string,
    placeholder: Value,
    shown: 'shown' | 'hidden' = 'shown',
  ): Value => {
    const [chooser, provider] = chosenBy.split('=')
    const isNeeded = (chooser === 'MESSAGES_PHONE' ? chosenPhone : chosenMail) === provider
    if (isNeeded && given(name) === undefined) complain(name, `${name} is missing: ${chosenBy} needs ${expected}`)
    return read(name, parse, expected, shown) ?? placeholder
  }
  const schemes = inProduction ? ['https:'] : ['https:', 'http:']

  const twilio: TwilioSettings = {
    accountSid: needed(
      'MESSAGES_PHONE=twilio',
      'TWILIO_ACCOUNT_SID',
      matching(/^AC[0-9a-f]{32}$/i),
      'AC and 32 hexadecimal digits',
      '',
    ),
    authToken: needed(
      'MESSAGES_PHONE=twilio',
      'TWILIO_AUTH_TOKEN',
      matching(/^[\x21-\x7e]{16,256}$/),
      'the secret of the account, at least 16 characters without spaces',
      '',
      'hidden',
    ),
    from: needed(
      'MESSAGES_PHONE=twilio',
      'TWILIO_FROM',
      matching(/^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32})$/i),
      'a number like +15005550006, a short code, or a messaging service MG…',
      '',
    ),
    url: read('TWILIO_URL', baseUrl(schemes), 'like https://api.twilio.com') ?? 'https://api.twilio.com',
  }
  const whatsapp: WhatsappSettings = {
    token: needed(
      'MESSAGES_PHONE=whatsapp',
      'WHATSAPP_TOKEN',
      matching(/^[\x21-\x7e]{16,1024}$/),
      'the access token, at least 16 characters without spaces',
      '',
      'hidden',
    ),
    phoneId: needed(
      'MESSAGES_PHONE=whatsapp',
      'WHATSAPP_PHONE_ID',
      matching(/^\d{5,20}$/),
      'the id of the phone number that sends, digits only',
      '',
    ),
    template: needed(
      'MESSAGES_PHONE=whatsapp',
      'WHATSAPP_TEMPLATE',
      matching(/^[a-z0-9_]{1,512}$/),
      'the name of a template: small letters, digits and underscores',
      '',
    ),
    noticeTemplate: needed(
      'MESSAGES_PHONE=whatsapp',
      'WHATSAPP_NOTICE_TEMPLATE',
      matching(/^[a-z0-9_]{1,512}$/),
      'the name of a template: small letters, digits and underscores',
      '',
    ),
    languages:
      read('WHATSAPP_LANGUAGES', languages, 'two languages like es_AR,en_US: Spanish, then English') ??
      ({ es: 'es_AR', en: 'en_US' } as const),
    url:
      read('WHATSAPP_URL', baseUrl(schemes), 'like https://graph.facebook.com/v23.0') ??
      'https://graph.facebook.com/v23.0',
  }
  const smtp: SmtpSettings = {
    ...needed<SmtpServer>(
      'MESSAGES_MAIL=smtp',
      'SMTP_URL',
      smtpServer,
      'like smtps://user:password@host:465 or smtp://user:password@host:587',
      { host: '', port: 0, encryption: 'tls' },
      'hidden',
    ),
    from: needed('MESSAGES_MAIL=smtp', 'MAIL_FROM', mailAddress, 'an e-mail address', ''),
  }

  if (inProduction) {
    const real = (name: string, providers: string): void => {
      const text = given(name)
      if (text === undefined || text === 'sandbox')
        complain(
          name,
          `${name} is ${text === undefined ? 'missing' : '"sandbox"'}: production needs a provider that sends to real people, ${providers}`,
        )
    }
    real('MESSAGES_PHONE', 'twilio or whatsapp')
    real('MESSAGES_MAIL', 'smtp')
  }

  return {
    phone:
      chosenPhone === 'twilio'
        ? { provider: 'twilio', ...twilio }
        : chosenPhone === 'whatsapp'
          ? { provider: 'whatsapp', ...whatsapp }
          : { provider: 'sandbox' },
    mail: chosenMail === 'smtp' ? { provider: 'smtp', ...smtp } : { provider: 'sandbox' },
  }
}
