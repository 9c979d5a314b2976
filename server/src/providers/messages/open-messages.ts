import type { Clock, Random } from '@hola/core/clock.ts'
import type { Pool } from '../../db/pool.ts'
import type { Messages } from './port.ts'
import { sandboxMessages } from './sandbox.ts'
import type { MessageProviders } from './settings.ts'
import { smtpMessages } from './smtp.ts'
import { twilioMessages } from './twilio.ts'
import { whatsappMessages } from './whatsapp-cloud.ts'

/** The providers that the settings name, as one. */
export const openMessages = (
  { phone, mail }: MessageProviders,
  ground: { pool: Pool; clock: Clock; random: Random },
): Messages => {
  const byChannel = { phone: phoneMessages(phone, ground), mail: mailMessages(mail, ground) }
  return { send: (message) => byChannel[message.channel].send(message) }
}

type Ground = Parameters<typeof sandboxMessages>[0]

const phoneMessages = (settings: MessageProviders['phone'], ground: Ground): Messages => {
  switch (settings.provider) {
    case 'sandbox':
      return sandboxMessages(ground)
    case 'twilio':
      return twilioMessages(settings)
    case 'whatsapp':
      return whatsappMessages(settings)
  }
}

const mailMessages = (settings: MessageProviders['mail'], ground: Ground): Messages =>
  settings.provider === 'sandbox' ? sandboxMessages(ground) : smtpMessages(settings)
