import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { basic, newApplicant, transfer } from '../../person/application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { accrue } from '../loan/accrual.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import type { PayoutResult, Payouts } from '../../providers/payout/port.ts'
import { SANDBOX_DELAY_MS } from '../../providers/payout/sandbox.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { ASK_PAUSE_MS, ASKS_MAX, FIRST_ASK_MS, askAboutPayout } from './ask.ts'
import { giveUpPayout } from './give-up.ts'
import { payOut } from './pay-out.ts'
import { sweepPayouts } from './sweep.ts'
import type { SignedOrder } from './test-payout.ts'
import { runDueJobs, signOrder, takeDueJobs } from './test-payout.ts'
import { sendAgain } from './unpaid.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services, logged } = server

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}

beforeEach(async () => {
  now = noon
  await pool.query('DELETE FROM pgboss.job')
})

const sign = (account: keyof typeof sandboxAccounts): Promise<SignedOrder> =>
  signOrder(server, sandboxAccounts[account])
const run = () => runDueJobs(services)

const attemptsOf = async ({ orderId }: SignedOrder) =>
  (
    await pool.query<{ state: string; reason: string | null; key: string; asks: number }>(
      `SELECT state, failure_reason AS reason, idempotency_key AS key, asks FROM payout_attempt
        WHERE order_id = $1 ORDER BY attempt_number`,
      [orderId],
    )
  ).rows

const statesOf = async (order: SignedOrder): Promise<string[]> =>
  (await attemptsOf(order)).map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))

const eventsOf = async ({ orderId }: SignedOrder): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>('SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number', [
      orderId,
    ])
  ).rows.map(({ kind }) => kind)

/** What the borrower is told, once for each attempt. */
const newsOf = async ({ userId }: SignedOrder): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>(
      `SELECT data->>'kind' AS kind FROM pgboss.job WHERE name = 'news' AND data->>'user_id' = $1`,
      [userId],
    )
  ).rows.map(({ kind }) => kind)

const causesOf = async ({ orderId }: SignedOrder): Promise<string[]> =>
  (
    await pool.query<{ cause: string }>('SELECT cause FROM ledger_entry WHERE order_id = $1 ORDER BY entry_number', [
      orderId,
    ])
  ).rows.map(({ cause }) => cause)

const shown = async ({ person, orderId }: SignedOrder) => {
  const { ret } = await person.call('loan/order', { order_id: orderId })
  return ret.order
}

const stateOf = async (order: SignedOrder): Promise<string> => (await shown(order)).state

const quotaOf = async ({ userId }: SignedOrder) =>
  (
    await pool.query<{ used: number; frozen: number; available: number }>(
      `SELECT used_centavos AS used, frozen_centavos AS frozen, available_centavos AS available FROM quota
        WHERE user_id = $1`,
      [userId],
    )
  ).rows[0]

const frozen = { used: 0, frozen: pesos(120_000), available: pesos(180_000) }
const used = { used: pesos(120_000), frozen: 0, available: pesos(180_000) }
const released = { used: 0, frozen: 0, available: pesos(300_000) }

