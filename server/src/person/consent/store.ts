import type { Tx } from '../../platform/db/public.ts'
import type { ConsentKind } from './kinds.ts'

type KindOf = { readonly userId: string; readonly kind: ConsentKind }

/** Until the transaction ends nobody else gives a consent of this person. */
export const lockAccount = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query('SELECT FROM account WHERE user_id = $1 FOR NO KEY UPDATE', [userId])
}

export const insertConsent = async (
  tx: Tx,
  consent: KindOf & {
    readonly consentId: string
    readonly purpose: string
    readonly textVersion: string
    readonly textSha256: Buffer
    readonly givenAt: Date
    readonly expiresAt: Date
  },
): Promise<void> => {
  await tx.query(
    `INSERT INTO consent (user_id, consent_id, kind, purpose, text_version, text_sha256, given_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      consent.userId,
      consent.consentId,
      consent.kind,
      consent.purpose,
      consent.textVersion,
      consent.textSha256,
      consent.givenAt,
      consent.expiresAt,
    ],
  )
}

/** Whether one lasts at an instant; it then does so until the transaction ends, and who asks meanwhile waits. */
export const hasLiveConsent = async (
  tx: Tx,
  { userId, kind, textVersion, at }: KindOf & { readonly textVersion: string; readonly at: Date },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `SELECT FROM consent
      WHERE user_id = $1 AND kind = $2 AND text_version = $3 AND withdrawn_at IS NULL AND expires_at > $4
        FOR NO KEY UPDATE`,
    [userId, kind, textVersion, at],
  )
  return rowCount > 0
}

/** Waits for whoever stores something under them, and lets nobody else begin. False when there are none. */
export const lockConsents = async (tx: Tx, userId: string, kind: ConsentKind): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'SELECT FROM consent WHERE user_id = $1 AND kind = $2 AND withdrawn_at IS NULL FOR NO KEY UPDATE',
    [userId, kind],
  )
  return rowCount > 0
}

/** A sandbox whose clock was set back still ends a consent after it was given. */
export const endConsents = async (
  tx: Tx,
  { userId, kind, withdrawnAt }: KindOf & { readonly withdrawnAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE consent SET withdrawn_at = greatest($3, given_at)
      WHERE user_id = $1 AND kind = $2 AND withdrawn_at IS NULL`,
    [userId, kind, withdrawnAt],
  )
}

/** Writes down at the last withdrawal of a kind what was deleted because of it. */
export const updateDeleted = async (
  tx: Tx,
  { userId, kind, deletedAt, deletedCount }: KindOf & { readonly deletedAt: Date; readonly deletedCount: number },
): Promise<void> => {
  await tx.query(
    `UPDATE consent SET deleted_at = greatest($3, withdrawn_at), deleted_count = $4
      WHERE user_id = $1 AND consent_id = (
        SELECT consent_id FROM consent WHERE user_id = $1 AND kind = $2 AND withdrawn_at IS NOT NULL
         ORDER BY given_at DESC LIMIT 1)`,
    [userId, kind, deletedAt, deletedCount],
  )
}

export type ConsentRow = {
  readonly kind: ConsentKind
  readonly textVersion: string
  readonly givenAt: Date
  readonly expiresAt: Date
  readonly withdrawnAt: Date | null
  readonly deletedAt: Date | null
  readonly deletedCount: number
}

/** The last consent of each kind. */
export const listLastConsents = async (tx: Tx, userId: string): Promise<ConsentRow[]> => {
  const { rows } = await tx.query<ConsentRow>(
    `SELECT DISTINCT ON (kind) kind, text_version AS "textVersion", given_at AS "givenAt", expires_at AS "expiresAt",
            withdrawn_at AS "withdrawnAt", deleted_at AS "deletedAt", deleted_count AS "deletedCount"
       FROM consent WHERE user_id = $1 ORDER BY kind, given_at DESC`,
    [userId],
  )
  return rows
}
