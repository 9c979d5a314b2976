import { refusals } from '@hola/core/errors.ts'
import type { RefusalName } from '@hola/core/errors.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { createLog } from '../../platform/log.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { startProvider } from '../../providers/messages/test-provider.ts'
import { twilioMessages } from '../../providers/messages/twilio.ts'
import { PRIVACY_VERSION, TERMS_VERSION } from './agreed-texts.ts'
import { cleanUpCodes } from './code-cleanup.ts'
import {
  agreed,
  blockAccount,
  caller,
  countingRandom,
  keepingMessages,
  serverWith,
  standingClock,
} from './test-login.ts'

const { pool, connectionString } = await testDatabase()
const clock = standingClock('2026-11-16T15:00:00.000Z')
const messages = keepingMessages()
const { services, logged } = await openTestServer(pool, { clock })
const random = countingRandom()
const app = await serverWith(services, { messages, random })
const { call, getCode, login } = caller(app)
/** A second server on the same database. */
const otherPool = openPool(connectionString, { log: createLog('silent') })
const other = caller(await serverWith(services, { messages, random, pool: otherPool }))
afterAll(() => otherPool.end())

const MINUTE_MS = 60_000
const codeOf = (name: RefusalName) => ({ code: refusals[name].code, ret: null })
let phones = 0
/** Nobody's number yet. */
const newPhone = () => `+5491155${String((phones += 1)).padStart(6, '0')}`
const newestCode = () => messages.sent.at(-1)?.code ?? ''
const otherThan = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0')

/** A code that was sent to a phone a moment ago. */
const codeFor = async (phone: string): Promise<string> => {
  expect(await getCode(phone)).toMatchObject({ code: '0' })
  return newestCode()
}

beforeEach(() => {
  // A new hour for the network that all tests come from.
  clock.pass(61 * MINUTE_MS)
  messages.sent.length = 0
  messages.answer = undefined
})

test('the ways to log in, the country, and the texts to agree to', async () => {
  expect(await call('app/get_login_option', {})).toMatchObject({
    code: '0',
    ret: {
      options: [
        { channel: 'phone', is_default: true },
        { channel: 'mail', is_default: false },
      ],
      country_code: '54',
      code_length_digits: 6,
      privacy_version: PRIVACY_VERSION,
      terms_version: TERMS_VERSION,
      is_sandbox: true,
    },
  })
})

