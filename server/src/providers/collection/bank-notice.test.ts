import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, testSettings } from '../../edge/http/test-server.ts'
import { SettingsProblem, readSettings } from '../../edge/settings.ts'
import { followPayment } from '../../lending/repayment/follow-payment.ts'
import { listSuspense } from '../../lending/repayment/suspense.ts'
import type { Debtor } from '../../lending/repayment/test-repayment.ts'
import { askToPay, hearMessages, newDebtor } from '../../lending/repayment/test-repayment.ts'
import { reconcile } from '../../lending/reconciliation/reconcile.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Collector } from './port.ts'

const account = '0000003100012345678907'
const otherAccount = '0110012900000000000017'
const secret = 'a-secret-of-thirty-two-characters'
const { pool } = await testDatabase()
const noon = new Date('2026-11-18T15:00:00Z')
let now = noon
const server = await openTestServer(pool, {
  clock: { now: () => now },
  settings: {
    providers: {
      ...testSettings.providers,
      collection: [{ provider: 'bank-notice', account, alias: 'hola.pagos', secret }],
    },
  },
})
const { app, services, logged } = server
const collector = services.collectors[0] as Collector

const url = '/providers/bank-notice/collection'
const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))
const signatureOf = (timestamp: string, body: string, by = secret): string =>
  `v1=${createHmac('sha256', by).update(`${timestamp}.${body}`).digest('hex')}`

const notice = (change: object = {}) => ({
  id: 'n-1',
  type: 'credit',
  amount: '5000.00',
  currency: 'ARS',
  concept: 'PAGO',
  credited_at: '2026-11-18T11:30:00-03:00',
  account,
  ...change,
})

/** Sends a body, signed as the bank does unless the test says otherwise. */
const sendBody = (body: string, { timestamp = secondsOf(now), by = secret, headers = {} } = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-notice-timestamp': timestamp,
      'x-notice-signature': signatureOf(timestamp, body, by),
      ...headers,
    },
    payload: body,
  })
const send = async (change: object = {}): Promise<number> => (await sendBody(JSON.stringify(notice(change)))).statusCode

const kept = async () => (await pool.query('SELECT * FROM bank_notice ORDER BY notice_id')).rows
const jobCount = async (): Promise<number> =>
  (await pool.query(`SELECT FROM pgboss.job WHERE name = 'receipt-heard' AND state = 'created'`)).rowCount ?? 0
const suspense = () => inTransaction(pool, (tx) => listSuspense(tx))
const show = async ({ call, orderId }: Debtor) => (await call('loan/order', { order_id: orderId })).ret.order
const linesAt = (level: string): string[] => logged.filter((line) => line.includes(`"level":"${level}"`))

const empty = emptier(pool, 'bank_notice', 'provider_message', 'receipt')

beforeEach(async () => {
  now = noon
  logged.length = 0
  await pool.query(`DELETE FROM pgboss.job WHERE name = 'receipt-heard'`)
  await empty()
})

