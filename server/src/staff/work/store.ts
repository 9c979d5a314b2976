import type { ClaimKind } from '@hola/core/desk-contract/queue.ts'
import type { Tx } from '../../platform/db/public.ts'

export type ItemKey = { readonly kind: ClaimKind; readonly itemId: string }

/** Who has something in hand. */
export type Claim = ItemKey & {
  /** Since when the thing waits: the same thing that waits again is not what was taken. */
  readonly since: Date
  readonly memberId: string
  readonly name: string
  readonly claimedAt: Date
}

const selected = `kind, item_id AS "itemId", since, work_claim.member_id AS "memberId", name, claimed_at AS "claimedAt"
  FROM work_claim JOIN staff_member USING (member_id)`

/** Everything that members who work here have in hand. Of a member who is suspended it is nobody's. */
export const listClaims = async (tx: Tx, limit: number): Promise<Claim[]> => {
  const { rows } = await tx.query<Claim>(
    `SELECT ${selected} WHERE suspended_at IS NULL ORDER BY claimed_at DESC LIMIT $1`,
    [limit],
  )
  return rows
}

export const listClaimsOf = async (tx: Tx, memberId: string): Promise<Claim[]> => {
  const { rows } = await tx.query<Claim>(
    `SELECT ${selected} WHERE work_claim.member_id = $1 ORDER BY claimed_at, item_id`,
    [memberId],
  )
  return rows
}

export const findClaim = async (tx: Tx, { kind, itemId }: ItemKey): Promise<Claim | undefined> => {
  const { rows } = await tx.query<Claim>(
    `SELECT ${selected} WHERE kind = $1 AND item_id = $2 AND suspended_at IS NULL`,
    [kind, itemId],
  )
  return rows[0]
}

/**
 * Takes something in hand; false when somebody has it. A claim of an earlier waiting, or of a member who does not work
 * here any more, gives way.
 */
export const insertClaim = async (tx: Tx, claim: Omit<Claim, 'name'>): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO work_claim (kind, item_id, since, member_id, claimed_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (kind, item_id) DO UPDATE
        SET since = excluded.since, member_id = excluded.member_id, claimed_at = excluded.claimed_at
      WHERE work_claim.since <> excluded.since
         OR (SELECT suspended_at FROM staff_member WHERE staff_member.member_id = work_claim.member_id) IS NOT NULL`,
    [claim.kind, claim.itemId, claim.since, claim.memberId, claim.claimedAt],
  )
  return rowCount === 1
}

export const deleteClaim = async (tx: Tx, { kind, itemId }: ItemKey): Promise<void> => {
  await tx.query('DELETE FROM work_claim WHERE kind = $1 AND item_id = $2', [kind, itemId])
}
