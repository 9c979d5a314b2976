import { refuse } from '@hola/core/errors.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { OrderState } from '@hola/core/loan/order-states.ts'
import { pesos } from '@hola/core/money.ts'
import type { Centavos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../person/account/address.ts'
import { caller, keepingMessages, serverWith } from '../../person/account/test-login.ts'
import { newApplicant } from '../../person/application/test-application.ts'
import type { Answer } from '../../person/application/test-application.ts'
import { systemRandom } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { findOrder, lockOrder } from '../../lending/order/store.ts'
import { receive, withdraw } from '../../lending/loan/test-books.ts'
import { insertLoan, newBorrower } from '../../lending/loan/test-borrower.ts'
import type { Borrower } from '../../lending/loan/test-borrower.ts'
import { insertAttempt } from '../../lending/payout/store.ts'
import { SendProblem } from '../../providers/messages/port.ts'
import { withdraw as withdrawFrom } from '../../lending/repayment/withdrawal.ts'
import { answerRequest } from './answer.ts'
import { sweepRequests } from './sweep.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const opened = await openTestServer(pool, { clock: { now: () => now } })
const messages = keepingMessages()
const services = { ...opened.services, messages }
const app = await serverWith(services, {})
const server = { app, services, logged: opened.logged }
const { call } = caller(app)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let addressCount = 0
/** A phone that nobody else in this file has. */
const freshPhone = (): string => `+549115${String((addressCount += 1)).padStart(7, '0')}`

beforeEach(async () => {
  now = noon
  messages.sent.length = 0
  messages.answer = undefined
  await pool.query('DELETE FROM consumer_request')
  await pool.query(`DELETE FROM pgboss.job WHERE name = 'consumer-message'`)
})

type Request = RetOf<'consumer/request'>
type Body = { kind?: Request['kind']; order_number?: string; note?: string; phone?: string }

/** Somebody without a log-in presses one of the buttons. */
const guestAsks = async (body: Body & { phone: string }, language = 'es', from?: string) =>
  (await call(
    'consumer/request',
    { channel: 'phone', kind: 'regret', ...body },
    { language },
    from,
  )) as unknown as Answer<'consumer/request'> & { status: number }

const stateBy = async (number: string, token?: string) =>
  (await call(
    'consumer/state',
    { tracking_number: number },
    { language: 'en', ...(token === undefined ? {} : { token }) },
  )) as unknown as Answer<'consumer/state'>

const shownState = async (number: string): Promise<Request | undefined> => (await stateBy(number)).ret.requests[0]

/** The jobs that wait, each done once: what a worker would do next. */
const workOff = async (): Promise<void> => {
  const { rows } = await pool.query<{ data: { tracking_number: string } }>(
    `DELETE FROM pgboss.job WHERE name = 'consumer-message' AND start_after <= now() + interval '1 second' RETURNING data`,
  )
  for (const { data } of rows) await answerRequest(services, data)
}

const waitingJobs = async () =>
  (await pool.query(`SELECT data, start_after FROM pgboss.job WHERE name = 'consumer-message'`)).rows

const numberOf = async ({ userId }: Borrower, orderId: string): Promise<string> =>
  (await inTransaction(pool, (tx) => findOrder(tx, userId, orderId)))?.orderNumber ?? ''

const orderState = async (orderId: string) =>
  (await pool.query('SELECT state, withdrawn_at FROM loan_order WHERE order_id = $1', [orderId])).rows[0]

const payoutUnderWay = ({ userId }: Borrower, orderId: string) =>
  inTransaction(pool, (tx) =>
    insertAttempt(tx, {
      userId,
      orderId,
      attemptNumber: 1,
      provider: 'sandbox',
      key: `${orderId}-1`,
      isWallet: false,
      askedAt: now,
    }),
  )

describe('a guest', () => {
  test('gets a number at once, the same by message, and sees how far it is', async () => {
    const phone = freshPhone()
    const { code, ret } = await guestAsks({ phone })
    expect(code).toBe('0')
    expect(ret).toEqual({
      tracking_number: expect.stringMatching(/^ARR-20261116-[2-9A-HJKMNP-TV-Z]{4}$/),
      kind: 'regret',
      state: 'received',
      received_at: noon.toISOString(),
      answer_until_at: new Date(noon.getTime() + DAY_MS).toISOString(),
      concluded_at: null,
      answer: expect.stringContaining('Recibimos tu pedido'),
    })
    expect(messages.sent).toEqual([])
    expect(await waitingJobs()).toMatchObject([{ data: { tracking_number: ret.tracking_number } }])

    now = new Date(noon.getTime() + 2_000)
    await workOff()
    expect(messages.sent).toEqual([
      expect.objectContaining({
        channel: 'phone',
        to: phone,
        language: 'es',
        code: null,
        text: expect.stringContaining(ret.tracking_number),
      }),
    ])
    expect(messages.sent[0]?.text).toContain(
      `http://localhost:8080/#/pages/consumer/regret?number=${ret.tracking_number}`,
    )
    expect(await shownState(ret.tracking_number)).toEqual({
      ...ret,
      state: 'acknowledged',
      answer: expect.stringContaining('We answered'),
    })
    const { rows } = await pool.query('SELECT acknowledged_at FROM consumer_request')
    expect(rows).toEqual([{ acknowledged_at: now }])
  })

  test('by mail, in English, to end the service', async () => {
    const { ret } = (await call(
      'consumer/request',
      { channel: 'mail', mail: 'Ana@Correo.example', kind: 'unsubscribe' },
      { language: 'en' },
    )) as unknown as Answer<'consumer/request'>
    expect(ret.tracking_number).toMatch(/^BAJ-20261116-/)
    await workOff()
    expect(messages.sent).toMatchObject([
      {
        channel: 'mail',
        to: 'ana@correo.example',
        language: 'en',
        subject: `Hola: request of cancellation of the service ${ret.tracking_number}`,
      },
    ])
    expect(messages.sent[0]?.text).toMatch(/^We received your request of cancellation.*\n\nThere is no account/)
  })

  test('the day of the number is Argentina’s', async () => {
    now = new Date('2026-11-17T02:59:59Z')
    expect((await guestAsks({ phone: freshPhone() })).ret.tracking_number).toMatch(/^ARR-20261116-/)
    now = new Date('2026-11-17T03:00:00Z')
    expect((await guestAsks({ phone: freshPhone() })).ret.tracking_number).toMatch(/^ARR-20261117-/)
  })

  test('a number that is taken is drawn again', async () => {
    let draws = 0
    const drawn = [0, 0, 0, 0, 0, 0, 0, 0, 240, 1, 1, 1, 1]
    const repeating = await serverWith(services, {
      random: {
        ...systemRandom,
        bytes: (length) => (length === 1 ? Uint8Array.of(drawn[draws++] ?? 0) : systemRandom.bytes(length)),
      },
    })
    const ask = async () =>
      (await caller(repeating).call('consumer/request', { channel: 'phone', kind: 'regret', phone: freshPhone() })).ret[
        'tracking_number'
      ]
    expect([await ask(), await ask()]).toEqual(['ARR-20261116-2222', 'ARR-20261116-3333'])
  })

  test('learns nothing of accounts and loans: not from the answer, not later from the number', async () => {
    const borrower = await newBorrower(server)
    await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
    const seen = async (phone: string, kind: 'regret' | 'unsubscribe', order_number?: string) => {
      const asked = await guestAsks({ phone, kind, ...(order_number === undefined ? {} : { order_number }) })
      await workOff()
      const later = await shownState(asked.ret.tracking_number)
      const { tracking_number: _, ...ret } = asked.ret
      return { ...asked, ret, later: { ...later, tracking_number: '' } }
    }
    for (const kind of ['regret', 'unsubscribe'] as const) {
      const known = await seen(borrower.address.value, kind)
      expect(known).toEqual(await seen(freshPhone(), kind))
      expect(known).toEqual(await seen(borrower.address.value, kind, '7K3M-X2QP-9RTV'))
    }
  })

  test('who knows a phone can neither cancel its owner’s loan nor log her out', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
    for (const kind of ['regret', 'unsubscribe'] as const) await guestAsks({ phone: borrower.address.value, kind })
    await workOff()
    expect(await orderState(orderId)).toEqual({ state: 'pending', withdrawn_at: null })
    expect((await borrower.call('user/get_processing_order')).code).toBe('0')
    expect(messages.sent).toHaveLength(2)
    for (const { to, text } of messages.sent) {
      expect(to).toBe(borrower.address.value)
      expect(text).toContain('Falta que lo confirmes')
    }
  })

  test('nothing typed can be read in the database, and its origin is forgotten after a day', async () => {
    const phone = freshPhone()
    await guestAsks({ phone, order_number: 'AAAA-BBBB-CCCC', note: 'no lo quiero' }, 'es', '203.0.113.77')
    const dump = async () => JSON.stringify((await pool.query('SELECT * FROM consumer_request')).rows)
    const bytesOf = (text: string) => JSON.stringify([...Buffer.from(text)]).slice(1, -1)
    for (const text of [phone, 'AAAA-BBBB', 'no lo quiero', '203.0.113.77']) {
      expect(await dump()).not.toContain(text)
      expect(await dump()).not.toContain(bytesOf(text))
    }
    const networks = async () => (await pool.query('SELECT network_index FROM consumer_request')).rows
    now = new Date(noon.getTime() + DAY_MS)
    await sweepRequests(services)
    expect(await networks()).toEqual([{ network_index: expect.any(Buffer) }])
    now = new Date(noon.getTime() + DAY_MS + 1)
    await sweepRequests(services)
    expect(await networks()).toEqual([{ network_index: null }])
  })
})

