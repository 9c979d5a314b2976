import { setTimeout as wait } from 'node:timers/promises'
import { civilDayOf } from '@hola/core/calendar.ts'
import { centavos, pesos } from '@hola/core/money.ts'
import { someOf, tellFigure } from '@hola/core/test-proof.ts'
import { expect, test, vi } from 'vitest'
import { verifyEvidence } from '../../lending/agreement/agreements.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { ServerProcess } from '../http/test-process.ts'
import { serverProcesses } from '../http/test-process.ts'
import { openTestServer } from '../http/test-server.ts'
import { newBorrower, readyToSign } from '../../lending/loan/test-borrower.ts'
import { verifyBooks } from '../../lending/loan/verify-books.ts'
import { insertSandboxReceipt } from '../../providers/collection/sandbox-store.ts'
import { seededChance } from './chance.ts'

const DAY_MS = 86_400_000

const { connectionString, pool } = await testDatabase()
const { secrets, start } = await serverProcesses(connectionString)
// Makes the borrower and reads what is kept of her; the calls that count go to a process that dies.
const witness = await openTestServer(pool, { settings: { secrets } })
const { services } = witness

const moments = ['signing', 'signing again', 'payout', 'payment request', 'webhook'] as const
type Moment = (typeof moments)[number]
const deaths = new Set<Moment>(someOf('moments at which the process dies', moments, 1))

test('killed with SIGKILL at any moment of a loan, it ends as if nothing had been', async () => {
  const seed = process.env['SIMULATION_SEED'] ?? services.random.uuid()
  console.log(`SIMULATION_SEED=${seed} repeats the moments of death`)
  const chance = seededChance(seed)
  const person = await newBorrower(witness)
  const { userId, token } = person
  let server: ServerProcess = await start()

  /** The server dies so many milliseconds after it began, and another is started. */
  const dieDuring = async (moment: Moment, mostMs: number, act: () => Promise<unknown>): Promise<void> => {
    if (!deaths.has(moment)) return
    const unanswered = act().catch(() => undefined)
    await wait(chance.below(mostMs))
    await server.kill()
    await unanswered
    server = await start()
  }
  const ask = async (path: string, body: object) => {
    const answer = await server.call(path, body, token)
    expect(answer).toMatchObject({ code: '0' })
    return answer.ret
  }
  const onSandbox = (path: string, body: object) =>
    fetch(`${server.url}/sandbox/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const reaches = (state: string) =>
    vi.waitFor(
      async () => {
        const { rows } = await pool.query('SELECT state FROM loan_order WHERE user_id = $1', [userId])
        expect(rows).toEqual([{ state }])
      },
      { timeout: 30_000, interval: 100 },
    )

  const signing = await readyToSign(services, person, { amount_centavos: pesos(120_000), term_days: 91 })
  await dieDuring('signing', 40, () => server.call('loan/apply', signing, token))
  await dieDuring('signing again', 40, () => server.call('loan/apply', signing, token))
  const { order } = (await ask('loan/apply', signing)) as { order: { order_id: string } }
  const orderId = order.order_id

  // The payout is a job: it begins within a second, and the death may find it anywhere.
  await dieDuring('payout', 1_500, async () => {})
  // A job that died with its process is taken up again, at the latest by the daily one.
  expect((await onSandbox('clock', { advance_ms: DAY_MS })).status).toBe(200)
  await reaches('in_repayment')

  const paying = { request_id: services.random.uuid(), order_id: orderId, kind: 'payoff', method_id: 'transfer' }
  await dieDuring('payment request', 40, () => server.call('deal/repay_request', paying, token))
  const { payment } = (await ask('deal/repay_request', paying)) as {
    payment: { reference: string; amount_centavos: number }
  }
  const providerPaymentId = `sandbox-${services.random.uuid()}`
  const { rows: days } = await pool.query<{ at: Date }>('SELECT requested_at AS at FROM payment WHERE user_id = $1', [
    userId,
  ])
  const [paidAt] = days.map(({ at }) => at)
  if (paidAt === undefined) throw new Error('no payment')
  await inTransaction(pool, (tx) =>
    insertSandboxReceipt(tx, {
      providerPaymentId,
      reference: payment.reference,
      amount: centavos(payment.amount_centavos),
      paidDay: civilDayOf(paidAt),
      state: 'credited',
      toldAt: paidAt,
    }),
  )
  const message = { provider_payment_id: providerPaymentId }
  await dieDuring('webhook', 60, () => onSandbox('payments/message', message))
  expect((await onSandbox('payments/message', message)).status).toBe(200)
  await reaches('cleared')

  const countOf = async (table: string, where = 'true'): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${table} WHERE user_id = $1 AND ${where}`,
      [userId],
    )
    return rows[0]?.n ?? 0
  }
  for (const table of ['loan_order', 'signature_evidence', 'apply_request', 'payment', 'repay_request', 'receipt'])
    expect([table, await countOf(table)]).toEqual([table, 1])
  expect(await countOf('payout_attempt', `state = 'settled'`)).toBe(1)
  for (const kind of ['signed', 'paid_out', 'payment', 'cleared'])
    expect([kind, await countOf('order_event', `kind = '${kind}'`)]).toEqual([kind, 1])
  expect(await countOf('quota', 'used_centavos = 0 AND frozen_centavos = 0')).toBe(1)
  expect(await inTransaction(pool, (tx) => verifyBooks(tx, { userId, orderId }))).toMatchObject({ isIntact: true })
  expect(await inTransaction(pool, (tx) => verifyEvidence(tx, services, userId))).toMatchObject({ isIntact: true })
  tellFigure(
    'faults',
    'the only server killed with SIGKILL in a loan',
    `${deaths.size} of ${moments.length} moments, one order, one payout, one payment, books intact`,
  )
})
