import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Message } from './port.ts'
import { startProvider, testLimits } from './test-provider.ts'
import type { Reply } from './test-provider.ts'
import { exampleOf } from '../test-examples.ts'
import { noticeTemplates } from './notice-templates.ts'
import { whatsapp, whatsappMessages } from './whatsapp-cloud.ts'

const provider = await startProvider()
const settings = {
  url: `${provider.url}/v23.0`,
  token: 'EAAJB-token',
  phoneId: '106540352242922',
  template: 'hola_code',
  noticePrefix: 'hola_',
  webhook: { appSecret: 'the-secret-of-the-app', verifyToken: 'a-word-of-our-own' },
  languages: { es: 'es_AR', en: 'en_US' },
}
const message: Message = {
  channel: 'phone',
  to: '+5491123456789',
  language: 'es',
  subject: '',
  text: 'not used: the template has its own',
  code: '123456',
  deliveryId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b12',
  validForMs: 300_000,
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
const means = { publicUrl: 'https://hola.example', limits: testLimits }
const send = (more: Partial<Message> = {}) => whatsappMessages(settings, means).send({ ...message, ...more })
const theirs = (name: string): Reply => {
  const { status = 200, body } = exampleOf('whatsapp', name)
  return { status, json: body }
}
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
    biz_opaque_callback_data: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b12',
  })
})

test('a notice is a template of its own, filled with its figures', async () => {
  provider.willReply(theirs('message-accepted'))
  const text =
    'Hola: recibimos tu pago de $ 40.000,00. Gracias. Para terminar hoy quedan $ 60.000,00. El comprobante está en la app: https://hola.example'
  expect(await send({ text, code: null, deliveryId: null })).toBe('sent')
  const body = JSON.parse(provider.requests[0]?.body ?? '')
  expect(body).not.toHaveProperty('biz_opaque_callback_data')
  expect(body.template).toEqual({
    name: 'hola_payment_credited',
    language: { code: 'es_AR' },
    components: [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '$ 40.000,00' },
          { type: 'text', text: '$ 60.000,00' },
        ],
      },
    ],
  })
})

test('what has no template of its own stands between fixed words, in one line', async () => {
  provider.willReply(accepted)
  expect(await send({ text: 'Hola: Recibimos tu pedido.\n\nNúmero: 123', code: null })).toBe('sent')
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
    ['a parameter of ours or hers', theirs('error-ambiguous'), 'misconfigured', 'whatsapp 100 (2494010)', 1],
    ['the same without more', error(400, 100), 'misconfigured', 'whatsapp 100 (ambiguous)', 1],
    ['a proxy in between', { status: 502, text: '<html>' }, 'unknown', 'whatsapp HTTP 502', 1],
    ['nothing, and hangs up', 'hang up', 'unknown', 'whatsapp UND_ERR_SOCKET', 1],
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
    provider.willReply(error(429, 130429), error(500, 131016), accepted)
    expect(await send()).toBe('sent')
    expect(provider.requests).toHaveLength(3)
  })

  test('nothing: it may have gone out, and is not sent a second time', async () => {
    provider.willReply('silence', accepted)
    expect(await send()).toMatchObject({ kind: 'unknown', reason: 'whatsapp timed out' })
    expect(provider.requests).toHaveLength(1)
  })

  test('asks to come back after the person has gone: not waited for', async () => {
    provider.willReply({ ...error(429, 130429), headers: { 'retry-after': '60' } })
    expect(await send()).toMatchObject({ kind: 'unavailable' })
    expect(provider.requests).toHaveLength(1)
  })
})

describe('what became of messages', () => {
  const [webhook] = whatsappMessages(settings, means).webhooks ?? []
  const told = (text: string, by = settings.webhook.appSecret) =>
    webhook?.read({
      body: Buffer.from(text),
      header: (wanted) =>
        wanted === 'x-hub-signature-256' ? `sha256=${createHmac('sha256', by).update(text).digest('hex')}` : undefined,
      query: () => undefined,
    })
  const statuses = JSON.stringify(exampleOf('whatsapp', 'statuses').body)

  test('the failures, each with the code that it carried', () => {
    const signedAt = new Date(1_794_956_400_000)
    expect(told(statuses)).toEqual([
      {
        eventId: 'wamid.failed-undelivered',
        kind: 'undelivered',
        subjectId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b12',
        signedAt,
      },
      { eventId: 'wamid.notice-undelivered', kind: 'undelivered', subjectId: 'none', signedAt },
    ])
  })

  test.each<[string, unknown]>([
    [
      'what people write',
      { object: 'whatsapp_business_account', entry: [{ changes: [{ value: { messages: [{}] } }] }] },
    ],
    [
      'something odd beside',
      { object: 'whatsapp_business_account', entry: [{ changes: [{ value: { statuses: [7] } }] }] },
    ],
  ])('%s is nothing to follow', (_, body) => {
    expect(told(JSON.stringify(body))).toEqual([])
  })

  test('signed with another secret it is nobody’s', () => {
    expect(told(statuses, 'another secret')).toBe('forged')
  })

  test('the address is confirmed to whoever knows the word, and to nobody else', () => {
    const asked = (token: string) => (name: string) =>
      ({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' })[name]
    expect(webhook?.verify?.(asked('a-word-of-our-own'))).toBe('1158201444')
    expect(webhook?.verify?.(asked('another'))).toBeUndefined()
  })
})

describe('checking the account', () => {
  const check = async (account: object, ...replies: Reply[]) => {
    provider.willReply(...replies)
    const checkMeans = { publicUrl: 'https://hola.example', inProduction: true, clock: { now: () => new Date() } }
    const findings = await whatsapp.check?.({ ...settings, ...account, provider: 'whatsapp' }, checkMeans)
    return (findings ?? []).map(({ state, words }) => `${state}: ${words}`)
  }
  const phone: Reply = { status: 200, json: { id: settings.phoneId, verified_name: 'Hola' } }
  const names = ['hola_code', ...noticeTemplates('es', 'https://hola.example').map(({ name }) => `hola_${name}`)]
  const all = names.flatMap((name) =>
    ['es_AR', 'en_US'].map((language) => ({ name, language, status: 'APPROVED', category: 'UTILITY' })),
  )

  test('says which templates are still to be approved', async () => {
    const missing = [{ ...all[0], status: 'PENDING' }, ...all.slice(1)]
    expect(await check({ accountId: '102290129340398' }, phone, { status: 200, json: { data: all } })).toEqual([
      'ok: the token reaches the number that sends.',
      'ok: the panel must have https://hola.example/providers/whatsapp/messages for the field messages.',
      `ok: all ${names.length} templates are approved in both languages.`,
    ])
    const [, , last] = await check({ accountId: '102290129340398' }, phone, { status: 200, json: { data: missing } })
    expect(last).toBe('problem: not approved yet: hola_code (es_AR).')
  })

  test('says what is missing', async () => {
    expect(await check({ webhook: undefined }, phone)).toEqual([
      'ok: the token reaches the number that sends.',
      expect.stringMatching(/^problem: .*nobody learns of a code that did not arrive/),
      expect.stringMatching(/^warning: without WHATSAPP_ACCOUNT_ID/),
    ])
    expect(await check({}, { status: 401, json: {} })).toHaveLength(1)
  })
})
