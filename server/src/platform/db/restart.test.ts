import { setTimeout as wait } from 'node:timers/promises'
import { isProof, tellFigure, tellProof } from '@hola/core/test-proof.ts'
import { afterAll, expect, test } from 'vitest'
import { serverProcesses } from '../../edge/http/test-process.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { walkLoan } from '../../edge/simulation/test-loan-walk.ts'
import { newDebtor, requestOf } from '../../lending/repayment/test-repayment.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { removeAll, restartPostgres, startPostgres } from './test-postgres.ts'

// PostgreSQL goes away under calls and comes back, in order and without a last word. The server is never touched.

const CLIENTS = 4
const ENOUGH = 50
const ways = ['stopped', 'killed'] as const
const restarts = isProof ? [...ways, ...ways, ...ways] : ways
tellProof('restarts of PostgreSQL under calls', restarts.length, 6)

let postgres = await startPostgres()
afterAll(() => removeAll([postgres]))
const pool = openPool(postgres.urlOf(), { log: createLog('silent') })
afterAll(() => pool.end())
await migrate(pool)
const { secrets, start } = await serverProcesses(postgres.urlOf())
const witness = await openTestServer(pool, { settings: { secrets } })

test('PostgreSQL restarted under calls: 503 meanwhile, then served again, nothing lost or twice', async () => {
  const server = await start()
  const debtors = []
  for (let count = 0; count < CLIENTS; count += 1) debtors.push(await newDebtor(witness))
  const answers: { readonly status: number; readonly requestId: string; readonly at: number }[] = []
  let isOver = false
  const load = debtors.map(async (debtor) => {
    while (!isOver) {
      const body = requestOf(witness.services, debtor, { kind: 'part', amount_centavos: 1_000_000 })
      const { status } = await server.call('deal/repay_request', body, debtor.token).catch(() => ({ status: 0 }))
      answers.push({ status, requestId: body.request_id, at: performance.now() })
      // Whoever was refused tries the same once more, as the app does.
      if (status !== 200) {
        await wait(100)
        const again = await server.call('deal/repay_request', body, debtor.token).catch(() => ({ status: 0 }))
        answers.push({ status: again.status, requestId: body.request_id, at: performance.now() })
      }
    }
  })
  const successes = () => answers.filter(({ status }) => status === 200)
  const others = () => answers.filter(({ status }) => status !== 200)
  await expect.poll(() => successes().length).toBeGreaterThan(ENOUGH)
  for (const way of restarts) {
    const [before, refused] = [successes().length, others().length]
    await (way === 'stopped' ? postgres.stop() : postgres.kill())
    // Somebody has met it away.
    await expect.poll(() => others().length).toBeGreaterThan(refused)
    postgres = await restartPostgres(postgres)
    await expect.poll(() => successes().length).toBeGreaterThan(before + ENOUGH)
  }
  isOver = true
  await Promise.all(load)

  expect(new Set(others().map(({ status }) => status))).toEqual(new Set([503]))
  const { rows } = await pool.query<{ request_id: string }>(
    'SELECT request_id FROM repay_request WHERE sealed_answer IS NOT NULL',
  )
  const kept = new Set(rows.map(({ request_id: id }) => id))
  expect(successes().filter(({ requestId }) => !kept.has(requestId))).toEqual([])
  // Whatever was begun twice would have left a payment that no request knows.
  const { rows: orphans } = await pool.query(
    `SELECT payment_id FROM payment WHERE NOT EXISTS (
       SELECT FROM repay_request WHERE repay_request.user_id = payment.user_id AND repay_request.payment_id = payment.payment_id)`,
  )
  expect(orphans).toEqual([])
  const times = successes().map(({ at }) => at)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  tellFigure(
    'faults',
    'PostgreSQL restarted under calls',
    `${restarts.length} times, ${successes().length} acknowledged, 0 lost, 0 twice, ${others().length} answered 503, ` +
      `longest without a success ${Math.round(Math.max(...gaps))} ms`,
  )
  // Jobs are taken up again as well.
  await walkLoan(witness, server)
})
