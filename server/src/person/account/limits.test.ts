import { refusals } from '@hola/core/errors.ts'
import type { RefusalName } from '@hola/core/errors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { createLog } from '../../platform/log.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { cleanUpCodes } from './code-cleanup.ts'
import { caller, countingRandom, keepingMessages, serverWith, standingClock } from './test-login.ts'

// The rules of decisions section 6, a clause each: what strangers may do to an address and to the product, and what they
// cannot do to its owner.

const { pool } = await testDatabase()
const clock = standingClock('2026-11-16T15:00:00.000Z')
const messages = keepingMessages()
const { services, logged } = await openTestServer(pool, { clock })
const random = countingRandom()
const { call, getCode, login } = caller(await serverWith(services, { messages, random }))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const HOME = '203.0.113.1'
const codeOf = (name: RefusalName) => ({ code: refusals[name].code, ret: null })
const sentCode = () => messages.sent.at(-1)?.code ?? ''
const otherThan = (code: string, step = 1) => String((Number(code) + 500_000 + step) % 1_000_000).padStart(6, '0')
let phones = 0
const newPhone = () => `+5491156${String((phones += 1)).padStart(6, '0')}`
let strangers = 0
/** A network that nobody has used yet. */
const newNetwork = () => `10.${(strangers += 1) >> 16}.${(strangers >> 8) & 255}.${strangers & 255}`

const codeFor = async (phone: string, from = HOME, more: object = {}): Promise<string> => {
  expect(await getCode(phone, from, more)).toMatchObject({ code: '0' })
  return sentCode()
}

/** Somebody who has logged in once, long ago. */
const newOwner = async (from = HOME) => {
  const phone = newPhone()
  const { ret } = await login(phone, await codeFor(phone, from), from)
  clock.pass(2 * HOUR_MS)
  return { phone, token: String(ret['token']), browser: { browser_token: ret['browser_token'] } }
}

/** As many codes as strangers can get for an address, each from a network of its own. */
const useUpStrangers = async (phone: string): Promise<void> => {
  for (let count = 0; count < 15; count += 1) await codeFor(phone, newNetwork())
  expect(await getCode(phone, newNetwork())).toMatchObject(codeOf('too_many_codes'))
}

const guess = async (phone: string, code: string, from: string, times: number, more: object = {}) => {
  const codes = []
  for (let step = 1; step <= times; step += 1) codes.push((await login(phone, otherThan(code, step), from, more)).code)
  return codes
}

beforeEach(() => {
  clock.pass(2 * HOUR_MS)
  messages.sent.length = 0
  messages.answer = undefined
})

