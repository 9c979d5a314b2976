import { describe, expect, test } from 'vitest'
import type { Message } from './port.ts'
import { startProvider, testLimits } from './test-provider.ts'
import type { Reply } from './test-provider.ts'
import { whatsappMessages } from './whatsapp-cloud.ts'

const provider = await startProvider()
const settings = {
  url: `${provider.url}/v23.0`,
  token: 'EAAJB-token',
  phoneId: '106540352242922',
  template: 'hola_code',
  noticeTemplate: 'hola_notice',
  languages: { es: 'es_AR', en: 'en_US' },
}
const message: Message = {
  channel: 'phone',
  to: '+5491123456789',
  language: 'es',
  subject: '',
  text: 'not used: the template has its own',
  code: '123456',
}
const accepted: Reply = {
  status: 200,
  json: {
    messaging_product: 'whatsapp',
    contacts: [{ input: '541123456789', wa_id: '5491123456789' }],
    messages: [{ id: 'wamid.00', message_status: 'accepted' }],
  },
}
const error = (status: number, code: number) => ({
  status,
  json: {
    error: {
      message: `(#${code}) wrong about 5491123456789`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: '5491123456789' },
      fbtrace_id: 'Az',
    },
  },
})
const taken = (message: object): Reply => ({
  status: 200,
  json: { messaging_product: 'whatsapp', contacts: [], messages: [message] },
})
const unknown = (status: number) => `whatsapp HTTP ${status} of unknown shape`
const send = (more: Partial<Message> = {}) => whatsappMessages(settings, testLimits).send({ ...message, ...more })
const sentTo = () => provider.requests.map(({ body }) => JSON.parse(body).to)

test('a code is an authentication template with its copy button, to the number without the 9', async () => {
  provider.willReply(accepted)
  expect(await send()).toBe('sent')
  const [request] = provider.requests
  expect(request).toMatchObject({ method: 'POST', url: '/v23.0/106540352242922/messages' })
  expect(request?.headers).toMatchObject({ authorization: 'Bearer EAAJB-token', 'content-type': 'application/json' })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '541123456789',
    type: 'template',
    template: {
      name: 'hola_code',
      language: { code: 'es_AR' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: '123456' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '123456' }] },
      ],
    },
  })
})

test('a notice is the one parameter of its own template, in one line', async () => {
  provider.willReply(accepted)
  expect(await send({ text: 'Recibimos tu pedido.\n\nNúmero: 123', code: null })).toBe('sent')
  expect(JSON.parse(provider.requests[0]?.body ?? '').template).toEqual({
    name: 'hola_notice',
    language: { code: 'es_AR' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Recibimos tu pedido. Número: 123' }] }],
  })
})

test('the template speaks the language of the person', async () => {
  provider.willReply(accepted)
  await send({ language: 'en' })
  expect(JSON.parse(provider.requests[0]?.body ?? '').template.language).toEqual({ code: 'en_US' })
})

describe('a number that is not in the allowed list without its 9', () => {
  test('goes out with it', async () => {
    provider.willReply(error(400, 131030), accepted)
    expect(await send()).toBe('sent')
    expect(sentTo()).toEqual(['541123456789', '5491123456789'])
  })

  test('and not with it either: unreachable, after both', async () => {
    provider.willReply(error(400, 131030))
    expect(await send()).toMatchObject({ kind: 'unreachable', reason: 'whatsapp 131030' })
    expect(sentTo()).toEqual(['541123456789', '5491123456789'])
  })
})

describe('what the provider answers', () => {
  test.each<[string, Reply, string, string, number]>([
    ['a page with a 200', { status: 200, text: '<html>23456789</html>' }, 'misconfigured', unknown(200), 1],
    ['nothing', { status: 204, text: '' }, 'misconfigured', unknown(204), 1],
    ['an empty object', { status: 200, json: {} }, 'misconfigured', unknown(200), 1],
    [
      'no message',
      { status: 200, json: { messaging_product: 'whatsapp', messages: [] } },
      'misconfigured',
      unknown(200),
      1,
    ],
    ['a message without a name', taken({ id: '' }), 'misconfigured', unknown(200), 1],
    ['an unheard-of state', taken({ id: 'wamid.00', message_status: 'maybe' }), 'misconfigured', unknown(200), 1],
    [
      'a template that is paused',
      taken({ id: 'wamid.00', message_status: 'paused' }),
      'misconfigured',
      'whatsapp paused',
      1,
    ],
    ['no WhatsApp on that number', error(400, 131026), 'unreachable', 'whatsapp 131026', 1],
    ['an access token that expired', error(401, 190), 'misconfigured', 'whatsapp 190', 1],
    ['no such template in that language', error(404, 132001), 'misconfigured', 'whatsapp 132001', 1],
    ['a bill that is not paid', error(400, 131042), 'misconfigured', 'whatsapp 131042', 1],
    ['a sender known for spam', error(400, 131048), 'misconfigured', 'whatsapp 131048', 1],
    ['too many calls', error(400, 4), 'unavailable', 'whatsapp 4', 3],
    ['too many of the account', error(400, 80007), 'unavailable', 'whatsapp 80007', 3],
    ['too many at once', error(429, 130429), 'unavailable', 'whatsapp 130429', 3],
    ['too many to this person', error(400, 131056), 'unavailable', 'whatsapp 131056', 3],
    ['a service that is down', error(500, 131016), 'unavailable', 'whatsapp 131016', 3],
    ['a proxy in between', { status: 502, text: '<html>' }, 'unavailable', 'whatsapp HTTP 502', 3],
    ['nothing, and hangs up', 'hang up', 'unavailable', 'whatsapp UND_ERR_SOCKET', 3],
  ])('an answer is judged: %s', async (_, reply, kind, reason, attempts) => {
    provider.willReply(reply)
    const result = await send()
    expect(result).toMatchObject({ kind, reason })
    expect(provider.requests).toHaveLength(attempts)
    expect(JSON.stringify(result)).not.toContain('23456789')
  })

  test('taken on without a word about its state is sent', async () => {
    provider.willReply(taken({ id: 'wamid.00' }))
    expect(await send()).toBe('sent')
  })

  test('a busy moment, and then it goes out', async () => {
    provider.willReply(error(429, 130429), 'silence', accepted)
    expect(await send()).toBe('sent')
    expect(provider.requests).toHaveLength(3)
  })

  test('asks to come back after the person has gone: not waited for', async () => {
    provider.willReply({ ...error(429, 130429), headers: { 'retry-after': '60' } })
    expect(await send()).toMatchObject({ kind: 'unavailable' })
    expect(provider.requests).toHaveLength(1)
  })
})
