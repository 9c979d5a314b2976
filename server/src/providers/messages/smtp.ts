import { connect } from 'node:net'
import { brand } from '@hola/core/brand.ts'
import { createTransport } from 'nodemailer'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { sendLimits, sendWithin } from './attempts.ts'
import type { SendLimits } from './attempts.ts'
import { SendProblem } from './port.ts'
import type { Message, Messages, Sent } from './port.ts'

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
