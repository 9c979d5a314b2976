import type { Pool } from './pool.ts'

/**
 * A part of a pool: whoever works with it holds at most so many connections at once, and waits for one in the order of
 * asking. The rest of the pool is always left to the others, whatever those who share this part are waiting for.
 */
export const shareOfPool = (pool: Pool, max: number): Pool => {
  let freeCount = max
  const waiting: (() => void)[] = []

  const take = async (): Promise<void> => {
    if (freeCount > 0) freeCount -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const give = (): void => {
    const next = waiting.shift()
    if (next === undefined) freeCount += 1
    else next()
  }

  const connect = async () => {
    await take()
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (broken) => {
        release(broken)
        give()
      }
      return client
    } catch (error) {
      give()
      throw error
    }
  }

  const query = async (...statement: Parameters<Pool['query']>) => {
    await take()
    try {
      return await pool.query(...statement)
    } finally {
      give()
    }
  }

  // Only what the product uses of a pool: a transaction takes a connection and gives it back, a few ask directly.
  return { connect, query } as unknown as Pool
}