describe('limits, for an hour', () => {
  test('five for an address and network, fifteen for an address and all strangers', async () => {
    const phone = freshPhone()
    for (let count = 0; count < 15; count += 1) {
      now = new Date(noon.getTime() + count * 60_000)
      expect((await guestAsks({ phone }, 'es', `203.0.113.${count % 3}`)).code).toBe('0')
    }
    const refused = { status: 429, code: '429', msg: sayRefusal(refuse('too_many_requests', { seconds: 2760 }), 'es') }
    for (const from of ['203.0.113.0', '203.0.113.99'])
      expect(await guestAsks({ phone }, 'es', from)).toMatchObject(refused)
    expect((await guestAsks({ phone: freshPhone() }, 'es', '203.0.113.99')).code).toBe('0')
    now = new Date(noon.getTime() + HOUR_MS)
    expect((await guestAsks({ phone }, 'es', '203.0.113.99')).code).toBe('0')
  })

  test('strangers who name her address do not keep its owner from asking', async () => {
    const { address, call: ask } = await newBorrower(server)
    for (let count = 0; count < 15; count += 1)
      await guestAsks({ phone: address.value, kind: 'complaint', note: `${count}` }, 'es', `203.0.113.${count}`)
    expect((await guestAsks({ phone: address.value }, 'es', '203.0.113.99')).code).toBe('429')
    const body = { channel: 'phone', phone: address.value, kind: 'complaint', note: 'mine' } as const
    expect((await ask('consumer/request', body, 'es')).code).toBe('0')
  })

  test('twenty for a network, forty for its /56, sixty for its /48', async () => {
    const ask = async (count: number, from: (at: number) => string) => {
      let taken = 0
      for (let at = 0; at < count; at += 1)
        if ((await guestAsks({ phone: freshPhone() }, 'es', from(at))).code === '0') taken += 1
      return taken
    }
    expect(await ask(21, (at) => `2001:db8::${at}`)).toBe(20)
    expect(await ask(30, (at) => `2001:db8:0:${at + 1}::1`)).toBe(20)
    expect(await ask(30, (at) => `2001:db8:0:${at + 1}00::1`)).toBe(20)
    expect(await ask(1, () => '2001:db9::1')).toBe(1)
    expect((await pool.query('SELECT FROM consumer_request')).rowCount).toBe(61)
  })

  test('the ceiling of the whole product: what finds it full is sent later, and not before', async () => {
    const small = { ...services, settings: { ...services.settings, messagesPerHourMax: 10 } }
    await pool.query('DELETE FROM message_minute')
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'consumer-message'`)
    const numbers: string[] = []
    for (let count = 0; count < 9; count += 1)
      numbers.push((await guestAsks({ phone: freshPhone() }, 'es', `198.51.100.${count}`)).ret.tracking_number)
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'consumer-message'`)
    for (const tracking_number of numbers) await answerRequest(small, { tracking_number })
    expect(messages.sent).toHaveLength(8)
    const [waiting] = await waitingJobs()
    expect(waiting).toMatchObject({ start_after: new Date(noon.getTime() + HOUR_MS / 4) })
    now = new Date(noon.getTime() + HOUR_MS + 60_000)
    await answerRequest(small, { tracking_number: numbers.at(-1) ?? '' })
    expect(messages.sent).toHaveLength(9)
  })

  test('a number that is no phone, an unknown kind, a note without end', async () => {
    for (const body of [
      { phone: '123' },
      { kind: 'other' },
      { note: 'x'.repeat(1001) },
      { order_number: 'x'.repeat(21) },
    ])
      expect((await guestAsks({ phone: freshPhone(), ...(body as Body) })).code).toBe('40000')
  })
})

