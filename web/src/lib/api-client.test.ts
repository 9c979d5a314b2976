import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, createApiClient } from './api-client.ts'
import type { CallOptions } from './api-client.ts'

type Sent = { url: string; init: RequestInit }

/** A client on a fake network; everything it does to the rest of the app is written down. */
const setUp = (answer: (sent: Sent) => Promise<Response> | Response) => {
  const did = { sent: [] as Sent[], toasts: [] as string[], logOuts: 0 }
  const state: { token: string | undefined } = { token: 'a-token' }
  const client = createApiClient({
    fetch: async (url, init) => {
      did.sent.push({ url, init })
      return answer({ url, init })
    },
    baseUrl: '/api/',
    timeoutMs: 60_000,
    token: () => state.token,
    headers: () => ({ language: 'es', 'app-name': 'Hola', version: '2.3.0.101505', 'version-code': '1' }),
    logOut: () => {
      did.logOuts += 1
      state.token = undefined
    },
    showToast: (text) => did.toasts.push(text),
    texts: {
      networkFailed: () => 'network failed',
      timedOut: () => 'timed out',
      sessionEnded: () => 'session ended',
    },
  })
  return { client, did, state }
}

const envelope = (fields: object, status = 200): Response => new Response(JSON.stringify(fields), { status })

type Outcome = { resolved: unknown } | { kind: string; msg: string; response: unknown }

const outcomeOf = async (promise: Promise<unknown>): Promise<Outcome> => {
  try {
    return { resolved: await promise }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    return { kind: problem.kind, msg: problem.message, response: problem.response }
  }
}

describe('headers', () => {
  test('a call is a POST of JSON with language, app name, version, version code and token', async () => {
    const { client, did } = setUp(() => envelope({ code: '0', msg: '', ret: {} }))
    await client.call('app/home', { page: 1 })
    const sent = did.sent[0]
    expect(sent?.url).toBe('/api/app/home')
    expect(sent?.init.method).toBe('POST')
    expect(sent?.init.body).toBe('{"page":1}')
    expect(sent?.init.headers).toEqual({
      'content-type': 'application/json',
      language: 'es',
      'app-name': 'Hola',
      version: '2.3.0.101505',
      'version-code': '1',
      token: 'a-token',
    })
  })

  test('without a stored token there is no token header', async () => {
    const { client, did, state } = setUp(() => envelope({ code: '0', msg: '', ret: {} }))
    state.token = undefined
    await client.call('app/home', {})
    expect(did.sent[0]?.init.headers).not.toHaveProperty('token')
  })
})

