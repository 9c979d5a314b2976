import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { carryOut } from './carry-out.ts'
import { forgetNetworks, listOpenNumbers, listWaitingUsers } from './store.ts'

/** Long after the last limit that counts them. */
const NETWORK_KEPT_MS = 24 * 3_600_000
const BATCH = 500

/**
 * The daily job: what waited for a loan to end and can be carried out now is carried out, and where requests came from is
 * forgotten.
 */
export const sweepRequests = async (services: Services): Promise<void> => {
  const { pool, clock, log } = services
  await inTransaction(pool, (tx) => forgetNetworks(tx, new Date(clock.now().getTime() - NETWORK_KEPT_MS)))
  let count = 0
  let after: string | null = null
  for (;;) {
    const page: string[] = await inTransaction(pool, (tx) => listWaitingUsers(tx, after, BATCH))
    for (const userId of page)
      await inTransaction(pool, async (tx) => {
        for (const trackingNumber of await listOpenNumbers(tx, { userId })) await carryOut(tx, services, trackingNumber)
      })
    count += page.length
    after = page.at(-1) ?? null
    if (page.length < BATCH) break
  }
  log.info({ count }, 'waiting requests looked at')
}