describe('logging in', () => {
  test('by phone: the first time makes the account, the second finds it, on another device', async () => {
    const phone = newPhone()
    expect(await getCode(phone)).toMatchObject({
      status: 200,
      code: '0',
      msg: '',
      ret: { sent_to_masked: `+54 9 ••• ${phone.slice(-4)}`, valid_for_seconds: 300, resend_after_seconds: 60 },
    })
    expect(messages.sent).toMatchObject([{ channel: 'phone', to: phone, language: 'en' }])
    const first = await login(phone, newestCode())
    expect(first.ret).toEqual({
      token: expect.stringMatching(/^[\w-]{64}$/),
      user_id: expect.any(String),
      phone,
      is_new: true,
      expires_at: new Date(clock.now().getTime() + 30 * 24 * 60 * MINUTE_MS).toISOString(),
      browser_token: expect.stringMatching(/^[\w-]{43}$/),
    })
    clock.pass(MINUTE_MS)
    const second = await login(phone, await codeFor(phone))
    expect(second.ret).toMatchObject({ user_id: first.ret['user_id'], is_new: false })
    for (const { ret } of [first, second])
      expect(await call('app/home', {}, { token: String(ret['token']) })).toMatchObject({
        ret: { state: 'not_applied' },
      })
  })

  test('however the phone is typed, it is the same account', async () => {
    const phone = newPhone()
    const { ret } = await login(phone, await codeFor(phone))
    clock.pass(MINUTE_MS)
    const typed = `011 15-${phone.slice(6, 10)}-${phone.slice(-4)}`
    expect(await getCode(typed)).toMatchObject({ code: '0' })
    expect(await login(phone, newestCode())).toMatchObject({ ret: { user_id: ret['user_id'], phone, is_new: false } })
  })

  test('by e-mail, with small letters or large ones: an account without a phone', async () => {
    expect(
      await call('user/get_mail_code', { purpose: 'login', mail: 'Ana@Correo.example' }, { language: 'es' }),
    ).toMatchObject({ code: '0', ret: { sent_to_masked: 'a•••@correo.example' } })
    expect(messages.sent).toMatchObject([{ channel: 'mail', to: 'ana@correo.example', language: 'es' }])
    const body = { channel: 'mail', mail: 'ANA@correo.example', code: newestCode(), ...agreed }
    expect(await call('user/login', body)).toMatchObject({ ret: { phone: null, is_new: true } })
  })

  test('records who agreed to which text, and when first', async () => {
    const phone = newPhone()
    const first = await login(phone, await codeFor(phone))
    const firstAt = clock.now()
    clock.pass(MINUTE_MS)
    await login(phone, await codeFor(phone))
    const { rows } = await pool.query(
      'SELECT text_name, version, agreed_at FROM agreed_text WHERE user_id = $1 ORDER BY text_name',
      [first.ret['user_id']],
    )
    expect(rows).toEqual([
      { text_name: 'privacy', version: PRIVACY_VERSION, agreed_at: firstAt },
      { text_name: 'terms', version: TERMS_VERSION, agreed_at: firstAt },
    ])
  })

  test.each(['privacy_version', 'terms_version'])(
    'with another %s than the present one: read again, and the code still works',
    async (name) => {
      const phone = newPhone()
      const code = await codeFor(phone)
      const body = { channel: 'phone', phone, code, ...agreed }
      for (let count = 0; count < 6; count += 1)
        expect(await call('user/login', { ...body, [name]: '2020-01' })).toMatchObject(codeOf('texts_changed'))
      expect(await call('user/login', body)).toMatchObject({ code: '0' })
    },
  )

  test('with an account that is blocked', async () => {
    const phone = newPhone()
    const { ret } = await login(phone, await codeFor(phone))
    await blockAccount(pool, String(ret['user_id']), clock.now())
    clock.pass(MINUTE_MS)
    expect(await login(phone, await codeFor(phone))).toMatchObject({ status: 403, ...codeOf('account_blocked') })
  })

  test('and out again: that device only', async () => {
    const phone = newPhone()
    const one = String((await login(phone, await codeFor(phone))).ret['token'])
    clock.pass(MINUTE_MS)
    const two = String((await login(phone, await codeFor(phone))).ret['token'])
    expect(await call('user/logout', {}, { token: one })).toMatchObject({ code: '0', ret: {} })
    expect(await call('user/logout', {}, { token: one })).toMatchObject({ status: 401, ...codeOf('login_needed') })
    expect(await call('app/home', {}, { token: two })).toMatchObject({ ret: { state: 'not_applied' } })
    expect(await call('user/logout', {})).toMatchObject({ status: 401, ...codeOf('login_needed') })
  })
})

describe('a code', () => {
  test('that is wrong may be tried five times, and then the right one does not help', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const answers = []
    for (let step = 1; step <= 6; step += 1) answers.push((await login(phone, otherThan(code, step))).code)
    expect(answers).toEqual([...Array.from({ length: 4 }, () => '20101'), '20105', '20105'])
    expect(await login(phone, code)).toMatchObject(codeOf('too_many_tries'))
  })

  test('that is right the fifth time is taken', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    for (let step = 1; step <= 4; step += 1) await login(phone, otherThan(code, step))
    expect(await login(phone, code)).toMatchObject({ code: '0' })
  })

  test.each([
    ['in its last millisecond', 5 * MINUTE_MS - 1, '0'],
    ['at exactly five minutes', 5 * MINUTE_MS, '20102'],
    ['a day later', 24 * 60 * MINUTE_MS, '20102'],
  ])('a code is good or expired: %s', async (_, ms, code) => {
    const phone = newPhone()
    const sent = await codeFor(phone)
    clock.pass(ms)
    expect((await login(phone, sent)).code).toBe(code)
  })

  test('that was used is dead', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    expect(await login(phone, code)).toMatchObject({ code: '0' })
    expect(await login(phone, code)).toMatchObject(codeOf('code_expired'))
  })

  test('that was replaced is dead, and the new one lives', async () => {
    const phone = newPhone()
    const old = await codeFor(phone)
    clock.pass(MINUTE_MS)
    const code = await codeFor(phone)
    expect(await login(phone, old)).toMatchObject(codeOf('wrong_code'))
    expect(await login(phone, code)).toMatchObject({ code: '0' })
    expect(await login(phone, old)).toMatchObject(codeOf('code_expired'))
  })

  test('of another address, or that nobody asked for, opens nothing', async () => {
    const code = await codeFor(newPhone())
    expect(await login(newPhone(), code)).toMatchObject(codeOf('code_expired'))
  })

  test('counts for its own kind of address only', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const body = { channel: 'mail', mail: 'otra@correo.example', code, ...agreed }
    expect(await call('user/login', body)).toMatchObject(codeOf('code_expired'))
  })
})