describe('codes for one address', () => {
  test('five an hour for each network that asks, each with its own', async () => {
    const phone = newPhone()
    for (const from of [newNetwork(), newNetwork()]) {
      for (let count = 0; count < 5; count += 1) {
        await codeFor(phone, from)
        clock.pass(MINUTE_MS)
      }
      expect(await getCode(phone, from)).toMatchObject({
        msg: expect.stringContaining('in 55 min'),
        ...codeOf('too_many_codes'),
      })
    }
    expect(messages.sent).toHaveLength(10)
  })

  test('fifteen an hour in all for strangers, and the next when the first is an hour old', async () => {
    const phone = newPhone()
    await useUpStrangers(phone)
    clock.pass(HOUR_MS - 1)
    expect(await getCode(phone, newNetwork())).toMatchObject(codeOf('too_many_codes'))
    clock.pass(1)
    await codeFor(phone, newNetwork())
  })

  test('1,000 requests of a hundred networks: fifteen go out, and the owner still gets her five', async () => {
    const { phone } = await newOwner()
    const sentBefore = messages.sent.length
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 100 }, (_, at) => getCode(phone, `198.51.100.${at}`)))
    expect(messages.sent.length - sentBefore).toBe(15)
    for (let count = 0; count < 5; count += 1) {
      await codeFor(phone)
      clock.pass(MINUTE_MS)
    }
    expect(await getCode(phone)).toMatchObject(codeOf('too_many_codes'))
  })

  test('the network of an earlier log-in has five that strangers cannot use up', async () => {
    const { phone } = await newOwner()
    await useUpStrangers(phone)
    expect(await login(phone, await codeFor(phone), HOME)).toMatchObject({ code: '0' })
  })

  test('the browser of an earlier log-in has five of its own, also on a used-up network', async () => {
    const { phone, browser } = await newOwner()
    for (let count = 0; count < 5; count += 1) {
      await codeFor(phone)
      clock.pass(MINUTE_MS)
    }
    expect(await getCode(phone)).toMatchObject(codeOf('too_many_codes'))
    await useUpStrangers(phone)
    for (let count = 0; count < 5; count += 1) {
      await codeFor(phone, count % 2 === 0 ? HOME : newNetwork(), browser)
      clock.pass(MINUTE_MS)
    }
    expect(await getCode(phone, HOME, browser)).toMatchObject(codeOf('too_many_codes'))
  })

  test("a stranger's request does not make the owner wait, and hers does not make him wait", async () => {
    const { phone, browser } = await newOwner()
    const from = newNetwork()
    await codeFor(phone, from)
    await codeFor(phone)
    await codeFor(phone, HOME, browser)
    for (const again of [await getCode(phone, from), await getCode(phone), await getCode(phone, HOME, browser)])
      expect(again).toMatchObject(codeOf('code_resend_too_soon'))
  })

  test('codes to sign and to erase count apart: neither strangers nor her own log-ins use them up', async () => {
    const { phone, token } = await newOwner()
    await useUpStrangers(phone)
    const ask = (purpose: string) => call('user/get_code', { purpose }, { token })
    for (let count = 0; count < 5; count += 1) {
      await codeFor(phone)
      expect(await ask(count === 4 ? 'erase' : 'sign')).toMatchObject({ code: '0' })
      clock.pass(MINUTE_MS)
    }
    expect(await getCode(phone)).toMatchObject(codeOf('too_many_codes'))
    expect(await ask('sign')).toMatchObject(codeOf('too_many_codes'))
  })

  test('five codes to sign leave the codes to log in as they were', async () => {
    const { phone, token } = await newOwner()
    for (let count = 0; count < 5; count += 1) {
      expect(await call('user/get_code', { purpose: 'sign' }, { token })).toMatchObject({ code: '0' })
      clock.pass(MINUTE_MS)
    }
    await codeFor(phone)
  })

  test('a stranger’s code leaves the one before it alive; one of the same network replaces it', async () => {
    const phone = newPhone()
    const hers = await codeFor(phone)
    clock.pass(MINUTE_MS)
    const newer = await codeFor(phone)
    const from = newNetwork()
    const theirs = await codeFor(phone, from)
    expect(await login(phone, hers)).toMatchObject(codeOf('wrong_code'))
    expect(await login(phone, newer)).toMatchObject({ code: '0' })
    // Both lie in her messages, and she cannot tell which was whose.
    expect(await login(phone, theirs)).toMatchObject({ code: '0' })
    for (const dead of [hers, newer, theirs]) expect(await login(phone, dead)).toMatchObject(codeOf('code_expired'))
  })

  test('the newest code to sign replaces the older, from whichever network', async () => {
    const { token } = await newOwner()
    const ask = (from: string) => call('user/get_code', { purpose: 'sign' }, { token }, from)
    expect(await ask(HOME)).toMatchObject({ code: '0' })
    clock.pass(MINUTE_MS)
    expect(await ask(newNetwork())).toMatchObject({ code: '0' })
    const { rows } = await pool.query(
      `SELECT replaced_at IS NULL AS live FROM login_code WHERE purpose = 'sign' AND created_at > $1 ORDER BY created_at`,
      [new Date(clock.now().getTime() - 5 * MINUTE_MS)],
    )
    expect(rows).toEqual([{ live: false }, { live: true }])
  })
})

test('messages to strangers that failed do not make the owner wait once the provider is back', async () => {
  const { phone, browser } = await newOwner()
  let asked = 0
  messages.answer = async () => {
    asked += 1
    return new SendProblem('unavailable', 'twilio HTTP 503')
  }
  for (let count = 0; count < 20; count += 1)
    expect(await getCode(phone, newNetwork())).toMatchObject(codeOf('message_not_sent'))
  expect(asked).toBe(15)
  messages.answer = undefined
  expect(await getCode(phone, newNetwork())).toMatchObject(codeOf('message_not_sent'))
  await codeFor(phone)
  await codeFor(phone, newNetwork(), browser)
})

