import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { civilDay } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { startProvider } from '../messages/test-provider.ts'
import type { Reply } from '../messages/test-provider.ts'
import { mercadoPagoPayouts } from './mercado-pago.ts'
import type { Payout } from './port.ts'
import { StatementProblem } from './port.ts'

const provider = await startProvider()
const settings = { url: provider.url, token: 'TEST-an-access-token', webhookSecret: 'a-secret-of-webhooks' }
const dependencies = { publicUrl: 'https://hola.example', answerLimitMs: 2_000 }
const payouts = mercadoPagoPayouts(settings, dependencies)

const payout: Payout = {
  key: '7d3a5d3e-6d0b-4f0e-9a55-0d8f5b7c1e11-1',
  amount: centavos(10_800_050),
  account: { kind: 'cbu', number: '0110012900000000000017' },
  holder: { name: 'ROMERO LUCIA', cuil: '27301112225' },
}

/** As it is documented, with the fields that nobody here reads. */
const intent = (status: string, detail: string | null, more: object = {}) => ({
  id: '1108917506-01GGTH198RP0K71H133EK9BJAT',
  status,
  created_date: '2026-11-16T12:00:00.000-03:00',
  external_reference: payout.key,
  last_updated_date: '2026-11-16T12:00:03.915-03:00',
  point_of_interaction: 'PSP_TRANSFER',
  seller_configuration: { notification_info: { notification_url: 'https://hola.example' } },
  transaction: {
    from: { accounts: [{ amount: '108000,50' }] },
    to: {
      accounts: [
        {
          amount: '108000,50',
          ...(detail === null ? {} : { status_detail: detail }),
          owner: { identification: { type: 'CUIL', number: '27301112225' } },
          number: '0110012900000000000017',
        },
      ],
    },
    paid_amount: 108_000.5,
    refunded_amount: 0,
    payer: { id: 123_456_543 },
    total_amount: 108_000.5,
  },
  ...more,
})
const id = '1108917506-01GGTH198RP0K71H133EK9BJAT'
const settled = { kind: 'settled', providerPayoutId: id, settledAt: new Date('2026-11-16T15:00:03.915Z') }
const accepted = { kind: 'accepted', providerPayoutId: id }
const failed = (reason: string) => ({ kind: 'failed', providerPayoutId: id, reason })
const unknownFor = { kind: 'unknown', why: expect.stringMatching(/^mercado pago [A-Z]/) }
const unknown = (why: string) => ({ kind: 'unknown', why: `mercado pago ${why}` })

/** What they say of a payout, whether it was sent or asked for. */
const states = [
  ['processed / approved', intent('processed', 'approved'), settled],
  ['processed', intent('processed', null), settled],
  ['approved / approved', intent('approved', 'approved'), settled],
  ['approved, not processed yet', intent('approved', null), accepted],
  ['new', intent('new', null), accepted],
  ['in_process / pending_bank', intent('in_process', 'pending_bank'), accepted],
  ['partially_processed / pending_bank', intent('partially_processed', 'pending_bank'), accepted],
  ['rejected / by_bank', intent('rejected', 'by_bank'), failed('other')],
  ['failed / invalid_destination_account', intent('failed', 'invalid_destination_account'), failed('wrong_account')],
  ['failed / by_caps', intent('failed', 'by_caps'), failed('limit')],
  ['rejected / insufficient_funds', intent('rejected', 'insufficient_funds'), failed('other')],
  ['refunded by the bank', intent('refunded', 'refunded'), failed('other')],
  [
    'approved / partially_refunded',
    intent('approved', 'partially_refunded'),
    unknown('answered with a state that is not documented'),
  ],
  ['a state of tomorrow', intent('teleported', null), unknown('answered with a state that is not documented')],
  [
    'another payout',
    intent('processed', 'approved', { external_reference: 'x' }),
    unknown('answered about another payout'),
  ],
  [
    'another amount',
    intent('processed', 'approved', { transaction: { total_amount: '108000,51' } }),
    unknown('answered with another amount'),
  ],
  ['no date', intent('processed', 'approved', { last_updated_date: null }), unknown('does not say when it settled')],
  [
    'a date that no calendar has',
    intent('processed', 'approved', { last_updated_date: '2026-13-41T12:00:00Z' }),
    unknown('answered in another shape'),
  ],
  ['an id that is a path', intent('processed', 'approved', { id: '../users' }), unknown('answered in another shape')],
  ['a list', [], unknown('answered in another shape')],
] as const

