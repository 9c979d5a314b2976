import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildServer } from '../../app.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { Services } from '../../edge/services.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { startProvider, testLimits, twilioSettings, whatsappSettings } from '../../providers/messages/test-provider.ts'
import { twilioMessages } from '../../providers/messages/twilio.ts'
import { whatsappMessages } from '../../providers/messages/whatsapp-cloud.ts'
import { exampleOf } from '../../providers/test-examples.ts'

// The product with the real adapters of both providers of phone messages, against providers on this machine.
const { pool } = await testDatabase()
const provider = await startProvider()
const { services: base } = await openTestServer(pool)
const { machineClock, settings } = base
const publicUrl = settings.publicUrl
const twilio = twilioMessages(twilioSettings(provider.url, 'the-secret-of-twilio'), {
  publicUrl,
  machineClock,
  limits: testLimits,
})
const whatsapp = whatsappMessages(whatsappSettings(provider.url, 'the-secret-of-the-app'), {
  publicUrl,
  limits: testLimits,
})
const webhooks = [...(twilio.webhooks ?? []), ...(whatsapp.webhooks ?? [])]
const appWith = (send: Services['messages']['send']) => buildServer({ ...base, messages: { send, webhooks } })
const overTwilio = appWith(twilio.send)
const overWhatsapp = appWith(whatsapp.send)

type App = typeof overTwilio

const call = async (app: App, path: string, payload: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { 'content-type': 'application/json', 'x-client-version': '1.0.0', 'x-language': 'es' },
    payload,
  })
  return answer.json() as { code: string; ret: Record<string, unknown> }
}

let phonesAsked = 0

/** Somebody asks for a code; returns by which id she can ask about it. */
const askForCode = async (app: App): Promise<string> => {
  phonesAsked += 1
  const phone = `+549114400${String(phonesAsked).padStart(4, '0')}`
  const { code, ret } = await call(app, 'user/get_code', { purpose: 'login', phone })
  expect(code).toBe('0')
  return String(ret['delivery_id'])
}

const isUndelivered = async (deliveryId: string): Promise<unknown> =>
  (await call(overTwilio, 'user/code_delivery', { delivery_id: deliveryId })).ret['is_undelivered']

beforeEach(() => pool.query('TRUNCATE provider_message'))

const twilioSays = async (name: string, deliveryId: string, secret = 'the-secret-of-twilio'): Promise<number> => {
  const fields = exampleOf('twilio', name).body as Record<string, string>
  const path = `/providers/twilio/messages?delivery=${deliveryId}`
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((all, key) => `${all}${key}${fields[key]}`, `${publicUrl}${path}`)
  const { statusCode } = await overTwilio.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', secret).update(signed).digest('base64'),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return statusCode
}

test('an SMS that was not delivered is known to whoever waits for its code, and to no other', async () => {
  provider.willReply({ status: 201, json: exampleOf('twilio', 'message-queued').body })
  const [hers, another] = [await askForCode(overTwilio), await askForCode(overTwilio)]
  expect(await isUndelivered(hers)).toBe(false)
  expect(await twilioSays('status-undelivered', hers, 'somebody else')).toBe(401)
  expect(await twilioSays('status-delivered', hers)).toBe(200)
  expect(await isUndelivered(hers)).toBe(false)
  expect([await twilioSays('status-undelivered', hers), await twilioSays('status-undelivered', hers)]).toEqual([
    200, 200,
  ])
  expect([await isUndelivered(hers), await isUndelivered(another)]).toEqual([true, false])
  expect(await isUndelivered('6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11')).toBe(false)
  const metrics = await overTwilio.inject({ method: 'GET', url: '/metrics' })
  expect(metrics.body).toContain('hola_webhook_events_total{path="providers/twilio/messages",kind="undelivered"} 1')
})

test('a WhatsApp message that was not delivered is known as well', async () => {
  provider.willReply({ status: 200, json: exampleOf('whatsapp', 'message-accepted').body })
  const hers = await askForCode(overWhatsapp)
  const text = JSON.stringify(exampleOf('whatsapp', 'statuses').body)
    .replace('6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b12', hers)
    .replaceAll('1794956400', String(Math.floor(machineClock.now().getTime() / 1000)))
  const { statusCode } = await overWhatsapp.inject({
    method: 'POST',
    url: '/providers/whatsapp/messages',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', 'the-secret-of-the-app').update(text).digest('hex')}`,
    },
    payload: text,
  })
  expect(statusCode).toBe(200)
  expect(await isUndelivered(hers)).toBe(true)
})

test('the panel of WhatsApp gets its challenge back for the right word', async () => {
  const ask = (word: string) =>
    overWhatsapp.inject({
      method: 'GET',
      url: `/providers/whatsapp/messages?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=1158201444`,
    })
  const right = await ask('a-word-of-our-own')
  expect([right.statusCode, right.body]).toEqual([200, '1158201444'])
  expect((await ask('another')).statusCode).toBe(401)
})

test('a provider without an answer: the code is sent once and can be typed', async () => {
  provider.willReply('silence')
  const hers = await askForCode(overTwilio)
  expect(provider.requests).toHaveLength(1)
  const { rows } = await pool.query('SELECT sent_at, failed_at FROM login_code WHERE code_id = $1', [hers])
  expect(rows).toEqual([{ sent_at: expect.any(Date), failed_at: null }])
})
