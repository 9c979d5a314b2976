import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDesk } from '../../edge/desk/test-desk-server.ts'
import { openMetrics } from '../../edge/metrics/metrics.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PayoutFault, PayoutResult, Payouts } from '../../providers/payout/port.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { FIRST_ASK_MS, SEND_AGAIN_MS, askAboutPayout } from './ask.ts'
import { HALT_AFTER, TRIAL_PAUSE_MS } from './halt.ts'
import { findHalt } from './halt-store.ts'
import { sweepPayouts } from './sweep.ts'
import type { SignedOrder } from './test-payout.ts'
import { runDueJobs, signOrder, takeDueJobs } from './test-payout.ts'
import { fileOtherAccount, sendAgain } from './unpaid.ts'

const { pool } = await testDatabase()
const noon = new Date('2026-11-16T15:00:00Z')
let now = noon
const server = await openTestServer(pool, { clock: { now: () => now } })
const { services, logged } = server
const desk = await openTestDesk(services)
const HOUR_MS = 3_600_000
const pass = (ms: number): void => void (now = new Date(now.getTime() + ms))

beforeEach(async () => {
  now = noon
  await pool.query('DELETE FROM pgboss.job')
  await pool.query('TRUNCATE account, sandbox_payout, payout_halt CASCADE')
  logged.length = 0
})

const sign = (): Promise<SignedOrder> => signOrder(server, sandboxAccounts.instant)
const withProvider = (changed: Partial<Payouts>) => ({ ...services, payouts: { ...services.payouts, ...changed } })
const refusing = (fault: PayoutFault, words = 'HTTP 400: said by the provider') => {
  const result: PayoutResult = { kind: 'refused', providerPayoutId: null, fault, words }
  return withProvider({ send: async () => result })
}

const attemptsOf = async ({ orderId }: SignedOrder) =>
  (
    await pool.query<{ state: string; reason: string | null; words: string | null; key: string }>(
      `SELECT state, failure_reason AS reason, provider_words AS words, idempotency_key AS key FROM payout_attempt
        WHERE order_id = $1 ORDER BY attempt_number`,
      [orderId],
    )
  ).rows
const stateOf = async ({ person, orderId }: SignedOrder): Promise<string> => {
  const again = await person.onAnotherDevice()
  return (await again.call('loan/order', { order_id: orderId })).ret.order.state
}
const eventsOf = async ({ orderId }: SignedOrder): Promise<string[]> =>
  (
    await pool.query<{ kind: string }>('SELECT kind FROM order_event WHERE order_id = $1 ORDER BY event_number', [
      orderId,
    ])
  ).rows.map(({ kind }) => kind)
const newsOf = async ({ userId }: SignedOrder): Promise<number> =>
  (await pool.query(`SELECT FROM pgboss.job WHERE name = 'news' AND data->>'user_id' = $1`, [userId])).rowCount ?? 0

describe('refused for a reason of the lender or the rail', () => {
  test.each(['request', 'rail'] as const)('%s: she is asked nothing, and a person must look', async (fault) => {
    const order = await sign()
    await runDueJobs(refusing(fault))
    for (let day = 0; day < 5; day += 1) {
      expect(await stateOf(order)).toBe('pending')
      expect(await eventsOf(order)).toEqual(['signed'])
      expect(await newsOf(order)).toBe(0)
      pass(24 * HOUR_MS)
      await sweepPayouts(services)
      await runDueJobs(services)
    }
    expect(await attemptsOf(order)).toMatchObject([
      { state: 'failed', reason: fault, words: 'HTTP 400: said by the provider' },
    ])
    expect(logged.join('')).toContain('a person must look')
    expect(logged.join('')).not.toContain('said by the provider')
  })

  test('a person has it sent again: a new attempt under a key of its own', async () => {
    const order = await sign()
    await runDueJobs(refusing('rail'))
    expect(await inTransaction(pool, (tx) => sendAgain(tx, services, order, 'one'))).toMatchObject({
      unansweredSince: null,
    })
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('in_repayment')
    const attempts = await attemptsOf(order)
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'settled'])
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(2)
    expect(await eventsOf(order)).toEqual(['signed', 'paid_out'])
  })

  test('a person has her asked for another account, once', async () => {
    const order = await sign()
    await runDueJobs(refusing('rail'))
    for (let count = 0; count < 2; count += 1) {
      await inTransaction(pool, (tx) => fileOtherAccount(tx, services, order))
      await runDueJobs(services)
    }
    expect(await stateOf(order)).toBe('payout_failed')
    expect(await eventsOf(order)).toEqual(['signed', 'payout_failed'])
    const { ret } = await (await order.person.onAnotherDevice()).call('loan/order', { order_id: order.orderId })
    expect(ret.order).toMatchObject({ payout_failure: { reason: { code: 'other' } } })
    expect(await newsOf(order)).toBe(1)
  })

  test('she withdraws while it is held: cancelled, and never sent', async () => {
    const order = await sign()
    await runDueJobs(refusing('rail'))
    const body = {
      request_id: services.random.uuid(),
      order_id: order.orderId,
      kind: 'withdrawal',
      method_id: 'transfer',
    }
    const { code } = await (await order.person.onAnotherDevice()).call('deal/repay_request', body)
    expect(code).toBe('0')
    expect(await stateOf(order)).toBe('cancelled')
    for (const by of ['one', 'two'] as const)
      expect(await inTransaction(pool, (tx) => sendAgain(tx, services, order, by))).toBe('not_waiting')
  })
})

