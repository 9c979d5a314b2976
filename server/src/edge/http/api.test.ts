import pg from 'pg'
import { contract } from '@hola/core/contract/contract.ts'
import { refuse, refusals } from '@hola/core/errors.ts'
import { wireLanguages } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { revokeSession } from '../../person/account/store.ts'
import { blockAccount } from '../../person/account/test-login.ts'
import { SESSION_VALID_MS } from '../../person/account/session.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { JSON_DEPTH_MAX } from './json-body.ts'
import { logInSomebody, openTestServer } from './test-server.ts'

const { pool, connectionString } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const { app, services, logged } = await openTestServer(pool, {
  clock: { now: () => now },
  replaced: {
    'app/membership_info': async () => {
      throw new Error('the secret is 4711')
    },
    'coupon/my_coupon': async () => ({ coupons: [], password: 'hunter2' }),
    'app/get_app_list': async () => refuse('quota_too_small', { available: '$ 5.000' }),
    'user/logout': async () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
    // As the pool says it when all of its connections are taken for too long.
    'app/get_extra_info': async () => {
      const busy = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: 500 })
      const taken = await busy.connect()
      try {
        await busy.connect()
        throw new Error('there was a second connection')
      } finally {
        taken.release()
        await busy.end()
      }
    },
  },
})