/** A null for what each machine says in its own words. */
const troubles: readonly (readonly [string, Reply, string | null])[] = [
  ['401', { status: 401, json: { message: 'invalid token' } }, 'HTTP 401'],
  ['403', { status: 403, json: {} }, 'HTTP 403'],
  ['404', { status: 404, json: {} }, 'HTTP 404'],
  ['409', { status: 409, json: { error: 'conflict' } }, 'HTTP 409'],
  ['429', { status: 429, json: {} }, 'HTTP 429'],
  ['500', { status: 500, json: { error: 'internal_error' } }, 'HTTP 500'],
  ['503 of a gateway', { status: 503, text: '<html>' }, 'HTTP 503'],
  ['a page in place of JSON', { status: 200, text: '<html>' }, 'answered in another shape'],
  ['half an answer', { status: 200, text: '{"id": "1108' }, 'answered in another shape'],
  ['an answer without end', { status: 200, text: ' '.repeat(300 * 1024) }, 'answered too much'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'no answer'],
  ['silence', 'silence', 'timed out'],
  ['hanging up', 'hang up', null],
]

describe('sending', () => {
  test('asks as it is documented', async () => {
    provider.willReply({ status: 202, json: intent('processed', 'approved') })
    await payouts.send(payout)
    expect(provider.requests).toHaveLength(1)
    const [{ method, url, headers, body } = { body: '' }] = provider.requests
    expect([method, url]).toEqual(['POST', '/v1/transaction-intents/process'])
    expect(headers).toMatchObject({
      authorization: 'Bearer TEST-an-access-token',
      'content-type': 'application/json',
      'x-idempotency-key': payout.key,
      'x-enforce-signature': 'false',
      'x-test-token': 'true',
    })
    expect(JSON.parse(body)).toEqual({
      external_reference: payout.key,
      point_of_interaction: { type: 'PSP_TRANSFER' },
      seller_configuration: {
        notification_info: { notification_url: 'https://hola.example/providers/mercado-pago/payout' },
      },
      transaction: {
        from: { accounts: [{ amount: 108_000.5 }] },
        to: {
          accounts: [
            {
              type: 'cbu',
              amount: 108_000.5,
              currency_id: 'ARS',
              number: '0110012900000000000017',
              holder: 'ROMERO LUCIA',
              owner: { identification: { type: 'CUIL', number: '27301112225' } },
            },
          ],
        },
        total_amount: 108_000.5,
      },
    })
  })

  test('signs the body with the key, when there is one', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { format: 'der', type: 'pkcs8' },
      publicKeyEncoding: { format: 'der', type: 'spki' },
    })
    provider.willReply({ status: 202, json: intent('processed', 'approved') })
    await mercadoPagoPayouts({ ...settings, signingKey: privateKey.toString('base64') }, dependencies).send(payout)
    const [{ headers, body } = { headers: undefined, body: '' }] = provider.requests
    expect(headers).toMatchObject({ 'x-enforce-signature': 'true' })
    expect(headers).not.toHaveProperty('x-test-token')
    const signature = Buffer.from(String(headers?.['x-signature']), 'base64')
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(body), key, signature)).toBe(true)
    expect(verify(null, Buffer.from(`${body} `), key, signature)).toBe(false)
  })

  test('sent again, it is the same to the byte', async () => {
    provider.willReply({ status: 202, json: intent('processed', 'approved') })
    await payouts.send(payout)
    await payouts.send(payout)
    const [one, other] = provider.requests
    expect(one?.body).toBe(other?.body)
    expect(one?.headers['x-idempotency-key']).toBe(other?.headers['x-idempotency-key'])
  })

  test.each(states)('a payout that is sent: %s', async (_, json, expected) => {
    provider.willReply({ status: 202, json })
    expect(await payouts.send(payout)).toEqual(expected)
  })

  test.each([
    [
      'for an account that there is not',
      { status: 400, json: { error: 'invalid_destination_account' } },
      'wrong_account',
    ],
    ['by a code', { status: 422, json: { code: 'account_closed' } }, 'account_closed'],
    ['for whatever else', { status: 400, json: { error: 'bad_request', message: 'x' } }, 'other'],
    ['without a word', { status: 400, text: '' }, 'other'],
  ] as const)('refused %s: it failed, and was never begun', async (_, reply, reason) => {
    provider.willReply(reply)
    expect(await payouts.send(payout)).toEqual({ kind: 'failed', providerPayoutId: null, reason })
  })

  test.each(troubles)('%s: nobody knows, and it is not sent a second time', async (_, reply, why) => {
    provider.willReply(reply)
    expect(await payouts.send(payout)).toEqual(why === null ? unknownFor : unknown(why))
    expect(provider.requests).toHaveLength(1)
  })
})

