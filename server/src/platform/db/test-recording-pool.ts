import { createRequire } from 'node:module'
import type { PoolClient } from 'pg'
import type { Pool } from './pool.ts'

/** For tests and benchmarks: a pool that keeps what is sent, and how often somebody had to wait for an answer. */

export type SentStatement = {
  readonly text: string
  /** Each as the database reads it. */
  readonly values: readonly (string | null)[]
  /** Which round trip it went with, from 1 on. */
  readonly trip: number
}

export type RecordingPool = {
  readonly pool: Pool
  /** What was sent while `work` ran. Nothing else may use the pool meanwhile. */
  readonly record: (work: () => Promise<unknown>) => Promise<readonly SentStatement[]>
}

type Statement = string | { readonly text: string; readonly values?: readonly unknown[] }

// What the library makes of a value. It exports it nowhere else, and a second writing of the same would be another one.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  readonly prepareValue: (value: unknown) => string | Buffer | null
}

const asSent = (value: unknown): string | null => {
  const made = prepareValue(value)
  return Buffer.isBuffer(made) ? `\\x${made.toString('hex')}` : made
}

/** The queue keeps house by itself, at times that nobody knows. */
const isHousekeeping = (text: string): boolean => text.includes('pgboss')

/**
 * Everything that is sent before an answer is read is one round trip. So that this is the same on every machine, answers
 * are given to those who wait only when all that was sent is answered, as on a line that is slow in both directions.
 */
export const recordingPool = (real: Pool): RecordingPool => {
  let sent: SentStatement[] | undefined
  let trips = 0
  let trip: { openCount: number; readonly answered: PromiseWithResolvers<void> } | undefined

  const send = async <Result>(
    statement: Statement,
    more: readonly unknown[] | undefined,
    run: () => Promise<Result>,
  ): Promise<Result> => {
    if (sent === undefined) return run()
    const { text, values = more ?? [] } = typeof statement === 'string' ? { text: statement } : statement
    if (trip === undefined) {
      trip = { openCount: 0, answered: Promise.withResolvers() }
      trips += 1
    }
    const own = trip
    own.openCount += 1
    sent.push({ text, values: values.map(asSent), trip: trips })
    try {
      return await run()
    } finally {
      own.openCount -= 1
      if (own.openCount === 0) {
        trip = undefined
        own.answered.resolve()
      }
      await own.answered.promise
    }
  }

  const wrap = (client: PoolClient) =>
    Object.assign(Object.create(client) as PoolClient, {
      query: (statement: Statement, values?: unknown[]) =>
        send(statement, values, () => client.query(statement as string, values)),
      release: (broken?: boolean) => client.release(broken),
    })

  const connect = async () => wrap(await real.connect())
  const query = (statement: Statement, values?: unknown[]) => {
    const run = () => real.query(statement as string, values)
    return isHousekeeping(typeof statement === 'string' ? statement : statement.text)
      ? run()
      : send(statement, values, run)
  }

  return {
    pool: Object.assign(Object.create(real) as Pool, { connect, query }),
    record: async (work) => {
      const statements: SentStatement[] = []
      ;[sent, trips] = [statements, 0]
      await work()
      sent = undefined
      return statements
    },
  }
}
