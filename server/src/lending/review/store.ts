import type { Centavos } from '@hola/core/money.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import type { ReviewRules } from '@hola/core/review/rules.ts'
import { keptReviewRules } from '@hola/core/stored/review.ts'
import { lockIndex } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'

/** Two servers that start at once must not both add the next version. Readers are not held up. */
export const lockRules = async (tx: Tx): Promise<void> => {
  await tx.query('LOCK TABLE review_rules IN SHARE ROW EXCLUSIVE MODE')
}

export const findRulesVersion = async (tx: Tx, contentSha256: Buffer): Promise<number | undefined> => {
  const { rows } = await tx.query<{ version_number: number }>(
    'SELECT version_number FROM review_rules WHERE content_sha256 = $1',
    [contentSha256],
  )
  return rows[0]?.version_number
}

/** Appends a version after the last one and returns its number. */
export const insertRules = async (
  tx: Tx,
  { content, contentSha256, loadedAt }: { content: ReviewRules; contentSha256: Buffer; loadedAt: Date },
): Promise<number> => {
  const { rows } = await tx.query<{ version_number: number }>(
    `INSERT INTO review_rules (version_number, content_sha256, content, loaded_at)
     SELECT coalesce(max(version_number), 0) + 1, $1, $2, $3 FROM review_rules
     RETURNING version_number`,
    [contentSha256, keptReviewRules.writeText(content), loadedAt],
  )
  const row = rows[0]
  if (row === undefined) throw new Error('the insert returned no version')
  return row.version_number
}

export const findRules = async (tx: Tx, versionNumber: number): Promise<unknown> => {
  const { rows } = await tx.query<{ content: unknown }>('SELECT content FROM review_rules WHERE version_number = $1', [
    versionNumber,
  ])
  return rows[0]?.content
}

export type DecisionRow = {
  readonly userId: string
  readonly decisionId: string
  readonly applicationId: string
  readonly outcome: 'approved' | 'refused' | 'manual'
  readonly score: number | null
  readonly limitCentavos: Centavos | null
  readonly reasons: readonly ReviewReason[]
  readonly rulesVersion: number
  readonly sealedInputs: Buffer
  /** Null when the rules decided. */
  readonly decidedBy: string | null
  readonly decidedAt: Date
}

export type DecisionColumns = {
  user_id: string
  decision_id: string
  application_id: string
  outcome: DecisionRow['outcome']
  score: number | null
  limit_centavos: Centavos | null
  reasons: ReviewReason[]
  rules_version: number
  sealed_inputs: Buffer
  decided_by: string | null
  decided_at: Date
}

export const DECISION_COLUMNS = `user_id, decision_id, application_id, outcome, score, limit_centavos, reasons, rules_version,
  sealed_inputs, decided_by, decided_at`

