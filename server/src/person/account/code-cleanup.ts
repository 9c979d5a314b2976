import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { deleteOldCodes } from './code-store.ts'
import { ORIGIN_KEPT_DAYS } from './limits.ts'
import { deleteOldMinutes } from './message-ceiling.ts'
import { deleteOldOrigins } from './origin-store.ts'

/** Long after the last limit that counts it. */
const KEPT_MS = 24 * 3_600_000
const BATCH_ROWS = 1_000

/**
 * The daily job: of a code that is past every limit nothing is kept, not even that somebody asked for it, and a browser or
 * network that nobody has used for long is known no more.
 */
export const cleanUpCodes = async ({ pool, clock, log }: Pick<Services, 'pool' | 'clock' | 'log'>): Promise<void> => {
  const now = clock.now()
  const before = new Date(now.getTime() - KEPT_MS)
  const originsBefore = addDays(civilDayOf(now), -ORIGIN_KEPT_DAYS)
  const codes = await deleteAll(pool, (tx) => deleteOldCodes(tx, before, BATCH_ROWS))
  const origins = await deleteAll(pool, (tx) => deleteOldOrigins(tx, originsBefore, BATCH_ROWS))
  await inTransaction(pool, (tx) => deleteOldMinutes(tx, before))
  log.info({ count: codes + origins }, 'codes cleaned up')
}

const deleteAll = async (pool: Pool, deleteBatch: (tx: Tx) => Promise<number>): Promise<number> => {
  for (let total = 0; ;) {
    const deleted = await inTransaction(pool, deleteBatch)
    total += deleted
    if (deleted < BATCH_ROWS) return total
  }
}
