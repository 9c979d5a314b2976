import { expect, test } from 'vitest'
import type { PoolClient } from 'pg'
import { shareOfPool } from './pool-share.ts'
import { testDatabase } from './test-database.ts'
import { inTransaction } from './transaction.ts'

const { pool } = await testDatabase()

/** Takes connections until nobody gives any more for the moment. */
const take = async (from: typeof pool, count: number): Promise<PoolClient[]> => {
  const taken: PoolClient[] = []
  for (let at = 0; at < count; at += 1) taken.push(await from.connect())
  return taken
}

test('a share gives its connections, and the next when one comes back, in the order of asking', async () => {
  const share = shareOfPool(pool, 2)
  const [first, second] = await take(share, 2)
  const order: string[] = []
  const third = share.connect().then((client) => (order.push('third'), client))
  const asked = share.query('SELECT 1').then(() => order.push('a statement'))
  // The rest of the pool is for the others meanwhile.
  await inTransaction(pool, (tx) => tx.query('SELECT 1'))
  expect(order).toEqual([])
  first?.release()
  const late = await third
  expect(order).toEqual(['third'])
  second?.release()
  await asked
  late.release()
  expect(pool.totalCount).toBe(pool.idleCount)
})

test('a share of a share holds at most what both allow', async () => {
  const all = shareOfPool(pool, 3)
  const [one, other] = [shareOfPool(all, 2), shareOfPool(all, 2)]
  const taken = [...(await take(one, 2)), ...(await take(other, 1))]
  let isGiven = false
  const next = other.connect().then((client) => ((isGiven = true), client))
  await pool.query('SELECT 1')
  expect(isGiven).toBe(false)
  taken[0]?.release()
  ;(await next).release()
  for (const client of taken.slice(1)) client.release()
  for (const client of await take(all, 3)) client.release()
})

test('whatever goes wrong, a place is free again', async () => {
  const share = shareOfPool(pool, 1)
  for (let count = 0; count < 3; count += 1) {
    await expect(share.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
    const failing = inTransaction(share, (tx) => tx.query('SELECT 1 / 0'))
    await expect(failing).rejects.toThrow('division by zero')
    await expect(
      inTransaction(share, (tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())')),
    ).rejects.toThrow(/terminat|connection/i)
  }
  expect((await share.query<{ n: number }>('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})