describe('asking for codes', () => {
  test('again after sixty seconds, to the millisecond', async () => {
    const phone = newPhone()
    await codeFor(phone)
    expect(await getCode(phone)).toMatchObject({
      msg: expect.stringContaining('60 seconds'),
      ...codeOf('code_resend_too_soon'),
    })
    clock.pass(MINUTE_MS - 1)
    expect(await getCode(phone)).toMatchObject({
      msg: expect.stringContaining(' 1 second.'),
      ...codeOf('code_resend_too_soon'),
    })
    clock.pass(1)
    expect(await getCode(phone)).toMatchObject({ code: '0' })
  })

  test('five in an hour for one address and network, and the sixth when the first is an hour old', async () => {
    const phone = newPhone()
    for (let count = 0; count < 5; count += 1) {
      await codeFor(phone)
      clock.pass(2 * MINUTE_MS)
    }
    clock.pass(50 * MINUTE_MS - 1)
    expect(await getCode(phone)).toMatchObject(codeOf('too_many_codes'))
    clock.pass(1)
    expect(await getCode(phone)).toMatchObject({ code: '0' })
    expect(messages.sent).toHaveLength(6)
  })

  test('twenty in an hour for one network, whoever they are for', async () => {
    for (let count = 0; count < 20; count += 1) await codeFor(newPhone())
    const refused = await getCode(newPhone())
    expect(refused).toMatchObject({
      status: 429,
      msg: expect.stringContaining('3600 seconds'),
      ...codeOf('too_many_requests'),
    })
    expect(await call('user/get_mail_code', { purpose: 'login', mail: 'b@correo.example' })).toMatchObject(
      codeOf('too_many_requests'),
    )
    expect(await getCode(newPhone(), '203.0.113.2')).toMatchObject({ code: '0' })
    clock.pass(60 * MINUTE_MS)
    expect(await getCode(newPhone())).toMatchObject({ code: '0' })
  })

  test('a household with IPv6 is one network', async () => {
    for (let count = 0; count < 20; count += 1)
      expect(await getCode(newPhone(), `2001:db8:7:7::${count + 1}`)).toMatchObject({ code: '0' })
    expect(await getCode(newPhone(), '2001:db8:7:7:ffff::1')).toMatchObject(codeOf('too_many_requests'))
    expect(await getCode(newPhone(), '2001:db8:7:8::1')).toMatchObject({ code: '0' })
  })

  test('all at once: one goes out', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 30 }, () => getCode(phone)))
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === '20103')).toHaveLength(29)
    expect(messages.sent).toHaveLength(1)
  })
})

describe('a code to sign', () => {
  const sign = (token: string, path = 'user/get_code') => call(path, { purpose: 'sign' }, { token })
  const loggedIn = async () => {
    const phone = newPhone()
    return { phone, token: String((await login(phone, await codeFor(phone))).ret['token']) }
  }

  test('is for somebody who is logged in', async () => {
    for (const path of ['user/get_code', 'user/get_mail_code'])
      expect(await call(path, { purpose: 'sign' })).toMatchObject({ status: 401, ...codeOf('login_needed') })
    expect(messages.sent).toEqual([])
  })

  test('goes to her own phone, also right after the log-in, and says what it is for', async () => {
    const { phone, token } = await loggedIn()
    expect(await sign(token)).toMatchObject({ ret: { sent_to_masked: `+54 9 ••• ${phone.slice(-4)}` } })
    expect(messages.sent.at(-1)).toMatchObject({ to: phone, text: expect.stringContaining('to sign your loan') })
  })

  test('cannot be sent elsewhere', async () => {
    const { token } = await loggedIn()
    const body = { purpose: 'sign', phone: newPhone() }
    expect(await call('user/get_code', body, { token })).toMatchObject(codeOf('invalid_body'))
  })

  test('does not log in, and leaves the code to log in as it was', async () => {
    const { phone, token } = await loggedIn()
    clock.pass(MINUTE_MS)
    const code = await codeFor(phone)
    await sign(token)
    const signCode = newestCode()
    expect(await login(phone, signCode)).toMatchObject(codeOf('wrong_code'))
    expect(await login(phone, code)).toMatchObject({ code: '0' })
  })

  test('has no way by e-mail for who has none', async () => {
    const { token } = await loggedIn()
    expect(await sign(token, 'user/get_mail_code')).toMatchObject(codeOf('no_address_on_file'))
  })
})

