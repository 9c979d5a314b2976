import type { Centavos } from '@hola/core/money.ts'
import type { Quota } from '@hola/core/quota.ts'
import type { Tx } from '../../platform/db/public.ts'

/** A person's quota as it was last settled, with the limit that it was made from. */
export type QuotaRow = Quota & { readonly limit: Centavos }

/** `locked`, nobody else moves it until the transaction ends. */
export const findQuota = async (
  tx: Tx,
  userId: string,
  { locked }: { readonly locked: boolean },
): Promise<QuotaRow | undefined> => {
  const { rows } = await tx.query<QuotaRow>(
    `SELECT limit_centavos AS "limit", total_centavos AS total, used_centavos AS used, frozen_centavos AS frozen,
            remaining_centavos AS remaining, available_centavos AS available
       FROM quota WHERE user_id = $1 ${locked ? 'FOR UPDATE' : ''}`,
    [userId],
  )
  return rows[0]
}

/** Which of these people could borrow by what was last settled. */
export const listOpenQuotas = async (tx: Tx, userIds: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ userId: string }>(
    'SELECT user_id AS "userId" FROM quota WHERE user_id = ANY($1) AND available_centavos > 0 ORDER BY user_id',
    [userIds],
  )
  return rows.map(({ userId }) => userId)
}

export const upsertQuota = async (
  tx: Tx,
  { userId, changedAt, ...quota }: QuotaRow & { readonly userId: string; readonly changedAt: Date },
): Promise<void> => {
  await tx.query(
    `INSERT INTO quota (user_id, limit_centavos, total_centavos, used_centavos, frozen_centavos, remaining_centavos,
                        available_centavos, changed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (user_id) DO UPDATE
        SET limit_centavos = excluded.limit_centavos, total_centavos = excluded.total_centavos,
            used_centavos = excluded.used_centavos, frozen_centavos = excluded.frozen_centavos,
            remaining_centavos = excluded.remaining_centavos, available_centavos = excluded.available_centavos,
            changed_at = excluded.changed_at`,
    [userId, quota.limit, quota.total, quota.used, quota.frozen, quota.remaining, quota.available, changedAt],
  )
}
