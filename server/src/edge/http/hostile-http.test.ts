import { connect } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from './test-server.ts'

const { pool } = await testDatabase()
const { app, services, logged } = await openTestServer(pool, { settings: { rateLimitPerMinute: 1_000_000 } })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
if (address === null || typeof address === 'string') throw new Error('not listening')
const { port } = address

/** Everything that comes back for these bytes, as they are. */
const sendRaw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      received += chunk.toString()
      socket.end()
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

describe('the Host of a request', () => {
  const request = (...lines: string[]): Promise<string> =>
    sendRaw(`${['GET /healthz HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`)

  test.each([
    ['two different ones', ['Host: hola.example', 'Host: evil.example']],
    ['the same one twice', ['Host: hola.example', 'HOST: hola.example']],
    ['none', []],
    ['two in one line', ['Host: hola.example, evil.example']],
    ['a space in it', ['Host: hola .example']],
    ['a path in it', ['Host: hola.example/evil']],
    ['a user in it', ['Host: hola.example@evil.example']],
    ['a port that is none', ['Host: hola.example:https']],
  ])('%s: 400', async (_, lines) => {
    expect(await request(...lines)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  })

  test.each(['hola.example', 'hola.example:8080', 'localhost:80', '127.0.0.1:1', '[::1]:8080', 'my_service', ''])(
    'Host: %s is taken',
    async (host) => {
      expect(await request(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    },
  )

  test('a refused one is answered with the envelope and the security headers', async () => {
    const answer = await request('Host: a.example', 'Host: b.example')
    expect(answer).toContain('{"code":"400","msg":"bad request","ret":null}')
    expect(answer).toContain('x-content-type-options: nosniff')
  })
})

describe('a request that breaks off is nobody’s error: not logged as one, and no 5xx is counted', () => {
  const head = 'POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

  /** Sends it and goes away as soon as `isTime`, without a word or in order. */
  const breakOff = (text: string, end: 'resetAndDestroy' | 'end', isTime: Promise<unknown>): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text, () => void isTime.then(() => socket[end]()))
      })
      socket.on('data', () => {})
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })

  const errors = (): string[] => logged.filter((line) => !/^\{"level":"(info|debug)"/.test(line))
  const serverErrors = async (): Promise<string[]> => {
    const { body } = await app.inject('/metrics')
    return body.split('\n').filter((line) => /^hola_request_duration_seconds_count.*code="5\d\d"/.test(line))
  }

  test.each([
    ['at once, after its headers', `${head}Content-Length: 1000\r\n\r\n`],
    ['at once, in the middle of its body', `${head}Content-Length: 1000\r\n\r\n{"channel":`],
    ['at once, in a chunk', `${head}Transfer-Encoding: chunked\r\n\r\nff\r\n{"channel":`],
  ])('a broken request is no error: %s', async (_, text) => {
    const before = logged.length
    await breakOff(text, 'resetAndDestroy', Promise.resolve())
    await expect.poll(() => logged.slice(before).some((line) => line.includes('broken off'))).toBe(true)
    expect(errors()).toEqual([])
    expect(await serverErrors()).toEqual([])
  })

  test.each(['resetAndDestroy', 'end'] as const)('while its body is being read (%s)', async (end) => {
    // The token check asks the clock of the sandbox, and then the body is read.
    const looked = Promise.withResolvers<void>()
    const refresh = services.sandboxClock?.refresh ?? (async () => {})
    vi.spyOn(services.sandboxClock ?? { refresh }, 'refresh').mockImplementation(async () => {
      await refresh()
      setImmediate(looked.resolve)
    })
    const before = logged.length
    await breakOff(`${head}Content-Length: 1000\r\n\r\n{"channel":`, end, looked.promise)
    await expect.poll(() => logged.slice(before).some((line) => line.includes('broken off'))).toBe(true)
    vi.restoreAllMocks()
    expect(errors()).toEqual([])
    expect(await serverErrors()).toEqual([])
  })
})

describe('/readyz', () => {
  test('many probes at once ask the database once', async () => {
    const asked = vi.spyOn(pool, 'query')
    await app.inject('/readyz')
    const forOne = asked.mock.calls.length
    asked.mockClear()
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.inject('/readyz')))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(asked.mock.calls.length).toBe(forOne)
    asked.mockRestore()
  })

  test('no connection is free: it says so within its limit, and is ready again when one is', async () => {
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    onTestFinished(() => held.forEach((client) => client.release()))
    const asked = vi.spyOn(pool, 'query')
    const started = performance.now()
    const answers = await Promise.all([1, 2, 3].map(() => app.inject('/readyz')))
    // The pool itself would wait for 30 s.
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    const waiting = asked.mock.calls.filter(([config]) => JSON.stringify(config).includes('schema_migration'))
    expect(waiting).toHaveLength(1)
    asked.mockRestore()
    for (const client of held.splice(0)) client.release()
    await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200)
  })

  test('a database that never answers: not ready, and asked anew the next time', async () => {
    const blocker = await pool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('BEGIN; LOCK TABLE schema_migration IN ACCESS EXCLUSIVE MODE')
    const started = performance.now()
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    expect(performance.now() - started).toBeLessThan(15_000)
    await blocker.query('ROLLBACK')
    await expect.poll(async () => (await app.inject('/readyz')).statusCode).toBe(200)
  })
})