describe('a provider that fails', () => {
  const down = async () => new SendProblem('unavailable', 'twilio HTTP 503')

  test('is a clear refusal; the earlier code lives, and nothing is counted', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    clock.pass(MINUTE_MS)
    messages.answer = down
    for (let count = 0; count < 3; count += 1) expect(await getCode(phone)).toMatchObject(codeOf('message_not_sent'))
    expect(await login(phone, code)).toMatchObject({ code: '0' })
    messages.answer = undefined
    // At once, without the sixty seconds, and four more times in this hour.
    for (let count = 0; count < 4; count += 1) {
      expect(await getCode(phone)).toMatchObject({ code: '0' })
      clock.pass(MINUTE_MS)
    }
    expect(await getCode(phone)).toMatchObject(codeOf('too_many_codes'))
  })

  test('is left alone after five failures, and asked again five minutes later', async () => {
    const phone = newPhone()
    let asked = 0
    messages.answer = async () => {
      asked += 1
      return down()
    }
    for (let count = 0; count < 8; count += 1) expect(await getCode(phone)).toMatchObject(codeOf('message_not_sent'))
    expect(asked).toBe(5)
    messages.answer = undefined
    clock.pass(5 * MINUTE_MS)
    expect(await getCode(phone)).toMatchObject({ code: '0' })
  })

  test('throwing is our bug: a 500 with a number, and nothing is counted either', async () => {
    const phone = newPhone()
    messages.answer = () => Promise.reject(new Error(`no way to ${phone}`))
    const { status, msg } = await getCode(phone)
    expect([status, msg.includes(phone)]).toEqual([500, false])
    messages.answer = undefined
    expect(await getCode(phone)).toMatchObject({ code: '0' })
  })

  test('is in the log with its code, louder where it needs a person', async () => {
    const levels = []
    for (const kind of ['unreachable', 'unavailable', 'misconfigured'] as const) {
      messages.answer = async () => new SendProblem(kind, `twilio ${kind}`)
      await getCode(newPhone())
      const line = logged.map((text) => JSON.parse(text)).findLast(({ msg }) => msg === 'code not sent')
      levels.push([line.code, line.level])
    }
    expect(levels).toEqual([
      ['twilio unreachable', 'info'],
      ['twilio unavailable', 'warn'],
      ['twilio misconfigured', 'error'],
    ])
  })

  test('a 200 with a page has not sent: the code before it lives, and the page is not logged', async () => {
    const provider = await startProvider()
    provider.willReply({ status: 200, text: '<html>Sign in to the Wi-Fi of this hotel</html>' })
    const twilio = twilioMessages(
      { url: provider.url, accountSid: 'AC0', authToken: 'secret', from: '+15005550006' },
      { publicUrl: 'https://hola.example', machineClock: clock },
    )
    const phone = newPhone()
    const code = await codeFor(phone)
    clock.pass(MINUTE_MS)
    messages.answer = twilio.send
    expect(await getCode(phone)).toMatchObject(codeOf('message_not_sent'))
    const typed = new URLSearchParams(provider.requests[0]?.body).get('Body')?.match(/\d{6}/)?.[0] ?? ''
    expect(await login(phone, typed)).toMatchObject(codeOf('wrong_code'))
    expect(await login(phone, code)).toMatchObject({ code: '0' })
    expect(logged.findLast((line) => line.includes('code not sent'))).toContain('twilio HTTP 200 of unknown shape')
    expect(logged.join()).not.toContain('Wi-Fi')
  })

  test('of a slow message: meanwhile nobody else sends, and no transaction is open', async () => {
    const phone = newPhone()
    const gate = Promise.withResolvers<'sent'>()
    const reached = Promise.withResolvers<void>()
    messages.answer = () => {
      reached.resolve()
      return gate.promise
    }
    const slow = getCode(phone)
    await reached.promise
    expect(await getCode(phone)).toMatchObject(codeOf('code_resend_too_soon'))
    const { rows } = await pool.query(
      `SELECT count(*) AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
    )
    expect(rows[0].open).toBe(0)
    gate.resolve('sent')
    expect(await slow).toMatchObject({ code: '0' })
  })
})

describe('two devices at the same instant', () => {
  test('with one code, on two servers: one logs in, and there is one account', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const before = await pool.query('SELECT count(*) AS accounts FROM account')
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? login(phone, code) : other.login(phone, code))),
    )
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(['0', ...Array.from({ length: 15 }, () => '20102')])
    const after = await pool.query('SELECT count(*) AS accounts FROM account')
    expect(after.rows[0].accounts - before.rows[0].accounts).toBe(1)
  })

  test('the database itself holds an address once, whatever the servers do', async () => {
    const phone = newPhone()
    const { ret } = await login(phone, await codeFor(phone))
    const copy = pool.query(
      `INSERT INTO login_address SELECT kind, address_index, $2, sealed_address, created_at
         FROM login_address WHERE user_id = $1`,
      [ret['user_id'], crypto.randomUUID()],
    )
    await expect(copy).rejects.toMatchObject({ code: '23505' })
  })
})

describe('who does not have the code', () => {
  test('gets the same answers whether there is an account or not', async () => {
    const known = newPhone()
    await login(known, await codeFor(known))
    clock.pass(MINUTE_MS)
    const unknown = newPhone()
    const ask = async (phone: string) => {
      const asked = await getCode(phone)
      const wrong = await login(phone, otherThan(newestCode()))
      // Drawn for each code, whoever it is for.
      const drawn = String(asked.ret['delivery_id'])
      return JSON.stringify([asked, wrong]).replaceAll(drawn, 'DRAWN').replaceAll(phone.slice(-4), 'XXXX')
    }
    expect(await ask(known)).toBe(await ask(unknown))
  })
})

test('of a person the database holds nothing readable, and of a code neither', async () => {
  const phone = newPhone()
  const code = await codeFor(phone)
  await login(phone, code)
  await call('user/get_mail_code', { purpose: 'login', mail: 'lectura@correo.example' })
  const { rows } = await pool.query(
    `SELECT (SELECT string_agg(login_address::text, ' ') FROM login_address) ||
            (SELECT string_agg(login_code::text, ' ') FROM login_code) ||
            (SELECT string_agg(account::text, ' ') FROM account) AS dump`,
  )
  const dump = String(rows[0].dump)
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const text of [phone, phone.slice(4), 'lectura@', '203.0.113.1'])
    for (const found of [text, hex(text)]) expect(dump).not.toContain(found)
  expect(dump).not.toContain(`,${code},`)
  expect(dump).not.toContain(hex(code))
})

test('no phone, e-mail address, code, token or network address is in the log of all this', async () => {
  expect(logged.length).toBeGreaterThan(200)
  const lines = logged.map((line) => {
    // Both are made of digits by chance or by the hour, and say nothing of anybody.
    const { time: _time, request_id: _id, ...said } = JSON.parse(line)
    return said
  })
  const personal = /\+?549?11\d{4}|@correo|203\.0\.113|198\.51\.100|2001:db8/
  expect(lines.filter((said) => personal.test(JSON.stringify(said)))).toEqual([])
  // Whatever a line says besides places in our code: no run of six digits, no token.
  const told = lines.map(({ err, ...rest }) => JSON.stringify({ ...rest, said: err?.message }))
  expect(told.filter((line) => /\d{6}|[\w-]{43}/.test(line))).toEqual([])
})

test('the clean-up leaves the codes that a limit still counts', async () => {
  await pool.query('DELETE FROM login_code')
  await codeFor(newPhone())
  clock.pass(24 * 60 * MINUTE_MS)
  await codeFor(newPhone())
  const left = async () => (await pool.query('SELECT count(*) AS count FROM login_code')).rows[0].count
  const silent = { pool, clock, log: createLog('silent') }
  await cleanUpCodes(silent)
  expect(await left()).toBe(2)
  clock.pass(1)
  await cleanUpCodes(silent)
  expect(await left()).toBe(1)
})
