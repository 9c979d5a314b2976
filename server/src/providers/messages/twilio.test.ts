import { describe, expect, test } from 'vitest'
import { SendProblem } from './port.ts'
import type { Message } from './port.ts'
import { startProvider, testLimits } from './test-provider.ts'
import type { Reply } from './test-provider.ts'
import { twilioMessages } from './twilio.ts'

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
const send = (more: Partial<typeof settings> = {}) => twilioMessages({ ...settings, ...more }, testLimits).send(message)

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
  })
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
    ['a landline', error(400, 21614), 'unreachable', 'twilio 21614', 1],
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
    ['another address', { status: 302, headers: { location: '/elsewhere' } }, 'unavailable', 'twilio no answer', 3],
    ['too many at once', error(429, 20429), 'unavailable', 'twilio 20429', 3],
    ['a full queue', error(400, 21611), 'unavailable', 'twilio 21611', 3],
    ['a failure of its own', { status: 503, text: 'upstream' }, 'unavailable', 'twilio HTTP 503', 3],
    ['an answer without end', { status: 200, text: 'x'.repeat(200_000) }, 'unavailable', 'twilio answered too much', 3],
    ['nothing, and hangs up', 'hang up', 'unavailable', 'twilio UND_ERR_SOCKET', 3],
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

  test('nothing for a while, and then an answer', async () => {
    provider.willReply('silence', queued)
    expect(await send()).toBe('sent')
    expect(provider.requests).toHaveLength(2)
  })

  test('nothing at all: given up within the whole limit', async () => {
    provider.willReply('silence')
    const startedMs = performance.now()
    expect(await send()).toMatchObject({ kind: 'unavailable', reason: 'twilio timed out' })
    expect(performance.now() - startedMs).toBeLessThan(testLimits.totalLimitMs * 3)
  })

  test('a hiccup, and then it goes out', async () => {
    provider.willReply('hang up', error(500, 20500), queued)
    expect(await send()).toBe('sent')
    expect(provider.requests).toHaveLength(3)
  })

  test('nobody listens there', async () => {
    const result = await send({ url: 'http://127.0.0.1:1' })
    expect(result).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(/^twilio [A-Za-z]/) })
  })
})
