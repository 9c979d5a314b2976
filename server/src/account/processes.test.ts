import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemRandom } from '../clock.ts'
import { testDatabase } from '../db/test-database.ts'
import type { MessagesRet } from '../sandbox/shapes.ts'
import { agreed } from './test-login.ts'

// Whole servers start here, on a machine that may be busy with other suites.
vi.setConfig({ testTimeout: 90_000 })

const { connectionString, pool } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'hola-login-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const secret = () => Buffer.from(systemRandom.bytes(32)).toString('base64')
const shared = {
  DATABASE_URL: connectionString,
  DATA_DIR: dataDir,
  CODE_PEPPER: secret(),
  FIELD_KEY: secret(),
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'trace',
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

type Answer = { status: number; code: string; msg: string; ret: Record<string, unknown> }
type Server = { call: (path: string, body: object) => Promise<Answer>; url: string; output: () => string }

const stops: (() => Promise<unknown>)[] = []
// A test that starts a server cannot add a hook of its own any more.
afterAll(() => Promise.all(stops.map((stop) => stop())))

/** A real server process, ready; stopped after the last test. */
const startServer = async (env: Record<string, string>): Promise<Server> => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...shared, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  stops.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('Ctrl-C stops everything.')) resolve()
      })
    void ended.then(() => reject(new Error(`it ended:\n${output}`)))
  })
  const url = `http://127.0.0.1:${port}`
  const call = async (path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) }
  }
  return { call, url, output: () => output }
}

const countOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('four server processes on one database', async () => {
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServer({})))
  const of = (at: number): Server => {
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
    expect(countOf(answers)).toEqual({ 20101: 4, 20105: 196 })
    for (let at = 0; at < 4; at += 1) expect(await login(at, code)).toMatchObject({ code: '20105' })
    const { rows } = await pool.query('SELECT tries FROM login_code')
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('1,000 requests for codes from one network address: twenty go out, at most five to one phone', async () => {
    const answers: Answer[] = []
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < 1_000) {
        const at = next++
        // Half of them for one phone, the others each for another.
        const to = at % 2 === 0 ? '+5491122223333' : `+5491144${String(at).padStart(6, '0')}`
        answers.push(await of(at >> 1).call('user/get_code', { purpose: 'login', phone: to }))
      }
    }
    await Promise.all(Array.from({ length: 24 }, worker))
    const sent = await outbox()
    expect(answers).toHaveLength(1_000)
    expect(countOf(answers)['0']).toBe(19)
    expect(sent).toHaveLength(20)
    expect(sent.filter(({ recipient }) => recipient === '+5491122223333')).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    console.log(`1,000 requests for codes by four processes: ${JSON.stringify(countOf(answers))}`)
  })

  test('no process has written a phone, a code or a token into its log', () => {
    for (const { output } of servers) {
      expect(output().length).toBeGreaterThan(10_000)
      expect(output()).not.toMatch(/549?11\d{4}/)
      expect(output()).not.toMatch(new RegExp(`\\b${code}\\b`))
    }
  })
})

test('production starts with real providers, logs in by a mail that really arrives, and shows no sandbox', async () => {
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
  const { call, url, output } = await startServer({
    MODE: 'production',
    PUBLIC_URL: 'https://hola.example',
    MESSAGES_PHONE: 'twilio',
    TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
    TWILIO_AUTH_TOKEN: 'a-secret-of-twilio',
    TWILIO_FROM: '+15005550006',
    TWILIO_URL: 'https://127.0.0.1:1',
    MESSAGES_MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'codigos@hola.example',
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
  await vi.waitFor(() => expect(output()).toContain('"msg":"code not sent"'), { timeout: 10_000 })
  for (const secretOrPerson of [mail, '55550000', 'a-secret-of-twilio']) expect(output()).not.toContain(secretOrPerson)
  expect(output()).not.toMatch(new RegExp(`\\b${typed}\\b`))
  expect((await fetch(`${url}/sandbox/api/messages`)).status).toBe(404)
  const closed = once(mailServer.server, 'close')
  mailServer.close()
  await closed
})
