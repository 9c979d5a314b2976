import { civilDay } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { describe, expect, test } from 'vitest'
import type { Log } from '../../platform/log.ts'
import type { Reply } from '../messages/test-provider.ts'
import { startProvider } from '../messages/test-provider.ts'
import { exampleOf } from '../test-examples.ts'
import { mercadoPago, mercadoPagoCollection, mercadoPagoLimits } from './mercado-pago.ts'
import type { FoundPayment, PayAsk } from './port.ts'
import { CollectionProblem } from './port.ts'

const provider = await startProvider()
const pauses: number[] = []
const wait = async (ms: number): Promise<void> => void pauses.push(ms)
const limits = { ...mercadoPagoLimits, attemptLimitMs: 2_000 }
const settings = {
  url: provider.url,
  token: 'APP_USR-test-token',
  webhookSecret: 'secret-of-the-webhooks',
  payerMail: 'pagos@lender.example',
}
const now = new Date('2026-11-16T15:00:00Z')
const errors: object[] = []
const means = {
  publicUrl: 'https://hola.example',
  machineClock: { now: () => now },
  log: { error: (fields: object) => void errors.push(fields) } as unknown as Log,
  limits,
  wait,
}
const collector = mercadoPagoCollection(settings, means)

/** An answer as it is documented. */
const theirs = (name: string): Reply => {
  const { status = 200, body } = exampleOf('mercado-pago', name)
  return { status, json: body }
}

const willReply = (...replies: Reply[]): void => {
  pauses.length = 0
  provider.willReply(...replies)
}

const asked: PayAsk = {
  paymentId: '6a7a5c5e-7b1f-4f0b-9f0e-0d6a3f1c2b11',
  reference: '7K3M-X2QP-9RTV',
  amount: centavos(152_580_50),
  methodId: 'checkout',
  expiresAt: new Date('2026-11-17T02:59:59.999Z'),
}

/** As they are documented, with fields that nobody here reads. */
const preference = (change: object = {}): Reply => ({
  status: 201,
  json: {
    id: '202809963-920c288b-4ebb-40be-966f-700250fa5370',
    collector_id: 202_809_963,
    init_point: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=202809963-920c288b',
    sandbox_init_point: 'https://sandbox.mercadopago.com.ar/checkout/v1/redirect?pref_id=202809963-920c288b',
    ...change,
  },
})

const slip = (change: object = {}): Reply => ({
  status: 201,
  json: {
    id: 20_359_978,
    status: 'pending',
    status_detail: 'pending_waiting_payment',
    payment_method_id: 'rapipago',
    payment_type_id: 'ticket',
    date_of_expiration: '2026-11-19T23:59:59.000-03:00',
    transaction_details: {
      external_resource_url: 'https://www.mercadopago.com/mla/payments/ticket/helper?payment_id=20359978',
      payment_method_reference_id: '1234567890',
    },
    barcode: { type: 'Code128C', content: '3335008800000000006135600011500150581060000000' },
    ...change,
  },
})

const row = (change: object = {}): object => ({
  id: 20_359_978,
  status: 'approved',
  status_detail: 'accredited',
  currency_id: 'ARS',
  transaction_amount: 152_580.5,
  transaction_amount_refunded: 0,
  date_created: '2026-11-16T20:00:00.000-04:00',
  date_approved: '2026-11-16T22:30:00.000-04:00',
  external_reference: asked.reference,
  payment_type_id: 'account_money',
  ...change,
})

const found = (change: object = {}): Reply => ({ status: 200, json: row(change) })

const sent = (): { method: string | undefined; url: string | undefined; headers: object; body: unknown } => {
  const [first] = provider.requests
  if (first === undefined) throw new Error('nothing was asked')
  return { ...first, body: JSON.parse(first.body || 'null') }
}

