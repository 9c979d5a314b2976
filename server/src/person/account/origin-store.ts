import type { CivilDay } from '@hola/core/calendar.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import type { AddressKey, SoughtAddress } from './address.ts'

export type OriginKind = 'browser' | 'network'

/**
 * Which of these origins somebody has logged in from with this address since a day. Asked before any transaction is
 * open, so it takes the pool: whoever is refused costs no lock.
 */
export const listKnownOrigins = async (
  pool: Pool,
  { kind, addressIndex }: SoughtAddress,
  originIndexes: readonly Buffer[],
  since: CivilDay,
): Promise<OriginKind[]> => {
  const { rows } = await pool.query<{ origin: OriginKind }>({
    name: 'list-known-origins',
    text: `SELECT origin FROM login_origin
            WHERE kind = $1 AND address_index = ANY($2) AND origin_index = ANY($3) AND last_login_on >= $4`,
    values: [kind, addressIndex.versions, originIndexes, since],
  })
  return rows.map(({ origin }) => origin)
}

export const upsertOrigin = async (
  tx: Tx,
  origin: AddressKey & { userId: string; origin: OriginKind; originIndex: Buffer; day: CivilDay },
): Promise<void> => {
  await tx.query(
    `INSERT INTO login_origin (user_id, kind, address_index, origin, origin_index, last_login_on)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, kind, address_index, origin, origin_index)
     DO UPDATE SET last_login_on = EXCLUDED.last_login_on`,
    [origin.userId, origin.kind, origin.addressIndex, origin.origin, origin.originIndex, origin.day],
  )
}

/** Keeps the origins of a kind that were used last, and the one in use now whatever its day. */
export const deleteSurplusOrigins = async (
  tx: Tx,
  {
    userId,
    kind,
    addressIndex,
    origin,
    originIndex,
  }: AddressKey & {
    userId: string
    origin: OriginKind
    originIndex: Buffer
  },
  keptMax: number,
): Promise<void> => {
  await tx.query(
    `DELETE FROM login_origin WHERE (user_id, kind, address_index, origin, origin_index) IN (
       SELECT user_id, kind, address_index, origin, origin_index FROM login_origin
        WHERE user_id = $1 AND kind = $2 AND address_index = $3 AND origin = $4
        ORDER BY origin_index = $5 DESC, last_login_on DESC, origin_index OFFSET $6
     )`,
    [userId, kind, addressIndex, origin, originIndex, keptMax],
  )
}

/** Deletes up to `limit` origins that were last used before a day, and says how many there were. */
export const deleteOldOrigins = async (tx: Tx, before: CivilDay, limit: number): Promise<number> => {
  const { rowCount } = await tx.query(
    `DELETE FROM login_origin WHERE (user_id, kind, address_index, origin, origin_index) IN (
       SELECT user_id, kind, address_index, origin, origin_index FROM login_origin WHERE last_login_on < $1 LIMIT $2
     )`,
    [before, limit],
  )
  return rowCount
}
