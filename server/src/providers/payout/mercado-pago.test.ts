import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { civilDay } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import { manifestOf } from '../mercado-pago/signature.ts'
import { startProvider } from '../messages/test-provider.ts'
import type { Reply } from '../messages/test-provider.ts'
import { readPesos } from './mercado-pago-shapes.ts'
import { writeTransaction } from './mercado-pago-writing.ts'
import { writeCreated, writeNotification } from './test-writing.ts'
import { mercadoPago, mercadoPagoPayouts } from './mercado-pago.ts'
import type { Payout, PayoutResult } from './port.ts'
import { StatementProblem, wordsFor } from './port.ts'
import { exampleOf } from '../test-examples.ts'

const provider = await startProvider()
const settings = { url: provider.url, token: 'TEST-an-access-token', webhookSecret: 'a-secret-of-webhooks' }
const now = new Date('2026-11-16T15:00:30Z')
const dependencies = { publicUrl: 'https://hola.example', clock: { now: () => now }, answerLimitMs: 400 }
const payouts = mercadoPagoPayouts(settings, dependencies)

const payout: Payout = {
  key: '7d3a5d3e-6d0b-4f0e-9a55-0d8f5b7c1e11-1',
  amount: centavos(10_800_050),
  account: { kind: 'cbu', number: '0110012900000000000017' },
  holder: { name: 'ROMERO LUCIA', cuil: '27301112225' },
}
const [payoutId, transactionId] = ['POP01KJ0000000000000000000001', 'TOP01KJ0000000000000000000002']
const ids = `${payoutId}/${transactionId}`

type Json = Record<string, unknown>
/** What its documents show, in the type that the test knows it to have. */
const contentOf = <Content>(name: string): Content => exampleOf('mercado-pago-payouts', name).body as Content

const transaction = contentOf<Json>('transaction-answer')
const created = contentOf<Json & { transactions: Json[] }>('create-answer')

const answered = (status: string, detail: string | null, more: object = {}): Json => {
  const { status_detail: _, ...rest } = transaction
  return { ...rest, status, ...(detail === null ? {} : { status_detail: detail }), ...more }
}
const taken = (status: string, detail: string | null, more: object = {}): Json => ({
  ...created,
  transactions: [
    { ...created.transactions[0], status, ...(detail === null ? {} : { status_detail: detail }), ...more },
  ],
})

const shortly = (result: PayoutResult | { kind: 'not_known' }): string => {
  if (result.kind === 'failed') return `failed: ${result.reason}`
  return result.kind === 'refused' ? `refused: ${result.fault}` : result.kind
}

/** A null for what each machine says in its own words. */
const troubles: readonly (readonly [string, Reply, string | null])[] = [
  ['404', { status: 404, json: {} }, 'HTTP 404'],
  ['409', { status: 409, json: { error: 'conflict' } }, 'HTTP 409'],
  ['429', { status: 429, json: {} }, 'HTTP 429'],
  ['500', { status: 500, json: { error: 'internal_error' } }, 'HTTP 500'],
  ['503 of a gateway', { status: 503, text: '<html>' }, 'HTTP 503'],
  ['a page in place of JSON', { status: 200, text: '<html>' }, 'answered in another shape'],
  ['half an answer', { status: 200, text: '{"id": "POP01' }, 'answered in another shape'],
  ['an answer without end', { status: 200, text: ' '.repeat(300 * 1024) }, 'answered too much'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'no answer'],
  ['silence', 'silence', 'timed out'],
  ['hanging up', 'hang up', null],
]

