/**
 * PostgreSQL or the way to it is gone: connection refused or lost, server starting or stopping, no slot left, or (25006)
 * a standby that follows the primary and is about to take its place.
 */
const AWAY_CODE = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|08\w{3}|57P0[123]|53300|25006)$/

/**
 * What the library says when no connection came free or could be made in time, when one ended in the middle of a statement,
 * or when one that has ended is asked. It has no code for any of these.
 */
const AWAY_WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether an error says that the database cannot be reached, rather than that it did not like what it was asked. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (AWAY_WORDS.test(error.message) || ('code' in error && AWAY_CODE.test(String(error.code))))