describe('a checkout', () => {
  test('is a preference of one item that carries the reference and nobody’s name', async () => {
    willReply(preference())
    expect(await collector.request(asked)).toEqual({
      cvu: null,
      alias: null,
      qrText: null,
      checkoutUrl: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=202809963-920c288b',
      ticketUrl: null,
      barcode: null,
      expiresAt: asked.expiresAt,
      providerRequestId: '202809963-920c288b-4ebb-40be-966f-700250fa5370',
    })
    expect(sent()).toMatchObject({
      method: 'POST',
      url: '/checkout/preferences',
      headers: { authorization: 'Bearer APP_USR-test-token', 'x-idempotency-key': asked.paymentId },
      body: {
        items: [
          { id: asked.reference, title: 'Hola 7K3M-X2QP-9RTV', quantity: 1, currency_id: 'ARS', unit_price: 152_580.5 },
        ],
        external_reference: asked.reference,
        notification_url: 'https://hola.example/providers/mercado-pago/collection?source_news=webhooks',
        expires: true,
        expiration_date_to: '2026-11-17T02:59:59.999+00:00',
        payment_methods: {
          excluded_payment_types: [{ id: 'credit_card' }, { id: 'ticket' }],
          excluded_payment_methods: [{ id: 'consumer_credits' }],
          installments: 1,
        },
      },
    })
    expect(sent().body).not.toHaveProperty('payer')
  })

  test('an address that they cannot reach is not named', async () => {
    willReply(preference())
    await mercadoPagoCollection(settings, { ...means, publicUrl: 'http://localhost:8080' }).request(asked)
    expect(sent().body).not.toHaveProperty('notification_url')
  })

  test.each<[string, object]>([
    ['no link', { init_point: undefined }],
    ['a link that is not encrypted', { init_point: 'http://www.mercadopago.com.ar/checkout' }],
    ['no id', { id: null }],
  ])('%s is no answer', async (_, change) => {
    willReply(preference(change))
    expect(await collector.request(asked)).toEqual(
      new CollectionProblem('unavailable', 'mercado pago answered in another shape'),
    )
  })
})

describe.each(['rapipago', 'pagofacil'] as const)('a slip of %s', (methodId) => {
  const slipAsked: PayAsk = { ...asked, methodId, expiresAt: new Date('2026-11-20T02:59:59.999Z') }

  test('is a payment by ticket, with a payer’s address of the lender', async () => {
    willReply(slip({ payment_method_id: methodId }))
    expect(await collector.request(slipAsked)).toEqual({
      cvu: null,
      alias: null,
      qrText: null,
      checkoutUrl: null,
      ticketUrl: 'https://www.mercadopago.com/mla/payments/ticket/helper?payment_id=20359978',
      barcode: '3335008800000000006135600011500150581060000000',
      // Theirs, not the one we asked for.
      expiresAt: new Date('2026-11-20T02:59:59.000Z'),
      providerRequestId: '20359978',
    })
    expect(sent()).toMatchObject({
      method: 'POST',
      url: '/v1/payments',
      headers: { 'x-idempotency-key': asked.paymentId },
    })
    expect(sent().body).toEqual({
      transaction_amount: 152_580.5,
      description: 'Hola 7K3M-X2QP-9RTV',
      payment_method_id: methodId,
      payer: { email: 'pagos@lender.example' },
      external_reference: asked.reference,
      date_of_expiration: '2026-11-20T02:59:59.999+00:00',
      notification_url: 'https://hola.example/providers/mercado-pago/collection?source_news=webhooks',
    })
  })

  test.each([
    ['within a day ends after one', '2026-11-16T23:00:00Z', '2026-11-17T15:05:00.000+00:00'],
    ['after three days as asked', '2026-11-20T02:59:59Z', '2026-11-20T02:59:59.000+00:00'],
    ['after two months ends after thirty days', '2027-01-16T15:00:00Z', '2026-12-16T15:00:00.000+00:00'],
  ])('that should end %s', async (_, wanted, expected) => {
    willReply(slip())
    await collector.request({ ...slipAsked, expiresAt: new Date(wanted) })
    expect(sent().body).toMatchObject({ date_of_expiration: expected })
  })

  test('has its barcode where it is documented, and where older answers have it', async () => {
    for (const reply of [theirs('payment-slip'), slip()]) {
      willReply(reply)
      expect(await collector.request(slipAsked)).toMatchObject({
        barcode: '3335008800000000006135600011500150581060000000',
      })
    }
  })

  test('is refused in words of ours when its payer is the account itself', async () => {
    willReply(theirs('payment-same-parties'))
    expect(await collector.request(slipAsked)).toEqual(
      new CollectionProblem(
        'rejected',
        'mercado pago 2034: COLLECTION_PAYER_MAIL is the mailbox of the account itself',
      ),
    )
  })

  test.each<[string, object]>([
    ['refused at once', { status: 'rejected' }],
    ['with nothing to take to the counter', { transaction_details: {}, barcode: null }],
  ])('%s is none', async (_, change) => {
    willReply(slip(change))
    expect(await collector.request(slipAsked)).toEqual(new CollectionProblem('rejected', 'mercado pago made no slip'))
  })
})

