import type { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.ts'
import { writeInTurns } from './write-in-turns.ts'

/** The roles that a transaction can take: that of the application, or that of the lender's staff. */
export type TransactionRole = 'hola_app' | 'hola_desk'

/** `transactionRole`: what its transactions may do; the application's when absent. */
export type Pool = pg.Pool & { readonly transactionRole?: TransactionRole }

const POOL_CONNECTIONS = 16
const IDLE_CONNECTION_MS = 30_000
/** Half of the 60 s a caller waits, so that a queue for a connection or a stuck statement still leaves time to answer. */
const CONNECT_TIMEOUT_MS = 30_000
const STATEMENT_TIMEOUT_MS = 30_000

const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`a bigint from the database is too large for a number: ${text}`)
  return value
}

/** An array of money. The library's own parser leaves text. */
const parseBigints = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseBigint))

/** The library has no name for it. */
const INT8_ARRAY = 1016

const asText = (text: string): string => text

/**
 * Money and counts are bigint in SQL and safe integers here. A civil day stays text: pg's default makes it midnight in
 * the machine's zone, which is another day elsewhere.
 */
const parsers = (): pg.CustomTypesConfig => {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, parseBigint)
  types.setTypeParser(INT8_ARRAY, parseBigints)
  types.setTypeParser(pg.types.builtins.DATE, asText)
  types.setTypeParser(pg.types.builtins.TIMESTAMP, asText)
  return types
}

/** The library names it nowhere in its types. */
export const socketOf = (client: pg.PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * Every connection of the server comes from here. A lost connection is an event on the client and on the pool; without
 * the two handlers it would end the process.
 */
export const openPool = (
  connectionString: string,
  { log, transactionRole = 'hola_app' }: { log: Pick<Log, 'warn'>; transactionRole?: TransactionRole },
): Pool => {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'hola',
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // Statements are sent without waiting for the answers to those before them: decisions, 0023.
    pipeline: true,
    types: parsers(),
  })
  const connectionLost = (error: Error): void => {
    // The last connections close while the database does, and that is no loss.
    if (!pool.ending) log.warn({ err: error }, 'database connection lost')
  }
  pool.on('error', connectionLost)
  pool.on('connect', (client) => {
    client.on('error', connectionLost)
    writeInTurns(socketOf(client))
  })
  return Object.assign(pool, { transactionRole })
}

/**
 * The same connections, with the rights of the lender's staff: every transaction takes `hola_desk`. A statement outside a
 * transaction would have the rights of the owner of the tables, so there is none.
 */
export const poolOfDesk = (pool: Pool): Pool =>
  ({
    connect: () => pool.connect(),
    query: () => {
      throw new Error('the desk asks the database inside a transaction')
    },
    transactionRole: 'hola_desk',
  }) as unknown as Pool
