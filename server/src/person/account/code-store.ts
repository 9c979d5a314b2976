import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import type { SoughtAddress } from './address.ts'
import { isRecognised } from './asker.ts'
import type { Asker } from './asker.ts'
import type { CodePurpose } from './code.ts'
import type { NetworkIndexes } from './network.ts'
import type { Reader } from './reader.ts'

/**
 * Makes everybody who asks for or tries a code of this address, on whichever server, wait for the end of the
 * transaction. What is read after it is what counts. It is locked in every version, always in the same order: a server
 * that does not know the newest key yet waits as well.
 */
export const lockIndex = async (tx: Tx, index: BlindIndex): Promise<void> => {
  const locks = index.versions.toSorted(Buffer.compare).map((version) => version.readBigInt64BE().toString())
  for (const lock of locks) await tx.query('SELECT pg_advisory_xact_lock($1)', [lock])
}

/** Which rows are counted: those made in the last hour, and no others that the sandbox's clock left in the future. */
export type Window = { readonly after: Date; readonly upTo: Date; readonly failedAfter: Date }

export type Use = {
  /** Codes that went out or are on their way. */
  readonly codes: number
  readonly failures: number
  readonly firstAt: Date | null
  /** The last one for the same purpose. */
  readonly lastAt: Date | null
}

const scopes = ['asker', 'strangers', 'network', 'block56', 'block48'] as const
export type Scope = (typeof scopes)[number]

const sameWindow = 'created_at > $5 AND created_at <= $6'
/** Codes to sign or to erase count apart from those to log in. */
const ofAddress = `kind = $1 AND address_index = ANY($2) AND (purpose = 'login') = ($3 = 'login') AND ${sameWindow}`
/** In a network, who can prove to be known is not counted with its neighbours. */
const sameNeighbours = `(asker IN ('browser', 'session')) = $8 AND ${sameWindow}`

const conditions: Readonly<Record<Scope, string>> = {
  asker: `${ofAddress} AND asker_index = ANY($4)`,
  strangers: `${ofAddress} AND asker = 'stranger'`,
  network: `network_index = ANY($9) AND ${sameNeighbours}`,
  block56: `block_56_index = ANY($10) AND ${sameNeighbours}`,
  block48: `block_48_index = ANY($11) AND ${sameNeighbours}`,
}

const countCodes = scopes
  .map(
    (scope) =>
      `SELECT '${scope}' AS scope, count(*) FILTER (WHERE failed_at IS NULL) AS codes,
              count(*) FILTER (WHERE failed_at > $7) AS failures,
              min(created_at) FILTER (WHERE failed_at IS NULL) AS "firstAt",
              max(coalesce(sent_at, created_at)) FILTER (WHERE failed_at IS NULL AND purpose = $3) AS "lastAt"
         FROM login_code WHERE ${conditions[scope]}`,
  )
  .join(' UNION ALL ')

/** Everything that a limit on codes is about, in one question. */
export const countUse = async (
  reader: Reader,
  { kind, addressIndex, purpose }: SoughtAddress & { purpose: CodePurpose },
  asker: Asker,
  { networkIndex, block56Index, block48Index }: NetworkIndexes,
  { after, upTo, failedAfter }: Window,
): Promise<Readonly<Record<Scope, Use>>> => {
  const { rows } = await reader.query<Use & { scope: Scope }>(countCodes, [
    kind,
    addressIndex.versions,
    purpose,
    asker.index.versions,
    after,
    upTo,
    failedAfter,
    isRecognised(asker),
    networkIndex.versions,
    block56Index?.versions ?? [],
    block48Index?.versions ?? [],
  ])
  return Object.fromEntries(rows.map(({ scope, ...use }) => [scope, use])) as Record<Scope, Use>
}

export type CodeKey = SoughtAddress & { readonly codeId: string; readonly purpose: CodePurpose }

/** A code that is about to be sent: counted from here on, and of no use yet. */
export const insertCode = async (
  tx: Tx,
  code: CodeKey & NetworkIndexes & { asker: Asker; codeHmac: Buffer; createdAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO login_code (kind, address_index, code_id, purpose, asker, asker_index, network_index, block_56_index,
                             block_48_index, code_hmac, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      code.kind,
      code.addressIndex,
      code.codeId,
      code.purpose,
      code.asker.kind,
      code.asker.index,
      code.networkIndex,
      code.block56Index,
      code.block48Index,
      code.codeHmac,
      code.createdAt,
    ],
  )
}

