import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'

declare const transaction: unique symbol

/** The only way to write: a store takes it as first argument, so no statement can slip outside its transaction. */
export type Tx = {
  readonly [transaction]: true
  readonly query: <Row extends object = Record<string, never>>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<{ rows: Row[]; rowCount: number }>
  /** Done once the COMMIT is acknowledged; never, when there is none. */
  readonly afterCommit: (act: () => void) => void
}

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

export const TRANSACTION_ATTEMPTS = 6
const BACKOFF_MS = 5

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'

/**
 * The role of every transaction: it cannot edit what is only ever added to, whatever the code tries. The one that
 * connects owns the tables; migrations and the job queue's own housekeeping need that, and take no `Tx`.
 */
const APP_ROLE = 'hola_app'

const isConflict = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED
}

const attempt = async <Result>(
  client: PoolClient,
  work: (tx: Tx) => Promise<Result>,
  isolation: Isolation,
): Promise<Result> => {
  await client.query(`BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}; SET LOCAL ROLE ${APP_ROLE}`)
  let over = false
  const query: Tx['query'] = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    if (over) throw new Error('this transaction is over: a query was made without waiting for it')
    const result = await client.query<Row>(text, [...values])
    return { rows: result.rows, rowCount: result.rowCount ?? 0 }
  }
  const acts: (() => void)[] = []
  try {
    const result = await work({ query, afterCommit: (act) => void acts.push(act) } as Tx)
    over = true
    const end = await client.query('COMMIT')
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when an earlier failure was swallowed.
    if (end.command !== 'COMMIT') throw new Error('nothing was committed: a failed query was ignored')
    // Not yet: the connection goes back to the pool first.
    for (const act of acts) setImmediate(act)
    return result
  } finally {
    over = true
  }
}

/**
 * Runs `work` in one transaction. What it throws rolls everything back and comes out again; a conflict with another
 * transaction (serialization failure, deadlock) is tried again from the start, a bounded number of times, so `work` must
 * have no effect besides its queries. A lost connection is not tried again: nobody knows whether its COMMIT arrived.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  work: (tx: Tx) => Promise<Result>,
  { isolation = 'read committed' }: { isolation?: Isolation } = {},
): Promise<Result> => {
  for (let number = 1; ; number += 1) {
    const client = await pool.connect()
    try {
      const result = await attempt(client, work, isolation)
      client.release()
      return result
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(),
        // A connection that cannot roll back is broken: it is closed, and its place in the pool is free again.
        () => client.release(true),
      )
      if (!isConflict(error) || number === TRANSACTION_ATTEMPTS) throw error
    }
    await wait(BACKOFF_MS * number ** 2)
  }
}
