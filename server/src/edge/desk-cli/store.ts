import type { Tx } from '../../platform/db/public.ts'

/** Everybody who signed something, or of whom something says so, in the order of their ids, in pages. */
export const listSigners = async (tx: Tx, { after, limit }: { after: string; limit: number }): Promise<string[]> => {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM loan_order WHERE user_id > $1
     UNION SELECT user_id FROM signature_evidence WHERE user_id > $1
     ORDER BY user_id LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => row.user_id)
}
