import type { CivilDay } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { DeviceDataKind } from '@hola/core/device/limits.ts'
import type { Tx } from '../../platform/db/public.ts'

type Of = { readonly userId: string; readonly kind: DeviceDataKind }

export type RecordRow = { readonly recordIndex: Buffer; readonly sealedRecord: Buffer; readonly keepUntil: Date }

/** Adds what is not there already, and says how much that was. */
export const insertRecords = async (
  tx: Tx,
  { userId, kind, storedAt }: Of & { readonly storedAt: Date },
  rows: readonly RecordRow[],
): Promise<number> => {
  const { rowCount } = await tx.query(
    `INSERT INTO device_record (user_id, kind, record_index, sealed_record, stored_at, keep_until)
     SELECT $1, $2, record_index, sealed_record, $3, keep_until
       FROM unnest($4::bytea[], $5::bytea[], $6::timestamptz[]) AS fresh (record_index, sealed_record, keep_until)
     ON CONFLICT DO NOTHING`,
    [
      userId,
      kind,
      storedAt,
      rows.map(({ recordIndex }) => recordIndex),
      rows.map(({ sealedRecord }) => sealedRecord),
      rows.map(({ keepUntil }) => keepUntil),
    ],
  )
  return rowCount
}

/** Of these indexes, those that something is stored under. */
export const listKnownIndexes = async (
  tx: Tx,
  { userId, kind }: Of,
  indexes: readonly Buffer[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.query<{ index: string }>(
    `SELECT encode(record_index, 'hex') AS index FROM device_record
      WHERE user_id = $1 AND kind = $2 AND record_index = ANY($3)`,
    [userId, kind, indexes],
  )
  return new Set(rows.map(({ index }) => index))
}

/** Deletes everything of a kind, and says how much it was. */
export const deleteRecords = async (tx: Tx, userId: string, kind: DeviceDataKind): Promise<number> => {
  const { rowCount } = await tx.query('DELETE FROM device_record WHERE user_id = $1 AND kind = $2', [userId, kind])
  return rowCount
}

/** Deletes what is beyond so many, the oldest first: by what it is about, where that has a time. */
export const deleteOverflow = async (tx: Tx, userId: string, kind: DeviceDataKind, max: number): Promise<void> => {
  await tx.query(
    `DELETE FROM device_record WHERE user_id = $1 AND kind = $2 AND record_index IN (
       SELECT record_index FROM device_record WHERE user_id = $1 AND kind = $2
        ORDER BY keep_until DESC, record_index OFFSET $3)`,
    [userId, kind, max],
  )
}

export const insertUpload = async (
  tx: Tx,
  upload: Of & { readonly uploadId: string; readonly sentAt: Date; readonly storedCount: number },
): Promise<void> => {
  await tx.query(
    'INSERT INTO device_upload (user_id, upload_id, kind, sent_at, stored_count) VALUES ($1, $2, $3, $4, $5)',
    [upload.userId, upload.uploadId, upload.kind, upload.sentAt, upload.storedCount],
  )
}

/** Deletes uploads beyond so many of a kind, the oldest first. */
export const deleteOldestUploads = async (tx: Tx, userId: string, kind: DeviceDataKind, max: number): Promise<void> => {
  await tx.query(
    `DELETE FROM device_upload WHERE user_id = $1 AND upload_id IN (
       SELECT upload_id FROM device_upload WHERE user_id = $1 AND kind = $2
        ORDER BY sent_at DESC, upload_id OFFSET $3)`,
    [userId, kind, max],
  )
}

export type Stored = { readonly kind: DeviceDataKind; readonly count: number; readonly lastAt: Date }

/** How much of each kind is there, and since when the last of it. */
export const countRecords = async (tx: Tx, userId: string): Promise<Stored[]> => {
  const { rows } = await tx.query<Stored>(
    `SELECT kind, count(*) AS count, max(stored_at) AS "lastAt" FROM device_record WHERE user_id = $1 GROUP BY kind`,
    [userId],
  )
  return rows
}

/** The day on which the last of it is deleted; null when there is nothing. */
export const findLastDay = async (tx: Tx, userId: string): Promise<CivilDay | null> => {
  const { rows } = await tx.query<{ last: Date | null }>(
    'SELECT max(keep_until) AS last FROM device_record WHERE user_id = $1',
    [userId],
  )
  const last = rows[0]?.last
  return last ? civilDayOf(last) : null
}

export type Upload = { readonly kind: DeviceDataKind; readonly sentAt: Date; readonly storedCount: number }

/** The last uploads of each kind, the newest first. */
export const listUploads = async (tx: Tx, userId: string, limitOfEach: number): Promise<Upload[]> => {
  const { rows } = await tx.query<Upload>(
    `SELECT kind, sent_at AS "sentAt", stored_count AS "storedCount"
       FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY sent_at DESC, upload_id) AS place
               FROM device_upload WHERE user_id = $1) AS numbered
      WHERE place <= $2 ORDER BY sent_at DESC, kind`,
    [userId, limitOfEach],
  )
  return rows
}

/** Deletes up to `limit` records that are too old or whose consent has ended; says whose they were. */
export const deleteEnded = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: string }>(
    `DELETE FROM device_record WHERE (user_id, kind, record_index) IN (
       SELECT user_id, kind, record_index FROM device_record
        WHERE keep_until <= $1
           OR NOT EXISTS (SELECT FROM consent
                           WHERE consent.user_id = device_record.user_id AND consent.kind = device_record.kind
                             AND withdrawn_at IS NULL AND expires_at > $1)
        LIMIT $2)
     RETURNING user_id`,
    [now, limit],
  )
  return rows.map((row) => row.user_id)
}

export const deleteOldUploads = async (tx: Tx, before: Date): Promise<number> => {
  const { rowCount } = await tx.query('DELETE FROM device_upload WHERE sent_at <= $1', [before])
  return rowCount
}
