import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { deleteDeadSessions } from './store.ts'

/** Small enough that no clean-up holds many locks, however long it was not run. */
const BATCH_ROWS = 1_000

/** The daily job: expired and revoked sessions open nothing any more, so nothing about them is kept. */
export const cleanUpSessions = async ({
  pool,
  clock,
  log,
}: Pick<Services, 'pool' | 'clock' | 'log'>): Promise<void> => {
  const now = clock.now()
  let total = 0
  for (;;) {
    const deleted = await inTransaction(pool, (tx) => deleteDeadSessions(tx, now, BATCH_ROWS))
    total += deleted
    if (deleted < BATCH_ROWS) break
  }
  log.info({ count: total }, 'sessions cleaned up')
}
