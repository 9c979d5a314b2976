import type { Pool } from '../db/pool.ts'
import type { Tx } from '../db/transaction.ts'

export type LiveSession = { userId: string; sessionId: string; blocked: boolean }

export const insertAccount = async (tx: Tx, account: { userId: string; createdAt: Date }): Promise<void> => {
  await tx.query('insert into account (user_id, created_at) values ($1, $2)', [account.userId, account.createdAt])
}

export const blockAccount = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx.query('update account set blocked_at = coalesce(blocked_at, $2) where user_id = $1', [userId, at])
}

export const insertSession = async (
  tx: Tx,
  session: { userId: string; sessionId: string; tokenSha256: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `insert into session (user_id, session_id, token_sha256, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
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
    text: `select session.user_id, session.session_id, account.blocked_at is not null as blocked
             from session join account on account.user_id = session.user_id
            where session.token_sha256 = $1 and session.revoked_at is null and session.expires_at > $2`,
    values: [tokenSha256, now],
  })
  const row = rows[0]
  return row && { userId: row.user_id, sessionId: row.session_id, blocked: row.blocked }
}

export const revokeSession = async (tx: Tx, userId: string, sessionId: string, at: Date): Promise<void> => {
  await tx.query(`update session set revoked_at = $3 where user_id = $1 and session_id = $2 and revoked_at is null`, [
    userId,
    sessionId,
    at,
  ])
}

/** Deletes up to `limit` sessions that no token can open any more, and says how many there were. */
export const deleteDeadSessions = async (tx: Tx, now: Date, limit: number): Promise<number> => {
  const { rows } = await tx.query<{ session_id: string }>(
    `delete from session where (user_id, session_id) in (
       select user_id, session_id from session where expires_at <= $1 or revoked_at <= $1 limit $2
     ) returning session_id`,
    [now, limit],
  )
  return rows.length
}