describe('regret, by who asks and where the loan is', () => {
  type Made = { state: OrderState; signedDaysAgo: number; isUnderWay?: true; paid?: Centavos }
  const pending: Made = { state: 'pending', signedDaysAgo: 0 }
  const underWay: Made = { ...pending, isUnderWay: true }
  const failed: Made = { state: 'payout_failed', signedDaysAgo: 1 }
  const running: Made = { state: 'in_repayment', signedDaysAgo: 5 }
  const old: Made = { state: 'in_repayment', signedDaysAgo: 40 }
  const cleared: Made = { state: 'cleared', signedDaysAgo: 91 }
  const withdrawn: Made = { state: 'cancelled', signedDaysAgo: 3 }
  const returned: Made = { ...running, paid: pesos(90_000) }
  const repaid: Made = { ...running, paid: pesos(200_000) }

  const rows: readonly (readonly ['guest' | 'guest with the number' | 'user', Made, string, OrderState, string])[] = [
    ['guest', pending, 'acknowledged', 'pending', 'Falta que lo confirmes'],
    ['guest', running, 'acknowledged', 'in_repayment', 'Devolvé $ 90.000,00'],
    ['guest', old, 'acknowledged', 'in_repayment', 'vencido el plazo'],
    ['guest', cleared, 'acknowledged', 'cleared', 'no sabemos de qué préstamo'],
    ['guest', returned, 'acknowledged', 'in_repayment', 'Falta que lo confirmes'],
    ['guest', repaid, 'acknowledged', 'cleared', 'Falta que lo confirmes'],
    ['guest with the number', pending, 'done', 'cancelled', 'ya no tiene efecto. No sale dinero'],
    ['guest with the number', failed, 'done', 'cancelled', 'ya no tiene efecto. No sale dinero'],
    ['guest with the number', underWay, 'acknowledged', 'pending', 'ya estaba en camino'],
    ['guest with the number', running, 'acknowledged', 'in_repayment', 'hasta el 26/11/2026'],
    ['guest with the number', old, 'not_possible', 'in_repayment', 'vencido el plazo'],
    ['guest with the number', cleared, 'not_possible', 'cleared', 'ya fue pagado'],
    ['guest with the number', withdrawn, 'done', 'cancelled', 'ya no tiene efecto'],
    ['user', pending, 'done', 'cancelled', 'ya no tiene efecto. No sale dinero'],
    ['user', failed, 'done', 'cancelled', 'ya no tiene efecto. No sale dinero'],
    ['user', underWay, 'acknowledged', 'pending', 'devolvé $ 90.000,00, lo que recibiste, hasta el 01/12/2026'],
    ['user', running, 'acknowledged', 'in_repayment', 'Devolvé $ 90.000,00'],
    ['user', old, 'not_possible', 'in_repayment', 'vencido el plazo'],
    ['user', cleared, 'not_possible', 'cleared', 'No tenés un préstamo abierto'],
    ['user', returned, 'done', 'cancelled', 'devolviste lo que recibiste'],
    ['user', repaid, 'done', 'cancelled', 'devolviste lo que recibiste'],
  ]

  test.each(rows)('%s, %o: %s', async (who, { isUnderWay, paid, ...made }, state, orderEnds, words) => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, made)
    if (isUnderWay === true) await payoutUnderWay(borrower, orderId)
    if (paid !== undefined) await receive(services, { userId: borrower.userId, orderId }, paid)
    const order_number = await numberOf(borrower, orderId)
    const phone = borrower.address.value
    const plain = (text: string | null | undefined) => text?.replaceAll('\u00A0', ' ')
    const asked =
      who === 'user'
        ? await borrower.call('consumer/request', { channel: 'phone', phone, kind: 'regret' }, 'es')
        : await guestAsks({ phone, ...(who === 'guest' ? {} : { order_number: ` ${order_number.toUpperCase()}` }) })
    expect(asked.ret.state).toBe(who === 'user' && state !== 'acknowledged' ? state : 'received')
    expect(plain(asked.ret.answer)).toContain(who === 'user' ? words : 'Recibimos tu pedido')
    await workOff()
    expect(messages.sent).toHaveLength(1)
    expect(messages.sent[0]).toMatchObject({ to: phone, text: expect.stringContaining(words) })
    const { state: orderIs, withdrawn_at: withdrawnAt } = (await orderState(orderId)) ?? {}
    expect(orderIs).toBe(orderEnds)
    // Whoever is believed and comes in time has withdrawn, also when the capital is still to come back.
    const isInTime = made.signedDaysAgo < 15 && made.state !== 'cancelled'
    expect(withdrawnAt !== null).toBe(who !== 'guest' && isInTime)
    const { ret } = await borrower.call('consumer/state', {}, 'es')
    expect(ret.requests).toMatchObject([{ kind: 'regret', state }])
    expect(plain(ret.requests[0]?.answer)).toContain(words)
    expect(ret.requests[0]?.concluded_at).toBe(state === 'acknowledged' ? null : noon.toISOString())
  })

  test('a cancelled loan gives its quota back and keeps what happened', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, pending)
    const quota = async () =>
      (await pool.query('SELECT frozen_centavos FROM quota WHERE user_id = $1', [borrower.userId])).rows
    await borrower.call('consumer/request', { channel: 'phone', phone: borrower.address.value, kind: 'regret' })
    expect(await quota()).toEqual([{ frozen_centavos: 0 }])
    const { rows } = await pool.query('SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number', [
      orderId,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['withdrawn', 'cancelled'])
    expect((await borrower.call('loan/order', { order_id: orderId })).ret.order.state).toBe('cancelled')
  })

  test('of several loans the one that is named, and without a name none', async () => {
    const borrower = await newBorrower(server)
    const [one, other] = [
      await insertLoan(services, borrower.userId, pending),
      await insertLoan(services, borrower.userId, pending),
    ]
    const body = { channel: 'phone', phone: borrower.address.value, kind: 'regret' }
    const { ret: unnamed } = await borrower.call('consumer/request', body)
    expect(unnamed).toMatchObject({ state: 'received', answer: expect.stringContaining('which loan') })
    const { ret: named } = await borrower.call('consumer/request', {
      ...body,
      order_number: await numberOf(borrower, other),
    })
    expect(named).toMatchObject({ state: 'done', tracking_number: unnamed.tracking_number })
    expect([(await orderState(one))?.state, (await orderState(other))?.state]).toEqual(['pending', 'cancelled'])
  })

  test('a user who names a loan that is not hers is told so, and nothing is kept', async () => {
    const [borrower, other] = [await newBorrower(server), await newBorrower(server)]
    const foreign = await numberOf(other, await insertLoan(services, other.userId, pending))
    const body = { channel: 'phone', phone: borrower.address.value, kind: 'regret', order_number: foreign }
    expect((await borrower.call('consumer/request', body)).code).toBe('20303')
    expect((await pool.query('SELECT FROM consumer_request')).rowCount).toBe(0)
  })

  test('the number of somebody else’s loan does nothing beside one’s own address', async () => {
    const [borrower, other] = [await newBorrower(server), await newBorrower(server)]
    const orderId = await insertLoan(services, other.userId, pending)
    await guestAsks({ phone: borrower.address.value, order_number: await numberOf(other, orderId) })
    await workOff()
    expect(await orderState(orderId)).toEqual({ state: 'pending', withdrawn_at: null })
    expect(messages.sent[0]?.text).toContain('no sabemos de qué préstamo')
  })

  test('what was asked for without a log-in is confirmed by logging in: the same number, done', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, pending)
    const phone = borrower.address.value
    const { ret: first } = await guestAsks({ phone })
    await workOff()
    const { ret: confirmed } = await borrower.call(
      'consumer/request',
      { channel: 'phone', phone, kind: 'regret' },
      'es',
    )
    expect(confirmed).toMatchObject({ tracking_number: first.tracking_number, state: 'done' })
    expect((await orderState(orderId))?.state).toBe('cancelled')
    await workOff()
    expect(messages.sent).toHaveLength(2)
    expect(messages.sent[1]?.text).toMatch(/^Hola: sobre tu pedido .* ya no tiene efecto/)
  })

  test('asked twenty times at once it is one request', async () => {
    const borrower = await newBorrower(server)
    await insertLoan(services, borrower.userId, running)
    const body = { channel: 'phone', phone: borrower.address.value, kind: 'regret' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => borrower.call('consumer/request', body)))
    expect(new Set(answers.map(({ ret }) => ret.tracking_number)).size).toBe(1)
    expect((await pool.query('SELECT FROM consumer_request')).rowCount).toBe(1)
  })

  test('done when the capital is back', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, running)
    const key = { userId: borrower.userId, orderId }
    const { ret: asked } = await guestAsks({ phone: borrower.address.value })
    await workOff()
    await withdraw(services, key)
    expect((await shownState(asked.tracking_number))?.state).toBe('acknowledged')
    now = new Date(noon.getTime() + HOUR_MS)
    await receive(services, key, pesos(90_000))
    const { rows } = await pool.query('SELECT state, outcome, concluded_at FROM consumer_request')
    expect(rows).toEqual([{ state: 'done', outcome: 'withdrawn', concluded_at: now }])
    expect(await shownState(asked.tracking_number)).toMatchObject({
      state: 'done',
      concluded_at: now.toISOString(),
      answer: 'The loan has no effect any more.',
    })
    await workOff()
    expect(messages.sent.at(-1)).toMatchObject({
      to: borrower.address.value,
      text: expect.stringContaining('devolviste lo que recibiste'),
    })
  })
})