describe('the examples of its documents', () => {
  const states = contentOf<[string, string | null, string][]>('transaction-states')
  test.each(states)('asked about: %s / %s is %s', async (status, detail, meaning) => {
    provider.willReply({ status: 200, json: answered(status, detail) })
    const found = await payouts.find(payout, ids)
    expect(shortly(found)).toBe(meaning)
    expect(found).toMatchObject({ providerPayoutId: ids })
  })

  test.each(states)('sent: %s / %s is %s, and its ids are kept', async (status, detail, meaning) => {
    provider.willReply({ status: 202, json: taken(status, detail) })
    const sent = await payouts.send(payout)
    expect(shortly(sent)).toBe(meaning)
    expect(sent).toMatchObject({ providerPayoutId: ids })
  })

  test.each(contentOf<[number, object, string][]>('refusals'))(
    'not taken: %i %o is %s',
    async (status, json, meaning) => {
      provider.willReply({ status, json })
      const sent = await payouts.send(payout)
      expect(shortly(sent)).toBe(meaning)
      const isWorded = sent.kind !== 'refused' || (sent.providerPayoutId === null && /^HTTP \d{3}/.test(sent.words))
      expect(isWorded).toBe(true)
    },
  )

  test('the sandbox’s bank writes the same members', () => {
    const shapeOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf)
      if (typeof value !== 'object' || value === null) return typeof value
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, member]) => [name, shapeOf(member)] as const)
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      )
    }
    const transfer = {
      key: payout.key,
      providerPayoutId: ids,
      amount: payout.amount,
      status: 'success',
      detail: 'accredited',
      createdAt: now,
      updatedAt: now,
    }
    expect(shapeOf(writeTransaction(transfer))).toEqual(shapeOf(transaction))
    expect(shapeOf(writeNotification(transfer))).toEqual(shapeOf(contentOf('notification')))
    expect(shapeOf(writeCreated({ ...transfer, detail: '' }))).toEqual(shapeOf(created))
  })
})

describe('sending', () => {
  test('asks as it is documented', async () => {
    provider.willReply({ status: 202, json: created })
    await payouts.send(payout)
    expect(provider.requests).toHaveLength(1)
    const [{ method, url, headers, body } = { body: '' }] = provider.requests
    expect([method, url]).toEqual(['POST', '/v1/payouts'])
    expect(headers).toMatchObject({
      authorization: 'Bearer TEST-an-access-token',
      'content-type': 'application/json',
      'x-idempotency-key': payout.key,
      'x-enforce-signature': 'false',
      'x-test-token': 'true',
    })
    expect(JSON.parse(body)).toEqual(contentOf('create-request'))
  })

  test.each([
    ['a CVU', { kind: 'cvu', number: '0000003100012345678907' }],
    ['an alias', { kind: 'alias', number: 'luz.rio.sol' }],
  ] as const)('%s names no bank', async (_, account) => {
    provider.willReply({ status: 202, json: created })
    await payouts.send({ ...payout, account })
    const body = JSON.parse(provider.requests[0]?.body ?? '') as { transactions: [{ account: object }] }
    expect(body.transactions[0].account).toEqual({
      number: account.number,
      holder: 'ROMERO LUCIA',
      owner_type: 'CUIT',
      owner_value: '27301112225',
    })
  })

  test('a reference has at most 64 characters, of a payout and of a refund', () => {
    const uuid = crypto.randomUUID()
    for (const key of [`${uuid}-9999`, `refund-${uuid}`]) expect(key).toMatch(/^[\w-]{1,64}$/)
  })

  test('signs the body with the key, when there is one', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { format: 'der', type: 'pkcs8' },
      publicKeyEncoding: { format: 'der', type: 'spki' },
    })
    provider.willReply({ status: 202, json: created })
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
    provider.willReply({ status: 202, json: created })
    await payouts.send(payout)
    await payouts.send(payout)
    const [one, other] = provider.requests
    expect(one?.body).toBe(other?.body)
    expect(one?.headers['x-idempotency-key']).toBe(other?.headers['x-idempotency-key'])
  })

  test.each([
    ['without a word', { status: 400, text: '' }, 'refused: request'],
    ['by a page', { status: 400, text: '<html>' }, 'refused: request'],
    ['with causes', { status: 400, json: { cause: [{ code: 'invalid_owner' }] } }, 'failed: holder_mismatch'],
    ['with odd members', { status: 400, json: { error: 7, message: {}, cause: 'x' } }, 'refused: request'],
  ] as const)('not taken, %s', async (_, reply, meaning) => {
    provider.willReply(reply)
    expect(shortly(await payouts.send(payout))).toBe(meaning)
  })

  test.each([
    ['another payout', created, { external_reference: 'x' }, 'answered about another payout'],
    ['another amount', {}, { amount: { currency: 'ARS', value: '108000.51' } }, 'answered with another amount'],
    ['another currency', {}, { amount: { currency: 'BRL', value: '108000.50' } }, 'answered with another currency'],
  ])('%s in the answer: nobody knows, and the ids are kept', async (_, __, more, why) => {
    provider.willReply({ status: 202, json: taken('success', 'accredited', more) })
    expect(await payouts.send(payout)).toMatchObject({
      kind: 'unknown',
      why: `mercado pago ${why}`,
      providerPayoutId: ids,
    })
  })

  test.each(troubles)('%s: nobody knows, and it is not sent a second time', async (_, reply, why) => {
    provider.willReply(reply)
    const sent = await payouts.send(payout)
    expect(sent.kind === 'unknown' && sent.why).toMatch(new RegExp(`^mercado pago ${why ?? '[A-Z]'}`))
    expect(provider.requests).toHaveLength(1)
  })
})