describe('wrong tries', () => {
  test('five for each network and code', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const from = newNetwork()
    expect(await guess(phone, code, from, 6)).toEqual(['20101', '20101', '20101', '20101', '20105', '20105'])
    expect(await login(phone, code, from)).toMatchObject(codeOf('too_many_tries'))
    expect(await login(phone, code, newNetwork())).toMatchObject({ code: '0' })
  })

  test('fifteen in all: then no stranger gets in even with the right code; her own network does', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    for (let count = 0; count < 3; count += 1) await guess(phone, code, newNetwork(), 5)
    expect(await login(phone, code, newNetwork())).toMatchObject(codeOf('too_many_tries'))
    expect(await guess(phone, code, HOME, 4)).toEqual(['20101', '20101', '20101', '20101'])
    expect(await login(phone, code)).toMatchObject({ code: '0' })
  })

  test.each([
    ['the network of an earlier log-in', HOME, false],
    ['the browser of an earlier log-in', '10.200.0.1', true],
  ])('of strangers do not kill the code for %s', async (_, from, withBrowser) => {
    const { phone, browser } = await newOwner()
    const more = withBrowser ? browser : {}
    // Asked for from somewhere else, so that it is not the asking that saves it.
    const code = await codeFor(phone, newNetwork())
    for (let count = 0; count < 3; count += 1) await guess(phone, code, newNetwork(), 5)
    expect(await guess(phone, code, from, 4, more)).toEqual(['20101', '20101', '20101', '20101'])
    expect(await login(phone, code, from, more)).toMatchObject({ code: '0' })
  })

  test("of a neighbour in the owner's network leave her browser its own five", async () => {
    const { phone, browser } = await newOwner()
    const code = await codeFor(phone, HOME, browser)
    expect((await guess(phone, code, HOME, 5)).at(-1)).toBe('20105')
    expect(await login(phone, code)).toMatchObject(codeOf('too_many_tries'))
    expect(await login(phone, code, HOME, browser)).toMatchObject({ code: '0' })
  })

  test('count for every code that lives, so many codes are no more tries', async () => {
    const phone = newPhone()
    for (let count = 0; count < 4; count += 1) await codeFor(phone, newNetwork())
    expect(await guess(phone, sentCode(), newNetwork(), 6)).toEqual([
      ...Array.from({ length: 4 }, () => '20101'),
      '20105',
      '20105',
    ])
  })

  test('the answer says how many are left, counted by the server', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const said = []
    for (let step = 1; step <= 5; step += 1) said.push((await login(phone, otherThan(code, step))).msg)
    expect(said.map((msg) => /Tries left: (\d)/.exec(msg)?.[1])).toEqual(['4', '3', '2', '1', undefined])
    expect(said.at(-1)).toContain('ask for a new one')
  })
})

