import type { ProviderSettings } from '../registry.ts'
import { registry } from '../registry.ts'
import type { MessageMeans, Messages } from './port.ts'
import { sandbox } from './sandbox.ts'
import { smtp } from './smtp.ts'
import { twilio } from './twilio.ts'
import { whatsapp } from './whatsapp-cloud.ts'

const need = 'a provider that sends to real people'

/** Who can bring codes and notices to phones. */
export const phoneRegistry = registry<MessageMeans, Messages>({
  setting: 'MESSAGES_PHONE',
  meaning: 'who brings codes to phones: sandbox shows them on /sandbox',
  need,
  adapters: [sandbox, twilio, whatsapp],
})

/** Who can bring codes and notices to e-mail addresses. */
export const mailRegistry = registry<MessageMeans, Messages>({
  setting: 'MESSAGES_MAIL',
  meaning: 'who brings codes to e-mail addresses: sandbox shows them on /sandbox',
  need,
  adapters: [sandbox, smtp],
})

export type MessageSettings = { readonly phone: ProviderSettings; readonly mail: ProviderSettings }

/** The providers that the settings name, as one. */
export const openMessages = ({ phone, mail }: MessageSettings, means: MessageMeans): Messages => {
  const byChannel = { phone: phoneRegistry.open(phone, means), mail: mailRegistry.open(mail, means) }
  return {
    send: (message) => byChannel[message.channel].send(message),
    webhooks: [...(byChannel.phone.webhooks ?? []), ...(byChannel.mail.webhooks ?? [])],
  }
}
