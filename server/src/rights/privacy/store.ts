import type { CivilDay } from '@hola/core/calendar.ts'
import { keptByLaw } from '@hola/core/stored/person.ts'
import type { AccessRow } from '../../platform/access-log.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { KeptByLaw } from './erasure.ts'
import type { Holding } from './holdings.ts'

/** The last ones, the newest first. */
export const listAccesses = async (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<Pick<AccessRow, 'at' | 'actor' | 'category' | 'purpose'>[]> => {
  const { rows } = await tx.query<Pick<AccessRow, 'at' | 'actor' | 'category' | 'purpose'>>(
    `SELECT at, actor, category, purpose FROM data_access WHERE user_id = $1 ORDER BY at DESC, access_id LIMIT $2`,
    [userId, limit],
  )
  return rows
}

/** The times at which a person took a copy since an instant, the newest first; no more than `limit` of them. */
export const listDownloads = async (tx: Tx, userId: string, since: Date, limit: number): Promise<Date[]> => {
  const { rows } = await tx.query<{ at: Date }>(
    `SELECT at FROM data_access WHERE user_id = $1 AND purpose = 'download' AND at > $2 ORDER BY at DESC LIMIT $3`,
    [userId, since, limit],
  )
  return rows.map(({ at }) => at)
}

/** By what the rows about a person are found. */
export type Keys = {
  readonly userId: string
  readonly addressIndexes: readonly Buffer[]
  /** Empty before she has told us her CUIL. */
  readonly cuilIndexes: readonly Buffer[]
}

export type StoredRow = Readonly<Record<string, unknown>>

const WHO = 'WITH who AS (SELECT $1::uuid AS user_id, $2::bytea[] AS address_indexes, $3::bytea[] AS cuil_indexes)'

const conditions: Readonly<Record<Holding['by'], string>> = {
  user: 'held.user_id = who.user_id',
  // With both kinds, or the index, which begins with the kind, would be of no use.
  address: `held.kind IN ('phone', 'mail') AND held.address_index = ANY(who.address_indexes)`,
  'user or address':
    '(held.user_id = who.user_id OR held.user_id IS NULL AND held.address_index = ANY(who.address_indexes))',
  cuil: 'held.cuil_index = ANY(who.cuil_indexes)',
}

const valuesOf = ({ userId, addressIndexes, cuilIndexes }: Keys): unknown[] => [userId, addressIndexes, cuilIndexes]

/** How many rows each table has, and since when: in one question. The names are our own, never typed by anybody. */
export const countRows = async (
  tx: Tx,
  keys: Keys,
  tables: readonly Holding[],
): Promise<{ table: string; count: number; since: Date | null }[]> => {
  const counts = tables.map(
    ({ table, time, by }) =>
      `SELECT '${table}' AS "table", count(*) AS count, ${time === null ? 'NULL::timestamptz' : `min(held.${time})`} AS since
         FROM who, ${table} AS held WHERE ${conditions[by]}`,
  )
  const { rows } = await tx.query<{ table: string; count: number; since: Date | null }>(
    `${WHO} ${counts.join(' UNION ALL ')}`,
    valuesOf(keys),
  )
  return rows
}

/** All rows of a table that are about a person, the oldest first. */
export const listRows = async (tx: Tx, keys: Keys, { table, time, by, key }: Holding): Promise<StoredRow[]> => {
  const order = time === null ? key : [time]
  const { rows } = await tx.query<StoredRow>(
    `${WHO} SELECT held.* FROM who, ${table} AS held WHERE ${conditions[by]}
      ORDER BY ${order.map((column) => `held.${column}`).join(', ')}`,
    valuesOf(keys),
  )
  return rows
}

/** What is about her and hangs on something else than her account. */
export const deleteForeignRows = async (tx: Tx, { userId, addressIndexes, cuilIndexes }: Keys): Promise<void> => {
  await tx.query('DELETE FROM consumer_request WHERE user_id = $1 OR user_id IS NULL AND address_index = ANY($2)', [
    userId,
    addressIndexes,
  ])
  await tx.query('DELETE FROM bureau_report WHERE cuil_index = ANY($1)', [cuilIndexes])
}

/** With everything that hangs on it. Its addresses go by name: once tables are spread no foreign key ties them to it. */
export const deleteAccount = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query('DELETE FROM login_address WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM account WHERE user_id = $1', [userId])
}

