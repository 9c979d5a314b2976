import type { Tx } from '../db/transaction.ts'

type ActName = 'see_case' | 'see_photos' | 'approve' | 'refuse' | 'retake' | 'coupon' | 'publish'

/** Something that the lender's staff did by hand. */
export type Act = {
  readonly actId: string
  readonly actedAt: Date
  readonly actor: string
  readonly act: ActName
  /** About whom; null when it is about nobody. */
  readonly userId: string | null
  /** Ids, amounts, codes of reasons; never a name or a number of a person. */
  readonly details: Readonly<Record<string, string | number | null>>
  readonly why: string
}

export const insertAct = async (tx: Tx, act: Act): Promise<void> => {
  await tx.query(
    'INSERT INTO desk_act (act_id, acted_at, actor, act, user_id, details, why) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [act.actId, act.actedAt, act.actor, act.act, act.userId, act.details, act.why],
  )
}

/** The last acts since an instant, also only those about one person: the oldest of them first, `limit` at most. */
export const listActs = async (
  tx: Tx,
  { since, userId, limit }: { since?: Date; userId?: string; limit: number },
): Promise<Act[]> => {
  const { rows } = await tx.query<{
    act_id: string
    acted_at: Date
    actor: string
    act: ActName
    user_id: string | null
    details: Act['details']
    why: string
  }>(
    `SELECT act_id, acted_at, actor, act, user_id, details, why FROM desk_act
      WHERE ($1::timestamptz IS NULL OR acted_at >= $1) AND ($2::uuid IS NULL OR user_id = $2)
      ORDER BY acted_at DESC, act_id LIMIT $3`,
    [since ?? null, userId ?? null, limit],
  )
  return rows.toReversed().map((row) => ({
    actId: row.act_id,
    actedAt: row.acted_at,
    actor: row.actor,
    act: row.act,
    userId: row.user_id,
    details: row.details,
    why: row.why,
  }))
}

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
