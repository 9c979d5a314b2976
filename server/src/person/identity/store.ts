import { keptEngines, keptScores } from '@hola/core/stored/identity.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import type { PhotoKind } from './images.ts'
import type { IdentityVerdict, ReasonCode } from './verdict.ts'

/** What is on file of one kind. */
export type PhotoSummary = {
  readonly kind: PhotoKind
  /** The one that counts now. */
  readonly uploadId: string
  readonly storedAt: Date
  /** How many were taken because they were asked for again, since the instant asked about. */
  readonly retakesCount: number
}

export const listPhotoSummaries = async (tx: Tx, userId: string, since: Date): Promise<PhotoSummary[]> => {
  const { rows } = await tx.query<{ kind: PhotoKind; upload_id: string; stored_at: Date; retakes_count: number }>(
    `SELECT kind, upload_id, stored_at,
            (SELECT count(*) FROM photo AS taken
              WHERE taken.user_id = photo.user_id AND taken.kind = photo.kind AND taken.is_retake
                AND taken.stored_at > $2) AS retakes_count
       FROM photo WHERE user_id = $1 AND replaced_at IS NULL`,
    [userId, since],
  )
  return rows.map((row) => ({
    kind: row.kind,
    uploadId: row.upload_id,
    storedAt: row.stored_at,
    retakesCount: row.retakes_count,
  }))
}

/** An upload that has arrived before, also one that was replaced since. */
export const findUpload = async (
  tx: Tx,
  userId: string,
  uploadId: string,
): Promise<{ readonly kind: PhotoKind; readonly imageIndex: Buffer } | undefined> => {
  const { rows } = await tx.query<{ kind: PhotoKind; image_index: Buffer }>(
    'SELECT kind, image_index FROM photo WHERE user_id = $1 AND upload_id = $2',
    [userId, uploadId],
  )
  const row = rows[0]
  return row && { kind: row.kind, imageIndex: row.image_index }
}

type AttemptKey = { readonly userId: string; readonly kind: PhotoKind }

/**
 * Counts one more attempt to send a photo, unless there were `limit` of them since an instant: then the time of the
 * oldest of these. Attempts at the same moment wait for each other at the row.
 */
export const countAttempt = async (
  tx: Tx,
  { userId, kind, at, since, limit }: AttemptKey & { at: Date; since: Date; limit: number },
): Promise<Date | undefined> => {
  const { rowCount } = await tx.query(
    `INSERT INTO photo_attempt AS attempt (user_id, kind, tried_at) VALUES ($1, $2, ARRAY[$3::timestamptz])
     ON CONFLICT (user_id, kind) DO UPDATE
       SET tried_at = ARRAY(SELECT one FROM unnest(attempt.tried_at) AS one WHERE one > $4 ORDER BY one) || $3
     WHERE (SELECT count(*) FROM unnest(attempt.tried_at) AS one WHERE one > $4) < $5`,
    [userId, kind, at, since, limit],
  )
  if (rowCount === 1) return undefined
  const { rows } = await tx.query<{ oldest: Date }>(
    `SELECT min(one) AS oldest FROM photo_attempt, unnest(tried_at) AS one
      WHERE user_id = $1 AND kind = $2 AND one > $3`,
    [userId, kind, since],
  )
  return rows[0]?.oldest
}

/** Takes back an attempt of that instant: nobody looked at the photo. */
export const uncountAttempt = async (tx: Tx, { userId, kind, at }: AttemptKey & { at: Date }): Promise<void> => {
  await tx.query(
    `UPDATE photo_attempt SET tried_at = tried_at[:array_position(tried_at, $3) - 1]
                                        || tried_at[array_position(tried_at, $3) + 1:]
      WHERE user_id = $1 AND kind = $2 AND $3 = ANY(tried_at)`,
    [userId, kind, at],
  )
}

export type NewPhoto = {
  readonly userId: string
  readonly uploadId: string
  readonly kind: PhotoKind
  readonly imageIndex: Buffer
  readonly isRetake: boolean
  readonly storedAt: Date
  readonly fileName: string
}