describe('what became of a payment', () => {
  const named = { providerPaymentId: '20359978', reference: asked.reference }
  const money = { ...named, amount: centavos(152_580_50), paidDay: civilDay('2026-11-16') }

  test('is asked for by its id', async () => {
    willReply(found())
    await collector.find('20359978')
    expect(sent()).toMatchObject({ method: 'GET', url: '/v1/payments/20359978' })
    expect(sent().headers).not.toHaveProperty('x-idempotency-key')
  })

  test.each<[string, object, FoundPayment]>([
    ['approved', {}, { ...money, state: 'credited' }],
    [
      'after midnight there, before midnight here',
      { date_approved: '2026-11-17T03:30:00.000+01:00' },
      { ...money, state: 'credited' },
    ],
    ['in mediation', { status: 'in_mediation' }, { ...money, state: 'credited' }],
    ['pending', { status: 'pending', date_approved: null }, { ...named, state: 'pending' }],
    ['in process', { status: 'in_process', date_approved: null }, { ...named, state: 'pending' }],
    ['authorized', { status: 'authorized' }, { ...named, state: 'pending' }],
    ['rejected', { status: 'rejected', date_approved: null }, { ...named, state: 'rejected' }],
    ['a slip that nobody paid', { status: 'cancelled', status_detail: 'expired' }, { ...named, state: 'rejected' }],
    [
      'a part of which went back',
      { transaction_amount_refunded: 20.5 },
      { ...money, state: 'credited', amount: centavos(money.amount - 2050) },
    ],
    ['refunded', { status: 'refunded' }, { ...money, state: 'reversed', reversalCause: 'refund' }],
    [
      'charged back',
      { status: 'charged_back', status_detail: 'in_process' },
      { ...money, state: 'reversed', reversalCause: 'chargeback' },
    ],
    [
      'charged back, decided for us',
      { status: 'charged_back', status_detail: 'reimbursed' },
      { ...money, state: 'credited' },
    ],
    ['refunded before it was ours', { status: 'refunded', date_approved: null }, { ...named, state: 'rejected' }],
    ['without a reference', { external_reference: null }, { ...money, reference: null, state: 'credited' }],
    ['whole pesos', { transaction_amount: 1_000 }, { ...money, amount: pesos(1_000), state: 'credited' }],
    [
      'an amount that no binary fraction is',
      { transaction_amount: 1_234_567.89 },
      { ...money, amount: centavos(123_456_789), state: 'credited' },
    ],
  ])('a payment is read: %s', async (_, change, expected) => {
    willReply(found(change))
    expect(await collector.find('20359978')).toEqual(expected)
    expect(pauses).toEqual([])
  })

  const unavailable = (reason: string) => new CollectionProblem('unavailable', `mercado pago ${reason}`)
  const rejected = (reason: string) => new CollectionProblem('rejected', `mercado pago ${reason}`)
  const notFound: Reply = { status: 404, json: { message: 'Payment not found', error: 'not_found', status: 404 } }
  const otherShape = unavailable('answered in another shape')

  test.each<[string, Reply, CollectionProblem]>([
    ['a part of a centavo', found({ transaction_amount: 10.005 }), otherShape],
    ['nothing', found({ transaction_amount: 0 }), otherShape],
    ['less than nothing', found({ transaction_amount: -5 }), otherShape],
    ['an amount in words', found({ transaction_amount: '100' }), otherShape],
    ['a day that no calendar has', found({ date_approved: '2026-13-40T00:00:00Z' }), otherShape],
    ['a page of a proxy', { status: 200, text: '<html>maintenance</html>' }, otherShape],
    ['half of JSON', { status: 200, text: '{"id":20359978,"status":"appr' }, otherShape],
    ['silence', 'silence', unavailable('timed out')],
    ['too many of us', { status: 429 }, unavailable('HTTP 429')],
    ['a failure of theirs', { status: 503 }, unavailable('HTTP 503')],
    ['locked', { status: 423 }, unavailable('HTTP 423')],
    ['something of theirs that failed before', { status: 424 }, unavailable('HTTP 424')],
    ['an answer from elsewhere', { status: 302, headers: { location: '/v1/payments/1' } }, unavailable('no answer')],
  ])('%s credits nobody, and is asked about twice', async (_, reply, problem) => {
    willReply(reply)
    expect(await collector.find('20359978')).toEqual(problem)
    expect(provider.requests).toHaveLength(2)
  })

  test.each<[string, Reply, CollectionProblem]>([
    [
      'a state of their own',
      found({ status: 'teleported' }),
      unavailable('answered with a state that is not documented'),
    ],
    ['paid, and nobody knows when', found({ date_approved: null }), unavailable('does not say when it was paid')],
    ['another payment', found({ id: 999 }), unavailable('answered about another payment')],
    ['dollars', found({ currency_id: 'USD' }), rejected('took another currency')],
    ['no such payment', notFound, new CollectionProblem('unknown', 'mercado pago HTTP 404')],
    ['a 404 of a proxy', { status: 404, text: '<html>nothing here</html>' }, rejected('HTTP 404')],
    ['our token is not good', { status: 401, json: { message: 'invalid access token' } }, rejected('HTTP 401')],
  ])('%s credits nobody', async (_, reply, problem) => {
    willReply(reply)
    expect(await collector.find('20359978')).toEqual(problem)
    expect(provider.requests).toHaveLength(1)
  })

  test('an id that would lead to another address is not asked about', async () => {
    willReply(found())
    for (const id of ['../users/me', '1?x=1', '', 'a b'])
      expect(await collector.find(id)).toMatchObject({ kind: 'unknown' })
    expect(provider.requests).toEqual([])
  })
})

