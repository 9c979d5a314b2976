import type { Tx } from '../db/transaction.ts'
import type { AddressKey } from './address.ts'
import type { CodePurpose } from './code.ts'

/**
 * Makes everybody who asks for or tries a code of this address, on whichever server, wait for the end of the
 * transaction. What is read after it is what counts.
 */
export const lockIndex = async (tx: Tx, index: Buffer): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [index.readBigInt64BE().toString()])
}

/** Which rows are counted: those made in the last hour, and no others that the sandbox's clock left in the future. */
export type Window = { readonly after: Date; readonly upTo: Date; readonly failedAfter: Date }

export type AddressUse = { readonly codes: number; readonly failures: number; readonly lastAt: Date | undefined }

export const countForAddress = async (
  tx: Tx,
  { kind, addressIndex, purpose }: AddressKey & { purpose: CodePurpose },
  { after, upTo, failedAfter }: Window,
): Promise<AddressUse> => {
  const { rows } = await tx.query<{ codes: number; failures: number; last_at: Date | null }>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL) AS codes,
            count(*) FILTER (WHERE failed_at > $6) AS failures,
            max(coalesce(sent_at, created_at)) FILTER (WHERE failed_at IS NULL AND purpose = $3) AS last_at
       FROM login_code
      WHERE kind = $1 AND address_index = $2 AND created_at > $4 AND created_at <= $5`,
    [kind, addressIndex, purpose, after, upTo, failedAfter],
  )
  const row = rows[0]
  return { codes: row?.codes ?? 0, failures: row?.failures ?? 0, lastAt: row?.last_at ?? undefined }
}

export type NetworkUse = { readonly codes: number; readonly failures: number; readonly firstAt: Date | undefined }

export const countForNetwork = async (
  tx: Tx,
  networkIndex: Buffer,
  { after, upTo, failedAfter }: Window,
): Promise<NetworkUse> => {
  const { rows } = await tx.query<{ codes: number; failures: number; first_at: Date | null }>(
    `SELECT count(*) FILTER (WHERE failed_at IS NULL) AS codes,
            count(*) FILTER (WHERE failed_at > $4) AS failures,
            min(created_at) FILTER (WHERE failed_at IS NULL) AS first_at
       FROM login_code
      WHERE network_index = $1 AND created_at > $2 AND created_at <= $3`,
    [networkIndex, after, upTo, failedAfter],
  )
  const row = rows[0]
  return { codes: row?.codes ?? 0, failures: row?.failures ?? 0, firstAt: row?.first_at ?? undefined }
}

export type CodeKey = AddressKey & { readonly codeId: string; readonly purpose: CodePurpose }

/** A code that is about to be sent: counted from here on, and of no use yet. */
export const insertCode = async (
  tx: Tx,
  code: CodeKey & { networkIndex: Buffer; codeHmac: Buffer; createdAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO login_code (kind, address_index, code_id, purpose, network_index, code_hmac, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [code.kind, code.addressIndex, code.codeId, code.purpose, code.networkIndex, code.codeHmac, code.createdAt],
  )
}

/** The message went out: the code lives, and those before it are dead. */
export const markSent = async (
  tx: Tx,
  { kind, addressIndex, codeId, purpose }: CodeKey,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE login_code SET replaced_at = $5
      WHERE kind = $1 AND address_index = $2 AND purpose = $3 AND code_id <> $4
        AND sent_at IS NOT NULL AND used_at IS NULL AND replaced_at IS NULL`,
    [kind, addressIndex, purpose, codeId, sentAt],
  )
  await tx.query(
    'UPDATE login_code SET sent_at = $4, expires_at = $5 WHERE kind = $1 AND address_index = $2 AND code_id = $3',
    [kind, addressIndex, codeId, sentAt, expiresAt],
  )
}

/** The message did not go out: the code never lived, is not counted, and those before it are as they were. */
export const markFailed = async (tx: Tx, { kind, addressIndex, codeId }: CodeKey, at: Date): Promise<void> => {
  await tx.query('UPDATE login_code SET failed_at = $4 WHERE kind = $1 AND address_index = $2 AND code_id = $3', [
    kind,
    addressIndex,
    codeId,
    at,
  ])
}

export type SentCode = {
  readonly codeId: string
  readonly codeHmac: Buffer
  readonly expiresAt: Date
  readonly tries: number
  /** Used once already, or followed by another. */
  readonly isSpent: boolean
}

/** The newest code that was sent, dead or alive. Nobody else tries it until the transaction is over. */
export const lockNewestCode = async (
  tx: Tx,
  { kind, addressIndex, purpose }: AddressKey & { purpose: CodePurpose },
  upTo: Date,
): Promise<SentCode | undefined> => {
  const { rows } = await tx.query<{
    code_id: string
    code_hmac: Buffer
    expires_at: Date
    tries: number
    is_spent: boolean
  }>(
    `SELECT code_id, code_hmac, expires_at, tries, used_at IS NOT NULL OR replaced_at IS NOT NULL AS is_spent
       FROM login_code
      WHERE kind = $1 AND address_index = $2 AND purpose = $3 AND sent_at <= $4
      ORDER BY sent_at DESC, code_id LIMIT 1 FOR UPDATE`,
    [kind, addressIndex, purpose, upTo],
  )
  const row = rows[0]
  return (
    row && {
      codeId: row.code_id,
      codeHmac: row.code_hmac,
      expiresAt: row.expires_at,
      tries: row.tries,
      isSpent: row.is_spent,
    }
  )
}

export const countTry = async (tx: Tx, { kind, addressIndex, codeId }: CodeKey): Promise<void> => {
  await tx.query('UPDATE login_code SET tries = tries + 1 WHERE kind = $1 AND address_index = $2 AND code_id = $3', [
    kind,
    addressIndex,
    codeId,
  ])
}

export const markUsed = async (tx: Tx, { kind, addressIndex, codeId }: CodeKey, at: Date): Promise<void> => {
  await tx.query('UPDATE login_code SET used_at = $4 WHERE kind = $1 AND address_index = $2 AND code_id = $3', [
    kind,
    addressIndex,
    codeId,
    at,
  ])
}

/** Deletes up to `limit` codes made before an instant, and says how many there were. */
export const deleteOldCodes = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.query(
    `DELETE FROM login_code WHERE (kind, address_index, code_id) IN (
       SELECT kind, address_index, code_id FROM login_code WHERE created_at < $1 LIMIT $2
     )`,
    [before, limit],
  )
  return rowCount
}