test('what is given up on the page of the loan answers the request as well', async () => {
  const borrower = await newBorrower(server)
  const orderId = await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
  await guestAsks({ phone: borrower.address.value })
  await workOff()
  await inTransaction(pool, async (tx) => {
    const order = await lockOrder(tx, { userId: borrower.userId, orderId })
    if (order !== undefined) await withdrawFrom(tx, services, order, now)
  })
  await workOff()
  expect((await borrower.call('consumer/state')).ret.requests).toMatchObject([{ state: 'done' }])
  expect(messages.sent.at(-1)?.text).toContain('ya no tiene efecto')
})

describe('the end of the service', () => {
  const body = (phone: string) => ({ channel: 'phone', phone, kind: 'unsubscribe' })

  test('without an open loan: every device is logged out, and logging in again opens the way back', async () => {
    const borrower = await newBorrower(server)
    await insertLoan(services, borrower.userId, { state: 'cleared', signedDaysAgo: 91 })
    const tablet = await borrower.onAnotherDevice()
    const other = await newBorrower(server)
    const { ret } = await borrower.call('consumer/request', body(borrower.address.value))
    expect(ret).toMatchObject({ state: 'done', concluded_at: noon.toISOString() })
    expect(ret.answer).toContain('logged out everywhere')
    for (const device of [borrower, tablet]) expect((await device.call('app/home')).code).toBe('10001')
    expect((await other.call('app/home')).code).toBe('0')
    expect((await (await borrower.onAnotherDevice()).call('consumer/state')).ret.requests).toMatchObject([
      { kind: 'unsubscribe', state: 'done' },
    ])
  })

  test('by a guest who has the number of a loan of that address', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'cleared', signedDaysAgo: 91 })
    await guestAsks({
      phone: borrower.address.value,
      kind: 'unsubscribe',
      order_number: await numberOf(borrower, orderId),
    })
    await workOff()
    expect(messages.sent[0]?.text).toContain('cerramos todas tus sesiones')
    expect((await borrower.call('app/home')).code).toBe('10001')
  })

  test.each(['pending', 'payout_failed', 'in_repayment'] as const)('with a loan that is %s it waits', async (state) => {
    const borrower = await newBorrower(server)
    await insertLoan(services, borrower.userId, { state, signedDaysAgo: 0 })
    const { ret } = await borrower.call('consumer/request', body(borrower.address.value))
    expect(ret).toMatchObject({ state: 'received', answer: expect.stringContaining('no open loan left') })
    await sweepRequests(services)
    expect((await borrower.call('app/home')).code).toBe('0')
  })

  test('and takes effect when the loan is paid', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'in_repayment', signedDaysAgo: 5 })
    const { ret: asked } = await borrower.call('consumer/request', body(borrower.address.value), 'es')
    await workOff()
    await receive(services, { userId: borrower.userId, orderId }, pesos(200_000))
    expect((await shownState(asked.tracking_number))?.state).toBe('done')
    expect((await borrower.call('app/home')).code).toBe('10001')
    await workOff()
    expect(messages.sent.map(({ to }) => to)).toEqual([borrower.address.value, borrower.address.value])
    expect(messages.sent[1]?.text).toContain('La baja ya tiene efecto')
  })

  test('also when the loan ended in a way that nobody told of', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'payout_failed', signedDaysAgo: 0 })
    await borrower.call('consumer/request', body(borrower.address.value))
    await pool.query(`UPDATE loan_order SET previous_state = state, state = 'cancelled' WHERE order_id = $1`, [orderId])
    await sweepRequests(services)
    await sweepRequests(services)
    expect((await pool.query('SELECT state FROM consumer_request')).rows).toEqual([{ state: 'done' }])
  })
})

