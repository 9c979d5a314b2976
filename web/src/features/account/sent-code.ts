import { CODE_RESEND_MS, CODE_VALID_MS } from '@hola/core/codes.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { api } from '../../lib/api.ts'
import { waitOf } from '../../shared/codes/resend.ts'
import { storage, type SentCode } from '../../lib/storage.ts'

export type { SentCode }

export type Agreed = Pick<SentCode, 'privacyVersion' | 'termsVersion' | 'digits'>
export type Recipient = Pick<SentCode, 'channel' | 'address'>

/** What shows that somebody has logged in with this browser before. */
export const knownBrowser = (): { readonly browser_token?: string } => {
  const token = storage.get('browser-token')
  return token === undefined ? {} : { browser_token: token }
}

const ask = ({ channel, address }: Recipient): Promise<RetOf<'user/get_code'>> =>
  channel === 'phone'
    ? api.call('user/get_code', { purpose: 'login', phone: address, ...knownBrowser() }, { quiet: true })
    : api.call('user/get_mail_code', { purpose: 'login', mail: address, ...knownBrowser() }, { quiet: true })

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
    deliveryId: sent.delivery_id,
  }
  storage.set('login-code', code)
  return code
}

/**
 * A code went to this address a moment ago, from here or from another device: it can still be typed. When it was not
 * sent from here, nothing says since when it is good, so it counts as sent now; how long to wait for another, the server
 * has said.
 */
export const expectCode = (recipient: Recipient, agreed: Agreed, waitSeconds = CODE_RESEND_MS / 1000): void => {
  const before = storage.get('login-code')
  const now = Date.now()
  const known =
    before?.channel === recipient.channel && before.address === recipient.address
      ? before
      : { sentTo: recipient.address, expiresAt: now + CODE_VALID_MS }
  storage.set('login-code', { ...known, ...waitOf(waitSeconds), ...recipient, ...agreed })
}

export const sentCode = (): SentCode | undefined => storage.get('login-code')

export const rememberCode = (code: SentCode): void => storage.set('login-code', code)

export const forgetCode = (): void => storage.remove('login-code')
