import { findApplication, listLateReviews, updateReview } from '../../person/application/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'

/** Far longer than a review takes between two tries. */
const LATE_MS = 3_600_000
const BATCH = 500

/**
 * The daily job: reviews that nobody is at any more, because their job failed every attempt or was lost with a restored
 * backup, get a new one. A job that is still somewhere finds that its try is over.
 */
export const sweepReviews = async ({ pool, clock, jobs, log }: Services): Promise<void> => {
  const now = clock.now()
  const expectedBefore = new Date(now.getTime() - LATE_MS)
  const late = await inTransaction(pool, (tx) => listLateReviews(tx, { expectedBefore, limit: BATCH }))
  for (const userId of late) {
    await inTransaction(pool, async (tx) => {
      const application = await findApplication(tx, userId, { locked: true })
      const { applicationId, reviewExpectedAt, reviewStage, reviewTries } = application ?? {}
      if (!applicationId || !reviewExpectedAt || !reviewStage || reviewStage === 'with_a_person') return
      if (reviewExpectedAt >= expectedBefore) return
      const tries = (reviewTries ?? 0) + 1
      await updateReview(tx, { userId, stage: reviewStage, tries, expectedAt: reviewExpectedAt })
      await jobs.enqueue(tx, 'application-review', {
        user_id: userId,
        application_id: applicationId,
        try_number: tries,
      })
    })
  }
  log.info({ count: late.length }, 'late reviews taken up again')
}
