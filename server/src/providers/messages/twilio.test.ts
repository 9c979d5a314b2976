import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { SendProblem } from './port.ts'
import type { Message } from './port.ts'
import { startProvider, testLimits } from './test-provider.ts'
import type { Reply } from './test-provider.ts'
import { exampleOf } from '../test-examples.ts'
import { signatureOf } from './twilio-webhook.ts'
import { twilio, twilioMessages } from './twilio.ts'

const provider = await startProvider()
const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const settings = { url: provider.url, accountSid, authToken: 'the-secret:of-it', from: '+15005550006' }
const message: Message = {
  channel: 'phone',
  to: '+5491123456789',
  language: 'es',
  subject: '',
  text: 'Hola: 123456 para entrar. Vale 5 minutos.\n\n@hola.example #123456',
  code: '123456',
  deliveryId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11',
  validForMs: 300_000,
}
const queued: Reply = {
  status: 201,
  json: { sid: 'SM00', status: 'queued', error_code: null, error_message: null, to: message.to, num_segments: '1' },
}
const error = (status: number, code: number): Reply => ({
  status,
  json: { code, message: `wrong about ${message.to}`, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
})
const unknown = (status: number) => `twilio HTTP ${status} of unknown shape`
const now = new Date('2026-11-16T15:00:00Z')
const means = { publicUrl: 'https://hola.example', machineClock: { now: () => now }, limits: testLimits }
const send = (more: Partial<typeof settings> = {}, change: Partial<Message> = {}) =>
  twilioMessages({ ...settings, ...more }, means).send({ ...message, ...change })
const theirs = (name: string): Reply => {
  const { status = 200, body } = exampleOf('twilio', name)
  return { status, json: body }
}

test('an SMS is one form, signed by account and secret', async () => {
  provider.willReply(queued)
  expect(await send()).toBe('sent')
  const [request] = provider.requests
  expect(request).toMatchObject({ method: 'POST', url: `/2010-04-01/Accounts/${accountSid}/Messages.json` })
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const [scheme, credentials = ''] = request?.headers.authorization?.split(' ') ?? []
  expect([scheme, Buffer.from(credentials, 'base64').toString()]).toEqual(['Basic', `${accountSid}:the-secret:of-it`])
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    To: '+5491123456789',
    From: '+15005550006',
    Body: message.text,
    ValidityPeriod: '300',
    StatusCallback: 'https://hola.example/providers/twilio/messages?delivery=6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11',
  })
})

test('a notice stays good, and is told of without an id', async () => {
  provider.willReply(theirs('message-queued'))
  expect(await send({}, { code: null, deliveryId: null, validForMs: null })).toBe('sent')
  const form = new URLSearchParams(provider.requests[0]?.body)
  expect([form.get('ValidityPeriod'), form.get('StatusCallback')]).toEqual([
    null,
    'https://hola.example/providers/twilio/messages',
  ])
})

test('an address that they cannot reach is not named', async () => {
  provider.willReply(queued)
  await twilioMessages(settings, { ...means, publicUrl: 'http://localhost:8080' }).send(message)
  expect(new URLSearchParams(provider.requests[0]?.body).get('StatusCallback')).toBeNull()
})

test('a messaging service is named as one', async () => {
  provider.willReply(queued)
  const from = `MG${'0123456789abcdef'.repeat(2)}`
  await send({ from })
  const form = new URLSearchParams(provider.requests[0]?.body)
  expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual([from, null])
})

