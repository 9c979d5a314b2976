import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDay, civilDayOf } from '@hola/core/calendar.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import { reconcile } from './reconcile.ts'
import { listOpenDays } from './store.ts'

/** Compared each day whatever was found before: what a provider books late, or takes back, shows in the first days. */
const FRESH_DAYS = 7
/** A day that was not in order is compared again for so long. */
const FOLLOWED_DAYS = 30
/** A provider that has no statement yet is asked again this much later, and so often until the next morning. */
const AGAIN_MS = 3_600_000
const TRIES_MAX = 12

/** The daily job: yesterday, the days before it that may still change, and those that are not in order. */
export const sweepReconciliations = async ({ pool, clock, jobs, log }: Services): Promise<void> => {
  const today = civilDayOf(clock.now())
  const count = await inTransaction(pool, async (tx) => {
    const fresh = Array.from({ length: FRESH_DAYS }, (_, index) => addDays(today, -1 - index))
    const open = await listOpenDays(tx, addDays(today, -FOLLOWED_DAYS))
    const days = new Set<CivilDay>([...fresh, ...open.filter((day) => day < today)])
    for (const day of days) await jobs.enqueue(tx, 'reconciliation', { day, try_number: 0 })
    return days.size
  })
  log.info({ count }, 'days to be compared with the statements')
}

/** The job of one day. What is not in order is in the log as well as in its table: nobody has to look to be told. */
export const reconcileByJob = async (
  services: Services,
  { day: text, try_number: tryNumber }: JobData<typeof jobTable, 'reconciliation'>,
): Promise<void> => {
  const { pool, clock, jobs, log } = services
  const day = civilDay(text)
  const findings = await reconcile(services, day)
  for (const { provider, kind, outcome, problem, unexplainedCount } of findings) {
    if (outcome === 'outage')
      log.error({ outage: provider }, `no statement of ${provider} (${kind}) for ${day}: ${problem}`)
    if (unexplainedCount > 0)
      log.error({ count: unexplainedCount }, `the books of ${day} differ from ${provider} (${kind})`)
  }
  if (findings.every(({ outcome }) => outcome !== 'outage') || tryNumber + 1 >= TRIES_MAX) return
  const startAfter = new Date(clock.now().getTime() + AGAIN_MS)
  await inTransaction(pool, (tx) =>
    jobs.enqueue(tx, 'reconciliation', { day, try_number: tryNumber + 1 }, { startAfter }),
  )
}