describe('a run of refusals that meets every payout', () => {
  /** Three people whose payouts are refused one after the other. */
  const halted = async (fault: 'balance' | 'access'): Promise<SignedOrder[]> => {
    const orders: SignedOrder[] = []
    for (let count = 0; count < HALT_AFTER; count += 1) {
      expect(await inTransaction(pool, findHalt)).toBeUndefined()
      orders.push(await sign())
      await runDueJobs(refusing(fault))
      pass(1000)
    }
    return orders
  }
  const countSends = () => {
    const sent: string[] = []
    return {
      sent,
      services: withProvider({ send: async (payout) => (sent.push(payout.key), services.payouts.send(payout)) }),
    }
  }

  test.each(['balance', 'access'] as const)(
    '%s: halts payouts with an alarm, and nobody is asked anything',
    async (fault) => {
      const orders = await halted(fault)
      expect(await inTransaction(pool, findHalt)).toMatchObject({
        fault,
        words: 'HTTP 400: said by the provider',
        trials: 0,
      })
      expect(logged.filter((line) => line.includes('ALARM: payouts are halted'))).toHaveLength(1)
      const metrics = openMetrics(services)
      expect(await metrics.print()).toMatch(/hola_payouts_halted 1/)
      metrics.close()
      const waiting = await sign()
      const { sent, services: counted } = countSends()
      await runDueJobs(counted)
      expect(sent).toEqual([])
      for (const order of [...orders, waiting]) {
        expect(await stateOf(order)).toBe('pending')
        expect(await eventsOf(order)).toEqual(['signed'])
      }
    },
  )

  test('one at a time is let through; while it is refused the rest waits, longer each time', async () => {
    await halted('balance')
    await sign()
    let sends = 0
    const still = withProvider({
      send: async () => {
        sends += 1
        return { kind: 'refused', providerPayoutId: null, fault: 'balance', words: 'no' }
      },
    })
    const at: number[] = []
    for (let minute = 0; minute <= 200; minute += 1) {
      const before = sends
      await runDueJobs(still)
      if (sends > before) at.push(minute)
      expect(sends - before).toBeLessThanOrEqual(1)
      pass(60_000)
    }
    expect(at).toEqual([10, 30, 70, 130, 190])
    expect((await inTransaction(pool, findHalt))?.trials).toBe(5)
  })

  test('the first that goes through ends it, and everybody is paid, once', async () => {
    const orders = [...(await halted('access')), await sign(), await sign()]
    pass(TRIAL_PAUSE_MS)
    const { sent, services: counted } = countSends()
    await runDueJobs(counted)
    expect(await inTransaction(pool, findHalt)).toBeUndefined()
    for (const order of orders) expect(await stateOf(order)).toBe('in_repayment')
    expect(sent).toHaveLength(orders.length)
    expect(logged.join('')).toContain('payouts go on')
    const metrics = openMetrics(services)
    expect(await metrics.print()).toMatch(/hola_payouts_halted 0/)
    metrics.close()
  })

  test('one alone is sent again after ten minutes, and is a run by itself', async () => {
    const order = await sign()
    for (let count = 0; count < HALT_AFTER; count += 1) {
      await runDueJobs(refusing('balance'))
      pass(TRIAL_PAUSE_MS)
    }
    expect(await inTransaction(pool, findHalt)).toMatchObject({ fault: 'balance' })
    await runDueJobs(services)
    expect(await stateOf(order)).toBe('in_repayment')
    expect((await attemptsOf(order)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'settled'])
  })

  test('a payout from before that settles meanwhile does not end it', async () => {
    const early = await signOrder(server, sandboxAccounts.delayed)
    await runDueJobs(services)
    pass(1000)
    await halted('balance')
    pass(TRIAL_PAUSE_MS)
    const down = refusing('balance')
    await runDueJobs(down)
    expect(await stateOf(early)).toBe('in_repayment')
    expect(await inTransaction(pool, findHalt)).toBeDefined()
  })

  test('with one that went through between them there is no run', async () => {
    for (const fault of ['balance', 'balance', undefined, 'balance'] as const) {
      await sign()
      await runDueJobs(fault === undefined ? services : refusing(fault))
      pass(1000)
    }
    expect(await inTransaction(pool, findHalt)).toBeUndefined()
  })
})