describe('asking', () => {
  test('by both ids, and when it settled is the provider’s word', async () => {
    provider.willReply({ status: 200, json: transaction })
    expect(await payouts.find(payout, ids)).toEqual({
      kind: 'settled',
      providerPayoutId: ids,
      settledAt: new Date('2026-11-16T15:00:03.915Z'),
    })
    expect(provider.requests).toMatchObject([
      { method: 'GET', url: `/v1/payouts/${payoutId}/transactions/${transactionId}` },
    ])
  })

  test('without a date it settled when it was asked', async () => {
    provider.willReply({ status: 200, json: answered('success', 'accredited', { last_update_date: null }) })
    expect(await payouts.find(payout, ids)).toMatchObject({ kind: 'settled', settledAt: now })
  })

  test.each([
    [
      'a state of tomorrow',
      answered('teleported', null),
      { kind: 'unknown', providerPayoutId: ids, words: 'teleported' },
    ],
    ['success alone', answered('success', null), { kind: 'accepted' }],
    ['another payout', answered('success', 'accredited', { external_reference: 'x' }), { kind: 'unknown' }],
    ['another transfer', { ...transaction, id: 'TOP-OTHER' }, { kind: 'unknown' }],
    ['another amount', answered('success', 'accredited', { amount: { value: '1' } }), { kind: 'unknown' }],
    ['an id that is a path', { ...transaction, id: '../users' }, { kind: 'unknown' }],
    ['a list', [], { kind: 'unknown' }],
  ])('an answer with %s', async (_, json, expected) => {
    provider.willReply({ status: 200, json })
    expect(await payouts.find(payout, ids)).toMatchObject(expected)
  })

  test.each([...troubles, ['400', { status: 400, json: { error: 'invalid_destination_account' } }, null] as const])(
    '%s: nobody knows, and nothing is refused by it',
    async (_, reply) => {
      provider.willReply(reply)
      expect(await payouts.find(payout, ids)).toMatchObject({ kind: 'unknown' })
    },
  )

  test('without their ids nothing is asked: they find it by its key, when it is sent again', async () => {
    provider.willReply({ status: 500 })
    expect(await payouts.find(payout, null)).toEqual({ kind: 'not_known' })
    expect(await payouts.find(payout, payoutId)).toMatchObject({ kind: 'unknown', providerPayoutId: payoutId })
    expect(provider.requests).toEqual([])
  })
})

test.each([
  ['their ids tell our key', { status: 200, json: transaction }, { key: payout.key }],
  ['one of which they say nothing', { status: 200, json: { ...transaction, external_reference: null } }, undefined],
  ['the answer is about another', { status: 200, json: { ...transaction, id: 'x' } }, undefined],
  ['one that they do not have', { status: 404, json: {} }, undefined],
  ['garbage', { status: 200, text: 'x' }, undefined],
  ['an outage, after which it is asked again', { status: 503 }, 'no_answer'],
  ['silence, after which it is asked again', 'silence', 'no_answer'],
] as const)('the idempotency key of a webhook: %s', async (_, reply, key) => {
  provider.willReply(reply)
  expect(await payouts.keyOf(ids)).toEqual(key)
})