describe('when it fails', () => {
  test('the second answer still counts, after a pause', async () => {
    willReply('hang up', preference())
    expect(await collector.request(asked)).toMatchObject({ checkoutUrl: expect.any(String) })
    expect(pauses).toEqual([500])
    const keys = provider.requests.map(({ headers }) => headers['x-idempotency-key'])
    expect(keys).toEqual([asked.paymentId, asked.paymentId])
  })

  test('it waits as long as it is asked to, within a limit', async () => {
    willReply({ status: 429, headers: { 'retry-after': '2' } }, found())
    expect(await collector.find('20359978')).toMatchObject({ state: 'credited' })
    expect(pauses).toEqual([2_000])
    willReply({ status: 429, headers: { 'retry-after': '60' } }, found())
    expect(await collector.find('20359978')).toMatchObject({ kind: 'unavailable' })
    expect(provider.requests).toHaveLength(1)
  })

  test('what it refuses is not asked again, and no problem quotes it', async () => {
    willReply({ status: 400, json: { message: 'bad payer pagos@lender.example', error: 'bad_request' } })
    const problem = await collector.request(asked)
    expect(problem).toEqual(new CollectionProblem('rejected', 'mercado pago HTTP 400'))
    expect(provider.requests).toHaveLength(1)
  })

  test('all attempts together end before the borrower’s patience does', () => {
    const { attempts, attemptLimitMs, pauseMaxMs } = mercadoPagoLimits
    expect(attempts * attemptLimitMs + (attempts - 1) * pauseMaxMs).toBeLessThan(45_000)
  })
})