describe('nobody knows what became of it', () => {
  test('a state that nobody knows keeps its id: it is asked about and never sent again', async () => {
    const order = await sign()
    const id = 'POP-1/TOP-1'
    const asked: (string | null)[] = []
    let sends = 0
    const odd = withProvider({
      send: async () => {
        sends += 1
        return { kind: 'unknown', why: 'odd', providerPayoutId: id, words: 'teleported' }
      },
      find: async (_payout, known) => {
        asked.push(known)
        return { kind: 'unknown', why: 'odd', providerPayoutId: id, words: 'teleported' }
      },
    })
    for (let day = 0; day < 4; day += 1) {
      await runDueJobs(odd)
      await sweepPayouts(odd)
      pass(24 * HOUR_MS)
    }
    expect(sends).toBe(1)
    expect(new Set(asked)).toEqual(new Set([id]))
    expect(await attemptsOf(order)).toMatchObject([{ state: 'asked', words: 'teleported' }])
  })

  test('sent again under its key for a day, to the second, and then only when two people say so', async () => {
    const order = await sign()
    const keys: string[] = []
    const silent = withProvider({
      send: async ({ key }) => {
        keys.push(key)
        return { kind: 'unknown', why: 'no answer', words: 'HTTP 503' }
      },
      find: async () => ({ kind: 'not_known' }),
    })
    const began = now.getTime()
    const sentAfter: number[] = []
    for (let minute = 0; minute < 40 * 60; minute += 1) {
      const before = keys.length
      await runDueJobs(silent)
      if (keys.length > before) sentAfter.push(now.getTime() - began)
      if (minute % 600 === 0) await sweepPayouts(silent)
      pass(60_000)
    }
    expect(new Set(keys)).toEqual(new Set([`${order.orderId}-1`]))
    expect(sentAfter[1]).toBe(FIRST_ASK_MS)
    expect(Math.max(...sentAfter)).toBeLessThan(SEND_AGAIN_MS)
    const count = keys.length
    const { rows } = await pool.query<{ order_number: string }>(
      'SELECT order_number FROM loan_order WHERE order_id = $1',
      [order.orderId],
    )
    const order_number = rows[0]?.order_number ?? ''
    const [tomas, vera] = [await desk.madeUp('Tomás'), await desk.madeUp('Vera')]
    const why = 'it is not in the panel'
    // One member alone, whoever it is: nothing goes out.
    for (const member of [tomas, vera]) {
      expect(await member.call('payouts/send', { order_number, why })).toMatchObject({ code: '20756' })
      await runDueJobs(silent)
    }
    const { ret } = await vera.call('proposals/propose', { kind: 'payout_resend', details: { order_number }, why })
    const { proposal, preview } = ret as DeskRetOf<'proposals/propose'>
    const signed = { proposal_id: proposal.proposal_id, seen_sha256: preview.seen_sha256, why }
    expect(await vera.confirm('proposals/approve', signed)).toMatchObject({ code: '20710' })
    await runDueJobs(silent)
    expect(keys).toHaveLength(count)
    // The question of the night, which is not enough to send it, must not take the place of the approval.
    await sweepPayouts(silent)
    expect(await (await desk.madeUp('Nora')).confirm('proposals/approve', signed)).toMatchObject({ code: '0' })
    await runDueJobs(silent)
    expect(keys).toHaveLength(count + 1)
    expect(new Set(keys)).toEqual(new Set([`${order.orderId}-1`]))
    expect(await stateOf(order)).toBe('pending')
  })

  test('an approval holds for a day: its job, tried again by one member later, sends nothing', async () => {
    const order = await sign()
    let sends = 0
    const silent = withProvider({
      send: async () => {
        sends += 1
        return { kind: 'unknown', why: 'no answer', words: 'HTTP 503' }
      },
      find: async () => ({ kind: 'not_known' }),
    })
    await runDueJobs(silent)
    pass(SEND_AGAIN_MS)
    await takeDueJobs(services)
    await inTransaction(pool, (tx) => sendAgain(tx, services, order, 'two'))
    const [job] = await takeDueJobs(services)
    if (job === undefined) throw new Error('nothing is filed')
    pass(SEND_AGAIN_MS - 1)
    await askAboutPayout(silent, job.data)
    expect(sends).toBe(2)
    pass(1)
    await askAboutPayout(silent, job.data)
    expect(sends).toBe(2)
  })
})
