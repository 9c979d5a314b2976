import type { WireLanguage } from '@hola/core/language.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import { keyOf, openAddress } from './address.ts'
import type { AddressKey, AddressKind, SoughtAddress } from './address.ts'
import type { SessionToken } from './token.ts'
import { hashToken } from './token.ts'

export type LiveSession = {
  userId: string
  sessionId: string
  blocked: boolean
  /** The one she used last, on whichever device. */
  language: WireLanguage | null
}

export const insertAccount = async (tx: Tx, account: { userId: string; createdAt: Date }): Promise<void> => {
  await tx.query('INSERT INTO account (user_id, created_at) VALUES ($1, $2)', [account.userId, account.createdAt])
}

export const hasAccount = async (tx: Tx, userId: string): Promise<boolean> => {
  const { rowCount } = await tx.query('SELECT FROM account WHERE user_id = $1', [userId])
  return rowCount === 1
}

/** Blocks or unblocks an account; its sessions stay, so that whoever holds one is told why nothing works. */
export const updateBlocked = async (tx: Tx, userId: string, at: Date | null): Promise<void> => {
  await tx.query('UPDATE account SET blocked_at = $2 WHERE user_id = $1', [userId, at])
}

/** Since when an account is blocked, null when it is not; undefined when there is none. */
export const findBlockedAt = async (tx: Tx, userId: string): Promise<Date | null | undefined> => {
  const { rows } = await tx.query<{ blockedAt: Date | null }>(
    'SELECT blocked_at AS "blockedAt" FROM account WHERE user_id = $1',
    [userId],
  )
  return rows[0]?.blockedAt
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
 * prepared statement, instead of a `tx` that would cost two more round trips. How far the sandbox's clock was moved comes
 * along, null where it never was; `nowAt` says what time that makes it.
 *
 * A token names its person, so that it is looked for among her rows alone. One that was given before tokens did so is
 * looked for among everybody's.
 */
export const findLiveSession = async (
  pool: Pool,
  { secret, userId }: SessionToken,
  nowAt: (clockOffsetMs: number | null) => Date,
): Promise<LiveSession | undefined> => {
  const tokenSha256 = hashToken(secret)
  const { rows } = await pool.query<LiveSession & { expiresAt: Date; clockOffsetMs: number | null }>({
    name: userId === undefined ? 'find-live-session-of-anybody' : 'find-live-session',
    text: `SELECT session.user_id AS "userId", session.session_id AS "sessionId", session.expires_at AS "expiresAt",
                  account.blocked_at IS NOT NULL AS blocked, account.language,
                  (SELECT offset_ms FROM sandbox_clock) AS "clockOffsetMs"
             FROM session JOIN account ON account.user_id = session.user_id
            WHERE session.token_sha256 = $1 AND session.revoked_at IS NULL
                  ${userId === undefined ? '' : 'AND session.user_id = $2'}`,
    values: userId === undefined ? [tokenSha256] : [tokenSha256, userId],
  })
  if (rows[0] === undefined) return undefined
  const { expiresAt, clockOffsetMs, ...session } = rows[0]
  return nowAt(clockOffsetMs) < expiresAt ? session : undefined
}

/** Asked for when somebody has changed to another language, which is rare; on the pool, like the session. */
export const updateLanguage = async (pool: Pool, userId: string, language: WireLanguage): Promise<void> => {
  await pool.query('UPDATE account SET language = $2 WHERE user_id = $1', [userId, language])
}

export const revokeSession = async (tx: Tx, userId: string, sessionId: string, at: Date): Promise<void> => {
  await tx.query(`UPDATE session SET revoked_at = $3 WHERE user_id = $1 AND session_id = $2 AND revoked_at IS NULL`, [
    userId,
    sessionId,
    at,
  ])
}

/** Every device of a person. */
export const revokeSessions = async (tx: Tx, userId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE session SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL', [userId, at])
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

/** The account behind an address, if anybody has logged in with it. */
export const findAccount = async (
  tx: Tx,
  { kind, addressIndex }: SoughtAddress,
): Promise<{ userId: string; blocked: boolean } | undefined> => {
  const { rows } = await tx.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM login_address WHERE kind = $1 AND address_index = ANY($2)',
    [kind, addressIndex.versions],
  )
  const [found] = rows
  if (found === undefined) return undefined
  // A statement of its own: the address and the account may lie on different machines.
  const blockedAt = await findBlockedAt(tx, found.userId)
  return blockedAt === undefined ? undefined : { userId: found.userId, blocked: blockedAt !== null }
}

export const insertAddress = async (
  tx: Tx,
  address: AddressKey & { userId: string; sealedAddress: Buffer; createdAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO login_address (kind, address_index, user_id, sealed_address, created_at) VALUES ($1, $2, $3, $4, $5)`,
    [address.kind, address.addressIndex, address.userId, address.sealedAddress, address.createdAt],
  )
}

/** Where the codes of a person go, each still sealed. */
export const listAddresses = async (tx: Tx, userId: string): Promise<(AddressKey & { sealedAddress: Buffer })[]> => {
  const { rows } = await tx.query<{ kind: AddressKind; address_index: Buffer; sealed_address: Buffer }>(
    'SELECT kind, address_index, sealed_address FROM login_address WHERE user_id = $1',
    [userId],
  )
  return rows.map((row) => ({
    kind: row.kind,
    addressIndex: row.address_index,
    sealedAddress: row.sealed_address,
  }))
}

/** By what rows about the addresses of a person are found, in the version of whichever key they were written. */
export const listAddressIndexes = async (tx: Tx, sealer: Sealer, userId: string): Promise<Buffer[]> =>
  (await listAddresses(tx, userId)).flatMap((found) => {
    const value = openAddress(sealer, found, found.sealedAddress)
    return [...keyOf(sealer, { kind: found.kind, value }).addressIndex.versions]
  })

/** The address that an account began with, still sealed, and the language its owner used last. */
export const findFirstAddress = async (
  tx: Tx,
  userId: string,
): Promise<(AddressKey & { sealedAddress: Buffer; language: WireLanguage | null }) | undefined> => {
  const [addresses, accounts] = await Promise.all([
    tx.query<AddressKey & { sealedAddress: Buffer }>(
      `SELECT kind, address_index AS "addressIndex", sealed_address AS "sealedAddress"
         FROM login_address WHERE user_id = $1 ORDER BY created_at, kind LIMIT 1`,
      [userId],
    ),
    tx.query<{ language: WireLanguage | null }>('SELECT language FROM account WHERE user_id = $1', [userId]),
  ])
  const [[address], [account]] = [addresses.rows, accounts.rows]
  return address && account && { ...address, ...account }
}

/** Agreeing again to what was agreed to changes nothing: the first time is what counts. */
export const insertAgreedTexts = async (
  tx: Tx,
  agreed: { userId: string; privacyVersion: string; termsVersion: string; at: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO agreed_text (user_id, text_name, version, agreed_at)
     VALUES ($1, 'privacy', $2, $4), ($1, 'terms', $3, $4) ON CONFLICT DO NOTHING`,
    [agreed.userId, agreed.privacyVersion, agreed.termsVersion, agreed.at],
  )
}
