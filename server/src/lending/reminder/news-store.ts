import type { NewsKind } from '@hola/core/news.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Outcome } from './deliver.ts'

/** One piece of news: to whom, of which kind, and what it is about. */
export type NewsKey = { readonly userId: string; readonly kind: NewsKind; readonly subject: string }

/**
 * Writes down that a message is tried now, for the first time or again. False when this try was made before or the message
 * has gone out: then nobody sends anything.
 */
export const claimNewsTry = async (
  tx: Tx,
  { userId, kind, subject }: NewsKey,
  { tryNumber, triedAt }: { readonly tryNumber: number; readonly triedAt: Date },
): Promise<boolean> => {
  const values = [userId, kind, subject, tryNumber, triedAt]
  const { rowCount } =
    tryNumber === 1
      ? await tx.query(
          `INSERT INTO news (user_id, kind, subject, tries, tried_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
          values,
        )
      : await tx.query(
          `UPDATE news SET tries = $4, tried_at = $5
            WHERE user_id = $1 AND kind = $2 AND subject = $3 AND tries = $4 - 1 AND outcome IS NULL`,
          values,
        )
  return rowCount === 1
}

/** What became of it: nobody tries it again. */
export const updateNewsOutcome = async (
  tx: Tx,
  { userId, kind, subject }: NewsKey,
  outcome: Outcome,
): Promise<void> => {
  await tx.query('UPDATE news SET outcome = $4 WHERE user_id = $1 AND kind = $2 AND subject = $3', [
    userId,
    kind,
    subject,
    outcome,
  ])
}