describe('a message', () => {
  const body = contentOf<Json>('notification')
  const read = (given: {
    readonly json?: unknown
    readonly dataId?: string
    readonly requestId?: string
    readonly secret?: string
  }) => {
    const { json = body, dataId, requestId = 'request-1', secret = settings.webhookSecret } = given
    const v1 = createHmac('sha256', secret).update(manifestOf({ dataId, requestId }, '1794000000')).digest('hex')
    const headers: Record<string, string> = { 'x-request-id': requestId, 'x-signature': `ts=1794000000,v1=${v1}` }
    return payouts.webhook.read({
      body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
      header: (name) => headers[name],
      query: (name) => (name === 'data.id' ? dataId : undefined),
    })
  }
  const event = { eventId: 'request-1', kind: 'payout', subjectId: ids, signedAt: new Date(1_794_000_000_000) }

  test.each([
    ['as it is documented', {}],
    ['with the id of the transfer in the query', { dataId: transactionId }],
    ['with the id of the batch in the query', { dataId: payoutId }],
    ['with numbers for ids', { json: { ...body, id: 736_669, payout: { id: 26_722 } } }],
  ])('names both ids: %s', (_, given) => {
    const subjectId = 'json' in given ? '26722/736669' : ids
    expect(read(given)).toEqual({ ...event, subjectId })
  })

  test.each([
    ['another secret', { secret: 'a-guess-of-sixteen' }, 'forged'],
    ['another id in the query', { dataId: 'TOP-OTHER' }, 'ignored'],
    ['the older shape', { json: { type: 'transaction_intent', data: { id: 'x' } } }, 'ignored'],
    ['a path for an id', { json: { ...body, id: '../../v1/users' } }, 'ignored'],
    ['garbage', { json: '{{{' }, 'ignored'],
  ] as const)('%s: %o is %s', (_, given, verdict) => {
    expect(read(given)).toBe(verdict)
  })
})

describe('the statement of a day', () => {
  const day = civilDay('2026-11-16')
  const list = contentOf<Json[]>('release-list')
  const lines = contentOf<string[]>('release-report')
  const report = (text: string) => provider.willReply({ status: 200, json: list }, { status: 200, text })
  const line = { key: payout.key, providerPayoutId: transactionId, amount: centavos(10_800_050), day }

  test.each([
    ['as it comes', lines.join('\n')],
    [
      'with commas, quotes and the line ends of another machine',
      `\uFEFF${lines.join('\r\n').replaceAll(';', '","').replace(/^|$/gm, '"')}`,
    ],
    ['with centavos behind a comma', lines.join('\n').replaceAll(/(\d)\.(\d\d)\b(?!\d)/g, '$1,$2')],
    ['with points between the thousands', lines.join('\n').replace(';108000.50;', ';108.000,50;')],
    ['with commas between the thousands', lines.join('\n').replace(';108000.50;', ';108,000.50;')],
  ])('read from the report of released money, %s', async (_, text) => {
    report(text)
    expect(await payouts.statement(day)).toEqual({ lines: [line], unread: [] })
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/account/release_report/list',
      `GET /v1/account/release_report/${String(list[0]?.['file_name'])}`,
    ])
  })

  test.each([
    ['an amount that is none', '2026-11-16T12:00:03.000-03:00;x;k;release;payout;0.00;1.234.50;'],
    ['a date that is none', '16/11/2026;x;k;release;payout;0.00;10.00;'],
    ['no reference', '2026-11-16T12:00:03.000-03:00;x;;release;payout;0.00;10.00;'],
    ['nothing debited', '2026-11-16T12:00:03.000-03:00;x;k;release;payout;10.00;0.00;'],
    ['a cell too few', '2026-11-16T12:00:03.000-03:00;k;release;payout;0.00;10.00;'],
    ['a cell too many', '2026-11-16T12:00:03.000-03:00;x;k;release;payout;0.00;10.00;;;'],
  ])('%s: the row is named, and the others are read', async (_, row) => {
    report([...lines.slice(0, -1), row, ''].join('\n'))
    expect(await payouts.statement(day)).toEqual({ lines: [line], unread: [`row ${lines.length}`] })
  })

  test('a report that is not there yet is asked for, to the last second of the day', async () => {
    const [own, ...others] = list
    const yesterday = { ...own, begin_date: '2026-11-15T03:00:00Z', end_date: '2026-11-16T02:59:59Z' }
    provider.willReply({ status: 200, json: [yesterday, ...others] }, { status: 202, json: {} })
    expect(await payouts.statement(day)).toEqual(new StatementProblem('mercado pago makes the report: ask again later'))
    expect(provider.requests).toMatchObject([
      { method: 'GET' },
      {
        method: 'POST',
        url: '/v1/account/release_report',
        body: '{"begin_date":"2026-11-16T03:00:00Z","end_date":"2026-11-17T02:59:59Z"}',
      },
    ])
  })

  test('a day without its last second is not covered', async () => {
    provider.willReply({ status: 200, json: [{ ...list[0], end_date: '2026-11-17T02:59:58Z' }] }, { status: 203 })
    expect(await payouts.statement(day)).toEqual(
      new StatementProblem('mercado pago does not make the report of the day'),
    )
  })

  test.each<[string, Reply[]]>([
    ['no list', [{ status: 500 }]],
    ['a list of something else', [{ status: 200, json: { reports: [] } }]],
    ['a file name that is a path', [{ status: 200, json: [{ ...list[0], file_name: '../../v1/payments.csv' }] }]],
    ['silence', ['silence']],
    ['a file that is gone', [{ status: 200, json: list }, { status: 404 }]],
    [
      'a file with its columns in Spanish',
      [
        { status: 200, json: list },
        { status: 200, text: 'FECHA;ID DE ORIGEN;REFERENCIA EXTERNA;DESCRIPCIÓN;DÉBITO NETO\n' },
      ],
    ],
  ])('%s is no empty statement', async (_, replies) => {
    provider.willReply(...replies)
    expect(await payouts.statement(day)).toBeInstanceOf(StatementProblem)
  })
})