describe('the state of a request', () => {
  test.each([
    ['small letters', (number: string) => number.toLowerCase()],
    ['without dashes', (number: string) => number.replaceAll('-', '')],
    ['with spaces', (number: string) => ` ${number.replaceAll('-', ' ')} `],
  ])('is found by its number in %s', async (_, typed) => {
    const { ret } = await guestAsks({ phone: freshPhone() })
    expect((await shownState(typed(ret.tracking_number)))?.tracking_number).toBe(ret.tracking_number)
  })

  test.each(['ARR-20261116-2222', 'BAJ-1', 'x', '%', 'ARR-20261116-22222'])('%s is not found', async (number) => {
    expect(await stateBy(number)).toMatchObject({ code: '20501', ret: null })
  })

  test('a guest without a number has none to see', async () => {
    await guestAsks({ phone: freshPhone() })
    expect((await call('consumer/state', {})).ret).toEqual({ requests: [] })
  })

  test('a user sees her own with her loan, and another’s only as its number shows it', async () => {
    const [borrower, other] = [await newBorrower(server), await newBorrower(server)]
    const orderId = await insertLoan(services, borrower.userId, { state: 'in_repayment', signedDaysAgo: 5 })
    const { ret: asked } = await guestAsks({ phone: borrower.address.value })
    await workOff()
    const seenBy = async ({ token }: Borrower) => (await stateBy(asked.tracking_number, token)).ret.requests[0]?.answer
    expect(await seenBy(borrower)).toContain(await numberOf(borrower, orderId))
    expect(await seenBy(other)).toContain('We answered')
    expect((await other.call('consumer/state')).ret.requests).toEqual([])
    expect((await borrower.call('consumer/state')).ret.requests).toHaveLength(1)
  })

  test('what was asked for before there was an account is hers when she logs in with that address', async () => {
    const phone = freshPhone()
    const { ret: asked } = await guestAsks({ phone })
    await workOff()
    const person = await newApplicant(server, { kind: 'phone', value: phone })
    expect((await person.call('consumer/state')).ret.requests).toMatchObject([
      { tracking_number: asked.tracking_number },
    ])
  })
})