/** Puts a photo in the place of the one there was; returns the name of the file that nobody needs any more. */
export const replacePhoto = async (tx: Tx, photo: NewPhoto): Promise<string | undefined> => {
  // Of the row being replaced only its old version knows the file.
  const { rows } = await tx.query<{ file_name: string }>(
    `WITH before AS (SELECT upload_id, file_name FROM photo WHERE user_id = $1 AND kind = $2 AND replaced_at IS NULL)
     UPDATE photo SET replaced_at = greatest($3, stored_at), file_name = NULL, sealed_reading = NULL
       FROM before WHERE photo.user_id = $1 AND photo.upload_id = before.upload_id
     RETURNING before.file_name`,
    [photo.userId, photo.kind, photo.storedAt],
  )
  await tx.query(
    `INSERT INTO photo (user_id, upload_id, kind, image_index, is_retake, stored_at, file_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [photo.userId, photo.uploadId, photo.kind, photo.imageIndex, photo.isRetake, photo.storedAt, photo.fileName],
  )
  return rows[0]?.file_name
}

/**
 * Takes every photo out of use, and what was read from it; with `keepsCard` the two sides of the DNI stay on file for the
 * law. Returns the names of the files that nobody needs any more.
 */
export const forgetPhotos = async (
  tx: Tx,
  { userId, at, keepsCard }: { userId: string; at: Date; keepsCard: boolean },
): Promise<string[]> => {
  const { rows } = await tx.query<{ file_name: string }>(
    `WITH before AS (
       SELECT upload_id, file_name, $3 AND kind <> 'selfie' AS stays FROM photo
        WHERE user_id = $1 AND file_name IS NOT NULL FOR NO KEY UPDATE)
     UPDATE photo SET replaced_at = greatest($2, stored_at), is_kept_by_law = stays, sealed_reading = NULL,
            file_name = CASE WHEN stays THEN photo.file_name END
       FROM before WHERE photo.user_id = $1 AND photo.upload_id = before.upload_id
     RETURNING CASE WHEN NOT stays THEN before.file_name END AS file_name`,
    [userId, at, keepsCard],
  )
  return rows.flatMap((row) => row.file_name ?? [])
}

/** How many photos are on file, and when the last of them came. */
export const countPhotos = async (tx: Tx, userId: string): Promise<{ count: number; lastAt: Date | null }> => {
  const { rows } = await tx.query<{ count: number; lastAt: Date | null }>(
    'SELECT count(*) AS count, max(stored_at) AS "lastAt" FROM photo WHERE user_id = $1 AND file_name IS NOT NULL',
    [userId],
  )
  return rows[0] ?? { count: 0, lastAt: null }
}

/** The files of a person, also those that only the law keeps. */
export const listAllFiles = async (tx: Tx, userId: string): Promise<{ kind: PhotoKind; fileName: string }[]> => {
  const { rows } = await tx.query<{ kind: PhotoKind; fileName: string }>(
    `SELECT kind, file_name AS "fileName" FROM photo WHERE user_id = $1 AND file_name IS NOT NULL ORDER BY stored_at`,
    [userId],
  )
  return rows
}

/** A photo that counts and has not been read. */
export const findUnreadPhoto = async (
  tx: Tx,
  userId: string,
  uploadId: string,
): Promise<{ readonly kind: PhotoKind; readonly fileName: string } | undefined> => {
  const { rows } = await tx.query<{ kind: PhotoKind; file_name: string }>(
    `SELECT kind, file_name FROM photo
      WHERE user_id = $1 AND upload_id = $2 AND replaced_at IS NULL AND sealed_reading IS NULL`,
    [userId, uploadId],
  )
  const row = rows[0]
  return row && { kind: row.kind, fileName: row.file_name }
}

/** Keeps what was read, unless the photo was replaced meanwhile. */
export const updateReading = async (
  tx: Tx,
  { userId, uploadId, sealedReading }: { userId: string; uploadId: string; sealedReading: Buffer },
): Promise<void> => {
  await tx.query('UPDATE photo SET sealed_reading = $3 WHERE user_id = $1 AND upload_id = $2 AND replaced_at IS NULL', [
    userId,
    uploadId,
    sealedReading,
  ])
}

export type ReadPhoto = {
  readonly kind: PhotoKind
  readonly uploadId: string
  readonly imageIndex: Buffer
  readonly sealedReading: Buffer
}

/** The photos that count and have been read: three of them at most. */
export const listReadPhotos = async (tx: Tx, userId: string): Promise<ReadPhoto[]> => {
  const { rows } = await tx.query<{
    kind: PhotoKind
    upload_id: string
    image_index: Buffer
    sealed_reading: Buffer
  }>(
    `SELECT kind, upload_id, image_index, sealed_reading FROM photo
      WHERE user_id = $1 AND replaced_at IS NULL AND sealed_reading IS NOT NULL`,
    [userId],
  )
  return rows.map((row) => ({
    kind: row.kind,
    uploadId: row.upload_id,
    imageIndex: row.image_index,
    sealedReading: row.sealed_reading,
  }))
}

/** The photos that count, each with its file. */
export const listPhotoFiles = async (
  tx: Tx,
  userId: string,
): Promise<{ kind: PhotoKind; uploadId: string; storedAt: Date; fileName: string }[]> => {
  const { rows } = await tx.query<{ kind: PhotoKind; upload_id: string; stored_at: Date; file_name: string }>(
    'SELECT kind, upload_id, stored_at, file_name FROM photo WHERE user_id = $1 AND replaced_at IS NULL',
    [userId],
  )
  return rows.map((row) => ({
    kind: row.kind,
    uploadId: row.upload_id,
    storedAt: row.stored_at,
    fileName: row.file_name,
  }))
}

/** Everybody whose photos were judged under this DNI. */
export const listUsersOfDni = async (tx: Tx, dniIndex: BlindIndex): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: string }>('SELECT user_id FROM identity_trace WHERE dni_index = ANY($1)', [
    dniIndex.versions,
  ])
  return rows.map((row) => row.user_id)
}

/** Of these files, the ones that a photo still has. */
export const listUsedFiles = async (tx: Tx, names: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ file_name: string }>('SELECT file_name FROM photo WHERE file_name = ANY($1)', [
    names,
  ])
  return rows.map((row) => row.file_name)
}

/** What was judged. */
export type Judged = {
  readonly uploadIds: Readonly<Record<PhotoKind, string>>
  readonly formIndex: Buffer
}

type VerdictColumns = {
  outcome: IdentityVerdict['outcome']
  retake: PhotoKind[]
  reasons: ReasonCode[]
  front_upload_id: string
  back_upload_id: string
  selfie_upload_id: string
  form_index: Buffer
}

const VERDICT_COLUMNS = 'outcome, retake, reasons, front_upload_id, back_upload_id, selfie_upload_id, form_index'

const verdictOf = (row: VerdictColumns): IdentityVerdict & Judged => ({
  outcome: row.outcome,
  retake: row.retake,
  reasons: row.reasons,
  uploadIds: { front: row.front_upload_id, back: row.back_upload_id, selfie: row.selfie_upload_id },
  formIndex: row.form_index,
})

/** The last verdict. What it judged may have changed since. */
export const findVerdict = async (tx: Tx, userId: string): Promise<(IdentityVerdict & Judged) | undefined> => {
  const { rows } = await tx.query<VerdictColumns>(
    `SELECT ${VERDICT_COLUMNS} FROM identity_verdict WHERE user_id = $1 AND superseded_at IS NULL`,
    [userId],
  )
  return rows[0] && verdictOf(rows[0])
}

export const listVerdicts = async (tx: Tx, userId: string, since: Date): Promise<(IdentityVerdict & Judged)[]> => {
  const { rows } = await tx.query<VerdictColumns>(
    `SELECT ${VERDICT_COLUMNS} FROM identity_verdict WHERE user_id = $1 AND judged_at > $2`,
    [userId, since],
  )
  return rows.map(verdictOf)
}

/** Every verdict there was, the oldest first, with the numbers behind it. */
export const listJudgements = async (
  tx: Tx,
  userId: string,
): Promise<(IdentityVerdict & { scores: Record<string, unknown>; rulesVersion: string; judgedAt: Date })[]> => {
  const { rows } = await tx.query<VerdictColumns & { scores: unknown; rules_version: string; judged_at: Date }>(
    `SELECT ${VERDICT_COLUMNS}, scores, rules_version, judged_at FROM identity_verdict
      WHERE user_id = $1 ORDER BY judged_at, superseded_at NULLS LAST`,
    [userId],
  )
  return rows.map((row) => ({
    outcome: row.outcome,
    retake: row.retake,
    reasons: row.reasons,
    scores: keptScores.read(row.scores),
    rulesVersion: row.rules_version,
    judgedAt: row.judged_at,
  }))
}

export type NewVerdict = IdentityVerdict &
  Judged & {
    readonly userId: string
    readonly verdictId: string
    readonly scores: Readonly<Record<string, unknown>>
    readonly versions: Readonly<Record<string, string>>
    readonly rulesVersion: string
    readonly judgedAt: Date
  }

export const insertVerdict = async (tx: Tx, verdict: NewVerdict): Promise<void> => {
  await tx.query(
    `UPDATE identity_verdict SET superseded_at = greatest($2, judged_at)
      WHERE user_id = $1 AND superseded_at IS NULL`,
    [verdict.userId, verdict.judgedAt],
  )
  await tx.query(
    `INSERT INTO identity_verdict
       (user_id, verdict_id, outcome, retake, reasons, scores, versions, rules_version,
        front_upload_id, back_upload_id, selfie_upload_id, form_index, judged_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      verdict.userId,
      verdict.verdictId,
      verdict.outcome,
      verdict.retake,
      verdict.reasons,
      keptScores.writeText(verdict.scores),
      keptEngines.writeText(verdict.versions),
      verdict.rulesVersion,
      verdict.uploadIds.front,
      verdict.uploadIds.back,
      verdict.uploadIds.selfie,
      verdict.formIndex,
      verdict.judgedAt,
    ],
  )
}