test.each([
  ['1800', 1_800],
  ['soon', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ['-1', undefined],
  ['', undefined],
])('a refusal with Retry-After "%s" can be asked again after %s seconds', async (header, seconds) => {
  const body = JSON.stringify({ code: '20104', msg: 'Later.', ret: null })
  const { client } = setUp(() => new Response(body, { headers: { 'retry-after': header } }))
  const problem = await client.call('user/get_code', {}).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(ApiError)
  expect((problem as ApiError).response?.retryAfterSeconds).toBe(seconds)
})

describe('another way out', () => {
  const tell: string[] = []
  const by = (answer: object) => ({
    fetch: async (url: string, init: RequestInit) => {
      tell.push(`${url} ${String(init.body)}`)
      return envelope(answer)
    },
  })

  test('takes the request as it is, and not the usual one', async () => {
    const { client, did } = setUp(() => envelope({ code: '0', msg: '', ret: 'usual' }))
    expect(await client.call('app/x', { a: 1 }, by({ code: '0', msg: '', ret: 'other' }))).toBe('other')
    expect(tell).toEqual(['/api/app/x {"a":1}'])
    expect(did.sent).toEqual([])
  })

  test('its answer is judged alike', async () => {
    const { client, did } = setUp(() => envelope({}))
    expect(await outcomeOf(client.call('x', {}, by({ code: '10001', msg: 'log in' })))).toMatchObject(loggedOut)
    expect(did.logOuts).toBe(1)
  })
})

const silent = { kind: 'silent' }
const loggedOut = { kind: 'logged_out' }
const refused = { kind: 'refused' }
const network = { kind: 'network', msg: 'network failed', response: undefined }

describe('the truth table: rows 1 to 5', () => {
  test.each([
    ['row 1: code 301', { code: '301' }, silent, [], 0],
    ['row 2: invalid loan_daycount', { code: '20301', msg: 'invalid loan_daycount' }, { resolved: null }, [], 0],
    ['row 3: code 10001', { code: '10001', msg: 'log in' }, loggedOut, ['log in'], 1],
    ['row 3: code 403', { code: '403', msg: 'blocked' }, loggedOut, ['blocked'], 1],
    ['row 3: bad request', { code: '400', msg: 'bad request' }, loggedOut, ['bad request'], 1],
    ['row 4: any other message', { code: '40000', msg: 'check the name' }, refused, ['check the name'], 0],
    ['row 5: otherwise', { code: '0', msg: '', ret: { a: 1 } }, { resolved: { a: 1 } }, [], 0],
  ] as const)('an answer has its outcome: %s', async (_, answer, outcome, toasts, logOuts) => {
    const { client, did } = setUp(() => envelope(answer))
    expect(await outcomeOf(client.call('x', {}))).toMatchObject(outcome)
    expect(did.toasts).toEqual(toasts)
    expect(did.logOuts).toBe(logOuts)
  })
})

describe('the truth table: its edges', () => {
  test.each([
    ['success with a message is an error', { code: '0', msg: 'success', ret: {} }, refused, ['success'], 0],
    ['code 500 without a message resolves ret', { code: '500', ret: 7 }, { resolved: 7 }, [], 0],
    ['code 500 without anything resolves undefined', { code: '500' }, { resolved: undefined }, [], 0],
    ['301 beats a message', { code: '301', msg: 'x' }, silent, [], 0],
    ['301 beats bad request', { code: '301', msg: 'bad request' }, silent, [], 0],
    ['301 as a number', { code: 301, msg: 'x' }, silent, [], 0],
    ['daycount beats 10001', { code: '10001', msg: 'invalid loan_daycount' }, { resolved: null }, [], 0],
    ['403 without a message says that the session ended', { code: '403', msg: '' }, loggedOut, ['session ended'], 1],
    ['10001 without a message says so too', { code: '10001' }, loggedOut, ['session ended'], 1],
    ['403 as a number', { code: 403, msg: 'blocked' }, loggedOut, ['blocked'], 1],
    ['10001 as a number', { code: 10001, msg: 'log in' }, loggedOut, ['log in'], 1],
    ['Bad Request is another message', { code: '1', msg: 'Bad Request' }, refused, ['Bad Request'], 0],
    ['" bad request " is another message', { code: '1', msg: ' bad request ' }, refused, [' bad request '], 0],
    ['msg null is absent', { code: '0', msg: null, ret: 1 }, { resolved: 1 }, [], 0],
    ['msg undefined is absent', { code: '0', ret: 1 }, { resolved: 1 }, [], 0],
    ['msg of a number is text', { code: '0', msg: 42 }, refused, ['42'], 0],
    ['msg 0 is absent', { code: '0', msg: 0, ret: 1 }, { resolved: 1 }, [], 0],
    ['a message without a code', { msg: 'hello' }, refused, ['hello'], 0],
    ['ret null is a success', { code: '0', msg: '', ret: null }, { resolved: null }, [], 0],
  ] as const)('an odd answer has its outcome: %s', async (_, answer, outcome, toasts, logOuts) => {
    const { client, did } = setUp(() => envelope(answer))
    expect(await outcomeOf(client.call('x', {}))).toMatchObject(outcome)
    expect(did.toasts).toEqual(toasts)
    expect(did.logOuts).toBe(logOuts)
  })

  test.each([
    ['HTTP 401 with an envelope that succeeds', 401, { code: '0', msg: '', ret: 1 }, { resolved: 1 }, 0],
    ['HTTP 403 is not code 403', 403, { code: '7', msg: 'no' }, refused, 0],
    ['HTTP 500 with code 301', 500, { code: '301', msg: 'x' }, silent, 0],
    ['HTTP 200 with code 403', 200, { code: '403', msg: 'blocked' }, loggedOut, 1],
  ] as const)('the envelope decides, not the status: %s', async (_, status, answer, outcome, logOuts) => {
    const { client, did } = setUp(() => envelope(answer, status))
    expect(await outcomeOf(client.call('x', {}))).toMatchObject(outcome)
    expect(did.logOuts).toBe(logOuts)
  })

  test.each([
    ['HTTP 502 with HTML', 502, '<html>Bad gateway</html>'],
    ['HTTP 200 with HTML', 200, '<html>Free wifi: log in</html>'],
    ['an empty body', 200, ''],
    ['a number', 200, '3'],
    ['null', 200, 'null'],
    ['a text', 200, '"bad request"'],
    ['a list', 200, '[{"code":"0"}]'],
    ['an object that is no envelope', 200, '{"error":"x"}'],
    ['half an envelope', 200, '{"code":"0","msg":"'],
  ])('an answer without an envelope is a network failure: %s', async (_, status, body) => {
    const { client, did } = setUp(() => new Response(body, { status }))
    expect(await outcomeOf(client.call('x', {}))).toEqual(network)
    expect(did.toasts).toEqual(['network failed'])
    expect(did.logOuts).toBe(0)
  })

  test.each([
    ['row 1', { code: '301', msg: 'wait' }],
    ['row 3', { code: '10001', msg: 'log in' }],
    ['row 4', { code: '9', msg: 'no' }],
  ])('a rejection holds the response: %s', async (_, answer) => {
    const { client } = setUp(() => envelope({ ...answer, ret: { why: 'w' } }, 200))
    expect(await outcomeOf(client.call('x', {}))).toMatchObject({
      response: { status: 200, code: answer.code, msg: answer.msg, ret: { why: 'w' } },
    })
  })
})

describe('row 0: the transport fails', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Never answers; ends only when it is aborted, as fetch does. */
  const hangs = ({ init }: Sent): Promise<Response> =>
    new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })

  test('offline: network toast, rejects, nobody is logged out', async () => {
    const { client, did } = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await outcomeOf(client.call('x', {}))).toEqual(network)
    expect(did.toasts).toEqual(['network failed'])
    expect(did.logOuts).toBe(0)
  })

  test('no answer within 60 s: time-out toast, rejects', async () => {
    const { client, did } = setUp(hangs)
    const outcome = outcomeOf(client.call('x', {}))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(did.toasts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toEqual({ kind: 'timeout', msg: 'timed out', response: undefined })
    expect(did.toasts).toEqual(['timed out'])
  })

  test('the 60 s cover the body too, not only its first byte', async () => {
    const { client, did } = setUp((sent) => {
      const stream = new ReadableStream({
        start(controller) {
          sent.init.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
        },
      })
      return new Response(stream)
    })
    const outcome = outcomeOf(client.call('x', {}))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toMatchObject({ kind: 'timeout' })
    expect(did.toasts).toEqual(['timed out'])
  })

  test('leaving the page ends the call without a word', async () => {
    const { client, did } = setUp(hangs)
    const page = new AbortController()
    const outcome = outcomeOf(client.call('x', {}, { signal: page.signal }))
    await vi.advanceTimersByTimeAsync(10)
    page.abort()
    expect(await outcome).toMatchObject({ kind: 'aborted' })
    expect(did.toasts).toEqual([])
    expect(did.logOuts).toBe(0)
  })

  test('a page that is already gone sends nothing', async () => {
    const { client, did } = setUp(hangs)
    expect(await outcomeOf(client.call('x', {}, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' })
    expect(did.sent).toEqual([])
  })

  test('no timer is left behind, whatever the end', async () => {
    const ends: ((sent: Sent) => Promise<Response> | Response)[] = [
      () => envelope({ code: '0', ret: 1 }),
      () => envelope({ code: '9', msg: 'no' }),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]
    for (const end of ends) {
      await outcomeOf(setUp(end).client.call('x', {}))
      expect(vi.getTimerCount()).toBe(0)
    }
  })
})

describe('the end of a session', () => {
  test('several calls get 10001 at once: one log-out, one toast, all reject', async () => {
    const { client, did } = setUp(() => envelope({ code: '10001', msg: 'log in' }))
    const outcomes = await Promise.all(['a', 'b', 'c'].map((path) => outcomeOf(client.call(path, {}))))
    expect(outcomes).toMatchObject([loggedOut, loggedOut, loggedOut])
    expect(did.logOuts).toBe(1)
    expect(did.toasts).toEqual(['log in'])
  })

  test('a late 10001 for an old token does not log out whoever has logged in since', async () => {
    const { client, did, state } = setUp(() => {
      state.token = 'a-newer-token'
      return envelope({ code: '10001', msg: 'log in' })
    })
    expect(await outcomeOf(client.call('x', {}))).toMatchObject(loggedOut)
    expect(did).toMatchObject({ logOuts: 0, toasts: [] })
    expect(state.token).toBe('a-newer-token')
  })

  test('a guest who is told to log in hears it', async () => {
    const { client, did, state } = setUp(() => envelope({ code: '10001', msg: 'log in' }))
    state.token = undefined
    expect(await outcomeOf(client.call('x', {}))).toMatchObject(loggedOut)
    expect(did.toasts).toEqual(['log in'])
  })
})

describe('quiet calls', () => {
  const quiet: CallOptions = { quiet: true }

  test.each([
    ['row 0', () => Promise.reject(new TypeError('Failed to fetch')), { kind: 'network' }],
    ['row 4', () => envelope({ code: '9', msg: 'no' }), refused],
  ])('reject without a toast: %s', async (_, answer, outcome) => {
    const { client, did } = setUp(answer)
    expect(await outcomeOf(client.call('x', {}, quiet))).toMatchObject(outcome)
    expect(did.toasts).toEqual([])
  })

  test('still say that the session is over', async () => {
    const { client, did } = setUp(() => envelope({ code: '10001', msg: 'log in' }))
    expect(await outcomeOf(client.call('x', {}, quiet))).toMatchObject(loggedOut)
    expect(did).toMatchObject({ logOuts: 1, toasts: ['log in'] })
  })
})
