import { connect } from 'node:net'
import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { contract } from '@hola/core/contract/contract.ts'
import { refusals } from '@hola/core/errors.ts'
import { say } from '@hola/i18n/words.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openPool } from '../../platform/db/pool.ts'
import { createLog } from '../../platform/log.ts'
import { openTestServer } from './test-server.ts'

const { pool } = await testDatabase()
const hanging = Promise.withResolvers<void>()
const { app, services } = await openTestServer(pool, {
  replaced: {
    'app/get_login_option': () => {
      hanging.resolve()
      return new Promise(() => {})
    },
  },
})

afterEach(() => {
  vi.useRealTimers()
})

describe('every answer carries the security headers', () => {
  test.each([
    ['a call', 'POST', '/api/app/home'],
    ['a refused call', 'POST', '/api/app/get_area'],
    ['an unknown call', 'POST', '/api/nope'],
    ['an unknown page', 'GET', '/nope'],
    ['a path that cannot be decoded', 'GET', '/%'],
    ['the health check', 'GET', '/healthz'],
    ['the OpenAPI document', 'GET', '/openapi.json'],
  ] as const)('has the security headers: %s', async (_, method, url) => {
    const { headers } = await app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    )
    expect(policy.join()).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self), microphone=(self)'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('and in production that the site is HTTPS only', async () => {
    const production = await openTestServer(pool, { settings: { mode: 'production' } })
    const { headers } = await production.app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

test('a call that takes longer than 60 seconds is answered, not left hanging', async () => {
  // The one timer that matters is fired by hand: a clock moved for the whole process moves the database's timers too.
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const answering = Promise.resolve(app.inject({ method: 'POST', url: '/api/app/get_login_option', payload: {} }))
  await hanging.promise
  const limits = timers.mock.calls.filter(([, ms]) => ms === REQUEST_TIMEOUT_MS)
  timers.mockRestore()
  expect(limits).toHaveLength(1)
  limits[0]?.[0]()
  const answer = await answering
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect(answer.json()).toEqual({ code: '504', msg: say('errors_timed_out', 'en'), ret: null })
})

test('what is not HTTP gets the envelope by hand', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const text = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(address.port, '127.0.0.1', () => socket.write('HELLO?\r\n\r\n'))
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(text).toContain('{"code":"400","msg":"bad request","ret":null}')
})

describe('the rate limit', () => {
  const limited = async (trustProxy: false | string[] = false) => {
    const server = await openTestServer(pool, { settings: { rateLimitPerMinute: 2, trustProxy } })
    return (remoteAddress: string, url = '/api/app/home', headers: Record<string, string> = {}) =>
      server.app.inject({ method: 'POST', url, headers, payload: {}, remoteAddress })
  }

  test('refuses the call after the last allowed one, says for how long, and forgets after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const call = await limited()
    expect((await call('10.0.0.1')).statusCode).toBe(200)
    expect((await call('10.0.0.1')).statusCode).toBe(200)
    vi.advanceTimersByTime(20_000)
    const refused = await call('10.0.0.1', '/api/app/home', { language: 'es' })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('40')
    expect(refused.json()).toEqual({
      code: '429',
      msg: 'Fueron demasiados intentos. Volvé a probar en 40 segundos.',
      ret: null,
    })
    vi.advanceTimersByTime(40_001)
    expect((await call('10.0.0.1')).statusCode).toBe(200)
  })

  test.each([
    ['another IPv4 address', '10.0.0.1', '10.0.0.2', 200],
    ['the same IPv4 address written as IPv6', '10.0.0.1', '::ffff:10.0.0.1', 429],
    ['another IPv6 address of the same /64', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', 429],
    ['an IPv6 address of the next /64', '2001:db8:0:1::1', '2001:db8:0:2::1', 200],
  ])('the rate limit counts: %s', async (_, first, second, status) => {
    const call = await limited()
    await call(first)
    await call(first)
    expect((await call(second)).statusCode).toBe(status)
  })

  test('counts unknown paths too', async () => {
    const call = await limited()
    await call('10.0.0.1', '/api/guess-1')
    await call('10.0.0.1', '/api/guess-2')
    expect((await call('10.0.0.1', '/api/guess-3')).json().code).toBe('429')
  })

  test('does not believe X-Forwarded-For from just anybody', async () => {
    const call = await limited()
    await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '1.1.1.1' })
    await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '2.2.2.2' })
    expect((await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '3.3.3.3' })).statusCode).toBe(429)
  })

  test('believes X-Forwarded-For from our own proxy', async () => {
    const call = await limited(['10.0.0.1'])
    await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '1.1.1.1' })
    await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '1.1.1.1' })
    expect((await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '1.1.1.1' })).statusCode).toBe(429)
    expect((await call('10.0.0.1', '/api/app/home', { 'x-forwarded-for': '2.2.2.2' })).statusCode).toBe(200)
  })

  test('never turns a health check away', async () => {
    const server = await openTestServer(pool, { settings: { rateLimitPerMinute: 1 } })
    for (let count = 0; count < 5; count += 1) expect((await server.app.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('health', () => {
  test('/healthz says that the process is up, and which build it is', async () => {
    const answer = await app.inject('/healthz')
    expect(answer.json()).toEqual({
      code: '0',
      msg: '',
      ret: {
        status: 'up',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
      },
    })
  })

  test('/readyz is ready with a database and no pending migration', async () => {
    const answer = await app.inject('/readyz')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ code: '0', msg: '', ret: { status: 'ready' } })
  })

  test('/readyz refuses while a migration is pending', async () => {
    const fresh = await testDatabase()
    const server = await openTestServer(fresh.pool)
    await fresh.pool.query('DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration)')
    const answer = await server.app.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({ code: '503', msg: say('errors_unavailable', 'en'), ret: null })
  })

  test('/readyz stays ready beside the tables of a newer version', async () => {
    const fresh = await testDatabase()
    const server = await openTestServer(fresh.pool)
    await fresh.pool.query(`INSERT INTO schema_migration VALUES ('9999-future.sql', '', '2030-01-01')`)
    const answer = await server.app.inject('/readyz')
    expect(answer.statusCode).toBe(200)
  })

  test('while the database is away /readyz refuses, calls say "not available", /healthz is well', async () => {
    const fresh = await testDatabase()
    const server = await openTestServer(fresh.pool)
    // Nothing listens on port 1, so this is the error of a database that is really away.
    const broken = openPool('postgresql://127.0.0.1:1/none', { log: createLog('silent') })
    vi.spyOn(fresh.pool, 'query').mockImplementation(() => broken.query('SELECT 1'))
    const ready = await server.app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    const call = await server.app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
    expect(call.statusCode).toBe(503)
    expect(call.json().code).toBe('503')
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    expect((await server.app.inject('/metrics')).statusCode).toBe(200)
    vi.restoreAllMocks()
    await broken.end()
  })
})

describe('/metrics', () => {
  const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/metrics', headers, remoteAddress })

  test('measures calls by path and code, the pool and the jobs, and has no series for strangers', async () => {
    await app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
    await app.inject({ method: 'POST', url: '/api/some/guess', payload: {} })
    const { body } = await read()
    expect(body).toMatch(/hola_request_duration_seconds_count\{path="app\/home",code="0"\} \d+/)
    expect(body).toMatch(/hola_request_duration_seconds_count\{path="unknown",code="404"\} \d+/)
    expect(body).toMatch(/hola_pool_connections\{state="open"\} \d+/)
    expect(body).toContain('hola_jobs{queue="dead-letter",state="created"} 0')
    expect(body).toMatch(/^hola_holiday_table_days_left \d+$/m)
    expect(body).toMatch(/hola_job_delay_seconds\{queue="receipt-heard"\} [\d.]+/)
    expect(body).not.toContain('guess')
  })

  test.each([
    ['the machine itself', {}, '127.0.0.1', 200],
    ['the machine itself by IPv6', {}, '::1', 200],
    ['somebody else', {}, '10.0.0.1', 404],
    ['somebody else through a proxy on the machine', { 'x-forwarded-for': '10.0.0.1' }, '127.0.0.1', 404],
  ])('without a METRICS_TOKEN, read by %s', async (_, headers, remoteAddress, status) => {
    expect((await read(headers, remoteAddress)).statusCode).toBe(status)
  })

  test('in production nobody reads without a token, nor through a proxy that names nobody', async () => {
    const production = await openTestServer(pool, { settings: { mode: 'production' } })
    expect((await production.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(404)
  })

  test('with a METRICS_TOKEN only its bearer reads, from anywhere', async () => {
    const server = await openTestServer(pool, { settings: { metricsToken: 'a-token-of-the-scraper' } })
    const status = async (authorization?: string) =>
      (
        await server.app.inject({
          url: '/metrics',
          remoteAddress: '10.0.0.1',
          headers: authorization === undefined ? {} : { authorization },
        })
      ).statusCode
    expect(await status('Bearer a-token-of-the-scraper')).toBe(200)
    expect(await status('Bearer something-else')).toBe(404)
    expect(await status()).toBe(404)
  })
})

describe('/openapi.json', () => {
  test('describes every call of the contract and nothing else', async () => {
    const answer = await app.inject('/openapi.json')
    const document = answer.json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual(
      Object.keys(contract)
        .map((path) => `/api/${path}`)
        .toSorted(),
    )
    expect(document.tags.map(({ name }: { name: string }) => name)).toEqual([
      'app',
      'user',
      'loan',
      'deal',
      'coupon',
      'consumer',
      'privacy',
    ])
  })

  test.each(Object.entries(contract))('%s: body, envelope, headers, refusals and who may call', async (path, call) => {
    const document = (await app.inject('/openapi.json')).json()
    const operation = document.paths[`/api/${path}`].post
    expect(operation.summary).toBe(call.summary)
    expect(operation.tags).toEqual([path.split('/')[0]])
    expect(operation.requestBody.content['application/json'].schema).not.toEqual({})
    const names = operation.parameters.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['language', 'app-name', 'version', 'version-code'])
    expect(Object.keys(operation.responses)).toEqual(['200', '400', '401', '403', '413', '429', '500', '503'])
    const [success, refusal] = operation.responses['200'].content['application/json'].schema.anyOf
    expect(Object.keys(success.properties)).toEqual(['code', 'msg', 'ret'])
    expect(success.properties.code.const).toBe('0')
    expect(success.properties.msg.const).toBe('')
    expect(refusal).toEqual({ $ref: '#/components/schemas/Refusal200' })
    expect(operation.security).toEqual(call.access === 'user' ? [{ token: [] }] : [{}, { token: [] }])
  })
})

test('/openapi.json names every refusal of the closed list, each under its HTTP status', async () => {
  const { schemas } = (await app.inject('/openapi.json')).json().components
  for (const [name, { code, status }] of Object.entries(refusals)) {
    // An unknown path belongs to no call.
    if (status === 404) continue
    expect(schemas[`Refusal${status}`].properties.code.enum).toContain(code)
    expect(schemas[`Refusal${status}`].properties.code.description).toContain(name)
  }
})

test('services are given, not made: the clock of the answer is the clock handed in', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/app/home', payload: {} })
  expect(Math.abs(Date.parse(answer.json().ret.now_at) - services.clock.now().getTime())).toBeLessThan(5_000)
})
