import type { Messages } from './port.ts'
import { sandboxMessages } from './sandbox.ts'
import type { SandboxGround } from './sandbox.ts'
import type { MessageProviders } from './settings.ts'
import { smtpMessages } from './smtp.ts'
import { twilioMessages } from './twilio.ts'
import { whatsappMessages } from './whatsapp-cloud.ts'

/** The providers that the settings name, as one. */
export const openMessages = ({ phone, mail }: MessageProviders, ground: SandboxGround): Messages => {
  const byChannel = { phone: phoneMessages(phone, ground), mail: mailMessages(mail, ground) }
  return { send: (message) => byChannel[message.channel].send(message) }
}

const phoneMessages = (settings: MessageProviders['phone'], ground: SandboxGround): Messages => {
  switch (settings.provider) {
    case 'sandbox':
      return sandboxMessages(ground)
    case 'twilio':
      return twilioMessages(settings)
    case 'whatsapp':
      return whatsappMessages(settings)
  }
}

const mailMessages = (settings: MessageProviders['mail'], ground: SandboxGround): Messages =>
  settings.provider === 'sandbox' ? sandboxMessages(ground) : smtpMessages(settings)
