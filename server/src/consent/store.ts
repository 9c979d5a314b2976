import type { Tx } from '../db/transaction.ts'
import type { ConsentKind } from './kinds.ts'

/** Adds a consent, unless the same one is live already: then the first stays as it was. */
export const insertConsent = async (
  tx: Tx,
  consent: {
    userId: string
    consentId: string
    kind: ConsentKind
    textVersion: string
    textSha256: Buffer
    givenAt: Date
  },
): Promise<void> => {
  await tx.query(
    `INSERT INTO consent (user_id, consent_id, kind, text_version, text_sha256, given_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, kind, text_version) WHERE withdrawn_at IS NULL DO NOTHING`,
    [consent.userId, consent.consentId, consent.kind, consent.textVersion, consent.textSha256, consent.givenAt],
  )
}

export const hasLiveConsent = async (
  tx: Tx,
  userId: string,
  kind: ConsentKind,
  textVersion: string,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'SELECT FROM consent WHERE user_id = $1 AND kind = $2 AND text_version = $3 AND withdrawn_at IS NULL',
    [userId, kind, textVersion],
  )
  return rowCount > 0
}

export const endConsents = async (tx: Tx, userId: string, kind: ConsentKind, at: Date): Promise<void> => {
  await tx.query('UPDATE consent SET withdrawn_at = $3 WHERE user_id = $1 AND kind = $2 AND withdrawn_at IS NULL', [
    userId,
    kind,
    at,
  ])
}