test.each([
  ['100', 10_000],
  ['100.5', 10_050],
  ['1234.50', 123_450],
  ['1.234,50', 123_450],
  ['1,234.50', 123_450],
  ['1234,5', 123_450],
  ['1.234', 123_400],
  ['1.234.567,89', 123_456_789],
  ['0.29', 29],
  ['1234.567', undefined],
  ['1.23.456', undefined],
  ['1,2,3', undefined],
  ['-5', undefined],
  ['', undefined],
])('pesos in both notations: %s', (text, amount) => {
  expect(readPesos(text)).toBe(amount)
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
    expect(provider.requests[0]?.body).toContain(`"value":${written}}`)
  }
})

test('the provider’s words lose numbers of accounts, addresses and lines', () => {
  expect(wordsFor('HTTP 400', 'account 0110012900000000000017\nof a.b@c.example', null, ' ', '27-30111222-5')).toBe(
    'HTTP 400: account ••• of •••: •••',
  )
  expect(wordsFor('x'.repeat(1000))).toHaveLength(300)
})

describe('checking without moving money', () => {
  const config = contentOf<Json>('release-config')
  const check = async (...replies: Reply[]) => {
    provider.willReply(...replies)
    const means = { publicUrl: 'https://hola.example', inProduction: true, clock: dependencies.clock }
    const findings = (await mercadoPago.check?.({ ...settings, provider: 'mercado-pago' }, means)) ?? []
    expect(provider.requests.every(({ method }) => method === 'GET')).toBe(true)
    return findings.map(({ state, words }) => `${state} ${words}`)
  }
  const me: Reply = { status: 200, json: { id: 1, site_id: 'MLA' } }

  test('all is right', async () => {
    const lines = await check(me, { status: 200, json: config })
    expect(lines).toHaveLength(5)
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  })

  test.each<[string, Reply[], RegExp]>([
    ['no answer', ['hang up'], /^problem it does not answer/],
    ['the token is not taken', [{ status: 401 }], /^problem it does not take MERCADO_PAGO_TOKEN/],
    [
      'an account of Brazil',
      [
        { status: 200, json: { site_id: 'MLB' } },
        { status: 200, json: config },
      ],
      /^problem the account is of MLB/,
    ],
    ['no settings of the report', [me, { status: 404 }], /^problem the account has no settings/],
    [
      'a column is missing',
      [me, { status: 200, json: { ...config, columns: [{ key: 'DATE' }] } }],
      /^problem the release report lacks the columns SOURCE_ID, EXT/,
    ],
    ['columns in Spanish', [me, { status: 200, json: { ...config, report_translation: 'es' } }], /^problem .*"es"/],
    [
      'no withdrawals',
      [me, { status: 200, json: { ...config, include_withdrawal_at_end: false } }],
      /^warning .*withdrawals/,
    ],
    ['another shape', [me, { status: 200, json: [] }], /^problem .*another shape/],
  ])('it says in a line: %s', async (_, replies, line) => {
    expect(await check(...replies)).toContainEqual(expect.stringMatching(line))
  })
})
