import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../db/transaction.ts'

export type ApplicationRow = {
  readonly state: 'in_progress' | 'in_review' | 'refused'
  readonly submittedAt: Date | null
  readonly reviewExpectedAt: Date | null
  readonly decidedAt: Date | null
  readonly retryAt: Date | null
}

export type StepRow = { readonly step: string; readonly sealed: Buffer; readonly savedAt: Date }

/** Makes the row of a person who begins; who has begun keeps hers. */
export const insertApplication = async (tx: Tx, userId: string, startedAt: Date): Promise<void> => {
  await tx.query(
    `INSERT INTO application (user_id, state, started_at) VALUES ($1, 'in_progress', $2) ON CONFLICT DO NOTHING`,
    [userId, startedAt],
  )
}

/** The application as it is; `locked`, nobody else can change it or any of its steps until the transaction ends. */
export const findApplication = async (
  tx: Tx,
  userId: string,
  { locked }: { locked: boolean },
): Promise<ApplicationRow | undefined> => {
  const { rows } = await tx.query<{
    state: ApplicationRow['state']
    submitted_at: Date | null
    review_expected_at: Date | null
    decided_at: Date | null
    retry_at: Date | null
  }>(
    `SELECT state, submitted_at, review_expected_at, decided_at, retry_at
       FROM application WHERE user_id = $1 ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [userId],
  )
  const row = rows[0]
  return (
    row && {
      state: row.state,
      submittedAt: row.submitted_at,
      reviewExpectedAt: row.review_expected_at,
      decidedAt: row.decided_at,
      retryAt: row.retry_at,
    }
  )
}

export const findApprovedApplication = async (
  tx: Tx,
  userId: string,
  { locked }: { locked: boolean },
): Promise<{ applicationId: string; limitCentavos: Centavos; expiresAt: Date } | undefined> => {
  const { rows } = await tx.query<{ applicationId: string; limitCentavos: Centavos; expiresAt: Date }>(
    `SELECT application_id AS "applicationId", limit_centavos AS "limitCentavos", expires_at AS "expiresAt"
       FROM application WHERE user_id = $1 AND state = 'approved' ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [userId],
  )
  return rows[0]
}

export const updateToInReview = async (
  tx: Tx,
  submission: { userId: string; applicationId: string; submittedAt: Date; reviewExpectedAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'in_review', application_id = $2, submitted_at = $3, review_expected_at = $4, review_stage = 'automatic',
            decided_at = NULL, retry_at = NULL
      WHERE user_id = $1`,
    [submission.userId, submission.applicationId, submission.submittedAt, submission.reviewExpectedAt],
  )
}

/** Takes a submission back: whoever would decide it later finds nothing under its id. */
export const updateToInProgress = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'in_progress', application_id = NULL, submitted_at = NULL, review_expected_at = NULL, review_stage = NULL
      WHERE user_id = $1 AND state = 'in_review'`,
    [userId],
  )
}

export const listSteps = async (tx: Tx, userId: string): Promise<StepRow[]> => {
  const { rows } = await tx.query<{ step: string; sealed: Buffer; saved_at: Date }>(
    'SELECT step, sealed, saved_at FROM application_step WHERE user_id = $1',
    [userId],
  )
  return rows.map(({ step, sealed, saved_at: savedAt }) => ({ step, sealed, savedAt }))
}

export const upsertStep = async (tx: Tx, userId: string, { step, sealed, savedAt }: StepRow): Promise<void> => {
  await tx.query(
    `INSERT INTO application_step (user_id, step, sealed, saved_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, step) DO UPDATE SET sealed = excluded.sealed, saved_at = excluded.saved_at`,
    [userId, step, sealed, savedAt],
  )
}