/** Everything of an account that no law has us keep. Its id stays, as the name of the books. */
export const deleteUnkept = async (tx: Tx, userId: string): Promise<void> => {
  const whole = [
    'application',
    'session',
    'login_address',
    'login_origin',
    'quota',
    'apply_request',
    'repay_request',
    'reminder',
    'news',
    'message_choice',
    'device_record',
    'device_upload',
    'photo_attempt',
    'note',
  ]
  for (const table of whole) await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await tx.query('DELETE FROM coupon WHERE user_id = $1 AND used_at IS NULL', [userId])
  await tx.query(
    `DELETE FROM agreement WHERE user_id = $1 AND NOT EXISTS (
       SELECT FROM loan_order
        WHERE loan_order.user_id = agreement.user_id AND loan_order.agreement_sha256 = agreement.sha256)`,
    [userId],
  )
  await tx.query('UPDATE account SET language = NULL WHERE user_id = $1', [userId])
}

export type ErasureRow = {
  readonly userId: string
  readonly erasedAt: Date
  readonly kept: readonly KeptByLaw[]
  /** Null once she was told, or cannot be. */
  readonly sealedOwner: Buffer | null
  readonly sealedIdentity: Buffer | null
  readonly identityUntil: CivilDay | null
}

export const insertErasure = async (tx: Tx, erasure: ErasureRow): Promise<void> => {
  await tx.query(
    `INSERT INTO erasure (user_id, erased_at, kept, sealed_owner, sealed_identity, identity_until)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      erasure.userId,
      erasure.erasedAt,
      keptByLaw.writeText(erasure.kept),
      erasure.sealedOwner,
      erasure.sealedIdentity,
      erasure.identityUntil,
    ],
  )
}

export const findErasure = async (tx: Tx, userId: string): Promise<Omit<ErasureRow, 'identityUntil'> | undefined> => {
  const { rows } = await tx.query<Omit<ErasureRow, 'identityUntil' | 'kept'> & { readonly kept: unknown }>(
    `SELECT user_id AS "userId", erased_at AS "erasedAt", kept, sealed_owner AS "sealedOwner",
            sealed_identity AS "sealedIdentity"
       FROM erasure WHERE user_id = $1`,
    [userId],
  )
  const [row] = rows
  return row && { ...row, kept: keptByLaw.read(row.kept) }
}

/** Everybody who has erased her account, by the number that stays. */
export const listErased = async (tx: Tx): Promise<string[]> => {
  const { rows } = await tx.query<{ userId: string }>('SELECT user_id AS "userId" FROM erasure ORDER BY user_id')
  return rows.map(({ userId }) => userId)
}

export const forgetOwner = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query('UPDATE erasure SET sealed_owner = NULL WHERE user_id = $1', [userId])
}

/** Deletes what was kept until a day that has passed, and says of how many people. */
export const forgetIdentities = async (tx: Tx, today: CivilDay): Promise<number> => {
  const { rowCount } = await tx.query(
    'UPDATE erasure SET sealed_identity = NULL, identity_until = NULL WHERE identity_until < $1',
    [today],
  )
  return rowCount
}

/** Who has photos in use and agrees to them no more. */
export const listUnwantedPhotos = async (tx: Tx): Promise<string[]> => {
  const { rows } = await tx.query<{ userId: string }>(
    `SELECT DISTINCT photo.user_id AS "userId" FROM photo
      WHERE replaced_at IS NULL AND NOT EXISTS (
        SELECT FROM consent WHERE consent.user_id = photo.user_id AND kind = 'biometric' AND withdrawn_at IS NULL)`,
  )
  return rows.map(({ userId }) => userId)
}
