import type { PoolClient } from 'pg'
import type { Pool } from '../../platform/db/public.ts'

const SAVEPOINT = 'one_of_many'

/** What begins, ends or undoes a transaction, said of a part of a larger one. Everything else is sent as it is. */
const within = (text: string): string => {
  if (text.startsWith('BEGIN')) return text.replace(/^BEGIN[^;]*/, `SAVEPOINT ${SAVEPOINT}`)
  if (text === 'COMMIT') return `RELEASE SAVEPOINT ${SAVEPOINT}`
  if (text === 'ROLLBACK') return `ROLLBACK TO SAVEPOINT ${SAVEPOINT}; RELEASE SAVEPOINT ${SAVEPOINT}`
  return text
}

/**
 * Runs work that makes thousands of transactions as one: all of it is kept at the end, or nothing, also when the process
 * is killed in the middle. `work` gets a pool whose transactions are parts of that one, each after the other.
 */
export const inOneTransaction = async <Result>(real: Pool, work: (pool: Pool) => Promise<Result>): Promise<Result> => {
  const client = await real.connect()
  let turn: Promise<void> = Promise.resolve()

  const connect = async () => {
    const before = turn
    const mine = Promise.withResolvers<void>()
    turn = mine.promise
    await before
    return {
      query: async (statement: unknown) => {
        if (typeof statement !== 'string') return client.query(statement as never)
        const result: unknown = await client.query(within(statement))
        return statement === 'COMMIT' ? { rows: [], rowCount: 0, command: 'COMMIT' } : result
      },
      release: () => mine.resolve(),
    } as unknown as PoolClient
  }

  try {
    // Nobody counts the rows of a transaction that is under way: a plan would take its tables for empty and read them whole.
    await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan')
    const result = await work({ connect } as unknown as Pool)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