describe('the message', () => {
  test('to an address that is not of the account says nothing of the loan', async () => {
    const borrower = await newBorrower(server)
    const orderId = await insertLoan(services, borrower.userId, { state: 'in_repayment', signedDaysAgo: 5 })
    const phone = freshPhone()
    await borrower.call('consumer/request', { channel: 'phone', phone, kind: 'regret' }, 'es')
    await workOff()
    expect(messages.sent.map(({ to }) => to)).toEqual([phone])
    expect(messages.sent[0]?.text).toContain('podés ingresar con tu cuenta')
    expect(messages.sent[0]?.text).not.toContain(await numberOf(borrower, orderId))
    expect(messages.sent[0]?.text).not.toContain('$')
  })

  test('to nobody: the request stays received, and is not sent again', async () => {
    messages.answer = async () => new SendProblem('unreachable', 'twilio 21211')
    const { ret } = await guestAsks({ phone: freshPhone() })
    await workOff()
    expect((await shownState(ret.tracking_number))?.state).toBe('received')
    expect(await waitingJobs()).toEqual([])
  })

  test.each(['unavailable', 'misconfigured'] as const)('%s: tried again, until a day is over', async (kind) => {
    const down = async () => new SendProblem(kind, 'twilio 20429')
    messages.answer = down
    const { ret } = await guestAsks({ phone: freshPhone() })
    await workOff()
    expect(await waitingJobs()).toMatchObject([{ start_after: new Date(noon.getTime() + HOUR_MS / 4) }])
    const again = (until_at?: string) =>
      answerRequest(services, { tracking_number: ret.tracking_number, ...(until_at && { until_at }) })
    now = new Date(noon.getTime() + DAY_MS - 60_000)
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'consumer-message'`)
    await again()
    expect(await waitingJobs()).toEqual([])
    expect(server.logged.at(-1)).toContain('request not answered in time')
    messages.answer = undefined
    await again()
    expect((await shownState(ret.tracking_number))?.state).toBe('acknowledged')

    // What is to be told after the first answer, however much later, has a day of its own.
    messages.answer = down
    now = new Date(noon.getTime() + 30 * DAY_MS)
    const until_at = new Date(now.getTime() + DAY_MS).toISOString()
    await again()
    expect(await waitingJobs()).toMatchObject([{ data: { until_at } }])
    await pool.query(`DELETE FROM pgboss.job WHERE name = 'consumer-message'`)
    now = new Date(now.getTime() + DAY_MS)
    await again(until_at)
    expect(await waitingJobs()).toEqual([])
  })

  test('no address and no word of a person gets into the log', async () => {
    const phone = freshPhone()
    await guestAsks({ phone, note: 'no lo quiero' })
    messages.answer = async ({ to }) => {
      throw new Error(`cannot write to ${to}`)
    }
    await expect(workOff()).rejects.toThrow('a provider of messages threw')
    expect(server.logged.join('\n')).not.toContain(phone)
  })

  test('by SMS keeps to letters that fit 160 into one', async () => {
    const gsm = /^[A-Za-z0-9 @£$¥èéùìòÇØøÅåÄÖÑÜäöñüàÉ!"#%&'()*+,./:;<=>?¡¿_\n-]*$/
    const made: readonly [OrderState, number][] = [
      ['pending', 0],
      ['in_repayment', 5],
      ['in_repayment', 40],
      ['cleared', 91],
      ['cancelled', 3],
    ]
    for (const [state, signedDaysAgo] of made) {
      const borrower = await newBorrower(server)
      const order_number = await numberOf(
        borrower,
        await insertLoan(services, borrower.userId, { state, signedDaysAgo }),
      )
      for (const language of ['es', 'en'])
        for (const kind of ['regret', 'unsubscribe'] as const) {
          await guestAsks({ phone: borrower.address.value, kind }, language)
          await guestAsks({ phone: borrower.address.value, kind, order_number }, language)
          await pool.query("UPDATE consumer_request SET received_at = received_at - interval '2 hours'")
        }
    }
    await guestAsks({ phone: freshPhone() })
    await guestAsks({ phone: freshPhone(), kind: 'unsubscribe' })
    for (const language of ['es', 'en'])
      await guestAsks({ phone: freshPhone(), kind: 'complaint', note: 'x' }, language)
    await workOff()
    expect(messages.sent.length).toBeGreaterThan(40)
    for (const { text } of messages.sent) expect(text).toMatch(gsm)
  })
})

test('a person who never logged in with a phone may ask by another address and is told there', async () => {
  const address: Address = { kind: 'mail', value: 'lucia@correo.example' }
  const borrower = await newBorrower(server, { address })
  await insertLoan(services, borrower.userId, { state: 'pending', signedDaysAgo: 0 })
  const { ret } = await borrower.call('consumer/request', { channel: 'mail', mail: address.value, kind: 'regret' })
  expect(ret.state).toBe('done')
  await workOff()
  expect(messages.sent.map(({ to }) => to)).toEqual([address.value])
})