describe('one network and the blocks around it', () => {
  const ask = async (count: number, from: (at: number) => string) => {
    let sent = 0
    for (let at = 0; at < count; at += 1) if ((await getCode(newPhone(), from(at))).code === '0') sent += 1
    return sent
  }
  const hex = (value: number) => value.toString(16)

  test('an IPv6 /64 twenty, its /56 forty, its /48 sixty', async () => {
    expect(await ask(30, (at) => `2001:db8:aa:0:${hex(at)}::1`)).toBe(20)
    expect(await ask(40, (at) => `2001:db8:aa:${hex(1 + (at % 255))}::1`)).toBe(20)
    expect(await ask(100, (at) => `2001:db8:aa:${hex(0x100 * (1 + at))}::1`)).toBe(20)
    expect(await ask(1, () => '2001:db8:ab::1')).toBe(1)
    clock.pass(HOUR_MS)
    expect(await ask(1, () => '2001:db8:aa::1')).toBe(1)
  })

  test('sixty and no more over one /48, at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, at) => getCode(newPhone(), `2001:db8:cc:${hex(at * 0x101)}::1`)),
    )
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(60)
    expect(answers.find(({ code }) => code === '429')).toMatchObject({ msg: expect.stringContaining('seconds') })
  })

  test('an IPv4 address is the same one when it is written as IPv6', async () => {
    const spellings = ['192.0.2.77', '::ffff:192.0.2.77', '::ffff:c000:24d', '::FFFF:C000:024D']
    expect(await ask(40, (at) => spellings[at % 4] ?? '')).toBe(20)
  })

  test('a known browser and a session count apart from the neighbours, and have the same limit', async () => {
    const owners = []
    for (let count = 0; count < 3; count += 1) {
      owners.push(await newOwner())
      clock.pass(2 * HOUR_MS)
    }
    expect(await ask(30, () => HOME)).toBe(20)
    const [first, second] = owners
    expect(await getCode(first?.phone ?? '', HOME)).toMatchObject(codeOf('too_many_requests'))
    await codeFor(first?.phone ?? '', HOME, first?.browser)
    const sign = () => call('user/get_code', { purpose: 'sign' }, { token: second?.token ?? '' })
    expect(await sign()).toMatchObject({ code: '0' })
    // As if the neighbours had been logged in too.
    await pool.query(`UPDATE login_code SET asker = 'session' WHERE asker = 'stranger'`)
    clock.pass(MINUTE_MS)
    expect(await sign()).toMatchObject(codeOf('too_many_requests'))
  })
})

describe('the ceiling of the whole product', async () => {
  const settings = { ...services.settings, messagesPerHourMax: 10 }
  const app = await serverWith(services, { messages, random, settings })
  const small = caller(app)
  const other = caller(await serverWith(services, { messages, random, settings }))
  const alarms = () => logged.filter((line) => line.includes('near their ceiling')).map((line) => JSON.parse(line))
  const metrics = async () => (await app.inject({ method: 'GET', url: '/metrics' })).payload
  const sentFigure = async () => /hola_messages_last_hour\{figure="sent"\} (\d+)/.exec(await metrics())?.[1]

  test('strangers get four fifths, known people the last fifth; at 80 % there is one alarm', async () => {
    const { phone, token, browser } = await newOwner()
    clock.pass(HOUR_MS)
    const before = alarms().length
    for (let count = 0; count < 8; count += 1)
      expect(await small.getCode(newPhone(), newNetwork())).toMatchObject({ code: '0' })
    expect(alarms().slice(before)).toMatchObject([{ level: 'error', count: 8 }])
    expect(await sentFigure()).toBe('8')
    expect(await metrics()).toContain('hola_messages_last_hour{figure="max"} 10')
    expect(await small.getCode(newPhone(), newNetwork())).toMatchObject({
      msg: expect.stringMatching(/again in 6[01] min, or from a phone or connection you have logged in with before/),
      ...codeOf('codes_paused'),
    })
    expect(await small.getCode(phone, newNetwork(), browser)).toMatchObject({ code: '0' })
    expect(await small.call('user/get_code', { purpose: 'sign' }, { token })).toMatchObject({ code: '0' })
    expect(await small.getCode(phone, HOME)).toMatchObject(codeOf('codes_paused'))
    clock.pass(61 * MINUTE_MS)
    expect(await small.getCode(newPhone(), newNetwork())).toMatchObject({ code: '0' })
    expect(alarms()).toHaveLength(before + 1)
  })

  test('a known network is let in too, and the owner of none is answered like anybody', async () => {
    const { phone } = await newOwner()
    clock.pass(HOUR_MS)
    for (let count = 0; count < 8; count += 1) await small.getCode(newPhone(), newNetwork())
    const answers = [await small.getCode(phone, newNetwork()), await small.getCode(newPhone(), newNetwork())]
    expect(answers[0]).toEqual(answers[1])
    expect(await small.getCode(phone, HOME)).toMatchObject({ code: '0' })
  })

  test('many at once on two servers: no more than there is room for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? small : other).getCode(newPhone(), newNetwork())),
    )
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(8)
    expect(answers.filter(({ code }) => code === '20109')).toHaveLength(32)
  })

  test('a message that did not go out does not count', async () => {
    messages.answer = async () => new SendProblem('unavailable', 'twilio HTTP 503')
    for (let count = 0; count < 12; count += 1)
      expect(await small.getCode(newPhone(), newNetwork())).toMatchObject(codeOf('message_not_sent'))
    expect(await sentFigure()).toBe('0')
  })
})