describe('a credit', () => {
  test('of a payer who typed the reference among other words is her payment', async () => {
    const debtor = await newDebtor(server)
    const asked = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(40_000) })
    expect(asked.instructions).toMatchObject({ cvu: account, alias: 'hola.pagos' })
    const concept = `PAGO ${asked.reference.toLowerCase().replaceAll('-', ' ')}`
    expect(await send({ amount: '40000', concept })).toBe(200)
    expect(await hearMessages(services)).toBe(1)
    expect(await show(debtor)).toMatchObject({
      repaid_centavos: pesos(40_000),
      payments: [{ payment_id: asked.payment_id, state: 'credited', paid_day: '2026-11-18' }],
    })
  })

  test.each([
    ['without words', { concept: null }, null],
    ['with none at all', { concept: undefined }, null],
    ['with words of nobody', { concept: 'Gracias   JUAN\n\u0000\u001b[2J' }, 'Gracias JUAN [2J'],
  ])('%s waits for a person', async (_, change, reference) => {
    expect(await send(change)).toBe(200)
    await hearMessages(services)
    expect(await suspense()).toMatchObject([
      { provider: 'bank-notice', providerPaymentId: 'n-1', amount: pesos(5_000), paidDay: '2026-11-18', reference },
    ])
  })

  test.each([
    ['5000', 500_000],
    ['5000.5', 500_050],
    ['5000.05', 500_005],
    ['0.01', 1],
    ['9999999999.99', 999_999_999_999],
    ['1234567.89', 123_456_789],
  ])('of %s pesos is that many centavos', async (amount, expected) => {
    expect(await send({ amount })).toBe(200)
    expect(await collector.find('n-1')).toMatchObject({ state: 'credited', amount: expected })
  })

  test('counts on its day in Argentina', async () => {
    now = new Date('2026-11-19T02:30:00Z')
    await send({ credited_at: '2026-11-19T02:10:00Z' })
    expect(await collector.find('n-1')).toMatchObject({ paidDay: '2026-11-18' })
    expect(await collector.statement(civilDay('2026-11-18'))).toHaveLength(1)
    expect(await collector.statement(civilDay('2026-11-19'))).toEqual([])
  })

  test('leaves nothing about the payer but the words that were typed', async () => {
    await send({ payer: { name: 'Juana Azurduy', cuit: '27111222339' }, payer_account: otherAccount })
    const [row] = await kept()
    expect(JSON.stringify(row)).not.toMatch(/Juana|27111222339|0110012900000000000017/)
    const { rows } = await pool.query('SELECT * FROM provider_message')
    expect(JSON.stringify([rows, logged])).not.toMatch(/Juana|27111222339|0110012900000000000017|PAGO/)
  })

  test('whose job was lost is found under its reference', async () => {
    const debtor = await newDebtor(server)
    const { reference, payment_id } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    await send({ concept: `ref.${reference}` })
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'receipt-heard'`)
    expect(await collector.search(reference)).toMatchObject([{ providerPaymentId: 'n-1' }])
    expect(await collector.search('7K3M-X2QP-9RTV')).toEqual([])
    await followPayment(services, { user_id: debtor.userId, payment_id, ask_number: 0 })
    expect(await show(debtor)).toMatchObject({ repaid_centavos: pesos(5_000) })
  })

  test('is in order with the books of its day', async () => {
    const { reference } = await askToPay(services, await newDebtor(server), {
      kind: 'part',
      amount_centavos: pesos(5_000),
    })
    await send({ concept: reference })
    await hearMessages(services)
    const findings = await reconcile(services, civilDay('2026-11-18'))
    expect(findings.find(({ provider }) => provider === 'bank-notice')).toMatchObject({
      outcome: 'compared',
      matchedCount: 1,
      ours: pesos(5_000),
      theirs: pesos(5_000),
      differences: [],
    })
  })
})

describe('a reversal', () => {
  test('takes the money back, once', async () => {
    const debtor = await newDebtor(server)
    const { reference } = await askToPay(services, debtor, { kind: 'part', amount_centavos: pesos(5_000) })
    await send({ concept: reference })
    await hearMessages(services)
    for (const _ of [1, 2]) expect(await send({ type: 'reversal', concept: reference })).toBe(200)
    expect(await hearMessages(services)).toBe(1)
    expect(await show(debtor)).toMatchObject({ repaid_centavos: 0, payments: [{ state: 'reversed' }] })
    expect(await collector.find('n-1')).toMatchObject({ state: 'reversed', amount: pesos(5_000) })
  })

  test('that comes before its credit wins', async () => {
    expect([await send({ type: 'reversal' }), await send()]).toEqual([200, 200])
    await hearMessages(services)
    expect(await collector.find('n-1')).toMatchObject({ state: 'reversed' })
    expect(await suspense()).toEqual([])
  })

  test('at the same moment as its credit ends in the same', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({ type: index % 2 === 0 ? 'credit' : 'reversal' })),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    await hearMessages(services)
    expect(await kept()).toMatchObject([{ state: 'reversed' }])
    expect((await pool.query('SELECT state FROM receipt')).rows).toEqual([{ state: 'reversed' }])
  })

  test('of a credit of long ago is still one', async () => {
    expect(await send({ type: 'reversal', credited_at: '2026-01-02T10:00:00-03:00' })).toBe(200)
  })
})

describe('told again', () => {
  test('twenty times at once, each signed anew, it is one record and one job', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendBody(JSON.stringify(notice()), { timestamp: String(Number(secondsOf(now)) - index) }),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await kept()).toHaveLength(1)
    expect(await jobCount()).toBe(1)
  })

  test('with another amount it is refused each time, an error in the log, and nothing changes', async () => {
    await send()
    expect([await send({ amount: '6000.00' }), await send({ amount: '6000.00' })]).toEqual([400, 400])
    expect(await send({ type: 'reversal', amount: '4000.00' })).toBe(400)
    expect(await kept()).toMatchObject([{ amount_centavos: 500_000, state: 'credited' }])
    expect(await jobCount()).toBe(1)
    expect(linesAt('error')).toHaveLength(3)
    expect(linesAt('error').join()).toContain('contradicted')
  })

  test('with two amounts at once: one of them is kept, the other refused', async () => {
    const answers = await Promise.all([send({ amount: '1.00' }), send({ amount: '2.00' })])
    expect(answers.toSorted()).toEqual([200, 400])
    expect(await kept()).toHaveLength(1)
  })
})

describe('nobody but the bank can send one', () => {
  const body = JSON.stringify(notice())
  const timestamp = secondsOf(noon)
  const good = signatureOf(timestamp, body)

  test.each<[string, Parameters<typeof sendBody>]>([
    ['another secret', [body, { by: 'another-secret-of-32-characters!!' }]],
    ['an empty secret', [body, { by: '' }]],
    [
      'the signature of another body',
      [body, { headers: { 'x-notice-signature': signatureOf(timestamp, `${body} `) } }],
    ],
    ['the signature of another time', [body, { headers: { 'x-notice-timestamp': secondsOf(new Date(0)) } }]],
    ['no signature', [body, { headers: { 'x-notice-signature': '' } }]],
    ['no timestamp', [body, { headers: { 'x-notice-timestamp': '' } }]],
    ['a signature without its version', [body, { headers: { 'x-notice-signature': good.slice(3) } }]],
    ['a signature that is too short', [body, { headers: { 'x-notice-signature': good.slice(0, -2) } }]],
    ['two signatures in one header', [body, { headers: { 'x-notice-signature': `${good}, ${good}` } }]],
    ['a timestamp in milliseconds', [body, { timestamp: String(noon.getTime()) }]],
    ['a timestamp with a sign', [body, { timestamp: `+${timestamp}` }]],
    ['no body', ['']],
  ])('%s is refused', async (name, given) => {
    const [sent, options] = given
    const signedNothing = name === 'no body' ? { headers: { 'x-notice-signature': good } } : options
    expect((await sendBody(sent, signedNothing)).statusCode).toBe(401)
    expect([await kept(), await jobCount()]).toEqual([[], 0])
  })

  test.each([
    ['six minutes ago', -360, 401],
    ['five minutes ago', -300, 200],
    ['in five minutes', 300, 200],
    ['in six minutes', 360, 401],
    ['a year ago', -31_536_000, 401],
  ])('signed %s', async (_, seconds, status) => {
    const at = String(Number(timestamp) + seconds)
    expect((await sendBody(body, { timestamp: at })).statusCode).toBe(status)
    expect(await kept()).toHaveLength(status === 200 ? 1 : 0)
    expect(linesAt('warn')).toHaveLength(status === 200 ? 0 : 1)
  })

  test('a copy of an old notice brings nothing back after its reversal', async () => {
    const copied = await sendBody(body, { timestamp })
    expect(copied.statusCode).toBe(200)
    await send({ type: 'reversal' })
    expect((await sendBody(body, { timestamp })).statusCode).toBe(200)
    now = new Date(noon.getTime() + 3_600_000)
    expect((await sendBody(body, { timestamp })).statusCode).toBe(401)
    expect(await kept()).toMatchObject([{ state: 'reversed' }])
  })

  test('headers that come twice are refused', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const ask = async (lines: readonly string[]): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      const head = [`POST ${url} HTTP/1.1`, 'host: localhost', 'connection: close', `content-length: ${body.length}`]
      socket.write([...head, ...lines, '', body].join('\r\n'))
      return (await text(socket)).slice(0, 12)
    }
    const [time, signature] = [`x-notice-timestamp: ${timestamp}`, `x-notice-signature: ${good}`]
    expect(await ask([time, signature, signature])).toBe('HTTP/1.1 401')
    expect(await ask([time, time, signature])).toBe('HTTP/1.1 401')
    expect(await kept()).toEqual([])
    expect(await ask([time, signature])).toBe('HTTP/1.1 200')
  })
})

describe('signed, and still', () => {
  test('about an account that is not ours: left, with a warning', async () => {
    expect(await send({ account: otherAccount })).toBe(200)
    expect(await kept()).toEqual([])
    expect(linesAt('warn')).toHaveLength(1)
    expect(linesAt('warn').join()).not.toContain(otherAccount)
  })

  test.each<[string, string | object]>([
    ['no JSON', '{"id":'],
    ['a list', '[]'],
    ['a number', '1'],
    ['no account', { account: undefined }],
    ['an account that is no text', { account: 3100012345678907 }],
    ['no id', { id: undefined }],
    ['an empty id', { id: '' }],
    ['an id that breaks out', { id: '../../x' }],
    ['a long id', { id: 'x'.repeat(65) }],
    ['another type', { type: 'debit' }],
    ['three decimals', { amount: '5000.001' }],
    ['a negative amount', { amount: '-5000.00' }],
    ['an exponent', { amount: '1e21' }],
    ['an amount as a number', { amount: 5000 }],
    ['1e21 as a number', '{"id":"n-1","type":"credit","amount":1e21}'],
    ['a comma', { amount: '5000,00' }],
    ['nothing', { amount: '0.00' }],
    ['more than any bank has', { amount: '99999999999.00' }],
    ['an amount in words', { amount: 'Infinity' }],
    ['other digits', { amount: '５０００' }],
    ['another currency', { currency: 'USD' }],
    ['no currency', { currency: undefined }],
    ['no day', { credited_at: undefined }],
    ['a day without its zone', { credited_at: '2026-11-18T11:30:00' }],
    ['a day that is none', { credited_at: '2026-13-45T11:30:00Z' }],
    ['a credit of 1970', { credited_at: '1970-01-01T00:00:00Z' }],
    ['a credit of next week', { credited_at: '2026-11-25T11:30:00Z' }],
    ['words that are no text', { concept: { toString: 'x' } }],
  ])('%s: refused, an error in the log, nothing kept', async (_, given) => {
    const body = typeof given === 'string' ? given : JSON.stringify(notice(given))
    expect((await sendBody(body)).statusCode).toBe(400)
    expect([await kept(), await jobCount()]).toEqual([[], 0])
    expect(linesAt('error')).toHaveLength(1)
  })

  test('a huge body: refused before it is read', async () => {
    expect((await sendBody(JSON.stringify(notice({ concept: 'x'.repeat(70_000) })))).statusCode).toBe(413)
    expect(await kept()).toEqual([])
  })

  test('long words are cut', async () => {
    expect(await send({ concept: `${'x'.repeat(10_000)}` })).toBe(200)
    expect((await kept())[0]?.concept).toHaveLength(200)
  })
})

test('of what was told the application can change nothing but the reversal', async () => {
  await send()
  for (const change of ['amount_centavos = 1', `concept = 'x'`, `credited_day = '2026-01-01'`])
    await expect(inTransaction(pool, (tx) => tx.query(`UPDATE bank_notice SET ${change}`))).rejects.toThrow(/denied/)
  await expect(inTransaction(pool, (tx) => tx.query('DELETE FROM bank_notice'))).rejects.toThrow(/denied/)
})

test('the example of docs/PROVIDERS.md is one', async () => {
  const page = readFileSync(new URL('../../../../docs/PROVIDERS.md', import.meta.url), 'utf8')
  const find = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? ''
  const body = find(/^(\{"id":.*\})$/m)
  const timestamp = find(/^x-notice-timestamp: (.*)$/m)
  const signature = find(/^x-notice-signature: (.*)$/m)
  expect(signatureOf(timestamp, body, find(/is signed with `(.*)`/))).toBe(signature)
  now = new Date(Number(timestamp) * 1000)
  expect((await sendBody(body)).statusCode).toBe(200)
  expect(await collector.search('7K3M-X2QP-9RTV')).toMatchObject([{ state: 'credited', amount: 1_500_050 }])
})

describe('its settings', () => {
  const own = { COLLECTION: 'bank-notice', BANK_NOTICE_ACCOUNT: account, BANK_NOTICE_SECRET: secret }
  const reading = (env: Record<string, string>) => {
    const settings = readSettings(env, () => testSettings.secrets)
    return settings instanceof SettingsProblem ? settings.lines : settings.providers.collection
  }

  test('an account with or without an alias, and a secret', () => {
    expect(reading(own)).toEqual([{ provider: 'bank-notice', account, alias: null, secret }])
    expect(reading({ ...own, BANK_NOTICE_ALIAS: 'Hola.Pagos' })).toMatchObject([{ alias: 'hola.pagos' }])
  })

  test('without them each that is missing is named', () => {
    expect(reading({ COLLECTION: 'bank-notice' })).toEqual([
      'BANK_NOTICE_ACCOUNT is missing: COLLECTION=bank-notice needs a CBU or CVU of 22 digits',
      'BANK_NOTICE_SECRET is missing: COLLECTION=bank-notice needs the secret that your bank signs with, at least 32 characters without spaces',
    ])
  })

  test.each([
    ['BANK_NOTICE_SECRET', secret.slice(0, 31)],
    ['BANK_NOTICE_SECRET', `${secret} with spaces`],
    ['BANK_NOTICE_ACCOUNT', 'hola.pagos'],
    ['BANK_NOTICE_ACCOUNT', '0110012900000000000018'],
    ['BANK_NOTICE_ALIAS', account],
  ])('%s=%s is refused', (name, value) => {
    expect(reading({ ...own, [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} is `))])
  })

  test('a secret that is refused is not shown', () => {
    const tooShort = secret.slice(0, 31)
    expect(reading({ ...own, BANK_NOTICE_SECRET: tooShort }).join()).not.toContain(tooShort)
  })

  test('the account whose transfers the staff enters would count twice', () => {
    expect(reading({ ...own, TRANSFER_ACCOUNT: account })).toEqual([
      'BANK_NOTICE_ACCOUNT is the same as TRANSFER_ACCOUNT: what the bank tells of and your staff enters would count twice',
    ])
    expect(reading({ ...own, COLLECTION: 'sandbox', TRANSFER_ACCOUNT: account })).toHaveLength(2)
    expect(reading({ ...own, TRANSFER_ACCOUNT: otherAccount })).toMatchObject([
      { provider: 'bank-notice' },
      { provider: 'bank-transfer' },
    ])
  })
})
