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
    let isInside = false
    /** Outside a transaction a statement stands for itself: when it fails nothing else does, and it has the rights of the login. */
    const alone = async (statement: unknown): Promise<unknown> => {
      await client.query(`SAVEPOINT ${SAVEPOINT}; SET LOCAL ROLE NONE`)
      try {
        const result: unknown = await client.query(statement as never)
        await client.query(within('COMMIT'))
        return result
      } catch (error) {
        await client.query(within('ROLLBACK'))
        throw error
      }
    }
    return {
      query: async (statement: unknown) => {
        const text = typeof statement === 'string' ? statement : ''
        if (text.startsWith('BEGIN')) isInside = true
        if (!isInside) return alone(statement)
        const result: unknown = await client.query((text === '' ? statement : within(text)) as never)
        if (text !== 'COMMIT' && text !== 'ROLLBACK') return result
        isInside = false
        return text === 'COMMIT' ? { rows: [], rowCount: 0, command: 'COMMIT' } : result
      },
      release: () => mine.resolve(),
    } as unknown as PoolClient
  }

  try {
    // Nobody counts the rows of a transaction that is under way: a plan would take its tables for empty and read them whole.
    // On a busy machine the drawing between two statements may take longer than a call of the product ever should.
    await client.query(
      `BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan;
       SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
    )
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