/**
 * While a key is being replaced, what stands there in the version of another one is brought to that of this one: then equal
 * images and equal numbers are equal for the database as well.
 */
export const renewImageIndexes = async (tx: Tx, imageIndex: BlindIndex): Promise<void> => {
  if (imageIndex.versions.length > 1)
    await tx.query('UPDATE photo SET image_index = $1 WHERE image_index = ANY($2) AND image_index <> $1', [
      imageIndex,
      imageIndex.versions,
    ])
}

export const renewDniIndexes = async (tx: Tx, dniIndex: BlindIndex): Promise<void> => {
  if (dniIndex.versions.length > 1)
    await tx.query('UPDATE identity_trace SET dni_index = $1 WHERE dni_index = ANY($2) AND dni_index <> $1', [
      dniIndex,
      dniIndex.versions,
    ])
}

/** Whether somebody who applied under another DNI has ever sent one of these images. */
export const hasImageUnderAnotherDni = async (
  tx: Tx,
  {
    userId,
    dniIndexes,
    imageIndexes,
  }: { userId: string; dniIndexes: readonly Buffer[]; imageIndexes: readonly Buffer[] },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `SELECT FROM photo JOIN identity_trace USING (user_id)
      WHERE image_index = ANY($1) AND user_id <> $2 AND dni_index <> ALL($3) LIMIT 1`,
    [imageIndexes, userId, dniIndexes],
  )
  return rowCount > 0
}

