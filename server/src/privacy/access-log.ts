import type { AccessActor, AccessPurpose, DataCategory } from '@hola/core/privacy.ts'
import type { Tx } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { insertAccesses } from './store.ts'

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
