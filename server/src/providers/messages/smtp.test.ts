import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Message } from './port.ts'
import { smtpMessages } from './smtp.ts'
import type { SmtpSettings } from './smtp.ts'
import { selfSignedCertificate } from '../test-certificate.ts'
import { testLimits } from './test-provider.ts'

// The machine may be busy: these limits only have to tell an answer from none.
const limits = { ...testLimits, attemptLimitMs: 3_000, totalLimitMs: 8_000 }
const certificate = selfSignedCertificate()
const message: Message = {
  channel: 'mail',
  to: 'ana@correo.example',
  language: 'es',
  subject: 'Tu código para entrar a Hola',
  text: 'Tu código es 123456.',
  code: '123456',
  deliveryId: null,
  validForMs: null,
}

type Received = { from: string; to: string[]; raw: string; secure: boolean; user: string | undefined }

/** A real SMTP server that takes mail for anybody, unless told otherwise. */
const startServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    ...certificate,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('no such login')),
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        received.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          secure: session.secure,
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}

const settingsFor = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  from: 'codigos@hola.example',
  ...more,
})

const send = (port: number, more: Partial<SmtpSettings> = {}, ca: string | undefined = certificate.cert) =>
  smtpMessages(settingsFor(port, more), { limits, ...(ca === '' ? {} : { ca }) }).send(message)

const failing = (responseCode: number) => Object.assign(new Error(`not for ${message.to}`), { responseCode })

describe('a mail goes out', () => {
  test('plain on this machine, with sender, subject and text', async () => {
    const { port, received } = await startServer()
    expect(await send(port)).toBe('sent')
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'codigos@hola.example', to: ['ana@correo.example'], secure: false })
    expect(received[0]?.raw).toMatch(/^From: Hola <codigos@hola\.example>$/m)
    expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(received[0]?.raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(received[0]?.raw).toContain('123456')
  })

  test('encrypted by STARTTLS, with a login', async () => {
    const { port, received } = await startServer({ authOptional: false })
    const login = { user: 'hola', pass: 'right' }
    expect(await send(port, { encryption: 'starttls', login })).toBe('sent')
    expect(received[0]).toMatchObject({ secure: true, user: 'hola' })
  })

  test('encrypted from the first byte', async () => {
    const { port, received } = await startServer({ secure: true })
    expect(await send(port, { encryption: 'tls' })).toBe('sent')
    expect(received[0]).toMatchObject({ secure: true })
  })

  test('after greylisting: not now, and then', async () => {
    let times = 0
    const { port, received } = await startServer({
      onRcptTo: (_address, _session, done) => {
        times += 1
        done(times < 3 ? failing(450) : null)
      },
    })
    expect(await send(port)).toBe('sent')
    expect([times, received.length]).toEqual([3, 1])
  })
})

describe('a mail does not go out', () => {
  test.each([
    ['the mailbox does not exist', 550, 'unreachable', 1],
    ['the mailbox is full for ever', 552, 'unreachable', 1],
    ['not now, and not later either', 451, 'unavailable', 3],
    ['the service is closing', 421, 'unavailable', 3],
  ])('%s: %i', async (_, responseCode, kind, attempts) => {
    let times = 0
    const { port, received } = await startServer({
      onRcptTo: (_address, _session, done) => {
        times += 1
        done(failing(responseCode))
      },
    })
    const result = await send(port)
    expect(result).toMatchObject({ kind, reason: `smtp ${responseCode}` })
    expect(JSON.stringify(result)).not.toContain('ana')
    expect([times, received.length]).toEqual([attempts, 0])
  })

  test.each<[string, (count: () => void) => SMTPServerOptions]>([
    [
      'our sender',
      (count) => ({
        onMailFrom: (_address, _session, done) => {
          count()
          done(failing(553))
        },
      }),
    ],
    [
      'our text',
      (count) => ({
        onData: (stream, _session, done) => {
          stream.resume().on('end', () => {
            count()
            done(failing(553))
          })
        },
      }),
    ],
  ])('%s is refused: a matter for us, not tried again', async (_, options) => {
    let times = 0
    const { port } = await startServer(options(() => (times += 1)))
    expect(await send(port)).toMatchObject({ kind: 'misconfigured', reason: 'smtp 553' })
    expect(times).toBe(1)
  })

  test('the password is wrong: not tried again', async () => {
    let times = 0
    const { port } = await startServer({
      onAuth: (_auth, _session, done) => {
        times += 1
        done(new Error('no'))
      },
    })
    const login = { user: 'hola', pass: 'wrong' }
    expect(await send(port, { encryption: 'starttls', login })).toMatchObject({
      kind: 'misconfigured',
      reason: 'smtp 535',
    })
    expect(times).toBe(1)
  })

  test('the server has no STARTTLS: nothing is sent in the open', async () => {
    const { port, received } = await startServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    const login = { user: 'hola', pass: 'right' }
    expect(await send(port, { encryption: 'starttls', login })).toMatchObject({ kind: 'misconfigured' })
    expect(received).toEqual([])
  })

  test.each(['tls', 'starttls'] as const)('a certificate that nobody vouches for, by %s', async (encryption) => {
    const { port, received } = await startServer({ secure: encryption === 'tls' })
    expect(await send(port, { encryption }, '')).toMatchObject({
      kind: 'misconfigured',
      reason: 'smtp DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(received).toEqual([])
  })

  test.each(['200 ana@correo.example is fine', '211 help', '299 whatever'])(
    'a server that takes it with "%s" has not sent it, and is not asked twice',
    async (last) => {
      let mails = 0
      const server = createServer((socket) => {
        let inData = false
        const say = (line: string): void => void socket.write(`${line}\r\n`)
        socket.on('error', () => {})
        socket.setEncoding('utf8').on('data', (text: string) => {
          if (inData && !text.endsWith('\r\n.\r\n')) return
          if (inData) {
            inData = false
            mails += 1
            return say(last)
          }
          if (text.startsWith('DATA')) {
            inData = true
            return say('354 go on')
          }
          return say('250 ok')
        })
        say('220 mail')
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port } = server.address() as AddressInfo
      const result = await send(port)
      expect(result).toMatchObject({ kind: 'misconfigured', reason: `smtp ${last.slice(0, 3)} of unknown shape` })
      expect(JSON.stringify(result)).not.toContain('ana')
      expect(mails).toBe(1)
    },
  )

  test('nobody listens', async () => {
    expect(await send(1)).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/^smtp [A-Z]/) })
  })

  test.each([
    ['says nothing', () => {}, 'smtp timed out'],
    ['hangs up', (end: () => void) => end(), undefined],
  ])('a server that %s', async (_, behave, reason) => {
    let times = 0
    const server = createServer((socket) => {
      times += 1
      socket.on('error', () => {})
      behave(() => void socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const result = await smtpMessages(settingsFor(port), { limits: testLimits }).send(message)
    expect(result).toMatchObject({ kind: 'unavailable', ...(reason === undefined ? {} : { reason }) })
    expect(times).toBeGreaterThan(1)
  })
})
