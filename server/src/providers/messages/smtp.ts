import { connect } from 'node:net'
import { brand } from '@hola/core/brand.ts'
import { createTransport } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { adapter } from '../registry.ts'
import { mailAddress } from '../settings-reader.ts'
import { sendLimits, sendWithin } from './attempts.ts'
import type { SendLimits } from './attempts.ts'
import { SendProblem } from './port.ts'
import type { Message, MessageAdapter, Messages, Sent } from './port.ts'

export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte, encrypted by STARTTLS or not sent at all, or plain on this machine alone. */
  readonly encryption: 'tls' | 'starttls' | 'none'
  readonly login?: { readonly user: string; readonly pass: string }
  readonly from: string
}

/** What only a test adds: the authority of its own certificate. */
type SmtpOptions = { readonly limits?: SendLimits; readonly ca?: string }

/** E-mail by any SMTP server. One connection for each message: codes are few, and an idle one would go stale. */
export const smtpMessages = (settings: SmtpSettings, { limits = sendLimits, ca }: SmtpOptions = {}): Messages => ({
  send: (message) => sendWithin(limits, (signal) => attempt(settings, message, signal, limits, ca)),
})

const attempt = async (
  { host, port, encryption, login, from }: SmtpSettings,
  { to, subject, text }: Message,
  signal: AbortSignal,
  { attemptLimitMs }: SendLimits,
  ca: string | undefined,
): Promise<Sent> => {
  const options: SMTPTransportOptions = {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login === undefined ? {} : { auth: login }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: attemptLimitMs,
    greetingTimeout: attemptLimitMs,
    socketTimeout: attemptLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Our own socket, so that an attempt that is over does not go on in the background and deliver a dead code.
    getSocket: (_options, callback) => {
      const socket = connect({ host, port, signal })
      const fail = (error: Error): void => callback(error)
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.off('error', fail)
        callback(null, { connection: socket })
      })
    },
  }
  try {
    const { response, accepted } = await createTransport(options).sendMail({
      from: { name: brand.name, address: from },
      to: { name: '', address: to },
      subject,
      text,
      // Keeps out-of-office robots from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    // The one word for "I have it" (RFC 5321, 4.2); the library takes any number that begins with 2.
    const code = /^\d{3}/.exec(response)?.[0] ?? 'no code'
    const isTaken = code === '250' && accepted.length === 1
    return isTaken ? 'sent' : new SendProblem('misconfigured', `smtp ${code} of unknown shape`)
  } catch (error) {
    return signal.aborted ? new SendProblem('unavailable', 'smtp timed out') : problemOf(error)
  }
}

const fieldOf = (error: unknown, field: string): unknown =>
  error instanceof Error ? Reflect.get(error, field) : undefined

/** What the server said decides; before it said anything, what became of the connection. */
const problemOf = (error: unknown): SendProblem => {
  // The library's own name covers a lost connection and a certificate that nobody trusts alike; behind it is Node's.
  const kind = String(fieldOf(error, 'code') ?? 'no answer')
  const code = String(fieldOf(error, 'originalCode') ?? kind)
  const response = Number(fieldOf(error, 'responseCode') ?? 0)
  const reason = `smtp ${response || code}`
  // 4xx is "not now": greylisting, a full queue, a server that closes.
  if (response >= 400 && response < 500) return new SendProblem('unavailable', reason)
  if (response >= 500 && fieldOf(error, 'command') === 'RCPT TO') return new SendProblem('unreachable', reason)
  if (response >= 500 || kind === 'EAUTH' || kind === 'ETLS' || /CERT|TLS|SSL/.test(code))
    return new SendProblem('misconfigured', reason)
  return new SendProblem('unavailable', reason)
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

export const smtp: MessageAdapter = adapter({
  name: 'smtp',
  rows: [
    {
      name: 'SMTP_URL',
      default: 'none',
      meaning:
        'mail server, smtps://user:password@host:465 or smtp://user:password@host:587; encrypted unless it is on this machine; for MESSAGES_MAIL=smtp',
    },
    { name: 'MAIL_FROM', default: 'none', meaning: 'e-mail address that codes come from' },
  ],
  read: ({ needed }): SmtpSettings => ({
    ...needed<SmtpServer>(
      'SMTP_URL',
      smtpServer,
      'like smtps://user:password@host:465 or smtp://user:password@host:587',
      { host: '', port: 0, encryption: 'tls' },
      'hidden',
    ),
    from: needed('MAIL_FROM', mailAddress, 'an e-mail address', ''),
  }),
  open: (settings) => smtpMessages(settings),
})
