import { brand } from '@hola/core/brand.ts'
import { say } from '@hola/i18n/words.ts'
import type { Address } from '../../person/account/public.ts'
import type { Message } from '../../providers/messages/public.ts'
import type { RequestKind, RequestRow } from './store.ts'

const pages: Readonly<Record<RequestKind, string>> = {
  regret: 'pages/consumer/regret?',
  unsubscribe: 'pages/consumer/unsubscribe?',
  complaint: 'pages/custom-service/custom-service?view=complaint&',
  data_access: 'pages/custom-service/custom-service?view=data_access&',
  data_change: 'pages/custom-service/custom-service?view=data_change&',
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
  const name = say(`consumer_message_name_${kind}`, language)
  const leadKey = acknowledgedAt === null ? 'consumer_message_received' : 'consumer_message_news'
  const lead = say(leadKey, language, { name, number: trackingNumber })
  const said = (steps ?? say('consumer_message_log_in', language)).replaceAll('\u00A0', ' ')
  const link = `${say('consumer_message_follow', language)} ${publicUrl}/#/${pages[kind]}number=${trackingNumber}`
  return {
    channel,
    to: value,
    language,
    subject: `${brand.name}: ${name} ${trackingNumber}`,
    text: channel === 'mail' ? `${capital(lead)}\n\n${said}\n\n${link}` : `${brand.name}: ${lead} ${said} ${link}`,
    code: null,
    deliveryId: null,
    validForMs: null,
  }
}
