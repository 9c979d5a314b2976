import { cleanUpCodes } from './account/code-cleanup.ts'
import { cleanUpSessions } from './account/session-cleanup.ts'
import { sweepDrafts } from './agreement/draft-sweep.ts'
import { answerRequest } from './consumer/answer.ts'
import { sweepRequests } from './consumer/sweep.ts'
import { sweepFiles } from './identity/file-sweep.ts'
import { judgeAgain, readPhoto } from './identity/read-photo.ts'
import type { JobHandlers } from './jobs/queue.ts'
import type { jobTable } from './jobs/table.ts'
import { accrue } from './loan/accrual.ts'
import { askAboutPayout } from './payout/ask.ts'
import { giveUpPayout } from './payout/give-up.ts'
import { followMessage, tellFromSandbox } from './payout/hear.ts'
import { payOut } from './payout/pay-out.ts'
import { sweepPayouts } from './payout/sweep.ts'
import { tellErasure } from './privacy/erasure-message.ts'
import { deleteTooOld } from './privacy/retention.ts'
import { forgetMessages } from './providers/heard.ts'
import { settleQuotaOf } from './quota/public.ts'
import { reconcileByJob, sweepReconciliations } from './reconciliation/daily.ts'
import { followPayment, sweepPayments } from './repayment/follow-payment.ts'
import { followReceipt } from './repayment/hear.ts'
import { sendLevelMessage } from './reminder/level-message.ts'
import { sendReminder } from './reminder/send-reminder.ts'
import { sweepReminders } from './reminder/sweep.ts'
import { reviewApplication } from './review/review-application.ts'
import { sweepReviews } from './review/sweep.ts'
import type { Services } from './services.ts'

/** Who does which job. A row of the job table without one keeps the server from starting. */
export const jobHandlers = (services: Services): JobHandlers<typeof jobTable> => ({
  accrual: (data) => accrue(services, data),
  'session-cleanup': () => cleanUpSessions(services),
  'code-cleanup': () => cleanUpCodes(services),
  'file-sweep': () => sweepFiles(services),
  'agreement-sweep': () => sweepDrafts(services),
  'identity-read': (data) => readPhoto(services, data),
  'identity-judge': (data) => judgeAgain(services, data),
  'review-sweep': () => sweepReviews(services),
  'application-review': (data) => reviewApplication(services, data),
  'quota-settle': (data) => settleQuotaOf(services, data),
  'reminder-sweep': () => sweepReminders(services),
  reminder: (data) => sendReminder(services, data),
  'level-message': (data) => sendLevelMessage(services, data),
  payout: (data) => payOut(services, data),
  'payout-ask': (data) => askAboutPayout(services, data),
  'payout-heard': (data) => followMessage(services, data),
  'payout-give-up': (data) => giveUpPayout(services, data),
  'payout-sweep': () => sweepPayouts(services),
  'receipt-heard': (data) => followReceipt(services, data),
  'payment-follow': (data) => followPayment(services, data),
  'payment-sweep': () => sweepPayments(services),
  'reconciliation-sweep': () => sweepReconciliations(services),
  reconciliation: (data) => reconcileByJob(services, data),
  'provider-message-cleanup': () => forgetMessages(services),
  'sandbox-payout-message': (data) => tellFromSandbox(services, data),
  'consumer-message': (data) => answerRequest(services, data),
  'erasure-message': (data) => tellErasure(services, data),
  retention: () => deleteTooOld(services),
  'consumer-sweep': () => sweepRequests(services),
})
