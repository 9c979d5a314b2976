import { createHmac } from 'node:crypto'
import { pesos } from '@hola/core/money.ts'
import { tellFigure } from '@hola/core/test-proof.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openServices, startWorkers } from '../../app.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { lockOrder } from '../order/store.ts'
import { verifyBooks } from '../loan/verify-books.ts'
import { sandboxWebhookSecret } from '../../providers/sandbox-webhook.ts'
import { signOrder } from '../payout/test-payout.ts'
import type { Collector } from '../../providers/collection/port.ts'
import { sandboxAccounts } from '../../providers/payout/test-accounts.ts'
import type { Services } from '../../edge/services.ts'
import type { Debtor } from './test-repayment.ts'
import { askToPay, newDebtor, putMoney } from './test-repayment.ts'

const { pool } = await testDatabase()
const server = await openTestServer(pool)
const { app, services } = server
const secret = sandboxWebhookSecret(services.settings.secrets)

/** The server's own workers, on the same database; `change` replaces what they are given. */
const started: Services[] = []
const work = async (change: Partial<Services> = {}): Promise<void> => {
  const { settings, log } = services
  const own = { ...(await openServices({ settings, pool, log })), ...change }
  started.push(own)
  await startWorkers(own)
}
afterEach(async () => {
  for (const { jobs, identity } of started.splice(0)) {
    await jobs.stop()
    await identity.close()
  }
})

/** Told until it is taken, as providers do: a machine that is busy with other suites may ask for another try. */
const tell = async (id: string, requestId = services.random.uuid()): Promise<void> => {
  const ts = String(Math.floor(Date.now() / 1000))
  const v1 = createHmac('sha256', secret).update(`id:${id};request-id:${requestId};ts:${ts};`).digest('hex')
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/providers/sandbox/collection?data.id=${id}&type=payment`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    payload: { type: 'payment', data: { id } },
  })
  if (statusCode === 503) return tell(id, requestId)
  expect(statusCode).toBe(200)
}

const sendAll = (ids: readonly string[]): Promise<void[]> => Promise.all(ids.map((id) => tell(id)))

/** So much money that the collector has and has not told of. */
const putParts = async (debtor: Debtor, count: number): Promise<string[]> => {
  const { reference } = await askToPay(services, debtor)
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await putMoney(services, { reference, amount: pesos(1_000) }))
  return ids
}

const creditedOf = async (ids: readonly string[]): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*) AS n FROM receipt WHERE provider_payment_id = ANY($1) AND state = 'credited'`,
    [ids],
  )
  return rows[0]?.n ?? 0
}

const stateOf = async (orderId: string): Promise<string | undefined> =>
  (await pool.query<{ state: string }>('SELECT state FROM loan_order WHERE order_id = $1', [orderId])).rows[0]?.state

test('200 payments of 20 loans, told at once, are credited in seconds', async () => {
  const debtors: Debtor[] = []
  for (let count = 0; count < 20; count += 1) debtors.push(await newDebtor(server))
  const ids = (await Promise.all(debtors.map((debtor) => putParts(debtor, 10)))).flat()
  await work()
  const startedAt = performance.now()
  await sendAll(ids)
  // One in each second would take 200; the seconds of an idle machine are measured by `npm run bench:jobs`.
  await expect.poll(() => creditedOf(ids), { timeout: 60_000 }).toBe(200)
  tellFigure(
    'load',
    '200 payments of 20 loans, told at once',
    `credited in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  for (const debtor of debtors)
    expect(await inTransaction(pool, (tx) => verifyBooks(tx, debtor))).toMatchObject({ isIntact: true })
})

describe('does not hold back another queue', () => {
  test('a collector that does not answer', async () => {
    const [collector] = services.collectors
    if (collector === undefined) throw new Error('no collector')
    const release = Promise.withResolvers<void>()
    let asked = 0
    const slow: Collector = {
      ...collector,
      find: async (id) => {
        asked += 1
        await release.promise
        return collector.find(id)
      },
    }
    await work({ collectors: [slow] })
    const ids = await putParts(await newDebtor(server), 40)
    await sendAll(ids)
    await expect.poll(() => asked).toBeGreaterThan(1)

    const { orderId } = await signOrder(server, sandboxAccounts.instant)
    await expect.poll(() => stateOf(orderId)).toBe('in_repayment')
    expect(await creditedOf(ids)).toBe(0)
    release.resolve()
    await expect.poll(() => creditedOf(ids)).toBe(40)
  })

  test('the lock of a loan for which many payments wait, nor does it keep anybody from the pool', async () => {
    await work()
    const debtor = await newDebtor(server)
    const ids = await putParts(debtor, 40)
    const { orderId } = await inTransaction(pool, async (tx) => {
      await lockOrder(tx, debtor)
      await sendAll(ids)
      const signed = await signOrder(server, sandboxAccounts.instant)
      await expect.poll(() => stateOf(signed.orderId), { timeout: 20_000 }).toBe('in_repayment')
      expect(await creditedOf(ids)).toBe(0)
      expect([pool.waitingCount, pool.options.max - pool.totalCount + pool.idleCount > 4]).toEqual([0, true])
      return signed
    })
    expect(await stateOf(orderId)).toBe('in_repayment')
    await expect.poll(() => creditedOf(ids)).toBe(40)
  })
})