/** The message went out: the code lives, and those that the same asker got before it are dead. */
export const markSent = async (
  tx: Tx,
  { kind, addressIndex, codeId, purpose }: CodeKey,
  asker: Asker,
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE login_code SET replaced_at = $6
      WHERE kind = $1 AND address_index = ANY($2) AND purpose = $3 AND code_id <> $4 AND asker_index = ANY($5)
        AND sent_at IS NOT NULL AND used_at IS NULL AND replaced_at IS NULL`,
    [kind, addressIndex.versions, purpose, codeId, asker.index.versions, sentAt],
  )
  await tx.query(
    'UPDATE login_code SET sent_at = $4, expires_at = $5 WHERE kind = $1 AND address_index = ANY($2) AND code_id = $3',
    [kind, addressIndex.versions, codeId, sentAt, expiresAt],
  )
}

/** The message did not go out: the code never lived, is not counted, and those before it are as they were. */
export const markFailed = async (tx: Tx, { kind, addressIndex, codeId }: CodeKey, at: Date): Promise<void> => {
  await tx.query('UPDATE login_code SET failed_at = $4 WHERE kind = $1 AND address_index = ANY($2) AND code_id = $3', [
    kind,
    addressIndex.versions,
    codeId,
    at,
  ])
}

/** The provider says that the message of this code did not arrive. The code itself stays good: it may come late. */
export const markUndelivered = async (tx: Tx, codeId: string, at: Date): Promise<void> => {
  await tx.query('UPDATE login_code SET undelivered_at = $2 WHERE code_id = $1 AND undelivered_at IS NULL', [
    codeId,
    at,
  ])
}

/** Whether the message of a code could not be delivered; false for a code that there is not. */
export const isUndelivered = async (reader: Reader, codeId: string): Promise<boolean> => {
  const { rows } = await reader.query<{ count: number }>(
    'SELECT count(*) AS count FROM login_code WHERE code_id = $1 AND undelivered_at IS NOT NULL',
    [codeId],
  )
  return (rows[0]?.count ?? 0) > 0
}

export type LiveCode = {
  readonly codeId: string
  readonly codeHmac: Buffer
  readonly askerIndex: Buffer
  readonly networkIndex: Buffer
  /** Who typed something else: one entry for each time. */
  readonly triedBy: readonly Buffer[]
}

/**
 * Every code that can be typed now: each who asked has the last one. `locked`, nobody else tries them until the
 * transaction is over.
 */
export const listLiveCodes = async (
  reader: Reader,
  { kind, addressIndex, purpose }: SoughtAddress & { purpose: CodePurpose },
  { after, now, upTo }: { readonly after: Date; readonly now: Date; readonly upTo: Date },
  { locked }: { readonly locked: boolean },
): Promise<LiveCode[]> => {
  const { rows } = await reader.query<LiveCode>(
    `SELECT code_id AS "codeId", code_hmac AS "codeHmac", asker_index AS "askerIndex",
            network_index AS "networkIndex", tried_by AS "triedBy"
       FROM login_code
      WHERE kind = $1 AND address_index = ANY($2) AND purpose = $3 AND created_at > $4 AND sent_at <= $6 AND expires_at > $5
        AND used_at IS NULL AND replaced_at IS NULL
      ORDER BY code_id ${locked ? 'FOR UPDATE' : ''}`,
    [kind, addressIndex.versions, purpose, after, now, upTo],
  )
  return rows
}

/** Somebody typed none of these. */
export const countTry = async (
  tx: Tx,
  { kind, addressIndex }: SoughtAddress,
  codeIds: readonly string[],
  asker: Asker,
): Promise<void> => {
  await tx.query(
    `UPDATE login_code SET tried_by = array_append(tried_by, $4)
      WHERE kind = $1 AND address_index = ANY($2) AND code_id = ANY($3)`,
    [kind, addressIndex.versions, codeIds, asker.index],
  )
}

export const markUsed = async (tx: Tx, { kind, addressIndex, codeId }: CodeKey, at: Date): Promise<void> => {
  await tx.query('UPDATE login_code SET used_at = $4 WHERE kind = $1 AND address_index = ANY($2) AND code_id = $3', [
    kind,
    addressIndex.versions,
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
