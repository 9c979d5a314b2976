import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '../test-examples.ts'
import type { WebhookRequest } from '../webhook.ts'
import { mercadoPagoPaymentWebhook } from './payment-webhook.ts'

const secret = 'a-secret-of-webhooks'
const { read } = mercadoPagoPaymentWebhook(secret)

type Change = { readonly query?: Record<string, string>; readonly body?: unknown; readonly signature?: string | null }

/** A message as it is documented, signed with the secret unless told otherwise. */
const message = (name: string, change: Change = {}): WebhookRequest => {
  const example = exampleOf('mercado-pago', name)
  const query = change.query ?? example.query ?? {}
  const requestId = example.headers?.['x-request-id']
  const manifest = `id:${query['data.id']};request-id:${requestId};ts:1794956400;`
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
  const signature = change.signature === undefined ? `v1=${v1},ts=1794956400` : (change.signature ?? undefined)
  const headers: Record<string, string | undefined> = { 'x-request-id': requestId, 'x-signature': signature }
  return {
    body: Buffer.from(JSON.stringify(change.body ?? example.body)),
    header: (wanted) => headers[wanted],
    query: (wanted) => query[wanted],
  }
}

describe('signed', () => {
  test('a payment', () => {
    expect(read(message('webhook-payment'))).toEqual({
      eventId: '2066ca19-c6f1-498a-be75-1923005edd06',
      kind: 'payment',
      subjectId: '20359978',
      signedAt: new Date(1_794_956_400_000),
    })
  })

  test('a chargeback: the payment that it takes back is asked about', () => {
    expect(read(message('webhook-chargeback'))).toMatchObject({
      kind: 'topic_chargebacks_wh',
      subjectId: '20359978',
    })
  })

  test.each<[string, string, unknown]>([
    ['another subject', 'webhook-payment', { type: 'subscription_preapproval', data: { id: '20359978' } }],
    ['a body about another payment', 'webhook-payment', { type: 'payment', data: { id: '999999' } }],
    ['a chargeback of no payment', 'webhook-chargeback', { type: 'topic_chargebacks_wh', data: { id: '1' } }],
    ['no JSON that we know', 'webhook-payment', [1]],
  ])('%s is not followed', (_, name, body) => {
    expect(read(message(name, { body }))).toBe('ignored')
  })
})

describe('not to be verified', () => {
  test.each<[string, WebhookRequest]>([
    ['a payment without a signature', message('webhook-payment', { signature: null })],
    ['a payment signed with another secret', message('webhook-payment', { signature: `ts=1,v1=${'a'.repeat(64)}` })],
    ['a chargeback without a signature', message('webhook-chargeback', { signature: null })],
    ['the older kind, with an address', message('webhook-ipn', { signature: null })],
    [
      'the older kind, with an id in the body alone',
      message('webhook-ipn', { signature: null, query: {}, body: { topic: 'payment', resource: '20359978' } }),
    ],
  ])('%s is a hint at a payment', (_, request) => {
    expect(read(request)).toEqual({ hintAt: '20359978' })
  })

  test.each<[string, Change]>([
    ['another subject', { body: { type: 'plan', data: { id: '20359978' } } }],
    ['what is no id of a payment', { query: {}, body: { type: 'payment', data: { id: '../users/me' } } }],
    ['ids that differ', { body: { type: 'payment', data: { id: '7777777' } } }],
    ['nothing', { body: {} }],
  ])('%s is nobody’s', (_, change) => {
    expect(read(message('webhook-payment', { ...change, signature: null }))).toBe('forged')
  })
})
