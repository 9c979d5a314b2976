import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { deleteOldDrafts } from './store.ts'

/** A draft is of one day, and nobody can sign it on another; the rest is for a clock that was set back. */
const KEPT_MS = 3 * 24 * 3_600_000
const BATCH_ROWS = 200

/** The daily job: of an agreement that was looked at and not signed nothing is kept. */
export const sweepDrafts = async ({ pool, clock, log }: Pick<Services, 'pool' | 'clock' | 'log'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  let total = 0
  for (;;) {
    const deleted = await inTransaction(pool, (tx) => deleteOldDrafts(tx, before, BATCH_ROWS))
    total += deleted
    if (deleted < BATCH_ROWS) break
  }
  log.info({ count: total }, 'unsigned agreements swept')
}