describe('what was paid under a reference', () => {
  const page = (total: number, ...results: unknown[]): Reply => ({
    status: 200,
    json: { paging: { total, limit: 50, offset: 0 }, results },
  })

  test('is searched for; what answers to another is left out', async () => {
    willReply(page(2, row(), row({ id: 2, external_reference: 'ELSE' })))
    expect(await collector.search(asked.reference)).toMatchObject([
      { providerPaymentId: '20359978', state: 'credited' },
    ])
    const query = new URL(provider.requests[0]?.url ?? '', provider.url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({ external_reference: asked.reference, limit: '50', offset: '0' })
  })

  test('nothing', async () => {
    willReply(page(0))
    expect(await collector.search(asked.reference)).toEqual([])
  })

  test('the money of a day comes in pages, and only that of the day', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => row({ id: index + 1 }))
    willReply(
      page(52, ...rows.slice(0, 50)),
      page(52, ...rows.slice(50), row({ id: 52, date_approved: '2026-11-17T10:00:00.000-03:00' })),
    )
    const lines = await collector.statement(civilDay('2026-11-16'))
    expect(lines).toHaveLength(51)
    expect(provider.requests.map(({ url }) => new URL(url ?? '', provider.url).searchParams.get('offset'))).toEqual([
      '0',
      '50',
    ])
    const query = new URL(provider.requests[0]?.url ?? '', provider.url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      range: 'date_approved',
      begin_date: '2026-11-16T03:00:00.000Z',
      end_date: '2026-11-17T02:59:59.999Z',
    })
  })

  test('one odd row does not fail a day: it is left out and said aloud', async () => {
    errors.length = 0
    const odd: unknown[] = [
      row({ id: 2, status: 'teleported' }),
      row({ id: 3, transaction_amount: 0 }),
      row({ id: 4, currency_id: 'USD' }),
      'no row at all',
    ]
    willReply(page(6, row(), ...odd, row({ id: 6 })))
    expect(await collector.statement(civilDay('2026-11-16'))).toMatchObject([
      { providerPaymentId: '20359978' },
      { providerPaymentId: '6' },
    ])
    expect(errors).toEqual([{ count: 4 }])
    willReply(page(2, row({ id: 2, status: 'teleported' }), row()))
    expect(await collector.search(asked.reference)).toMatchObject([{ providerPaymentId: '20359978' }])
  })

  test('what was taken back stands in the statement as such, what never came does not', async () => {
    willReply(
      page(3, row(), row({ id: 2, status: 'charged_back' }), row({ id: 3, status: 'pending', date_approved: null })),
    )
    expect(await collector.statement(civilDay('2026-11-16'))).toMatchObject([
      { state: 'credited' },
      { state: 'reversed' },
    ])
  })

  test('one page that fails is no statement', async () => {
    willReply(page(60, ...Array.from({ length: 50 }, (_, index) => row({ id: index + 1 }))), { status: 500 })
    expect(await collector.statement(civilDay('2026-11-16'))).toMatchObject({ kind: 'unavailable' })
  })

  test('more than a search gives is said, not cut', async () => {
    willReply(page(1_001, row()))
    expect(await collector.statement(civilDay('2026-11-16'))).toMatchObject({ kind: 'rejected' })
  })
})

describe('as it is documented', () => {
  test('a payment that came, and the same one charged back', async () => {
    const money = {
      providerPaymentId: '20359978',
      reference: asked.reference,
      amount: centavos(152_580_50),
      paidDay: civilDay('2026-11-16'),
    }
    willReply(theirs('payment-approved'))
    expect(await collector.find('20359978')).toEqual({ ...money, state: 'credited' })
    willReply(theirs('payment-charged-back'))
    expect(await collector.find('20359978')).toEqual({ ...money, state: 'reversed', reversalCause: 'chargeback' })
    willReply(theirs('payment-not-found'))
    expect(await collector.find('20359978')).toMatchObject({ kind: 'unknown' })
  })

  test('a preference', async () => {
    willReply(theirs('preference-created'))
    expect(await collector.request(asked)).toMatchObject({
      checkoutUrl: 'https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=202809963-920c288b',
    })
  })
})

describe('checking the account', () => {
  const check = async (...replies: Reply[]) => {
    willReply(...replies)
    const findings = await mercadoPago.check?.(
      { ...settings, provider: 'mercado-pago' },
      { publicUrl: 'https://hola.example', inProduction: true, clock: means.machineClock },
    )
    return (findings ?? []).map(({ state, words }) => `${state}: ${words}`)
  }
  const me = (change: object = {}): Reply => ({
    status: 200,
    json: { id: 202_809_963, site_id: 'MLA', email: 'owner@lender.example', ...change },
  })
  const methods: Reply = {
    status: 200,
    json: [
      { id: 'rapipago', status: 'active' },
      { id: 'pagofacil', status: 'active' },
    ],
  }

  test('an account that is in order, and what only the panel shows', async () => {
    expect(await check(me(), methods)).toEqual([
      'ok: the token is good, and the account is Argentine.',
      'ok: the payer’s mailbox is not the account’s own.',
      'ok: Rapipago and Pago Fácil are offered.',
      expect.stringMatching(/^warning: .*https:\/\/hola\.example\/providers\/mercado-pago\/collection/),
    ])
    expect(provider.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /users/me',
      'GET /v1/payment_methods',
    ])
  })

  test('what is wrong is said', async () => {
    const findings = await check(me({ site_id: 'MLB', email: 'Pagos@lender.example' }), { status: 200, json: [] })
    expect(findings.filter((line) => line.startsWith('problem'))).toHaveLength(3)
    expect(await check({ status: 401, json: {} })).toEqual([
      'problem: no answer about the account: mercado pago HTTP 401.',
    ])
  })
})