/** How many payouts of an order the bank has paid: the one number that must never be two. */
const paidCount = async ({ orderId }: SignedOrder): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*) AS n FROM sandbox_payout
      WHERE idempotency_key LIKE $1 AND outcome = 'settles' AND concludes_at <= $2`,
    [`${orderId}-%`, now],
  )
  return rows[0]?.n ?? 0
}

const expectPaidOut = async (order: SignedOrder): Promise<void> => {
  expect(await stateOf(order)).toBe('in_repayment')
  expect(await quotaOf(order)).toEqual(used)
  expect(await causesOf(order)).toEqual(['payout'])
  expect(await paidCount(order)).toBe(1)
  expect((await eventsOf(order)).filter((kind) => kind === 'paid_out')).toHaveLength(1)
}

const expectFailed = async (order: SignedOrder): Promise<void> => {
  expect(await stateOf(order)).toBe('payout_failed')
  expect(await quotaOf(order)).toEqual(frozen)
  expect(await causesOf(order)).toEqual([])
  expect(await paidCount(order)).toBe(0)
}

const expectPending = async (order: SignedOrder): Promise<void> => {
  expect(await stateOf(order)).toBe('pending')
  expect(await quotaOf(order)).toEqual(frozen)
  expect(await causesOf(order)).toEqual([])
}

describe('each account of docs/SANDBOX.md, from the signature to the end', () => {
  test.each([
    ['instant', 0, 'paid', ['settled']],
    ['delayed', 0, 'pending', ['accepted']],
    ['delayed', SANDBOX_DELAY_MS, 'paid', ['settled']],
    ['wrongAccount', 0, 'failed', ['failed: wrong_account']],
    ['closed', 0, 'failed', ['failed: account_closed']],
    ['holderMismatch', 0, 'failed', ['failed: holder_mismatch']],
    ['limit', 0, 'failed', ['failed: limit']],
    ['silentPaid', 0, 'pending', ['asked']],
    ['silentPaid', FIRST_ASK_MS, 'paid', ['settled']],
    ['silentLost', 0, 'pending', ['asked']],
    ['silentLost', FIRST_ASK_MS, 'paid', ['settled']],
    ['silentFailed', 0, 'pending', ['asked']],
    ['silentFailed', FIRST_ASK_MS, 'failed', ['failed: account_closed']],
    ['repeatedMessages', SANDBOX_DELAY_MS, 'paid', ['settled']],
    ['repeatedMessages', SANDBOX_DELAY_MS + 2 * DAY_MS, 'paid', ['settled']],
    ['delayedFailure', 0, 'pending', ['accepted']],
    ['delayedFailure', SANDBOX_DELAY_MS, 'failed', ['failed: wrong_account']],
  ] as const)('%s, %i ms later: %s', async (account, afterMs, end, attempts) => {
    const order = await sign(account)
    await run()
    pass(afterMs)
    await run()
    expect(await statesOf(order)).toEqual(attempts)
    if (end === 'paid') await expectPaidOut(order)
    else if (end === 'failed') await expectFailed(order)
    else await expectPending(order)
  })
})

test('paid out: the days, the time line and the books are those of the bank’s settlement', async () => {
  // Five to midnight on a Friday in Argentina: the bank settles on the Saturday, and we hear of it three days later.
  now = new Date('2026-11-14T02:55:00Z')
  const order = await sign('delayed')
  await run()
  pass(3 * DAY_MS)
  await run()
  const { paid_out_at, due_day, timeline, repayment_centavos } = await shown(order)
  expect(paid_out_at).toBe('2026-11-14T03:05:00.000Z')
  // 14 November and 91 days is a Saturday again: due on the Monday.
  expect(due_day).toBe('2027-02-15')
  expect(timeline[1]).toMatchObject({ kind: 'paid_out', progress: 'done', amount_centavos: pesos(108_000) })
  expect(timeline.at(-1)).toMatchObject({ kind: 'due', day: '2027-02-15', amount_centavos: repayment_centavos })
  expect(await eventsOf(order)).toEqual(['signed', 'paid_out'])
  expect(await newsOf(order)).toEqual(['money_sent'])
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, order))).toMatchObject({ isIntact: true })
})

describe('a failed payout', () => {
  test.each([
    ['wrongAccount', 'wrong_account', 'does not exist', 'no existe. Revisá'],
    ['closed', 'account_closed', 'is closed', 'está cerrada. Elegí'],
    ['holderMismatch', 'holder_mismatch', 'somebody else’s', 'a tu nombre'],
    ['limit', 'limit', 'no more money this month', 'este mes. Elegí'],
  ] as const)('%s: says why, what to do and until when, on the page of the loan and on Home', async (...row) => {
    const [account, reason, inEnglish, inSpanish] = row
    const order = await sign(account)
    await run()
    for (const [language, words] of [
      ['en', inEnglish],
      ['es', inSpanish],
    ] as const) {
      const text = expect.stringContaining(words)
      const { ret } = await order.person.call('loan/order', { order_id: order.orderId }, language)
      expect(ret.order).toMatchObject({
        state: 'payout_failed',
        group: 'failed_payouts',
        payout_failure: { reason: { code: reason, text }, correct_until_at: '2026-11-19T15:00:00.000Z' },
      })
      const { ret: home } = await order.person.call('app/home', {}, language)
      expect(home.notices).toEqual([{ notice_id: 'payout_failure', tone: 'warning', text }])
    }
  })

  test('72 hours to the second: cancelled and the quota released, not a millisecond before', async () => {
    const order = await sign('wrongAccount')
    await run()
    pass(72 * HOUR_MS - 1)
    expect(await run()).not.toContain('payout-give-up')
    await expectFailed(order)
    pass(1)
    expect(await run()).toContain('payout-give-up')
    expect(await stateOf(order)).toBe('cancelled')
    expect(await quotaOf(order)).toEqual(released)
    expect(await eventsOf(order)).toEqual(['signed', 'payout_failed', 'cancelled'])
  })

  test('a job that comes early or again changes nothing', async () => {
    const order = await sign('wrongAccount')
    await run()
    const jobs = await pool.query<{ data: never }>(`SELECT data FROM pgboss.job WHERE name = 'payout-give-up'`)
    const [{ data } = { data: undefined }] = jobs.rows
    if (data === undefined) throw new Error('no job')
    await giveUpPayout(services, data)
    await expectFailed(order)
    pass(72 * HOUR_MS)
    await giveUpPayout(services, data)
    await giveUpPayout(services, data)
    expect(await eventsOf(order)).toEqual(['signed', 'payout_failed', 'cancelled'])
  })
})

describe('an order whose money never left gives back what it held', () => {
  const withdraw = ({ person, orderId }: SignedOrder) =>
    person.call('deal/repay_request', {
      request_id: services.random.uuid(),
      order_id: orderId,
      kind: 'withdrawal',
      method_id: 'transfer',
    })

  test.each<[string, keyof typeof sandboxAccounts, (order: SignedOrder) => Promise<unknown>]>([
    ['nobody corrected its account', 'closed', async () => pass(72 * HOUR_MS)],
    ['it was withdrawn from after it failed', 'closed', withdraw],
    [
      'it was withdrawn from while the money was under way, which then failed',
      'delayedFailure',
      async (order) => {
        await withdraw(order)
        pass(SANDBOX_DELAY_MS)
      },
    ],
  ])('%s: the quota, the coupon with the days it had, the end of the service', async (_, account, end) => {
    const order = await signOrder(server, sandboxAccounts[account], { feeReduction: pesos(2_000), validDays: 3 })
    const coupons = async () => (await order.person.call('coupon/my_coupon')).ret.coupons
    expect(await coupons()).toMatchObject([{ state: 'used', order_id: order.orderId }])
    pass(HOUR_MS)
    await run()
    const { ret: asked } = await order.person.call('consumer/request', {
      channel: 'phone',
      phone: order.person.address.value,
      kind: 'unsubscribe',
    })
    expect(asked.state).toBe('received')
    await end(order)
    await run()
    const { rows } = await pool.query(
      `SELECT state, outcome FROM consumer_request WHERE user_id = $1 AND kind = 'unsubscribe'`,
      [order.userId],
    )
    expect(rows).toEqual([{ state: 'done', outcome: 'ended' }])

    // The service has ended: she comes back by logging in again.
    const { call } = await order.person.onAnotherDevice()
    expect((await call('loan/order', { order_id: order.orderId })).ret.order.state).toBe('cancelled')
    expect(await quotaOf(order)).toEqual(released)
    const expires_at = new Date(now.getTime() + 3 * DAY_MS).toISOString()
    expect((await call('coupon/my_coupon')).ret.coupons).toMatchObject([
      { state: 'usable', order_id: null, used_at: null, expires_at },
    ])
  })
})

describe('another account', () => {
  const correct = (order: SignedOrder, account: keyof typeof sandboxAccounts, more: object = {}) =>
    order.person.call('app/save_transfer_info', {
      ...transfer,
      account_number: sandboxAccounts[account],
      order_id: order.orderId,
      ...more,
    })

  test('failed, corrected, paid: one payout, to the new account', async () => {
    const order = await sign('closed')
    await run()
    pass(HOUR_MS)
    const { code, ret } = await correct(order, 'instant')
    expect(code).toBe('0')
    expect(ret).toMatchObject({
      saved_at: '2026-11-16T16:00:00.000Z',
      resubmitted_order: { order_id: order.orderId, state: 'pending', group: 'pending' },
    })
    await expectPending(order)
    await run()
    await expectPaidOut(order)
    expect(await statesOf(order)).toEqual(['failed: account_closed', 'settled'])
    expect(new Set((await attemptsOf(order)).map(({ key }) => key)).size).toBe(2)
    expect(await eventsOf(order)).toEqual(['signed', 'payout_failed', 'resubmitted', 'paid_out'])
    expect((await shown(order)).payout_account.account_ending).toBe('0017')
    const { ret: onFile } = await order.person.call('app/get_bank_info')
    expect(onFile.info?.account_number).toBe(sandboxAccounts.instant)
  })

  test('failed three times: each failure has its own 72 hours', async () => {
    const order = await sign('closed')
    await run()
    for (const account of ['wrongAccount', 'holderMismatch'] as const) {
      pass(71 * HOUR_MS)
      expect((await correct(order, account)).code).toBe('0')
      await run()
      await expectFailed(order)
    }
    pass(72 * HOUR_MS - 1)
    await run()
    expect(await stateOf(order)).toBe('payout_failed')
    pass(1)
    await run()
    expect(await stateOf(order)).toBe('cancelled')
    expect(await statesOf(order)).toEqual([
      'failed: account_closed',
      'failed: wrong_account',
      'failed: holder_mismatch',
    ])
    expect(await newsOf(order)).toEqual(['money_back', 'money_back', 'money_back'])
  })

  test('at 72 hours it is too late, also when the job has not come to it', async () => {
    const order = await sign('closed')
    await run()
    pass(72 * HOUR_MS)
    expect(await correct(order, 'instant')).toMatchObject({ code: '20408', ret: null })
    expect(await stateOf(order)).toBe('cancelled')
    expect(await quotaOf(order)).toEqual(released)
    await run()
    expect(await paidCount(order)).toBe(0)
    const { ret } = await order.person.call('app/get_bank_info')
    expect(ret.info?.account_number).toBe(sandboxAccounts.closed)
  })

  test('sent again, because the first answer was lost: the same answer, paid once', async () => {
    const order = await sign('closed')
    await run()
    const first = await correct(order, 'instant')
    expect(await correct(order, 'instant')).toEqual(first)
    await run()
    expect(await correct(order, 'instant')).toMatchObject({
      code: '0',
      ret: { resubmitted_order: { state: 'in_repayment' } },
    })
    await run()
    await expectPaidOut(order)
    expect(await eventsOf(order)).toEqual(['signed', 'payout_failed', 'resubmitted', 'paid_out'])
  })

  test('twenty taps at once: one new attempt', async () => {
    const order = await sign('closed')
    await run()
    const answers = await Promise.all(Array.from({ length: 20 }, () => correct(order, 'instant')))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['0']))
    await run()
    await expectPaidOut(order)
    expect(await statesOf(order)).toEqual(['failed: account_closed', 'settled'])
  })

  test.each([
    ['of somebody else', { full_name: 'PAZ ELSA' }],
    ['of a bank that there is not', { institution_id: '999' }],
  ])('%s is refused, and nothing has changed', async (_, more) => {
    const order = await sign('closed')
    await run()
    const { code, ret } = await correct(order, 'instant', more)
    expect(code).not.toBe('0')
    expect(ret).toBeNull()
    await expectFailed(order)
    expect(await run()).toEqual([])
  })

  test.each([
    ['pending', 'delayed', 0],
    ['paid out', 'instant', 0],
    ['cancelled', 'closed', 72 * HOUR_MS],
  ] as const)('for an order that is %s is refused, and saved for none', async (_, account, afterMs) => {
    const order = await sign(account)
    await run()
    pass(afterMs)
    await run()
    const before = await statesOf(order)
    expect(await correct(order, 'limit')).toMatchObject({ code: '20408', ret: null })
    await run()
    expect(await statesOf(order)).toEqual(before)
    const { ret } = await order.person.call('app/get_bank_info')
    expect(ret.info?.account_number).toBe(sandboxAccounts[account])
  })

  test('for an order of somebody else, and for one that there is not, is refused alike', async () => {
    const order = await sign('closed')
    await run()
    const stranger = await newApplicant(server)
    await stranger.call('app/save_basic_info', basic)
    const body = { ...transfer, account_number: sandboxAccounts.instant }
    const foreign = await stranger.call('app/save_transfer_info', { ...body, order_id: order.orderId })
    const missing = await stranger.call('app/save_transfer_info', { ...body, order_id: services.random.uuid() })
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: '20303', ret: null })
    await expectFailed(order)
  })

  test('while the next application is in review the order is corrected, the review is not', async () => {
    const order = await sign('closed')
    await run()
    await pool.query(
      `UPDATE application SET state = 'in_review', review_stage = 'with_a_person', waits_since = submitted_at,
              decided_at = NULL, expires_at = NULL, limit_centavos = NULL WHERE user_id = $1`,
      [order.userId],
    )
    expect(await correct(order, 'instant', { full_name: 'PAZ ELSA' })).toMatchObject({ ret: null })
    expect(await correct(order, 'instant')).toMatchObject({
      code: '0',
      ret: { resubmitted_order: { state: 'pending' } },
    })
    await run()
    expect(await stateOf(order)).toBe('in_repayment')
    const { ret } = await order.person.call('app/get_bank_info')
    expect(ret.info?.account_number).toBe(sandboxAccounts.closed)
  })
})

/** The services with a provider that fails as the test wants. */
const withProvider = (changed: Partial<Payouts>) => ({ ...services, payouts: { ...services.payouts, ...changed } })
const jobOf = ({ userId, orderId }: SignedOrder) => ({ user_id: userId, order_id: orderId })

describe('killed between the two transactions', () => {
  const killed = new Error('killed')

  test.each([
    ['before the bank heard of it', 'instant', 'paid', false],
    ['after the bank had paid', 'instant', 'paid', true],
    ['after the bank had refused', 'closed', 'failed', true],
    ['before the bank could refuse', 'closed', 'failed', false],
    ['after the bank had taken it', 'delayed', 'paid', true],
  ] as const)('%s (%s): %s', async (_, account, end, isSent) => {
    const order = await sign(account)
    const dies = withProvider({
      send: async (payout) => {
        if (isSent) await services.payouts.send(payout)
        throw killed
      },
    })
    await expect(payOut(dies, jobOf(order))).rejects.toThrow(killed)
    expect(await statesOf(order)).toEqual(['asked'])
    // The queue gives the job to another worker: it finds that it was asked for.
    await run()
    expect(await statesOf(order)).toEqual(['asked'])
    pass(SANDBOX_DELAY_MS)
    await run()
    if (end === 'paid') await expectPaidOut(order)
    else await expectFailed(order)
    expect(await attemptsOf(order)).toHaveLength(1)
  })

  test('while what the bank said is written down: nothing of it is, and it is asked again', async () => {
    const order = await sign('instant')
    const breaks = {
      ...services,
      reference: {
        ...services.reference,
        get holidays(): typeof services.reference.holidays {
          throw killed
        },
      },
    }
    await expect(payOut(breaks, jobOf(order))).rejects.toThrow(killed)
    expect(await statesOf(order)).toEqual(['asked'])
    await expectPending(order)
    pass(FIRST_ASK_MS)
    await run()
    await expectPaidOut(order)
  })
})

test('ten workers with the same job at once: one attempt, one payout', async () => {
  const order = await sign('instant')
  await Promise.all(Array.from({ length: 10 }, () => payOut(services, jobOf(order))))
  expect(await statesOf(order)).toEqual(['settled'])
  await expectPaidOut(order)
})

test('what is sealed is opened to send money, and not to ask about it', async () => {
  const sealer = new Proxy(services.sealer, {
    get: () => () => {
      throw new Error('sealed')
    },
  })
  const order = await sign('silentPaid')
  await run()
  pass(FIRST_ASK_MS)
  const [job] = await takeDueJobs(services)
  if (job === undefined) throw new Error('nothing is asked')
  await askAboutPayout({ ...services, sealer }, job.data)
  await expectPaidOut(order)
  await askAboutPayout({ ...services, sealer }, job.data)

  const lost = await sign('silentLost')
  await run()
  pass(FIRST_ASK_MS)
  const [again] = await takeDueJobs(services)
  if (again === undefined) throw new Error('nothing is asked')
  await expect(askAboutPayout({ ...services, sealer }, again.data)).rejects.toThrow('sealed')
  await askAboutPayout(services, again.data)
  await expectPaidOut(lost)
})

test('ten workers with the same question at once: one end', async () => {
  const order = await sign('silentPaid')
  await run()
  pass(FIRST_ASK_MS)
  const [job] = await takeDueJobs(services)
  if (job === undefined) throw new Error('nothing is asked')
  await Promise.all(Array.from({ length: 10 }, () => askAboutPayout(services, job.data)))
  await expectPaidOut(order)
})

describe('a provider that does not say', () => {
  const silent: PayoutResult = { kind: 'unknown', why: 'test: down' }
  const silentServices = withProvider({ send: async () => silent, find: async () => silent })

  test('is asked at growing distances, so many times, then a person looks; the daily job asks on', async () => {
    const order = await sign('instant')
    await runDueJobs(silentServices)
    const pausesMs: number[] = []
    for (let at = now.getTime(); pausesMs.length < ASKS_MAX; at = now.getTime()) {
      const { rows } = await pool.query<{ start_after: Date }>(
        `SELECT start_after FROM pgboss.job WHERE name = 'payout-ask' AND state = 'created'`,
      )
      expect(rows).toHaveLength(1)
      now = rows[0]?.start_after ?? now
      pausesMs.push(now.getTime() - at)
      await runDueJobs(silentServices)
    }
    const pauseOf = (asks: number): number => (asks === 0 ? FIRST_ASK_MS : ASK_PAUSE_MS * 2 ** asks)
    expect(pausesMs).toEqual(Array.from({ length: ASKS_MAX }, (_, asks) => pauseOf(asks)))
    await expectPending(order)
    expect(await attemptsOf(order)).toMatchObject([{ state: 'asked', asks: ASKS_MAX }])
    pass(DAY_MS)
    expect(await runDueJobs(silentServices)).toEqual([])

    await sweepPayouts(silentServices)
    expect(await runDueJobs(silentServices)).toContain('payout-ask')
    expect(await attemptsOf(order)).toMatchObject([{ state: 'asked', asks: ASKS_MAX + 1 }])
    pass(DAY_MS)
    await runDueJobs(silentServices)
    expect(await attemptsOf(order)).toMatchObject([{ state: 'asked', asks: ASKS_MAX + 1 }])
    // A day has passed and nobody has an id for it: it is not sent again before two people say so.
    await sweepPayouts(services)
    await run()
    await expectPending(order)
    expect(await inTransaction(pool, (tx) => sendAgain(tx, services, order, 'one'))).toBe('needs_two')
    expect(await inTransaction(pool, (tx) => sendAgain(tx, services, order, 'two'))).toMatchObject({
      order: { orderId: order.orderId },
    })
    await run()
    await expectPaidOut(order)
    expect(await attemptsOf(order)).toHaveLength(1)
  })

  test('a refusal of what is sent again is no answer: it stays open', async () => {
    const order = await sign('silentPaid')
    await run()
    pass(FIRST_ASK_MS)
    await runDueJobs(
      withProvider({
        find: async () => ({ kind: 'not_known' }),
        send: async () => ({ kind: 'failed', providerPayoutId: null, reason: 'other' }),
      }),
    )
    await expectPending(order)
    expect(await statesOf(order)).toEqual(['asked'])
    pass(2 * ASK_PAUSE_MS)
    await run()
    await expectPaidOut(order)
  })

  test('another provider than the one that has it is not asked, and sends nothing', async () => {
    const order = await sign('silentLost')
    await run()
    let asked = 0
    const ask = async (): Promise<PayoutResult> => {
      asked += 1
      return { kind: 'settled', providerPayoutId: 'x', settledAt: now }
    }
    pass(FIRST_ASK_MS)
    await runDueJobs(withProvider({ provider: 'mercado-pago', find: ask, send: ask }))
    expect(asked).toBe(0)
    await expectPending(order)
  })
})

describe('a provider whose clock is wrong', () => {
  test.each([
    ['in the future', '2030-01-01T00:00:00Z', '2026-11-16T15:00:00.000Z'],
    ['before it was asked', '2020-01-01T00:00:00Z', '2026-11-16T15:00:00.000Z'],
  ])('settled %s: it counts from when it can have been', async (_, settledAt, paidOutAt) => {
    const order = await sign('instant')
    await runDueJobs(
      withProvider({ send: async () => ({ kind: 'settled', providerPayoutId: 'x', settledAt: new Date(settledAt) }) }),
    )
    expect(await shown(order)).toMatchObject({ paid_out_at: paidOutAt, due_day: '2027-02-15' })
  })
})

describe('withdrawn while the money is under way', () => {
  const withdraw = ({ orderId }: SignedOrder) =>
    pool.query('UPDATE loan_order SET withdrawn_at = $2 WHERE order_id = $1', [orderId, now])

  test('not asked for yet: it is never sent', async () => {
    const order = await sign('instant')
    await withdraw(order)
    await run()
    expect(await statesOf(order)).toEqual([])
    expect(await paidCount(order)).toBe(0)
  })

  test('refused then: cancelled, nobody is asked for another account', async () => {
    const order = await sign('delayedFailure')
    await run()
    await withdraw(order)
    const { withdrawn_at, timeline } = await shown(order)
    expect(withdrawn_at).toBe(now.toISOString())
    expect(timeline.map(({ kind, progress }) => `${kind} ${progress}`)).toEqual([
      'signed done',
      'withdrawn done',
      'paid_out now',
      'cancelled later',
    ])
    pass(SANDBOX_DELAY_MS)
    await run()
    expect(await stateOf(order)).toBe('cancelled')
    expect(await quotaOf(order)).toEqual(released)
  })

  test('paid then: what she received is owed, and nothing else', async () => {
    const order = await sign('delayed')
    await run()
    await withdraw(order)
    pass(SANDBOX_DELAY_MS)
    await run()
    expect(await shown(order)).toMatchObject({ state: 'in_repayment', payoff_centavos: pesos(108_000) })
    expect((await order.person.call('app/home')).ret.notices).toMatchObject([{ notice_id: 'withdrawn' }])
  })

  test('not given back by the last day: it is the agreed loan from its payout day', async () => {
    const [order, other] = [await sign('delayed'), await sign('delayed')]
    await run()
    const { ret: pressed } = await order.person.call('deal/repay_request', {
      request_id: services.random.uuid(),
      order_id: order.orderId,
      kind: 'withdrawal',
      method_id: 'transfer',
    })
    expect(pressed.order.withdrawn_at).toBe(now.toISOString())
    pass(SANDBOX_DELAY_MS)
    await run()
    const { withdrawal } = await shown(order)
    expect(withdrawal).toEqual({ until_day: '2026-12-01', return_centavos: pesos(108_000) })
    now = new Date('2026-12-01T23:00:00-03:00')
    await accrue(services, {})
    expect(await shown(order)).toMatchObject({ payoff_centavos: pesos(108_000) })
    now = new Date('2026-12-02T00:00:30-03:00')
    const [late, agreed] = [await order.person.onAnotherDevice(), await other.person.onAnotherDevice()]
    const see = async () => {
      const [one, two] = [
        (await late.call('loan/order', { order_id: order.orderId })).ret.order,
        (await agreed.call('loan/order', { order_id: other.orderId })).ret.order,
      ]
      expect(one.payoff_centavos).toBe(two.payoff_centavos)
      expect(one.payoff_centavos).toBeGreaterThan(pesos(120_000))
      expect(one).toMatchObject({ accrued: two.accrued, due_day: two.due_day, withdrawal: null })
      const notices = (await late.call('app/home')).ret.notices.map(({ notice_id }) => notice_id)
      expect(notices).toEqual(['withdrawal_lapsed'])
    }
    await see()
    // The job of the night writes it into the books and the quota; run again, it changes nothing.
    for (let count = 0; count < 2; count += 1) {
      await accrue(services, {})
      await see()
      expect(await quotaOf(order)).toMatchObject({ used: pesos(120_000), frozen: 0 })
      expect(await causesOf(order)).toEqual(['payout', 'withdrawal'])
      expect((await inTransaction(pool, (tx) => verifyBooks(tx, order))).isIntact).toBe(true)
    }
  })
})

describe('the daily job', () => {
  test('an order whose job was lost is paid, one that waits for a job is left to it', async () => {
    const lost = await sign('instant')
    await pool.query('DELETE FROM pgboss.job')
    await sweepPayouts(services)
    await run()
    expect(await statesOf(lost)).toEqual([])
    pass(HOUR_MS)
    await sweepPayouts(services)
    await sweepPayouts(services)
    await run()
    await expectPaidOut(lost)
  })

  test('an attempt whose questions were lost is asked about', async () => {
    const order = await sign('silentPaid')
    await run()
    await pool.query('DELETE FROM pgboss.job')
    pass(HOUR_MS + 1)
    await sweepPayouts(services)
    await run()
    await expectPaidOut(order)
  })

  test('a failed order whose end was lost is cancelled', async () => {
    const order = await sign('closed')
    await run()
    await pool.query('DELETE FROM pgboss.job')
    pass(72 * HOUR_MS)
    await sweepPayouts(services)
    expect(await stateOf(order)).toBe('cancelled')
  })
})

test('the share of wallets is said from 100 payouts on, and of the newest ones', async () => {
  const { person, orderId, userId } = await sign('instant')
  const share = async () => (await person.call('app/get_bank_list')).ret.wallet_share_basis_points
  await pool.query(`DELETE FROM payout_attempt`)
  const insert = (from: number, to: number, isWallet: boolean, state = 'settled') =>
    pool
      .query(
        `INSERT INTO loan_order SELECT (jsonb_populate_record(loan_order, jsonb_build_object(
           'order_id', gen_random_uuid(), 'order_number', 'share-' || n))).*
         FROM loan_order, generate_series($2::integer, $3::integer) AS n WHERE order_id = $1`,
        [orderId, from, to],
      )
      .then(() =>
        pool.query(
          `INSERT INTO payout_attempt (user_id, order_id, attempt_number, provider, idempotency_key, state, failure_reason,
                                     is_wallet, asked_at, concluded_at)
         SELECT user_id, order_id, 1, 'sandbox', order_number, $5, CASE WHEN $5 = 'failed' THEN 'other' END, $4, $6, $6
           FROM loan_order
          WHERE user_id = $1 AND split_part(order_number, 'share-', 2) <> ''
            AND split_part(order_number, 'share-', 2)::integer BETWEEN $2 AND $3`,
          [userId, from, to, isWallet, state, now],
        ),
      )
  await insert(1, 66, true)
  await insert(67, 99, false)
  await insert(100, 200, true, 'failed')
  expect(await share()).toBeNull()
  await insert(201, 201, false)
  expect(await share()).toBe(6600)
  pass(DAY_MS)
  await insert(1_001, 2_000, false)
  expect(await share()).toBe(0)
})

test('a wallet is known by what was chosen, whatever kind of account it has', async () => {
  const order = await sign('closed')
  await run()
  await order.person.call('app/save_transfer_info', {
    ...transfer,
    institution_kind: 'wallet',
    institution_id: services.reference.wallets[0]?.id,
    account_number: sandboxAccounts.instant,
    order_id: order.orderId,
  })
  await run()
  const { rows } = await pool.query<{ is_wallet: boolean }>(
    'SELECT is_wallet FROM payout_attempt WHERE order_id = $1 ORDER BY attempt_number',
    [order.orderId],
  )
  expect(rows.map(({ is_wallet: isWallet }) => isWallet)).toEqual([false, true])
})

test('nothing of this has put an account, a name or a number of a person into a log', () => {
  expect(logged.join('')).toContain('nobody knows what became of a payout')
  expect(logged.join('')).not.toMatch(/romero|lucia|\d{22}|27301112225|549?11\d{4}/i)
})
