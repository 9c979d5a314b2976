import { brand } from '@hola/core/brand.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Address } from '../../person/account/public.ts'
import type { Message } from '../../providers/messages/public.ts'
import type { RequestKind, RequestRow } from './store.ts'

type Words = {
  readonly names: Readonly<Record<RequestKind, string>>
  readonly received: (name: string, number: string) => string
  readonly news: (name: string, number: string) => string
  readonly logIn: string
  readonly follow: string
}

/** The letters of an SMS again, as in the sentences that follow. */
const words: Readonly<Record<WireLanguage, Words>> = {
  en: {
    names: {
      regret: 'request of withdrawal',
      unsubscribe: 'request of cancellation of the service',
      complaint: 'complaint',
    },
    received: (name, number) => `we received your ${name}, number ${number}.`,
    news: (name, number) => `about your ${name}, number ${number}:`,
    logIn: 'Log in to see what comes next.',
    follow: 'Follow it at',
  },
  es: {
    names: { regret: 'pedido de arrepentimiento', unsubscribe: 'pedido de baja', complaint: 'reclamo' },
    received: (name, number) => `recibimos tu ${name} ${number}.`,
    news: (name, number) => `sobre tu ${name} ${number}:`,
    logIn: 'Para ver los pasos que siguen, podés ingresar con tu cuenta.',
    follow: 'Para seguirlo:',
  },
}

const pages: Readonly<Record<RequestKind, string>> = {
  regret: 'pages/consumer/regret?',
  unsubscribe: 'pages/consumer/unsubscribe?',
  complaint: 'pages/custom-service/custom-service?view=complaint&',
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/**
 * The number of a request and how it stands, to the address it was made with. What it says of a loan is only for an
 * address of the loan's own person: one that was mistyped learns nothing but what a person at the desk wrote to it.
 */
export const requestMessage = (
  { kind: channel, value }: Address,
  {
    trackingNumber,
    kind,
    language,
    acknowledgedAt,
  }: Pick<RequestRow, 'trackingNumber' | 'kind' | 'language' | 'acknowledgedAt'>,
  { steps, publicUrl }: { readonly steps: string | undefined; readonly publicUrl: string },
): Message => {
  const { names, received, news, logIn, follow } = words[language]
  const lead = (acknowledgedAt === null ? received : news)(names[kind], trackingNumber)
  const said = (steps ?? logIn).replaceAll('\u00A0', ' ')
  const link = `${follow} ${publicUrl}/#/${pages[kind]}number=${trackingNumber}`
  return {
    channel,
    to: value,
    language,
    subject: `${brand.name}: ${names[kind]} ${trackingNumber}`,
    text: channel === 'mail' ? `${capital(lead)}\n\n${said}\n\n${link}` : `${brand.name}: ${lead} ${said} ${link}`,
    code: null,
  }
}