const paths = Object.keys(contract)
const post = (path: string, payload: unknown = {}, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

const somebody = await logInSomebody(services)

test('a success has code "0", an empty msg, and is not stored by any cache', async () => {
  const answer = await post('app/home')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ code: '0', msg: '', ret: expect.objectContaining({ state: 'guest' }) })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

describe('what is wrong with a request is said in an envelope', () => {
  const hex = '00'.repeat(32)
  const rows: readonly {
    name: string
    path?: string
    headers?: Record<string, string>
    body?: unknown
    status: number
    code: string
    en: string
    es?: string
  }[] = [
    { name: 'language in capitals', headers: { language: 'EN' }, status: 400, code: '400', en: 'bad request' },
    { name: 'language unknown', headers: { language: 'vi' }, status: 400, code: '400', en: 'bad request' },
    { name: 'language empty', headers: { language: '' }, status: 400, code: '400', en: 'bad request' },
    { name: 'two languages', headers: { language: 'en, es' }, status: 400, code: '400', en: 'bad request' },
    { name: 'version without numbers', headers: { version: 'x' }, status: 400, code: '400', en: 'bad request' },
    { name: 'version code below zero', headers: { 'version-code': '-1' }, status: 400, code: '400', en: 'bad request' },
    { name: 'app name with markup', headers: { 'app-name': '<b>' }, status: 400, code: '400', en: 'bad request' },
    { name: 'token too short', headers: { token: 'abc' }, status: 400, code: '400', en: 'bad request' },
    { name: 'token empty', headers: { token: '' }, status: 400, code: '400', en: 'bad request' },
    {
      name: 'token not canonical',
      headers: { token: `${'A'.repeat(42)}B` },
      status: 400,
      code: '400',
      en: 'bad request',
    },
    {
      name: 'malformed token where a user is needed',
      path: 'app/get_area',
      headers: { token: 'abc' },
      status: 400,
      code: '400',
      en: 'bad request',
    },
    {
      name: 'unknown token, also as a guest',
      headers: { token: hex },
      status: 401,
      code: '10001',
      en: say('errors_login_needed', 'en'),
      es: say('errors_login_needed', 'es'),
    },
    {
      name: 'no token where a user is needed',
      path: 'app/get_area',
      status: 401,
      code: '10001',
      en: say('errors_login_needed', 'en'),
      es: say('errors_login_needed', 'es'),
    },
    {
      name: 'unknown path',
      path: 'app/nope',
      status: 404,
      code: '404',
      en: say('errors_unknown_path', 'en'),
      es: say('errors_unknown_path', 'es'),
    },
    {
      name: 'no JSON',
      body: '{"a":',
      status: 400,
      code: '40000',
      en: 'Please check "body": it is not valid JSON',
      es: 'Revisá "body": no es JSON válido',
    },
    {
      name: 'empty body',
      body: '',
      status: 400,
      code: '40000',
      en: 'Please check "body": it is missing',
      es: 'Revisá "body": falta',
    },
    {
      name: 'key __proto__',
      body: '{"__proto__":{"admin":true}}',
      status: 400,
      code: '40000',
      en: 'Please check "body": it is not valid JSON',
      es: 'Revisá "body": no es JSON válido',
    },
    {
      name: 'key constructor.prototype',
      body: '{"constructor":{"prototype":{"admin":true}}}',
      status: 400,
      code: '40000',
      en: 'Please check "body": it is not valid JSON',
      es: 'Revisá "body": no es JSON válido',
    },
    {
      name: 'too deep',
      body: '['.repeat(JSON_DEPTH_MAX + 1),
      status: 400,
      code: '40000',
      en: 'Please check "body": it is nested too deeply',
      es: 'Revisá "body": tiene demasiados niveles',
    },
    {
      name: 'a NUL inside',
      body: '{"a":"\\u0000"}',
      status: 400,
      code: '40000',
      en: 'Please check "body": it contains a character that cannot be stored',
      es: 'Revisá "body": tiene un carácter que no se puede guardar',
    },
    {
      name: 'a list',
      body: [],
      status: 400,
      code: '40000',
      en: 'Please check "body": it must be a group of fields',
      es: 'Revisá "body": tiene que ser un grupo de campos',
    },
    {
      name: 'null',
      body: null,
      status: 400,
      code: '40000',
      en: 'Please check "body": it must be a group of fields',
      es: 'Revisá "body": tiene que ser un grupo de campos',
    },
    {
      name: 'an unknown field',
      body: { surprise: 1 },
      status: 400,
      code: '40000',
      en: 'Please check "surprise": this field does not exist',
      es: 'Revisá "surprise": este campo no existe',
    },
    {
      name: 'a missing field',
      path: 'app/get_area',
      headers: { token: somebody.token },
      body: {},
      status: 400,
      code: '40000',
      en: 'Please check "parent_id": it is missing',
      es: 'Revisá "parent_id": falta',
    },
    {
      name: 'a number that would have to become text',
      path: 'app/get_area',
      headers: { token: somebody.token },
      body: { parent_id: 6 },
      status: 400,
      code: '40000',
      en: 'Please check "parent_id": it must be text',
      es: 'Revisá "parent_id": tiene que ser un texto',
    },
    {
      name: 'too large',
      body: { text: 'x'.repeat(70_000) },
      status: 413,
      code: '413',
      en: say('errors_body_too_large', 'en'),
      es: say('errors_body_too_large', 'es'),
    },
    {
      name: 'wrong content type',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
      status: 400,
      code: '40000',
      en: 'Please check "content-type": it must be application/json',
      es: 'Revisá "content-type": tiene que ser application/json',
    },
    {
      name: 'a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1',
      status: 400,
      code: '40000',
      en: 'Please check "content-type": it must be application/json',
      es: 'Revisá "content-type": tiene que ser application/json',
    },
    {
      name: 'a refusal of the business',
      path: 'app/get_app_list',
      status: 200,
      code: '20302',
      en: 'The amount is more than you can borrow now. You can ask for up to $ 5.000.',
      es: 'El monto supera lo que podés pedir ahora. Podés pedir hasta $ 5.000.',
    },
    {
      name: 'an upload without consent',
      path: 'user/upload_app',
      headers: { token: somebody.token },
      body: { data: [] },
      status: 200,
      code: '301',
      en: say('errors_no_consent', 'en'),
      es: say('errors_no_consent', 'es'),
    },
    {
      name: 'the database is away',
      path: 'user/logout',
      headers: { token: somebody.token },
      status: 503,
      code: '503',
      en: say('errors_unavailable', 'en'),
      es: say('errors_unavailable', 'es'),
    },
    {
      name: 'no connection to the database comes free',
      path: 'app/get_extra_info',
      headers: { token: somebody.token },
      status: 503,
      code: '503',
      en: say('errors_unavailable', 'en'),
      es: say('errors_unavailable', 'es'),
    },
  ]

  test.each(rows)(
    'a request is refused: $name',
    async ({ path = 'app/home', headers = {}, body = {}, status, code, en, es = en }) => {
      for (const [language, msg] of [
        ['en', en],
        ['es', es],
      ] as const) {
        const answer = await post(path, body, { language, ...headers })
        expect(answer.statusCode).toBe(status)
        expect(answer.json()).toEqual({ code, msg, ret: null })
      }
    },
  )

  test('no body and no content type', async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/app/home' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code: '40000', msg: 'Please check "body": it is missing', ret: null })
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('%s where only POST exists', async (method) => {
    const answer = await app.inject({ method, url: '/api/app/home' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ code: '404', msg: say('errors_unknown_path', 'en'), ret: null })
  })

  test.each(['/api', '/api/', '/api/app/home/', '/api//app/home', '/api/App/Home', '/api/%', '/api/app/home%00'])(
    'the address %s',
    async (url) => {
      const answer = await app.inject({ method: 'POST', url, payload: {} })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ code: '404', msg: say('errors_unknown_path', 'en'), ret: null })
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
    },
  )
})

