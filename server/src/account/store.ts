import type { Pool } from '../db/pool.ts'
import type { Tx } from '../db/transaction.ts'

export type LiveSession = { userId: string; sessionId: string; blocked: boolean }

export const insertAccount = async (tx: Tx, account: { userId: string; createdAt: Date }): Promise<void> => {
  await tx.query('INSERT INTO account (user_id, created_at) VALUES ($1, $2)', [account.userId, account.createdAt])
}

export const blockAccount = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE account SET blocked_at = coalesce(blocked_at, $2) WHERE user_id = $1', [userId, at])
}

export const insertSession = async (
  tx: Tx,
  session: { userId: string; sessionId: string; tokenSha256: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO session (user_id, session_id, token_sha256, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [session.userId, session.sessionId, session.tokenSha256, session.createdAt, session.expiresAt],
  )
}

/**
 * Every call that carries a token asks this first, before any transaction is open; so it takes the pool, as one
 * prepared statement, instead of a `tx` that would cost two more round trips.
 */
export const findLiveSession = async (pool: Pool, tokenSha256: Buffer, now: Date): Promise<LiveSession | undefined> => {
  const { rows } = await pool.query<{ user_id: string; session_id: string; blocked: boolean }>({
    name: 'find-live-session',
    text: `SELECT session.user_id, session.session_id, account.blocked_at IS NOT NULL AS blocked
             FROM session JOIN account ON account.user_id = session.user_id
            WHERE session.token_sha256 = $1 AND session.revoked_at IS NULL AND session.expires_at > $2`,
    values: [tokenSha256, now],
  })
  const row = rows[0]
  return row && { userId: row.user_id, sessionId: row.session_id, blocked: row.blocked }
}

export const revokeSession = async (tx: Tx, userId: string, sessionId: string, at: Date): Promise<void> => {
  await tx.query(`UPDATE session SET revoked_at = $3 WHERE user_id = $1 AND session_id = $2 AND revoked_at IS NULL`, [
    userId,
    sessionId,
    at,
  ])
}

/** Deletes up to `limit` sessions that no token can open any more, and says how many there were. */
export const deleteDeadSessions = async (tx: Tx, now: Date, limit: number): Promise<number> => {
  const { rows } = await tx.query<{ session_id: string }>(
    `DELETE FROM session WHERE (user_id, session_id) IN (
       SELECT user_id, session_id FROM session WHERE expires_at <= $1 OR revoked_at <= $1 LIMIT $2
     ) RETURNING session_id`,
    [now, limit],
  )
  return rows.length
}
