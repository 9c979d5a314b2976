import type { PoolClient } from 'pg'
import type { Pool } from '../../platform/db/public.ts'
import { prepared, socketOf } from '../../platform/db/public.ts'

/** What everything that a killed process was doing ends with. */
export class Killed extends Error {
  constructor() {
    super('the process was killed')
  }
}

/** A statement of this text is never sent: it files its values with whoever listens, when its transaction commits. */
export const FILED_ON_COMMIT = 'filed on commit'

type Filed = readonly unknown[]

/** As `prepared` makes it. */
type Statement = { readonly name?: string; readonly text: string; readonly values?: unknown[] }

type Options = {
  /**
   * Dies when so many statements are done: before the first one for 0, and never without a number. Of those that were
   * sent together the database has seen the first ones then, as when a process dies while it writes.
   */
  readonly killAfter?: number | undefined
  /**
   * What the database sees of the death. `socket`: the connection is gone and nothing more is said, as after `kill -9`.
   * `rollback`: the transaction is lost just so, and the connection can be used again, which is quicker.
   */
  readonly cut: 'socket' | 'rollback'
  readonly onCommit?: (filed: readonly Filed[]) => void
}

export type KillablePool = {
  /** For one life of a process: after its death every statement fails. */
  readonly pool: Pool
  /** How many statements were to be sent. */
  readonly count: () => number
  readonly isKilled: () => boolean
  /** Which of the tables that the books are made of were written to and committed. */
  readonly written: () => ReadonlySet<BookTable>
}

/** What is written of these can break the books. */
const bookTables = [
  'loan_order',
  'ledger_entry',
  'quota',
  'receipt',
  'refund',
  'payout_attempt',
  'payment_plan',
  'payment_plan_reversal',
] as const
export type BookTable = (typeof bookTables)[number]

const writes = new RegExp(`^\\s*(?:insert into|update|delete from) (${bookTables.join('|')})\\b`, 'i')

const writtenBy = new Map<string, readonly BookTable[]>()

/** Read from each text once. */
const tablesOf = (text: string): readonly BookTable[] => {
  const known = writtenBy.get(text)
  if (known !== undefined) return known
  const [, name] = writes.exec(text) ?? []
  const tables = bookTables.filter((table) => table === name?.toLowerCase())
  writtenBy.set(text, tables)
  return tables
}

/**
 * A pool whose process dies between two statements. What was committed is there, what was not is lost, and whoever sent
 * the COMMIT that was the last statement never learns that it arrived.
 */
export const killablePool = (real: Pool, { killAfter, cut, onCommit }: Options): KillablePool => {
  let count = 0
  let isKilled = false
  const written = new Set<BookTable>()
  const inUse = new Set<PoolClient>()
  const death = Promise.withResolvers<never>()
  // Not everybody has something under way when it comes.
  death.promise.catch(() => {})

  const die = (): never => {
    isKilled = true
    if (cut === 'socket') for (const client of inUse) socketOf(client).destroy()
    const killed = new Killed()
    death.reject(killed)
    throw killed
  }

  const wrap = (client: PoolClient) => {
    let filed: Filed[] = []
    let writing: BookTable[] = []
    /** How much was filed when the savepoint was set: what comes after it goes with a rollback to it. */
    let filedBefore = 0
    inUse.add(client)
    const end = (text: string): void => {
      if (text === 'COMMIT') {
        for (const table of writing) written.add(table)
        onCommit?.(filed)
      }
      filed = []
      writing = []
    }
    return {
      query: async (statement: string | Statement) => {
        const { text, values } = typeof statement === 'string' ? { text: statement } : statement
        if (isKilled && cut === 'rollback' && text === 'ROLLBACK') return client.query(text)
        if (isKilled) throw new Killed()
        if (killAfter === 0) die()
        count += 1
        const number = count
        // Sent together with the last one, and behind it: the process does not live to send it.
        if (killAfter !== undefined && number > killAfter) return death.promise
        try {
          const result =
            text === FILED_ON_COMMIT ? { rows: [], rowCount: 0 } : await client.query(statement as Statement)
          // Another statement of the same process may have been its last meanwhile.
          if (isKilled && text !== 'COMMIT') throw new Killed()
          if (text === FILED_ON_COMMIT) filed.push(values ?? [])
          else if (text === 'COMMIT' || text === 'ROLLBACK') end(text)
          else if (text.startsWith('SAVEPOINT')) filedBefore = filed.length
          else if (text.startsWith('ROLLBACK TO')) filed.length = filedBefore
          else writing.push(...tablesOf(text))
          return result
        } finally {
          if (number === killAfter) die()
        }
      },
      release: (broken?: boolean) => {
        inUse.delete(client)
        client.release(broken)
      },
    }
  }

  const connect = async () => {
    if (isKilled) throw new Killed()
    return wrap(await real.connect())
  }

  /** A statement outside any transaction. */
  const query = async (statement: string | Statement, more?: unknown[]) => {
    const client = await connect()
    const { text, values } = typeof statement === 'string' ? { text: statement, values: more } : statement
    try {
      const result = await client.query(prepared(text, values))
      for (const table of tablesOf(text)) written.add(table)
      return result
    } finally {
      client.release(isKilled && cut === 'socket')
    }
  }

  // Only what the product uses of a pool: a transaction takes a connection and gives it back, a few ask directly.
  const pool = { connect, query } as unknown as Pool
  return { pool, count: () => count, isKilled: () => isKilled, written: () => written }
}
