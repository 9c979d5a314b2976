import { cleanUpCodes } from './account/code-cleanup.ts'
import { cleanUpSessions } from './account/session-cleanup.ts'
import { sweepDrafts } from './agreement/draft-sweep.ts'
import { sweepFiles } from './identity/file-sweep.ts'
import { judgeAgain, readPhoto } from './identity/read-photo.ts'
import type { JobHandlers } from './jobs/queue.ts'
import type { jobTable } from './jobs/table.ts'
import { settleQuotaOf } from './quota/public.ts'
import { reviewApplication } from './review/review-application.ts'
import { sweepReviews } from './review/sweep.ts'
import type { Services } from './services.ts'

/** Who does which job. A row of the job table without one keeps the server from starting. */
export const jobHandlers = (services: Services): JobHandlers<typeof jobTable> => ({
  'session-cleanup': () => cleanUpSessions(services),
  'code-cleanup': () => cleanUpCodes(services),
  'file-sweep': () => sweepFiles(services),
  'agreement-sweep': () => sweepDrafts(services),
  'identity-read': (data) => readPhoto(services, data),
  'identity-judge': (data) => judgeAgain(services, data),
  'review-sweep': () => sweepReviews(services),
  'application-review': (data) => reviewApplication(services, data),
  'quota-settle': (data) => settleQuotaOf(services, data),
})
