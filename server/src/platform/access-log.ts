import type { AccessActor, AccessPurpose, DataCategory } from '@hola/core/privacy.ts'
import type { Tx } from './db/public.ts'
import type { Services } from './services.ts'

export type AccessRow = {
  readonly userId: string
  readonly accessId: string
  readonly at: Date
  readonly actor: AccessActor
  readonly actorName: string | null
  readonly category: DataCategory | null
  readonly purpose: AccessPurpose
}

type Access = {
  readonly userId: string
  readonly actor: AccessActor
  /** Which of the staff. */
  readonly actorName?: string
  /** What was opened or deleted: some of it, or everything. */
  readonly categories: readonly DataCategory[] | 'everything'
  readonly purpose: AccessPurpose
}

/** Writes down who opened or deleted what is kept about a person, in the transaction of whoever did: she can read it. */
export const logAccess = async (
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { userId, actor, actorName, categories, purpose }: Access,
): Promise<void> => {
  const at = clock.now()
  await insertAccesses(
    tx,
    (categories === 'everything' ? [null] : categories).map((category) => ({
      userId,
      accessId: random.uuid(),
      at,
      actor,
      actorName: actorName ?? null,
      category,
      purpose,
    })),
  )
}

const insertAccesses = async (tx: Tx, rows: readonly AccessRow[]): Promise<void> => {
  for (const row of rows)
    await tx.query(
      `INSERT INTO data_access (user_id, access_id, at, actor, actor_name, category, purpose)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [row.userId, row.accessId, row.at, row.actor, row.actorName, row.category, row.purpose],
    )
}
