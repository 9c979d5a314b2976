import type { Tx } from '../../platform/db/public.ts'

/**
 * By what somebody is known again, with a face that has an id of its own. The face that she had before, if any, is gone.
 * Under the lock of the application.
 */
export const upsertTrace = async (
  tx: Tx,
  trace: {
    userId: string
    dniIndex: Buffer
    face: { readonly faceId: string; readonly sealedDescriptor: Buffer } | null
    at: Date
  },
): Promise<void> => {
  await insertGone(tx, trace)
  await tx.query(
    `INSERT INTO identity_trace (user_id, dni_index, sealed_descriptor, face_id, face_written_by)
     VALUES ($1, $2, $3, $4, CASE WHEN $4::uuid IS NOT NULL THEN pg_current_xact_id() END)
     ON CONFLICT (user_id) DO UPDATE
       SET dni_index = excluded.dni_index, sealed_descriptor = excluded.sealed_descriptor,
           face_id = excluded.face_id, face_written_by = excluded.face_written_by`,
    [trace.userId, trace.dniIndex, trace.face?.sealedDescriptor ?? null, trace.face?.faceId ?? null],
  )
}

const insertGone = async (tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> => {
  await tx.query(
    `INSERT INTO face_gone (face_id, written_by, gone_at)
     SELECT face_id, pg_current_xact_id(), $2 FROM identity_trace WHERE user_id = $1 AND face_id IS NOT NULL`,
    [userId, at],
  )
}

/**
 * What a face was made into, whose face it was found to be, and the numbers of its comparison. What was found stays: it
 * names nobody. Under the lock of the application; before the account is deleted, or nobody would hear of it.
 */
export const forgetFace = async (tx: Tx, { userId, at }: { userId: string; at: Date }): Promise<void> => {
  await insertGone(tx, { userId, at })
  await tx.query(
    `UPDATE identity_trace SET sealed_descriptor = NULL, face_id = NULL, face_written_by = NULL WHERE user_id = $1`,
    [userId],
  )
  await tx.query('DELETE FROM face_match WHERE user_id = $1', [userId])
  await tx.query('DELETE FROM face_match WHERE other_user_id = $1', [userId])
  await tx.query(`UPDATE identity_verdict SET scores = '{}' WHERE user_id = $1`, [userId])
}

/** Every process has let go of them long ago. */
export const deleteGoneFaces = async (tx: Tx, before: Date): Promise<void> => {
  await tx.query('DELETE FROM face_gone WHERE gone_at < $1', [before])
}

/** All transactions below it have ended, and whoever reads from now on sees what they wrote. */
export const findOldestTransaction = async (tx: Tx): Promise<bigint> => {
  const { rows } = await tx.query<{ id: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS id')
  return BigInt(rows[0]?.id ?? 0)
}

/** Where a reader has come to: by the transaction that wrote it, and among those of one transaction by the id. */
export type FacePlace = { readonly writtenBy: bigint; readonly faceId: string }

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/** Before everything that this transaction and later ones wrote. */
export const placeBefore = (transaction: bigint): FacePlace => ({ writtenBy: transaction, faceId: BEFORE_ALL_IDS })

export type StoredFace = { readonly faceId: string; readonly userId: string; readonly sealedDescriptor: Buffer }

const selectedFace = `face_id AS "faceId", user_id AS "userId", sealed_descriptor AS "sealedDescriptor"`

const withPlace = <Row extends { writtenBy: string }>(row: Row) => ({ ...row, writtenBy: BigInt(row.writtenBy) })

export const listFacesAfter = async (tx: Tx, after: FacePlace, limit: number): Promise<(StoredFace & FacePlace)[]> => {
  const { rows } = await tx.query<StoredFace & { writtenBy: string }>(
    `SELECT ${selectedFace}, face_written_by::text AS "writtenBy" FROM identity_trace
      WHERE (face_written_by, face_id) > ($1::xid8, $2::uuid) AND face_id IS NOT NULL
      ORDER BY face_written_by, face_id LIMIT $3`,
    [String(after.writtenBy), after.faceId, limit],
  )
  return rows.map(withPlace)
}

export const listGoneAfter = async (tx: Tx, after: FacePlace, limit: number): Promise<FacePlace[]> => {
  const { rows } = await tx.query<{ faceId: string; writtenBy: string }>(
    `SELECT face_id AS "faceId", written_by::text AS "writtenBy" FROM face_gone
      WHERE (written_by, face_id) > ($1::xid8, $2::uuid) ORDER BY written_by, face_id LIMIT $3`,
    [String(after.writtenBy), after.faceId, limit],
  )
  return rows.map(withPlace)
}

/**
 * After a restore into another PostgreSQL server transactions count from below: its rows seem to come from the future, and
 * would be read again each time. They become rows of this transaction. Says how many; no more than `limit` at once.
 */
export const adoptFaces = async (tx: Tx, limit: number): Promise<number> => {
  await tx.query('DELETE FROM face_gone WHERE written_by > pg_current_xact_id()')
  const { rowCount } = await tx.query(
    `UPDATE identity_trace SET face_written_by = pg_current_xact_id()
      WHERE user_id = ANY(ARRAY(
        SELECT user_id FROM identity_trace WHERE face_written_by > pg_current_xact_id() AND face_id IS NOT NULL LIMIT $1))`,
    [limit],
  )
  return rowCount
}

/** Of these faces, those of people who applied under another DNI. */
export const listFacesUnderAnotherDni = async (
  tx: Tx,
  { faceIds, userId, dniIndexes }: { faceIds: readonly string[]; userId: string; dniIndexes: readonly Buffer[] },
): Promise<StoredFace[]> => {
  const { rows } = await tx.query<StoredFace>(
    `SELECT ${selectedFace} FROM identity_trace
      WHERE face_id = ANY($1::uuid[]) AND user_id <> $2 AND dni_index <> ALL($3)`,
    [faceIds, userId, dniIndexes],
  )
  return rows
}

export type FaceMatch = { readonly userId: string; readonly distance: number }

/** Takes the place of what the look before found. */
export const replaceMatches = async (
  tx: Tx,
  { userId, matches, at }: { userId: string; matches: readonly FaceMatch[]; at: Date },
): Promise<void> => {
  await tx.query('DELETE FROM face_match WHERE user_id = $1', [userId])
  if (matches.length === 0) return
  await tx.query(
    `INSERT INTO face_match (user_id, other_user_id, distance, found_at)
     SELECT $1, other.user_id, other.distance, $4
       FROM unnest($2::uuid[], $3::double precision[]) AS other (user_id, distance)`,
    [userId, matches.map((match) => match.userId), matches.map(({ distance }) => distance), at],
  )
}

/** The nearest first, of those who still have a face and another DNI. */
export const listMatches = async (tx: Tx, userId: string): Promise<FaceMatch[]> => {
  const { rows } = await tx.query<FaceMatch>(
    `SELECT face_match.other_user_id AS "userId", face_match.distance
       FROM face_match
       JOIN identity_trace AS own ON own.user_id = face_match.user_id
       JOIN identity_trace AS other ON other.user_id = face_match.other_user_id
      WHERE face_match.user_id = $1 AND other.face_id IS NOT NULL AND other.dni_index <> own.dni_index
      ORDER BY face_match.distance, face_match.other_user_id`,
    [userId],
  )
  return rows
}
