import { inTransaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { deleteOldCodes } from './code-store.ts'

/** Long after the last limit that counts it. */
const KEPT_MS = 24 * 3_600_000
const BATCH_ROWS = 1_000

/** The daily job: of a code that is past every limit nothing is kept, not even that somebody asked for it. */
export const cleanUpCodes = async ({ pool, clock, log }: Pick<Services, 'pool' | 'clock' | 'log'>): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  let total = 0
  for (;;) {
    const deleted = await inTransaction(pool, (tx) => deleteOldCodes(tx, before, BATCH_ROWS))
    total += deleted
    if (deleted < BATCH_ROWS) break
  }
  log.info({ count: total }, 'codes cleaned up')
}