describe('a bug', () => {
  test('that throws leaves a number to quote, a line in the log and nothing else', async () => {
    const answer = await post('app/membership_info', {}, { token: somebody.token, language: 'es' })
    expect(answer.statusCode).toBe(500)
    const id = String(answer.headers['x-request-id'])
    expect(answer.json()).toEqual({ code: '500', msg: say('errors_internal', 'es', { request_id: id }), ret: null })
    expect(answer.body).not.toContain('4711')
    expect(logged.filter((line) => line.includes(id)).join()).toContain('request failed')
  })

  test('that answers a field too many answers 500 and does not leak it', async () => {
    const answer = await post('coupon/my_coupon', {}, { token: somebody.token })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ code: '500', ret: null })
    expect(answer.body).not.toContain('hunter2')
    expect(logged.join()).toContain('coupon/my_coupon returned what its contract does not allow')
    expect(logged.join()).not.toContain('hunter2')
  })
})

describe('the token', () => {
  const state = async (token: string) => {
    const answer = await post('app/home', {}, { token })
    return answer.statusCode === 200 ? answer.json().ret.state : answer.json().code
  }

  test('opens the calls of a user, also as it was spelled before it named its person', async () => {
    const { token } = await logInSomebody(services)
    expect(await state(token)).toBe('not_applied')
    const secret = Buffer.from(token, 'base64url').subarray(16)
    for (const spelling of ['base64url', 'hex'] as const)
      expect(await state(secret.toString(spelling))).toBe('not_applied')
    const answer = await post('app/get_list_page1_new', {}, { token })
    expect(answer.json().code).toBe('0')
  })

  test('lives 30 days', async () => {
    const { token } = await logInSomebody(services)
    const start = now
    now = new Date(start.getTime() + SESSION_VALID_MS - 1)
    expect(await state(token)).toBe('not_applied')
    now = new Date(start.getTime() + SESSION_VALID_MS)
    expect(await state(token)).toBe('10001')
    now = start
  })

  test('is dead once revoked, while another device stays logged in', async () => {
    const one = await logInSomebody(services)
    const other = await logInSomebody(services)
    await inTransaction(pool, (tx) => revokeSession(tx, one.userId, one.sessionId, now))
    expect(await state(one.token)).toBe('10001')
    expect(await state(other.token)).toBe('not_applied')
  })

  test('of a blocked account answers 403, also where a guest may call', async () => {
    const { userId, token } = await logInSomebody(services)
    await blockAccount(pool, userId, now)
    for (const path of ['app/home', 'app/get_area']) {
      const answer = await post(path, {}, { token })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({ code: '403', msg: say('errors_account_blocked', 'en'), ret: null })
    }
  })

  test('is looked at before the body is read', async () => {
    const answer = await post('app/upload_image_info', 'x'.repeat(1_000_000))
    expect(answer.json().code).toBe('10001')
  })
})

test.each(paths)('%s refuses a guest exactly when its row says "user"', async (path) => {
  const call = contract[path as keyof typeof contract]
  const answer = await post(path)
  expect(answer.json().code === '10001').toBe(call.access === 'user')
})

test('each call reads as much as its own row allows and no more', async () => {
  const large = { image_base64: 'A'.repeat(1_000_000) }
  const photo = await post('app/upload_image_info', large, { token: somebody.token })
  expect(photo.json().code).toBe('40000')
  const area = await post('app/get_area', large, { token: somebody.token })
  expect(area.json().code).toBe('413')
})

describe('any JSON to any call gives an envelope of the closed list, never our fault', () => {
  const codes = new Set<string>(['0', ...Object.values(refusals).map(({ code }) => code)])
  const broken = new Set(['app/membership_info', 'coupon/my_coupon', 'user/logout', 'app/get_extra_info'])
  const callable = paths.filter((path) => !broken.has(path))

  test('random bodies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...callable),
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), fc.constant({})),
        fc.constantFrom(...wireLanguages),
        fc.boolean(),
        async (path, body, language, loggedIn) => {
          const answer = await post(path, JSON.stringify(body), {
            language,
            ...(loggedIn ? { token: somebody.token } : {}),
          })
          const envelope = answer.json()
          expect(Object.keys(envelope)).toEqual(['code', 'msg', 'ret'])
          expect(codes).toContain(envelope.code)
          expect(envelope.msg === '').toBe(envelope.code === '0')
          expect(answer.statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('random text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callable), fc.string({ unit: 'binary' }), async (path, text) => {
        const answer = await post(path, text, { token: somebody.token })
        expect(codes).toContain(answer.json().code)
        expect(answer.statusCode).toBeLessThan(500)
      }),
      { numRuns: 200 },
    )
  })
})

test('the log names the call and the code, and neither body, token nor address', async () => {
  const before = logged.length
  await post('app/get_area', { parent_id: 'private-thing' }, { token: somebody.token })
  const lines = logged.slice(before).map((line): unknown => JSON.parse(line))
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(Number),
      request_id: expect.any(String),
      method: 'POST',
      path: 'app/get_area',
      status: 200,
      code: refusals.unknown_option.code,
      duration_ms: expect.any(Number),
      msg: 'request',
    },
  ])
})