describe('what the provider answers', () => {
  test.each<[string, Reply, string, string, number]>([
    ['not a mobile', error(400, 21614), 'unreachable', 'twilio 21614', 1],
    ['a landline', theirs('error-landline'), 'unreachable', 'twilio 21635', 1],
    ['a sender that may not write there', theirs('error-sender'), 'misconfigured', 'twilio 21612', 1],
    ['not a number', error(400, 21211), 'unreachable', 'twilio 21211', 1],
    ['a person who wants no more messages', error(400, 21610), 'unreachable', 'twilio 21610', 1],
    ['given up at once', { status: 201, json: { status: 'failed' } }, 'unreachable', 'twilio failed', 1],
    ['a page with a 200', { status: 200, text: '<html>23456789</html>' }, 'misconfigured', unknown(200), 1],
    ['nothing with a 204', { status: 204, text: '' }, 'misconfigured', unknown(204), 1],
    ['an empty object', { status: 200, json: {} }, 'misconfigured', unknown(200), 1],
    ['a list', { status: 200, json: [{ sid: 'SM00', status: 'queued' }] }, 'misconfigured', unknown(200), 1],
    ['no name of the message', { status: 201, json: { status: 'queued' } }, 'misconfigured', unknown(201), 1],
    ['no state', { status: 201, json: { sid: 'SM00' } }, 'misconfigured', unknown(201), 1],
    ['an unheard-of state', { status: 201, json: { sid: 'SM00', status: 'ok' } }, 'misconfigured', unknown(201), 1],
    [
      'another thing of theirs',
      { status: 201, json: { sid: 'CA00', status: 'queued' } },
      'misconfigured',
      unknown(201),
      1,
    ],
    ['a wrong secret', error(401, 20003), 'misconfigured', 'twilio 20003', 1],
    ['a country that is not enabled', error(400, 21408), 'misconfigured', 'twilio 21408', 1],
    ['a sender that is not ours', error(400, 21606), 'misconfigured', 'twilio 21606', 1],
    ['a code that nobody has heard of', error(400, 29999), 'misconfigured', 'twilio 29999', 1],
    ['a page where there should be JSON', { status: 403, text: '<html>' }, 'misconfigured', 'twilio HTTP 403', 1],
    ['another address', { status: 302, headers: { location: '/elsewhere' } }, 'unknown', 'twilio no answer', 1],
    ['too many at once', error(429, 20429), 'unavailable', 'twilio 20429', 3],
    ['a full queue', error(400, 21611), 'unavailable', 'twilio 21611', 3],
    ['a failure of its own', { status: 503, text: 'upstream' }, 'unavailable', 'twilio HTTP 503', 3],
    ['a failure in the middle of it', { status: 500, text: 'oops' }, 'unknown', 'twilio HTTP 500', 1],
    ['an answer without end', { status: 200, text: 'x'.repeat(200_000) }, 'unknown', 'twilio answered too much', 1],
    ['nothing, and hangs up', 'hang up', 'unknown', 'twilio UND_ERR_SOCKET', 1],
  ])('an answer is judged: %s', async (_, reply, kind, reason, attempts) => {
    provider.willReply(reply)
    const result = await send()
    expect(result).toBeInstanceOf(SendProblem)
    expect(result).toMatchObject({ kind, reason })
    expect(provider.requests).toHaveLength(attempts)
    expect(JSON.stringify(result)).not.toContain('23456789')
  })

  test.each(['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered'])('%s is sent', async (status) => {
    provider.willReply({ status: 201, json: { sid: `SM${'0f'.repeat(16)}`, status } })
    expect(await send()).toBe('sent')
  })

  test('nothing: it may have gone out, and is not sent a second time', async () => {
    provider.willReply('silence', queued)
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'twilio timed out' })
    expect(provider.requests).toHaveLength(1)
  })

  test('turned away, and then it goes out', async () => {
    provider.willReply(error(429, 20429), { status: 503, text: 'upstream' }, queued)
    expect(await send()).toBe('sent')
    expect(provider.requests).toHaveLength(3)
  })

  test('nobody listens there: it never went out, and is tried again', async () => {
    expect(await send({ url: `http://127.0.0.1:${await freePort()}` })).toMatchObject({
      kind: 'unavailable',
      reason: 'twilio ECONNREFUSED',
    })
  })
})

describe('what became of a message', () => {
  const [webhook] = twilioMessages(settings, means).webhooks ?? []
  const delivery = '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11'
  const told = (
    name: string,
    { by = settings.authToken, query = { delivery }, change = {} as Record<string, string> } = {},
  ) => {
    const fields = { ...(exampleOf('twilio', name).body as Record<string, string>) }
    const address = `https://hola.example/providers/twilio/messages?delivery=${delivery}`
    const text = Object.keys(fields)
      .toSorted()
      .reduce((all, key) => `${all}${key}${fields[key]}`, address)
    const signature = createHmac('sha1', by).update(text).digest('base64')
    return webhook?.read({
      body: Buffer.from(new URLSearchParams({ ...fields, ...change }).toString()),
      header: (wanted) => (wanted === 'x-twilio-signature' ? signature : undefined),
      query: (wanted) => (wanted === 'delivery' ? query.delivery : undefined),
    })
  }

  test('undelivered: of which code', () => {
    expect(told('status-undelivered')).toEqual({
      eventId: `SM${'0f'.repeat(16)}-undelivered`,
      kind: 'undelivered',
      subjectId: delivery,
      signedAt: now,
    })
  })

  test('delivered: nobody waits for that', () => {
    expect(told('status-delivered')).toBe('ignored')
  })

  test.each([
    ['signed with another secret', { by: 'another secret' }],
    ['about another code', { query: { delivery: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b99' } }],
    ['with another status', { change: { MessageStatus: 'failed' } }],
    ['with a field more', { change: { Extra: '1' } }],
  ])('%s: nobody’s', (_, change) => {
    expect(told('status-delivered', change)).toBe('forged')
  })

  test('is signed as their own documentation signs its example', () => {
    // The example of "Validating requests" in Twilio's documentation, looked up on 2026-11-16.
    const example = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    }
    const made = signatureOf(
      '12345',
      'https://mycompany.com/myapp.php?foo=1&bar=2',
      new URLSearchParams(example),
    ).toString('base64')
    expect(made).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=')
  })
})

describe('checking the account', () => {
  const check = async (reply: Reply) => {
    provider.willReply(reply)
    const checkMeans = { publicUrl: 'https://hola.example', inProduction: true, clock: means.machineClock }
    const findings = await twilio.check?.({ ...settings, provider: 'twilio' }, checkMeans)
    return (findings ?? []).map(({ state }) => state)
  }

  test('reads whether account and secret fit', async () => {
    expect(await check({ status: 200, json: { sid: accountSid, status: 'active' } })).toEqual(['ok', 'ok'])
    expect(provider.requests[0]).toMatchObject({ method: 'GET', url: `/2010-04-01/Accounts/${accountSid}.json` })
    expect(await check({ status: 200, json: { sid: accountSid, status: 'suspended' } })).toEqual(['problem', 'ok'])
    expect(await check({ status: 401, json: { code: 20003 } })).toEqual(['problem'])
  })
})