describe('where somebody has logged in from', () => {
  const origins = async (phone: string) => {
    const { addressIndex } = await keyFor(phone)
    const { rows } = await pool.query(
      'SELECT origin, last_login_on FROM login_origin WHERE address_index = $1 ORDER BY origin, last_login_on',
      [addressIndex],
    )
    return rows
  }
  const keyFor = async (phone: string) => ({ addressIndex: services.sealer.blindIndex(phone, 'login phone') })

  test('the token of a known browser stays the same, and is made anew for another person', async () => {
    const { phone, browser } = await newOwner()
    const again = await login(phone, await codeFor(phone, HOME, browser), HOME, browser)
    expect(again.ret['browser_token']).toBe(browser.browser_token)
    const other = newPhone()
    const first = await login(other, await codeFor(other, HOME, browser), HOME, browser)
    expect(first.ret['browser_token']).toMatch(/^[\w-]{43}$/)
    expect(first.ret['browser_token']).not.toBe(browser.browser_token)
  })

  test('a token is good for the address it was made for alone, and opens nothing', async () => {
    const one = await newOwner()
    const other = await newOwner()
    await useUpStrangers(other.phone)
    expect(await getCode(other.phone, newNetwork(), one.browser)).toMatchObject(codeOf('too_many_codes'))
    expect(await call('app/home', {}, { token: String(one.browser.browser_token) })).toMatchObject(
      codeOf('login_needed'),
    )
  })

  test.each(['', 'x', 'a'.repeat(44), 7, null])(
    'a token like %j is refused as a body, and nothing is sent',
    async (token) => {
      expect(await getCode(newPhone(), HOME, { browser_token: token })).toMatchObject(codeOf('invalid_body'))
      expect(messages.sent).toEqual([])
    },
  )

  test('is forgotten after 180 days without a log-in, to the day, and then deleted', async () => {
    const { phone, browser } = await newOwner(newNetwork())
    clock.pass(180 * DAY_MS - 2 * HOUR_MS)
    await useUpStrangers(phone)
    await codeFor(phone, newNetwork(), browser)
    await cleanUpCodes({ pool, clock, log: createLog('silent') })
    expect(await origins(phone)).toHaveLength(2)
    clock.pass(DAY_MS)
    await useUpStrangers(phone)
    expect(await getCode(phone, newNetwork(), browser)).toMatchObject(codeOf('too_many_codes'))
    await cleanUpCodes({ pool, clock, log: createLog('silent') })
    expect(await origins(phone)).toEqual([])
  })

  test('ten browsers and twenty networks at most, those used last', async () => {
    const phone = newPhone()
    for (let count = 0; count < 24; count += 1) {
      const from = newNetwork()
      expect(await login(phone, await codeFor(phone, from), from)).toMatchObject({ code: '0' })
      clock.pass(DAY_MS)
    }
    const kept = await origins(phone)
    expect(kept.filter(({ origin }) => origin === 'browser')).toHaveLength(10)
    expect(kept.filter(({ origin }) => origin === 'network')).toHaveLength(20)
    const today = clock.now().toISOString().slice(0, 10)
    expect(kept.every(({ last_login_on }) => last_login_on < today)).toBe(true)
    expect(kept.at(-1)?.last_login_on).toBe(new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10))
  })

  test('the database has neither the token nor the network', async () => {
    const { browser } = await newOwner()
    const { rows } = await pool.query(`SELECT string_agg(login_origin::text, ' ') AS dump FROM login_origin`)
    const token = String(browser.browser_token)
    for (const text of [token, HOME])
      for (const found of [text, Buffer.from(text).toString('hex'), Buffer.from(text, 'base64url').toString('hex')])
        expect(String(rows[0].dump)).not.toContain(found)
  })
})