export const decisionOf = (row: DecisionColumns): DecisionRow => ({
  userId: row.user_id,
  decisionId: row.decision_id,
  applicationId: row.application_id,
  outcome: row.outcome,
  score: row.score,
  limitCentavos: row.limit_centavos,
  reasons: row.reasons,
  rulesVersion: row.rules_version,
  sealedInputs: row.sealed_inputs,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

export const insertDecision = async (tx: Tx, decision: DecisionRow): Promise<void> => {
  await tx.query(
    `INSERT INTO review_decision (${DECISION_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      decision.userId,
      decision.decisionId,
      decision.applicationId,
      decision.outcome,
      decision.score,
      decision.limitCentavos,
      decision.reasons,
      decision.rulesVersion,
      decision.sealedInputs,
      decision.decidedBy,
      decision.decidedAt,
    ],
  )
}

/** Of the decision that a person's application names now. */
export const findLastDecisionReasons = async (tx: Tx, userId: string): Promise<readonly ReviewReason[]> => {
  const { rows } = await tx.query<{ reasons: ReviewReason[] }>(
    `SELECT review_decision.reasons
       FROM application JOIN review_decision USING (user_id, decision_id) WHERE application.user_id = $1`,
    [userId],
  )
  return rows[0]?.reasons ?? []
}

/** The refusals of a person, the newest first. */
export const listRefusals = async (tx: Tx, userId: string, limit: number): Promise<DecisionRow[]> => {
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT ${DECISION_COLUMNS} FROM review_decision
      WHERE user_id = $1 AND outcome = 'refused' ORDER BY decided_at DESC, decision_id LIMIT $2`,
    [userId, limit],
  )
  return rows.map(decisionOf)
}

/** What the rules said about a submission that they left to a person. */
export const findManualDecision = async (
  tx: Tx,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<DecisionRow | undefined> => {
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT ${DECISION_COLUMNS} FROM review_decision
      WHERE user_id = $1 AND application_id = $2 AND outcome = 'manual' ORDER BY decided_at DESC LIMIT 1`,
    [userId, applicationId],
  )
  return rows[0] && decisionOf(rows[0])
}

/** Everything that was decided about what was submitted under an id, the oldest first. */
export const listDecisionsOfCase = async (tx: Tx, applicationId: string): Promise<DecisionRow[]> => {
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT ${DECISION_COLUMNS} FROM review_decision WHERE application_id = $1
      ORDER BY decided_at, decided_by IS NOT NULL, decision_id LIMIT 20`,
    [applicationId],
  )
  return rows.map(decisionOf)
}

/** All decisions, in the order of their ids, after one of them. */
export const listDecisionPage = async (
  tx: Tx,
  { after, limit }: { readonly after: Pick<DecisionRow, 'userId' | 'decisionId'> | undefined; readonly limit: number },
): Promise<DecisionRow[]> => {
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT ${DECISION_COLUMNS} FROM review_decision
      WHERE $1::uuid IS NULL OR (user_id, decision_id) > ($1, $2::uuid) ORDER BY user_id, decision_id LIMIT $3`,
    [after?.userId ?? null, after?.decisionId ?? null, limit],
  )
  return rows.map(decisionOf)
}

/** A case that was decided, without what it was decided from. */
export type DecidedCase = Pick<
  DecisionRow,
  'userId' | 'decisionId' | 'applicationId' | 'limitCentavos' | 'reasons' | 'decidedBy' | 'decidedAt'
> & { readonly outcome: 'approved' | 'refused' }

/** What was decided, the newest first: by anybody with one outcome, or by people. */
export const listDecidedCases = async (
  tx: Tx,
  {
    which,
    before,
    limit,
  }: {
    readonly which: 'approved' | 'refused' | 'by_person'
    readonly before?: { readonly at: Date; readonly id: string } | undefined
    readonly limit: number
  },
): Promise<DecidedCase[]> => {
  const condition = which === 'by_person' ? 'decided_by IS NOT NULL' : `outcome = '${which}' AND outcome <> 'manual'`
  const { rows } = await tx.query<DecidedCase>(
    `SELECT user_id AS "userId", decision_id AS "decisionId", application_id AS "applicationId", outcome,
            limit_centavos AS "limitCentavos", reasons, decided_by AS "decidedBy", decided_at AS "decidedAt"
       FROM review_decision
      WHERE ${condition} ${before === undefined ? '' : 'AND (decided_at, decision_id) < ($2, $3)'}
      ORDER BY decided_at DESC, decision_id DESC LIMIT $1`,
    [limit, ...(before === undefined ? [] : [before.at, before.id])],
  )
  return rows
}

/** What the rules said about each of these submissions that they left to a person, by its id. */
export const listManualDecisions = async (
  tx: Tx,
  waiting: readonly { readonly userId: string; readonly applicationId: string }[],
): Promise<ReadonlyMap<string, DecisionRow>> => {
  if (waiting.length === 0) return new Map()
  const { rows } = await tx.query<DecisionColumns>(
    `SELECT last.*
       FROM unnest($1::uuid[], $2::uuid[]) AS wanted (user_id, application_id)
       JOIN LATERAL (SELECT ${DECISION_COLUMNS} FROM review_decision
                      WHERE review_decision.user_id = wanted.user_id
                        AND review_decision.application_id = wanted.application_id AND outcome = 'manual'
                      ORDER BY decided_at DESC LIMIT 1) AS last ON true`,
    [waiting.map(({ userId }) => userId), waiting.map(({ applicationId }) => applicationId)],
  )
  return new Map(rows.map((row) => [row.application_id, decisionOf(row)]))
}

/** Until the transaction ends nobody else decides about this DNI: of two accounts the second to come sees the first. */
export const lockDni = async (tx: Tx, dniIndex: BlindIndex): Promise<void> => lockIndex(tx, dniIndex)

export type BureauReportRow = { readonly cuilIndex: Buffer; readonly sealedReport: Buffer; readonly fetchedAt: Date }

/** The newest, under whichever key it was written. */
export const findBureauReport = async (tx: Tx, cuilIndex: BlindIndex): Promise<BureauReportRow | undefined> => {
  const { rows } = await tx.query<BureauReportRow>(
    `SELECT cuil_index AS "cuilIndex", sealed_report AS "sealedReport", fetched_at AS "fetchedAt"
       FROM bureau_report WHERE cuil_index = ANY($1) ORDER BY fetched_at DESC LIMIT 1`,
    [cuilIndex.versions],
  )
  return rows[0]
}

export const upsertBureauReport = async (tx: Tx, report: BureauReportRow): Promise<void> => {
  await tx.query(
    `INSERT INTO bureau_report (cuil_index, sealed_report, fetched_at) VALUES ($1, $2, $3)
     ON CONFLICT (cuil_index) DO UPDATE
       SET sealed_report = excluded.sealed_report, fetched_at = excluded.fetched_at`,
    [report.cuilIndex, report.sealedReport, report.fetchedAt],
  )
}

/** What is too old to decide by is kept no longer. */
export const deleteBureauReports = async (tx: Tx, fetchedUntil: Date): Promise<void> => {
  await tx.query('DELETE FROM bureau_report WHERE fetched_at <= $1', [fetchedUntil])
}

/** Since an instant: applications that the rules looked at, and what they or a person decided. */
export const countDecisions = async (
  tx: Tx,
  from: Date,
): Promise<{ readonly applications: number; readonly approved: number; readonly refused: number }> => {
  const { rows } = await tx.query<{ applications: number; approved: number; refused: number }>(
    `SELECT count(*) FILTER (WHERE decided_by IS NULL) AS applications,
            count(*) FILTER (WHERE outcome = 'approved') AS approved,
            count(*) FILTER (WHERE outcome = 'refused') AS refused
       FROM review_decision WHERE decided_at >= $1`,
    [from],
  )
  return rows[0] ?? { applications: 0, approved: 0, refused: 0 }
}