/** The faces of people who applied under another DNI, in pages. */
export const listOtherFaces = async (
  tx: Tx,
  page: { userId: string; dniIndexes: readonly Buffer[]; after: string; limit: number },
): Promise<{ readonly userId: string; readonly sealedDescriptor: Buffer }[]> => {
  const { rows } = await tx.query<{ user_id: string; sealed_descriptor: Buffer }>(
    `SELECT user_id, sealed_descriptor FROM identity_trace
      WHERE user_id > $3 AND user_id <> $1 AND dni_index <> ALL($2) AND sealed_descriptor IS NOT NULL
      ORDER BY user_id LIMIT $4`,
    [page.userId, page.dniIndexes, page.after, page.limit],
  )
  return rows.map((row) => ({ userId: row.user_id, sealedDescriptor: row.sealed_descriptor }))
}

/** A photo of somebody who applied under another DNI that is the very image of one of a person. */
export type SameImage = {
  readonly userId: string
  readonly photo: PhotoKind
  readonly otherPhoto: PhotoKind
  readonly sentAt: Date
  readonly isKept: boolean
}

/** The newest first. */
export const listSameImages = async (
  tx: Tx,
  { userId, limit }: { readonly userId: string; readonly limit: number },
): Promise<SameImage[]> => {
  const { rows } = await tx.query<SameImage>(
    `SELECT other.user_id AS "userId", own.kind AS photo, other.kind AS "otherPhoto", other.stored_at AS "sentAt",
            other.file_name IS NOT NULL AS "isKept"
       FROM photo AS own JOIN identity_trace AS trace USING (user_id)
       JOIN photo AS other ON other.image_index = own.image_index AND other.user_id <> own.user_id
       JOIN identity_trace AS theirs ON theirs.user_id = other.user_id AND theirs.dni_index <> trace.dni_index
      WHERE own.user_id = $1 AND own.replaced_at IS NULL
      ORDER BY other.stored_at DESC LIMIT $2`,
    [userId, limit],
  )
  return rows
}

/** By what a person is known again; undefined before her photos were judged. */
export const findTrace = async (
  tx: Tx,
  userId: string,
): Promise<{ readonly dniIndex: Buffer; readonly sealedDescriptor: Buffer | null } | undefined> => {
  const { rows } = await tx.query<{ dniIndex: Buffer; sealedDescriptor: Buffer | null }>(
    `SELECT dni_index AS "dniIndex", sealed_descriptor AS "sealedDescriptor" FROM identity_trace WHERE user_id = $1`,
    [userId],
  )
  return rows[0]
}

/** Of each of these people what the last look at her photos found. */
export const listStandingReasons = async (
  tx: Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ReasonCode[]>> => {
  const { rows } = await tx.query<{ user_id: string; reasons: ReasonCode[] }>(
    'SELECT user_id, reasons FROM identity_verdict WHERE user_id = ANY($1::uuid[]) AND superseded_at IS NULL',
    [userIds],
  )
  return new Map(rows.map((row) => [row.user_id, row.reasons]))
}
