import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { PoolClient } from 'pg'
import type { Pool, TransactionRole } from './pool.ts'
import { prepared } from './prepared.ts'

declare const transaction: unique symbol

/**
 * The only way to write: a store takes it as first argument, so no statement can slip outside its transaction.
 *
 * A statement is sent when it is called for, without waiting for the answers of those before it, and the database carries
 * them out in that order. So `Promise.all` of what does not need each other's answers costs one round trip; what is read
 * behind a lock in the same `Promise.all` is read when the lock is held; and behind one that failed, all fail.
 */
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
const IN_FAILED_TRANSACTION = '25P02'
const UNKNOWN_PREPARED_STATEMENT = '26000'

/**
 * The role of every transaction: it cannot edit what is only ever added to, whatever the code tries. The one that
 * connects owns the tables; migrations and the job queue's own housekeeping need that, and take no `Tx`. The pool of the
 * lender's staff names a role of its own.
 */
const APP_ROLE: TransactionRole = 'hola_app'

/** Whoever waits longer for a row gives its connection back to others, who wait for nobody. */
const LOCK_TIMEOUT_MS = 5_000

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const isConflict = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Harmless outside a transaction, should the BEGIN before it fail. */
const onlyReads = (text: string): boolean => /^\s*SELECT\b/i.test(text)

/**
 * Whether a connection can be used again after a failed statement: the database itself refused it, and for another reason
 * than that it does not know what was prepared. Otherwise nobody knows what it still holds.
 */
const isStillGood = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== UNKNOWN_PREPARED_STATEMENT

const attempt = async <Result>(
  client: PoolClient,
  work: (tx: Tx) => Promise<Result>,
  { isolation, role, onBroken }: { isolation: Isolation; role: TransactionRole; onBroken: () => void },
): Promise<Result> => {
  let hasBegun = false
  const begun = client.query(
    `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}; SET LOCAL ROLE ${role}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`,
  )
  begun.then(
    () => (hasBegun = true),
    // Whoever waits for it is told, below.
    () => {},
  )
  let waitsForBegin = false
  let over = false
  let firstFailure: unknown

  const query: Tx['query'] = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    if (!hasBegun) {
      // Reads go out together with BEGIN. What writes waits until the transaction is sure, and what follows it waits
      // behind it: outside a transaction it would be written for good, and by the owner of the tables.
      waitsForBegin ||= !onlyReads(text)
      if (waitsForBegin) await begun
    }
    if (over) throw new Error('this transaction is over: a query was made without waiting for it')
    try {
      const answer = client.query<Row>(prepared(text, values))
      const result = hasBegun ? await answer : (await Promise.all([begun, answer]))[1]
      return { rows: result.rows, rowCount: result.rowCount ?? 0 }
    } catch (error) {
      firstFailure ??= error
      if (!isStillGood(error)) onBroken()
      throw error
    }
  }
  const acts: (() => void)[] = []

  try {
    const result = await work({ query, afterCommit: (act) => void acts.push(act) } as Tx)
    // What still waits for it goes out before COMMIT.
    await begun
    over = true
    const end = await client.query('COMMIT')
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when an earlier failure was swallowed.
    if (end.command !== 'COMMIT') throw new Error('nothing was committed: a failed query was ignored')
    // Not yet: the connection goes back to the pool first.
    for (const act of acts) setImmediate(act)
    return result
  } catch (error) {
    // Of statements sent together, one behind the failed one may be the first whose failure arrives here.
    throw codeOf(error) === IN_FAILED_TRANSACTION ? (firstFailure ?? error) : error
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
  const role = pool.transactionRole ?? APP_ROLE
  for (let number = 1; ; number += 1) {
    const client = await pool.connect()
    let isBroken = false
    try {
      const result = await attempt(client, work, { isolation, role, onBroken: () => (isBroken = true) })
      client.release()
      return result
    } catch (error) {
      await client.query('ROLLBACK').then(
        () => client.release(isBroken),
        // A connection that cannot roll back is broken: it is closed, and its place in the pool is free again.
        () => client.release(true),
      )
      if (!isConflict(error) || number === TRANSACTION_ATTEMPTS) throw error
    }
    await wait(BACKOFF_MS * number ** 2)
  }
}
