import type { Tx } from '../../platform/db/public.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'

export type AgreementRow = {
  readonly sha256: Buffer
  readonly textVersion: string
  readonly pageCount: number
}

export type StoredAgreement = AgreementRow & { readonly sealedFacts: Buffer; readonly sealedPdf: Buffer }

const row = 'sha256, text_version AS "textVersion", page_count AS "pageCount"'

/** The agreement that was made from these facts with this version of the text. */
export const findByFacts = async (
  tx: Tx,
  userId: string,
  { factsIndex, textVersion }: { factsIndex: BlindIndex; textVersion: string },
): Promise<AgreementRow | undefined> => {
  const { rows } = await tx.query<AgreementRow>(
    `SELECT ${row} FROM agreement WHERE user_id = $1 AND facts_index = ANY($2) AND text_version = $3`,
    [userId, factsIndex.versions, textVersion],
  )
  return rows[0]
}

export const findByHash = async (tx: Tx, userId: string, sha256: Buffer): Promise<AgreementRow | undefined> => {
  const { rows } = await tx.query<AgreementRow>(`SELECT ${row} FROM agreement WHERE user_id = $1 AND sha256 = $2`, [
    userId,
    sha256,
  ])
  return rows[0]
}

/** The same with everything that is kept of it, which is not little. */
export const findWhole = async (tx: Tx, userId: string, sha256: Buffer): Promise<StoredAgreement | undefined> => {
  const { rows } = await tx.query<StoredAgreement>(
    `SELECT ${row}, sealed_facts AS "sealedFacts", sealed_pdf AS "sealedPdf"
       FROM agreement WHERE user_id = $1 AND sha256 = $2`,
    [userId, sha256],
  )
  return rows[0]
}

/** Its facts alone, which are much less than its file. */
export const findSealedFacts = async (tx: Tx, userId: string, sha256: Buffer): Promise<Buffer | undefined> => {
  const { rows } = await tx.query<{ sealedFacts: Buffer }>(
    `SELECT sealed_facts AS "sealedFacts" FROM agreement WHERE user_id = $1 AND sha256 = $2`,
    [userId, sha256],
  )
  return rows[0]?.sealedFacts
}

/** Keeps an agreement; the same one that another request has just kept stays as it is. */
export const insertAgreement = async (
  tx: Tx,
  userId: string,
  agreement: StoredAgreement & { readonly factsIndex: Buffer; readonly madeAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO agreement (user_id, sha256, text_version, page_count, facts_index, sealed_facts, sealed_pdf, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT DO NOTHING`,
    [
      userId,
      agreement.sha256,
      agreement.textVersion,
      agreement.pageCount,
      agreement.factsIndex,
      agreement.sealedFacts,
      agreement.sealedPdf,
      agreement.madeAt,
    ],
  )
}

/** Deletes up to `limit` agreements made before an instant that nobody signed, and says how many there were. */
export const deleteOldDrafts = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { rowCount } = await tx.query(
    `DELETE FROM agreement WHERE (user_id, sha256) IN (
       SELECT user_id, sha256 FROM agreement AS draft
        WHERE made_at < $1
          AND NOT EXISTS (
            SELECT FROM loan_order WHERE loan_order.user_id = draft.user_id AND agreement_sha256 = draft.sha256
          )
        LIMIT $2
     )`,
    [before, limit],
  )
  return rowCount
}

export type EvidenceRow = {
  readonly entryNumber: number
  readonly orderId: string
  readonly sealedEntry: Buffer
  readonly entrySha256: Buffer
  readonly previousEntrySha256: Buffer | null
}

const evidence = `entry_number AS "entryNumber", order_id AS "orderId", sealed_entry AS "sealedEntry",
  entry_sha256 AS "entrySha256", previous_entry_sha256 AS "previousEntrySha256"`

/** Every entry of a person, the first first. */
export const listEvidence = async (tx: Tx, userId: string): Promise<EvidenceRow[]> => {
  const { rows } = await tx.query<EvidenceRow>(
    `SELECT ${evidence} FROM signature_evidence WHERE user_id = $1 ORDER BY entry_number`,
    [userId],
  )
  return rows
}

export const findLastEvidence = async (tx: Tx, userId: string): Promise<EvidenceRow | undefined> => {
  const { rows } = await tx.query<EvidenceRow>(
    `SELECT ${evidence} FROM signature_evidence WHERE user_id = $1 ORDER BY entry_number DESC LIMIT 1`,
    [userId],
  )
  return rows[0]
}

export const findEvidenceOfOrder = async (
  tx: Tx,
  userId: string,
  orderId: string,
): Promise<EvidenceRow | undefined> => {
  const { rows } = await tx.query<EvidenceRow>(
    `SELECT ${evidence} FROM signature_evidence WHERE user_id = $1 AND order_id = $2`,
    [userId, orderId],
  )
  return rows[0]
}

export const insertEvidence = async (tx: Tx, userId: string, entry: EvidenceRow): Promise<void> => {
  await tx.query(
    `INSERT INTO signature_evidence
       (user_id, entry_number, order_id, sealed_entry, entry_sha256, previous_entry_sha256)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [userId, entry.entryNumber, entry.orderId, entry.sealedEntry, entry.entrySha256, entry.previousEntrySha256],
  )
}

/** What the orders of a person say that she signed: which document. */
export const listSignedOrders = async (
  tx: Tx,
  userId: string,
): Promise<{ readonly orderId: string; readonly agreementSha256: Buffer }[]> => {
  const { rows } = await tx.query<{ orderId: string; agreementSha256: Buffer }>(
    `SELECT order_id AS "orderId", agreement_sha256 AS "agreementSha256"
       FROM loan_order WHERE user_id = $1 ORDER BY signed_at, order_id`,
    [userId],
  )
  return rows
}
