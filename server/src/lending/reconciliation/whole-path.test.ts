import { civilDay } from '@hola/core/calendar.ts'
import { pesos } from '@hola/core/money.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import type { SignedOrder } from '../payout/test-payout.ts'
import { runDueJobs, signOrder } from '../payout/test-payout.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import { hearMessages, requestOf } from '../repayment/test-repayment.ts'
import { reconcile } from './reconcile.ts'

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const server = await openTestServer(pool, { clock: { now: () => now } })
const { app, services } = server

const post = async (path: string, payload: object) => {
  const answer = (await app.inject({ method: 'POST', url: `/sandbox/api/${path}`, payload })).json()
  expect(answer.code).toBe('0')
  return answer.ret
}

/** What the borrower was told how to pay; the reference of it. */
const ask = async (order: SignedOrder, change: object): Promise<string> => {
  const { ret } = await order.person.call('deal/repay_request', requestOf(services, order, change))
  return ret.payment?.reference ?? ''
}

test('whatever is done on the sandbox page, from payout to reversal, is explained', async () => {
  const orders: SignedOrder[] = []
  for (const account of ['instant', 'delayed', 'closed', 'silentPaid', 'silentLost'] as const) {
    orders.push(await signOrder(server, sandboxAccounts[account]))
    await runDueJobs(services)
  }
  const [first, second] = orders
  if (first === undefined || second === undefined) throw new Error('nothing was signed')

  const before = await reconcile(services, civilDay('2026-11-16'))
  expect(before.map(({ unexplainedCount }) => unexplainedCount)).toEqual([0, 0])
  // One was paid without an answer: nobody has told us, and the comparison does not hide it.
  expect(before[0]?.differences).toMatchObject([{ cause: 'not_heard', ours: 0, theirs: pesos(108_000) }])

  await post('payouts/settle', { payout_key: `${second.orderId}-1` })
  await post('payouts/message', { payout_key: `${second.orderId}-1` })
  now = new Date('2026-11-16T15:04:00Z')
  await runDueJobs(services)

  const part = await ask(first, { kind: 'part', amount_centavos: pesos(10_000) })
  await post('payments/pay', { reference: part })
  await post('payments/pay', { reference: part, times: 2 })
  const { money } = await post('payments/pay', { reference: 'nobody', amount_centavos: pesos(3_000) })
  await post('payments/message', { provider_payment_id: money[0].provider_payment_id })
  await hearMessages(services)
  now = new Date('2026-11-18T15:00:00Z')
  const all = await ask(second, {})
  const late = await post('payments/pay', { reference: all, paid_day: '2026-11-17' })
  await hearMessages(services)
  await post('payments/reverse', { provider_payment_id: late.money[0].provider_payment_id })
  await hearMessages(services)

  const days = ['2026-11-16', '2026-11-17', '2026-11-18'].map(civilDay)
  const findings = (await Promise.all(days.map((day) => reconcile(services, day)))).flat()
  expect(
    findings.map(({ kind, day, matchedCount, ours, theirs, differences }) => ({
      kind,
      day,
      matchedCount,
      ours,
      theirs,
      causes: differences.map(({ cause }) => cause),
    })),
  ).toEqual([
    {
      kind: 'payout',
      day: '2026-11-16',
      matchedCount: 4,
      ours: pesos(432_000),
      theirs: pesos(432_000),
      causes: [],
    },
    {
      kind: 'collection',
      day: '2026-11-16',
      matchedCount: 3,
      ours: pesos(30_000),
      theirs: pesos(33_000),
      causes: ['in_suspense'],
    },
    { kind: 'payout', day: '2026-11-17', matchedCount: 0, ours: 0, theirs: 0, causes: [] },
    { kind: 'collection', day: '2026-11-17', matchedCount: 1, ours: 0, theirs: 0, causes: [] },
    { kind: 'payout', day: '2026-11-18', matchedCount: 0, ours: 0, theirs: 0, causes: [] },
    { kind: 'collection', day: '2026-11-18', matchedCount: 0, ours: 0, theirs: 0, causes: [] },
  ])
})