describe('asking', () => {
  test.each(states)('a payout that is asked about: %s', async (_, json, expected) => {
    provider.willReply({ status: 200, json })
    expect(await payouts.find(payout, id)).toEqual(expected)
    expect(provider.requests).toMatchObject([{ method: 'GET', url: `/v1/transaction-intents/${id}` }])
  })

  test.each(troubles)('%s: nobody knows', async (_, reply) => {
    provider.willReply(reply)
    expect(await payouts.find(payout, id)).toMatchObject({ kind: 'unknown' })
  })

  test('400, which would be a refusal to send, refuses nothing here', async () => {
    provider.willReply({ status: 400, json: { error: 'invalid_destination_account' } })
    expect(await payouts.find(payout, id)).toMatchObject({ kind: 'unknown' })
  })

  test('without their id nothing is asked: they find it by its key, when it is sent again', async () => {
    provider.willReply({ status: 500 })
    expect(await payouts.find(payout, null)).toEqual({ kind: 'not_known' })
    expect(provider.requests).toEqual([])
  })
})

test.each([
  ['their id tells our key', { status: 200, json: intent('in_process', 'pending_bank') }, payout.key],
  [
    'one of which they say nothing',
    { status: 200, json: intent('new', null, { external_reference: null }) },
    undefined,
  ],
  ['the answer is about another', { status: 200, json: intent('new', null, { id: 'x' }) }, undefined],
  ['one that they do not have', { status: 404, json: {} }, undefined],
  ['garbage', { status: 200, text: 'x' }, undefined],
] as const)('the idempotency key of a webhook: %s', async (_, reply, key) => {
  provider.willReply(reply)
  expect(await payouts.keyOf(id)).toBe(key)
})

describe('the statement of a day', () => {
  const day = civilDay('2026-11-16')
  const report = {
    id: 12_345,
    begin_date: '2026-11-16T03:00:00Z',
    end_date: '2026-11-17T03:00:00Z',
    file_name: 'release-report-USER_ID-2026-11-17-040000.csv',
    created_from: 'manual',
  }
  const csv = [
    'DATE;SOURCE_ID;EXTERNAL_REFERENCE;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT;GROSS_AMOUNT',
    '2026-11-16T00:00:00.000-03:00;;;initial_available_balance;;500000.00;0.00;',
    `2026-11-16T12:00:03.000-03:00;${id};${payout.key};release;payout;0.00;108000.50;-108000.50`,
    '2026-11-16T13:00:00.000-03:00;555;loan-x;release;payment;1000.00;0.00;1000.00',
    `2026-11-17T00:00:00.000-03:00;tomorrow;other;release;payout;0.00;1.00;-1.00`,
    ';;;total;;501000.00;108001.50;',
    '',
  ]

  test.each([
    ['as it comes', csv.join('\n')],
    [
      'with commas, quotes and the line ends of another machine',
      `\uFEFF${csv.join('\r\n').replaceAll(';', '","').replace(/^|$/gm, '"')}`,
    ],
  ])('read from the report of released money, %s', async (_, text) => {
    provider.willReply({ status: 200, json: [report] }, { status: 200, text })
    expect(await payouts.statement(day)).toEqual([
      { key: payout.key, providerPayoutId: id, amount: centavos(10_800_050), day },
    ])
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/account/release_report/list',
      `GET /v1/account/release_report/${report.file_name}`,
    ])
  })

  test('a report that is not there yet is asked for', async () => {
    const yesterday = { ...report, begin_date: '2026-11-15T03:00:00Z', end_date: '2026-11-16T03:00:00Z' }
    provider.willReply({ status: 200, json: [yesterday] }, { status: 202, json: {} })
    expect(await payouts.statement(day)).toBeInstanceOf(StatementProblem)
    expect(provider.requests).toMatchObject([
      { method: 'GET' },
      {
        method: 'POST',
        url: '/v1/account/release_report',
        body: '{"begin_date":"2026-11-16T03:00:00.000Z","end_date":"2026-11-17T03:00:00.000Z"}',
      },
    ])
  })

  test.each<[string, Reply[]]>([
    ['no list', [{ status: 500 }]],
    ['a list of something else', [{ status: 200, json: { reports: [] } }]],
    ['a file name that is a path', [{ status: 200, json: [{ ...report, file_name: '../../v1/payments' }] }]],
    ['silence', ['silence']],
    ['a file that is gone', [{ status: 200, json: [report] }, { status: 404 }]],
    [
      'a file without its columns',
      [
        { status: 200, json: [report] },
        { status: 200, text: 'DATE;SOURCE_ID\n' },
      ],
    ],
  ])('%s is no empty statement', async (_, replies) => {
    provider.willReply(...replies)
    expect(await payouts.statement(day)).toBeInstanceOf(StatementProblem)
  })
})

test('whole pesos, half a peso and a centavo are written as they are', async () => {
  for (const [amount, written] of [
    [pesos(18_000), '18000'],
    [centavos(1_800_050), '18000.5'],
    [centavos(1_800_001), '18000.01'],
    [centavos(45_000_029), '450000.29'],
  ] as const) {
    provider.willReply({ status: 202, json: {} })
    await payouts.send({ ...payout, amount })
    expect(provider.requests[0]?.body).toContain(`"total_amount":${written}}`)
  }
})
