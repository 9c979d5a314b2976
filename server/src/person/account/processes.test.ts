import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { freePort } from '../../platform/free-port.ts'
import { countCodes, serverProcesses } from '../../edge/http/test-process.ts'
import type { ProcessAnswer, ServerProcess } from '../../edge/http/test-process.ts'
import type { MessagesRet } from '../../edge/sandbox/shapes.ts'
import { agreed } from './test-login.ts'

// Whole servers start here, on a machine that may be busy with other suites.

const { connectionString, pool } = await testDatabase()
const { start } = await serverProcesses(connectionString)

const PROCESSES = 4
/** What is promised holds for any number of strangers: a fifth of them is past every limit as well. */
const crowd = (size: number): number => {
  const count = isProof ? size : size / 5
  tellProof('requests at once', count, size)
  return count
}

describe('four server processes on one database', async () => {
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => start({ TRUST_PROXY: 'loopback' })))
  const of = (at: number): ServerProcess => {
    const server = servers[at % servers.length]
    if (server === undefined) throw new Error('no server')
    return server
  }
  const outbox = async (): Promise<MessagesRet['messages']> =>
    ((await (await fetch(`${of(0).url}/sandbox/api/messages`)).json()) as { ret: MessagesRet }).ret.messages
  const phone = '+5491123456789'
  const asked = await of(0).call('user/get_code', { purpose: 'login', phone })
  const code = (await outbox())[0]?.code ?? ''
  const login = (at: number, typed: string) =>
    of(at).call('user/login', { channel: 'phone', phone, code: typed, ...agreed })

  test('brute force of one code stops at five tries, whichever process is asked', async () => {
    expect(asked.code).toBe('0')
    const guesses = Array.from({ length: 200 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(guesses.map((guess, at) => login(at, guess)))
    expect(countCodes(answers)).toEqual({ 20101: 4, 20105: 196 })
    for (let at = 0; at < 4; at += 1) expect(await login(at, code)).toMatchObject({ code: '20105' })
    const { rows } = await pool.query('SELECT tries FROM login_code')
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('a flood of requests for codes from one network: twenty go out, one to each phone', async () => {
    const requests = crowd(1_000)
    const answers: ProcessAnswer[] = []
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < requests) {
        const at = next++
        // Half of them for one phone, the others each for another.
        const to = at % 2 === 0 ? '+5491122223333' : `+5491144${String(at).padStart(6, '0')}`
        answers.push(await of(at >> 1).call('user/get_code', { purpose: 'login', phone: to }))
      }
    }
    await Promise.all(Array.from({ length: 24 }, worker))
    const sent = await outbox()
    expect(answers).toHaveLength(requests)
    expect(countCodes(answers)['0']).toBe(19)
    expect(sent).toHaveLength(20)
    expect(sent.filter(({ recipient }) => recipient === '+5491122223333')).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    tellFigure('load', `${requests} requests for codes from one network over four servers`, `${sent.length} sent`)
  })

  describe('strangers from many networks', () => {
    const owner = { phone: '+5491133334444', from: '192.0.2.1' }
    const ask = (at: number, from: string, to = owner.phone) =>
      of(at).call('user/get_code', { purpose: 'login', phone: to }, undefined, from)
    const type = (at: number, typed: string, from: string) =>
      of(at).call('user/login', { channel: 'phone', phone: owner.phone, code: typed, ...agreed }, undefined, from)
    const codeFrom = async (from: string) => {
      expect(await ask(0, from)).toMatchObject({ code: '0' })
      return (await outbox()).find(({ recipient }) => recipient === owner.phone)?.code ?? ''
    }
    const wrong = (right: string, at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0')

    test('guesses of forty networks count fifteen times; the network that asked keeps its own five', async () => {
      const right = await codeFrom(owner.from)
      const answers = await Promise.all(
        Array.from({ length: crowd(400) }, (_, at) => type(at, wrong(right, at), `198.51.100.${at % 40}`)),
      )
      const tries = async () => {
        const { rows } = await pool.query('SELECT tries FROM login_code WHERE used_at IS NULL ORDER BY created_at DESC')
        return rows[0].tries
      }
      expect(countCodes(answers)['0']).toBeUndefined()
      expect(await tries()).toBe(15)
      expect(await type(1, right, '198.51.100.77')).toMatchObject({ code: '20105' })
      const own = await Promise.all(Array.from({ length: 4 }, (_, at) => type(at, wrong(right, at), owner.from)))
      expect(countCodes(own)).toEqual({ 20101: 4 })
      expect(await tries()).toBe(19)
      expect(await type(2, right, owner.from)).toMatchObject({ code: '0' })
    })

    test('a flood of requests for her number: fifteen go out, and then her network is known', async () => {
      const before = (await outbox()).length
      const answers = await Promise.all(Array.from({ length: crowd(600) }, (_, at) => ask(at, `198.18.${at % 60}.1`)))
      expect(countCodes(answers)['0']).toBe(14)
      expect((await outbox()).length - before).toBe(14)
      // As if her last one had been a minute earlier.
      await pool.query(
        `UPDATE login_code SET created_at = created_at - interval '1 minute', sent_at = sent_at - interval '1 minute'`,
      )
      expect(await type(3, await codeFrom(owner.from), owner.from)).toMatchObject({ code: '0' })
    })

    test('many requests over one IPv6 /48: sixty go out', async () => {
      const requests = isProof ? 300 : 80
      const answers = await Promise.all(
        Array.from({ length: requests }, (_, at) =>
          ask(at, `2001:db8:48:${(at * 0x51).toString(16)}::1`, `+5491166${String(at).padStart(6, '0')}`),
        ),
      )
      expect(countCodes(answers)).toEqual({ 0: 60, 429: requests - 60 })
    })
  })

  test('no process has written a phone, a code or a token into its log', () => {
    for (const { output } of servers) {
      expect(output().length).toBeGreaterThan(isProof ? 10_000 : 2_000)
      expect(output()).not.toMatch(/549?11\d{4}/)
      expect(output()).not.toMatch(new RegExp(`\\b${code}\\b`))
    }
  })
})

test('production starts with real providers, logs in by a mail that arrives, has no sandbox', async () => {
  // The network of the test above has had its twenty.
  await pool.query('DELETE FROM login_code')
  const mails: string[] = []
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        mails.push(raw)
        done()
      })
    },
  })
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const mailPort = (mailServer.server.address() as AddressInfo).port
  const { call, url, output } = await start({
    MODE: 'production',
    PUBLIC_URL: 'https://hola.example',
    MESSAGES_PHONE: 'twilio',
    TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
    TWILIO_AUTH_TOKEN: 'a-secret-of-twilio',
    TWILIO_FROM: '+15005550006',
    TWILIO_URL: `https://127.0.0.1:${await freePort()}`,
    MESSAGES_MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'codigos@hola.example',
    BUREAU: 'bcra',
    METRICS_TOKEN: 'a-token-of-the-scraper',
    PAYOUT: 'mercado-pago',
    COLLECTION: 'mercado-pago',
    COLLECTION_PAYER_MAIL: 'pagos@lender.example',
    MERCADO_PAGO_TOKEN: 'an-access-token-of-nobody',
    MERCADO_PAGO_WEBHOOK_SECRET: 'a-secret-of-nobody',
    MERCADO_PAGO_KEY: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
    MERCADO_PAGO_URL: 'https://127.0.0.1:1',
  })
  const mail = 'ana@correo.example'
  expect(await call('user/get_mail_code', { purpose: 'login', mail })).toMatchObject({ code: '0' })
  const typed = /is (\d{6})\./.exec(mails.join())?.[1] ?? ''
  expect(await call('user/login', { channel: 'mail', mail, code: typed, ...agreed })).toMatchObject({
    code: '0',
    ret: { is_new: true },
  })
  // Nobody is there to take SMS: a sentence for the person, and the reason for us.
  expect(await call('user/get_code', { purpose: 'login', phone: '11 5555-0000' })).toMatchObject({ code: '20106' })
  // What another process writes comes through a pipe, a little later.
  await expect.poll(output).toContain('"msg":"code not sent"')
  for (const secretOrPerson of [mail, '55550000', 'a-secret-of-twilio']) expect(output()).not.toContain(secretOrPerson)
  expect(output()).not.toMatch(new RegExp(`\\b${typed}\\b`))
  expect((await fetch(`${url}/sandbox/api/messages`)).status).toBe(404)
  const closed = once(mailServer.server, 'close')
  mailServer.close()
  await closed
})
