import { pesos } from '@hola/core/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../http/test-server.ts'
import type { SignedOrder } from '../../lending/payout/test-payout.ts'
import { runDueJobs, signOrder } from '../../lending/payout/test-payout.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool, { clock: { now: () => new Date('2026-11-16T15:00:00Z') } })
const { app, services } = server

beforeEach(() => pool.query('DELETE FROM pgboss.job'))

const post = async (path: string, payload: object, language = 'en') => {
  const answer = await app.inject({ method: 'POST', url: `/sandbox/api/${path}`, payload, headers: { language } })
  return answer.json()
}
const keyOf = ({ orderId }: SignedOrder): string => `${orderId}-1`
const shown = async (order: SignedOrder) => {
  const { ret } = (await app.inject('/sandbox/api/payouts')).json()
  return ret.payouts.find(({ order_id: orderId }: { order_id: string }) => orderId === order.orderId)
}
const stateOf = async ({ person, orderId }: SignedOrder): Promise<string> =>
  (await person.call('loan/order', { order_id: orderId })).ret.order.state

const sent = async (account: keyof typeof sandboxAccounts): Promise<SignedOrder> => {
  const order = await signOrder(server, sandboxAccounts[account])
  await runDueJobs(services)
  return order
}

test.each([
  ['instant', 'settled', null, 'settled'],
  ['delayed', 'under_way', null, 'accepted'],
  ['delayedFailure', 'under_way', null, 'accepted'],
  ['closed', 'failed', 'account_closed', 'failed'],
  ['silentPaid', 'settled', null, 'asked'],
  ['silentLost', 'lost', null, 'asked'],
] as const)('%s: what the bank has and what the product knows', async (account, bank, reason, attempt) => {
  const order = await sent(account)
  expect(await shown(order)).toEqual({
    payout_key: keyOf(order),
    order_id: order.orderId,
    order_number: expect.any(String),
    amount_centavos: pesos(108_000),
    asked_at: '2026-11-16T15:00:00.000Z',
    bank_state: bank,
    failure_reason: reason,
    attempt_state: attempt,
  })
})

describe('from the page', () => {
  test.each([
    ['delayed', 'settle', {}, 'in_repayment'],
    ['delayed', 'fail', { reason: 'holder_mismatch' }, 'payout_failed'],
    ['silentLost', 'settle', {}, 'in_repayment'],
    ['silentLost', 'fail', { reason: 'limit' }, 'payout_failed'],
    // For a reason that is not her account's the order waits for a person.
    ['delayed', 'fail', { reason: 'other' }, 'pending'],
  ] as const)('%s, %s: the bank tells of it, and the order follows', async (account, action, more, state) => {
    const order = await sent(account)
    const { code, ret } = await post(`payouts/${action}`, { payout_key: keyOf(order), ...more })
    expect(code).toBe('0')
    expect(ret.payouts).toContainEqual(expect.objectContaining({ payout_key: keyOf(order) }))
    expect(await stateOf(order)).toBe('pending')
    await runDueJobs(services)
    expect(await stateOf(order)).toBe(state)
  })

  test.each(['settle', 'fail'])('%s: what the bank has concluded stays so', async (action) => {
    const order = await sent('silentPaid')
    const body = { payout_key: keyOf(order), ...(action === 'fail' ? { reason: 'other' } : {}) }
    expect(await post(`payouts/${action}`, body)).toMatchObject({
      code: '40000',
      msg: expect.stringContaining('the bank has concluded it'),
    })
    expect(await post(`payouts/${action}`, body, 'es')).toMatchObject({
      msg: expect.stringContaining('el banco ya la terminó'),
    })
  })

  test('the message again, as often as it is sent: one payout', async () => {
    const order = await sent('instant')
    for (let times = 0; times < 3; times += 1) {
      expect(await post('payouts/message', { payout_key: keyOf(order) })).toMatchObject({ code: '0' })
      expect(await runDueJobs(services)).toEqual(['payout-heard'])
    }
    const { rows } = await pool.query(`SELECT 1 FROM order_event WHERE order_id = $1 AND kind = 'paid_out'`, [
      order.orderId,
    ])
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['payouts/settle', { payout_key: 'nobody' }],
    ['payouts/fail', { payout_key: 'nobody', reason: 'other' }],
    ['payouts/message', { payout_key: 'nobody' }],
    ['payouts/fail', { payout_key: 'nobody', reason: 'bored' }],
    ['payouts/settle', {}],
  ])('%s of %o is refused', async (path, body) => {
    expect(await post(path, body)).toMatchObject({ code: '40000', ret: null })
  })
})
