import type { Centavos } from '@hola/core/money.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import { waitingSql } from '../../platform/db/public.ts'

export type ReviewStage = 'automatic' | 'waiting_for_bureau' | 'with_a_person'

export type ApplicationRow = {
  readonly state: 'in_progress' | 'in_review' | 'approved' | 'refused'
  /** Names what was submitted, and is new each time. */
  readonly applicationId: string | null
  readonly submittedAt: Date | null
  readonly reviewExpectedAt: Date | null
  /** Null unless in review. */
  readonly reviewStage: ReviewStage | null
  /** How often the review has been put off: the job that counts is the one that knows this number. */
  readonly reviewTries: number
  readonly decisionId: string | null
  readonly decidedAt: Date | null
  readonly retryAt: Date | null
  readonly limitCentavos: Centavos | null
  readonly expiresAt: Date | null
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
    application_id: string | null
    submitted_at: Date | null
    review_expected_at: Date | null
    review_stage: ReviewStage | null
    review_tries: number
    decision_id: string | null
    decided_at: Date | null
    retry_at: Date | null
    limit_centavos: Centavos | null
    expires_at: Date | null
  }>(
    `SELECT state, application_id, submitted_at, review_expected_at, review_stage, review_tries, decision_id, decided_at,
            retry_at, limit_centavos, expires_at
       FROM application WHERE user_id = $1 ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [userId],
  )
  const row = rows[0]
  return (
    row && {
      state: row.state,
      applicationId: row.application_id,
      submittedAt: row.submitted_at,
      reviewExpectedAt: row.review_expected_at,
      reviewStage: row.review_stage,
      reviewTries: row.review_tries,
      decisionId: row.decision_id,
      decidedAt: row.decided_at,
      retryAt: row.retry_at,
      limitCentavos: row.limit_centavos,
      expiresAt: row.expires_at,
    }
  )
}

export const updateToInReview = async (
  tx: Tx,
  submission: { userId: string; applicationId: string; submittedAt: Date; reviewExpectedAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'in_review', application_id = $2, submitted_at = $3, review_expected_at = $4, review_stage = 'automatic',
            waits_since = NULL, review_tries = 0, decision_id = NULL, decided_at = NULL, retry_at = NULL, limit_centavos = NULL,
            expires_at = NULL
      WHERE user_id = $1`,
    [submission.userId, submission.applicationId, submission.submittedAt, submission.reviewExpectedAt],
  )
}

/** Takes a submission back: whoever would decide it later finds nothing under its id. */
export const updateToInProgress = async (tx: Tx, userId: string): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'in_progress', application_id = NULL, submitted_at = NULL, review_expected_at = NULL, review_stage = NULL,
            waits_since = NULL
      WHERE user_id = $1 AND state = 'in_review'`,
    [userId],
  )
}

/** The review goes on later: by the job of this try alone. */
export const updateReview = async (
  tx: Tx,
  review: { userId: string; stage: Exclude<ReviewStage, 'with_a_person'>; tries: number; expectedAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application SET review_stage = $2, review_tries = $3, review_expected_at = $4
      WHERE user_id = $1 AND state = 'in_review'`,
    [review.userId, review.stage, review.tries, review.expectedAt],
  )
}

/** The rules leave it to a person: it waits from now on. */
export const updateToWithAPerson = async (
  tx: Tx,
  { userId, tries, since }: { userId: string; tries: number; since: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application SET review_stage = 'with_a_person', review_tries = $2, waits_since = $3
      WHERE user_id = $1 AND state = 'in_review'`,
    [userId, tries, since],
  )
}

export const updateToApproved = async (
  tx: Tx,
  approval: { userId: string; decisionId: string; decidedAt: Date; limitCentavos: Centavos; expiresAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'approved', review_stage = NULL, waits_since = NULL, decision_id = $2, decided_at = $3, limit_centavos = $4,
            expires_at = $5
      WHERE user_id = $1 AND state = 'in_review'`,
    [approval.userId, approval.decisionId, approval.decidedAt, approval.limitCentavos, approval.expiresAt],
  )
}

export const updateToRefused = async (
  tx: Tx,
  refusal: { userId: string; decisionId: string; decidedAt: Date; retryAt: Date },
): Promise<void> => {
  await tx.query(
    `UPDATE application
        SET state = 'refused', review_stage = NULL, waits_since = NULL, decision_id = $2, decided_at = $3, retry_at = $4
      WHERE user_id = $1 AND state = 'in_review'`,
    [refusal.userId, refusal.decisionId, refusal.decidedAt, refusal.retryAt],
  )
}

export type WaitingApplication = {
  readonly userId: string
  readonly applicationId: string
  readonly submittedAt: Date
  readonly since: Date
}

const waitingColumns = { since: 'waits_since', id: [['application_id', 'uuid']] } as const

/** Applications that wait for a person, the longest waiting first. */
export const listWaitingApplications = async (tx: Tx, page: WaitingPage): Promise<WaitingApplication[]> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page)
  const { rows } = await tx.query<WaitingApplication>(
    `SELECT user_id AS "userId", application_id AS "applicationId", submitted_at AS "submittedAt", waits_since AS since
       FROM application WHERE review_stage = 'with_a_person' ${and} ${orderAndLimit}`,
    values,
  )
  return rows
}

/** How many there are, up to the limit of the page. */
export const countWaitingApplications = async (tx: Tx, page: WaitingPage): Promise<number> => {
  const { and, orderAndLimit, values } = waitingSql(waitingColumns, page)
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM application WHERE review_stage = 'with_a_person' ${and} ${orderAndLimit}) AS counted`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Whose review the rules should have tried long ago. */
export const listLateReviews = async (
  tx: Tx,
  { expectedBefore, limit }: { expectedBefore: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM application
      WHERE state = 'in_review' AND review_stage <> 'with_a_person' AND review_expected_at < $1
      ORDER BY review_expected_at LIMIT $2`,
    [expectedBefore, limit],
  )
  return rows.map((row) => row.user_id)
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
