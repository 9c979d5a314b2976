import { createHmac } from 'node:crypto'
import { isProof, someOf, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { openTestServer, testSettings } from '../../edge/http/test-server.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { manifestOf } from '../../providers/mercado-pago/signature.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import type { Course } from '../../providers/payout/test-twin.ts'
import { getAnswers, postAnswers, startTwin } from '../../providers/payout/test-twin.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { SEND_AGAIN_MS } from './ask.ts'
import { sweepPayouts } from './sweep.ts'
import type { SignedOrder } from './test-payout.ts'
import { runDueJobs, signOrder, takeDueJobs } from './test-payout.ts'
import { sendAgain } from './unpaid.ts'

// A week of payouts on a twin that answers in every documented way. Nothing may be paid twice, nothing may be lost, and
// nobody is asked for another account whose account the provider did not name.

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const clock = { now: () => now }
const twin = await startTwin(clock)
const webhookSecret = 'a-secret-of-webhooks'
const server = await openTestServer(pool, {
  clock,
  settings: {
    publicUrl: 'https://hola.example',
    providers: {
      ...testSettings.providers,
      payout: { provider: 'mercado-pago', url: twin.url, token: 'TEST-an-access-token', webhookSecret },
    },
  },
})
const { app, services } = server
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const handlers = jobHandlers(services) as Record<string, (data: never, job: { id: string }) => Promise<void>>

const sign = (): Promise<SignedOrder> => signOrder(server, sandboxAccounts.instant)

const rowOf = async ({ orderId }: SignedOrder) => {
  const { rows } = await pool.query<{ state: string; events: string[]; last: string | null; reason: string | null }>(
    `SELECT state, ARRAY(SELECT kind FROM order_event WHERE order_event.order_id = $1 ORDER BY event_number) AS events,
            (SELECT attempt.state FROM payout_attempt AS attempt WHERE attempt.order_id = $1
              ORDER BY attempt_number DESC LIMIT 1) AS last,
            (SELECT failure_reason FROM payout_attempt AS attempt WHERE attempt.order_id = $1
              ORDER BY attempt_number DESC LIMIT 1) AS reason
       FROM loan_order WHERE order_id = $1`,
    [orderId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no order')
  return row
}

let messageCount = 0
/** A message about everything that the twin has of an order; one that cannot be verified is signed by somebody else. */
const sendMessages = async ({ orderId }: SignedOrder, isVerifiable: boolean): Promise<void> => {
  for (const message of twin.messagesOf(orderId)) {
    messageCount += 1
    const requestId = `message-${messageCount}`
    const ts = String(Math.floor(now.getTime() / 1000))
    const secret = isVerifiable ? webhookSecret : 'a-secret-of-the-panel'
    const v1 = createHmac('sha256', secret)
      .update(manifestOf({ dataId: message.id, requestId }, ts))
      .digest('hex')
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/providers/mercado-pago/payout?data.id=${message.id}`,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
      payload: JSON.stringify(message),
    })
    expect(statusCode).toBe(isVerifiable ? 200 : 401)
  }
}

/** The queue: what fails is run again an hour later, as it would be. */
const failed: Awaited<ReturnType<typeof takeDueJobs>>[number][] = []
const runQueue = async (): Promise<void> => {
  for (
    let jobs = [...failed.splice(0), ...(await takeDueJobs(services))];
    jobs.length > 0;
    jobs = await takeDueJobs(services)
  )
    for (const job of jobs) await handlers[job.name]?.(job.data, job).catch(() => void failed.push(job))
}

const ends = [
  ['success', 'accredited'],
  ['processed', 'approved'],
  ['rejected', 'invalid_destination_account'],
  ['rejected', 'insufficient_funds'],
  ['rejected', 'high_risk'],
  ['rejected', 'by_compliance'],
  ['refunded', ''],
] as const
const between = [
  ['created', ''],
  ['approved', ''],
  ['transaction_in_process', 'pending_bank'],
  ['transaction_in_process', 'pending_authorized'],
  ['success', 'in_progress'],
  ['teleported', 'to_tomorrow'],
] as const

const course: fc.Arbitrary<Course> = fc
  .tuple(fc.array(fc.constantFrom(...between), { maxLength: 3 }), fc.constantFrom(...ends))
  .map(([before, end]) => [...before, end])
const week = fc.record({
  posts: fc.array(fc.constantFrom(...postAnswers), { maxLength: 5 }),
  courses: fc.array(course, { maxLength: 3 }),
  gets: fc.array(fc.constantFrom(...getAnswers), { maxLength: 6 }),
  messages: fc.constantFrom('none', 'signed', 'not verifiable', 'a day late'),
})
type Week = typeof week extends fc.Arbitrary<infer Value> ? Value : never

const CALM_AFTER_MS = 4 * DAY_MS
const WEEK_MS = 9 * DAY_MS

const expectWhole = async ({ posts, courses, gets, messages }: Week): Promise<void> => {
  Object.assign(twin.plan, { posts: [...posts], courses: [...courses], gets: [...gets] })
  const order = await sign()
  const began = now.getTime()
  let lookedAt = began
  for (let step = 0; now.getTime() - began < WEEK_MS; step += 1) {
    if (now.getTime() - began > CALM_AFTER_MS) Object.assign(twin.plan, { posts: [], courses: [], gets: [] })
    await runQueue()
    if (messages === 'signed' || (messages === 'a day late' && now.getTime() - began > DAY_MS))
      await sendMessages(order, true)
    if (messages === 'not verifiable') await sendMessages(order, false)
    await runQueue()
    // Once a day the sweep runs, a person looks at what is held, and two at what is a day old without an id.
    if (now.getTime() - lookedAt >= DAY_MS) {
      lookedAt = now.getTime()
      await sweepPayouts(services)
      for (const by of ['one', 'two'] as const) await inTransaction(pool, (tx) => sendAgain(tx, services, order, by))
    }
    now = new Date(now.getTime() + (step < 20 ? 10 * 60_000 : 8 * HOUR_MS))
  }
  await runQueue()

  const { state, events } = await rowOf(order)
  const paid = twin.paidCount(order.orderId)
  expect(events.filter((kind) => kind === 'paid_out').length).toBeLessThanOrEqual(1)
  expect(paid).toBeLessThanOrEqual(1)
  expect(twin.sentAlthoughTold).toEqual([])
  if (events.includes('payout_failed')) {
    expect(twin.isAccountNamed(order.orderId)).toBe(true)
    expect(state).toBe('cancelled')
    expect(paid).toBe(0)
  } else {
    expect(state).toBe('in_repayment')
    expect(paid).toBe(1)
    expect((await inTransaction(pool, (tx) => verifyBooks(tx, order))).isIntact).toBe(true)
  }
  const byKey = Map.groupBy(twin.posted, ({ key }) => key)
  for (const times of byKey.values()) {
    // Two people may send it again at the second day's look: that is all beyond the day.
    const late = times.filter(({ at }) => at.getTime() - (times[0]?.at.getTime() ?? 0) >= SEND_AGAIN_MS)
    expect(late.length).toBeLessThanOrEqual(WEEK_MS / DAY_MS)
  }
}

describe('a week of a payout on a twin that answers in every documented way', () => {
  const RUNS = 200
  const few = 6
  test('nothing twice, nothing lost, nobody asked for another account without cause', async () => {
    const count = isProof ? RUNS : few
    tellProof('weeks of a payout', count, RUNS)
    await fc.assert(fc.asyncProperty(week, expectWhole), { numRuns: count, endOnFailure: true })
    tellFigure(
      'faults',
      'weeks of a payout provider that is down, slow or lies',
      `${count}: nothing twice, nothing lost`,
    )
  })

  test.each(someOf('first answers of a payout', postAnswers, 4))('the first answer: %s', async (answer) => {
    await expectWhole({ posts: [answer], courses: [], gets: [], messages: 'none' })
  })
})

test('an answer that takes two minutes: nothing is sent beside it, and it counts', async () => {
  const order = await sign()
  const before = twin.posted.length
  const release = twin.holdAnswers()
  const running = runDueJobs(services)
  await vi.waitFor(async () => expect((await rowOf(order)).last).toBe('asked'))
  for (let second = 0; second < 120; second += 10) {
    now = new Date(now.getTime() + 10_000)
    expect(await takeDueJobs(services)).toEqual([])
  }
  release()
  await running
  expect((await rowOf(order)).last).toBe('accepted')
  expect(twin.posted.length).toBe(before + 1)
  now = new Date(now.getTime() + 3 * HOUR_MS)
  await runQueue()
  expect((await rowOf(order)).state).toBe('in_repayment')
  expect(twin.paidCount(order.orderId)).toBe(1)
})