test('to a stranger a known address and an unknown one answer alike at every limit', async () => {
  const { phone: known } = await newOwner()
  const run = async (phone: string): Promise<string> => {
    const answers = []
    const ask = async (from: string) => answers.push(await getCode(phone, from))
    for (let network = 1; network <= 4; network += 1)
      for (let count = 0; count < 6; count += 1) await ask(`172.16.${phone === known ? 1 : 2}.${network}`)
    const code = sentCode()
    for (let step = 1; step <= 7; step += 1) answers.push(await login(phone, otherThan(code, step), '172.17.0.1'))
    const deliveryIds = /"delivery_id":"[\da-f-]{36}"/g
    return JSON.stringify(answers)
      .replaceAll(phone.slice(-4), 'XXXX')
      .replaceAll(deliveryIds, '"delivery_id":"its own"')
  }
  expect(await run(known)).toBe(await run(newPhone()))
})

describe('what a refused request costs', async () => {
  const statements: string[] = []
  const counted = new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query')
        return (query: string | { text: string }, ...rest: unknown[]) => {
          statements.push(typeof query === 'string' ? query : query.text)
          return Reflect.apply(target.query, target, [query, ...rest])
        }
      if (name === 'connect')
        return () => {
          statements.push('a transaction')
          return target.connect()
        }
      return Reflect.get(target, name, target)
    },
  })
  const watched = caller(await serverWith(services, { messages, random, pool: counted }))

  test('two statements without a transaction or a lock, for a code and for a guess', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    statements.length = 0
    expect(await watched.getCode(phone)).toMatchObject(codeOf('code_resend_too_soon'))
    expect(statements).toHaveLength(2)
    await guess(phone, code, HOME, 5)
    statements.length = 0
    expect(await watched.login(phone, code)).toMatchObject(codeOf('too_many_tries'))
    expect(statements).toHaveLength(2)
    expect(statements.join(' ')).not.toMatch(/a transaction|lock|FOR UPDATE/)
  })
})

describe('a crowd asks for codes', () => {
  test('1,000 times for one address over an hour, from twenty networks: fifteen go out', async () => {
    const phone = newPhone()
    const counts = new Map<string, number>()
    for (let minute = 0; minute < 50; minute += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => getCode(phone, `198.51.100.${at}`)))
      for (const { code } of answers) counts.set(code, (counts.get(code) ?? 0) + 1)
      clock.pass(MINUTE_MS)
    }
    expect(messages.sent).toHaveLength(15)
    expect(Object.fromEntries(counts)).toMatchObject({ 0: 15 })
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000)
  })

  test('1,000 times from one network, each for another address: twenty go out', async () => {
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => getCode(newPhone(), '198.51.100.250')))
    expect(messages.sent).toHaveLength(20)
  })
})

describe('who does not have the code', () => {
  test('is answered in about the same time whether there is an account or not', async () => {
    // The quicker part of each: what is slower was slowed down by something else.
    const typical = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0
    const taken = { known: [] as number[], unknown: [] as number[] }
    const tried = { known: [] as number[], unknown: [] as number[] }
    const timed = async (into: number[], work: () => Promise<unknown>) => {
      const startedMs = performance.now()
      await work()
      into.push(performance.now() - startedMs)
    }
    for (let round = 0; round < 40; round += 1) {
      clock.pass(61 * MINUTE_MS)
      const known = newPhone()
      await login(known, await codeFor(known))
      clock.pass(MINUTE_MS)
      const phones = { known, unknown: newPhone() }
      // Turn and turn about, so that a busy moment of the machine falls on both.
      for (const who of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        await timed(taken[who], () => getCode(phones[who]))
        await timed(tried[who], () => login(phones[who], otherThan(sentCode())))
      }
    }
    const ratios = [taken, tried].map(({ known, unknown }) => typical(known) / typical(unknown))
    console.log(`time with an account / without: code ${ratios[0]?.toFixed(2)}, wrong try ${ratios[1]?.toFixed(2)}`)
    for (const ratio of ratios) {
      expect(ratio).toBeGreaterThan(1 / 3)
      expect(ratio).toBeLessThan(3)
    }
  })
})
