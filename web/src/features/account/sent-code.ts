import type { RetOf } from '@hola/core/contract/contract.ts'
import { api } from '../../lib/api.ts'
import { RESEND_MS, TRIES_MAX, VALID_MS } from '../../lib/resend.ts'
import { storage, type SentCode } from '../../lib/storage.ts'

export type { SentCode }

export type Agreed = Pick<SentCode, 'privacyVersion' | 'termsVersion' | 'digits'>
export type Recipient = Pick<SentCode, 'channel' | 'address'>

const ask = ({ channel, address }: Recipient): Promise<RetOf<'user/get_code'>> =>
  channel === 'phone'
    ? api.call('user/get_code', { purpose: 'login', phone: address }, { quiet: true })
    : api.call('user/get_mail_code', { purpose: 'login', mail: address }, { quiet: true })

/** Sends a code and remembers it, with deadlines by this device's clock so that they outlive a reload. */
export const sendCode = async (recipient: Recipient, agreed: Agreed): Promise<SentCode> => {
  const sent = await ask(recipient)
  const now = Date.now()
  const code = {
    ...recipient,
    ...agreed,
    sentTo: sent.sent_to_masked,
    resendAt: now + sent.resend_after_seconds * 1000,
    expiresAt: now + sent.valid_for_seconds * 1000,
    triesLeft: TRIES_MAX,
  }
  storage.set('login-code', code)
  return code
}

/**
 * A code went to this address a moment ago, from here or from another device: it can still be typed. When it was not
 * sent from here, nothing says since when it is good, so it counts as sent now.
 */
export const expectCode = (recipient: Recipient, agreed: Agreed): void => {
  const before = storage.get('login-code')
  const now = Date.now()
  const known =
    before?.channel === recipient.channel && before.address === recipient.address
      ? before
      : { sentTo: recipient.address, resendAt: now + RESEND_MS, expiresAt: now + VALID_MS, triesLeft: TRIES_MAX }
  storage.set('login-code', { ...known, ...recipient, ...agreed })
}

export const sentCode = (): SentCode | undefined => storage.get('login-code')

export const rememberCode = (code: SentCode): void => storage.set('login-code', code)

export const forgetCode = (): void => storage.remove('login-code')
