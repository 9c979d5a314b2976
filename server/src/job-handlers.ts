import { cleanUpCodes, cleanUpSessions } from './person/account/public.ts'
import { sweepDrafts } from './lending/agreement/public.ts'
import { answerRequest, sweepRequests } from './rights/consumer/public.ts'
import { judgeAgain, readPhoto, sweepFiles } from './person/identity/public.ts'
import type { JobHandlers, jobTable } from './platform/jobs/public.ts'
import { accrue } from './lending/loan/public.ts'
import {
  askAboutPayout,
  askForAccountByJob,
  giveUpPayout,
  handlePayoutWebhook,
  payOut,
  sendSandboxPayoutEvent,
  sweepPayouts,
  tryPayout,
} from './lending/payout/public.ts'
import { deleteTooOld, sendErasureMessage } from './rights/privacy/public.ts'
import { deleteOldEvents } from './providers/webhook-events.ts'
import { closeDays } from './lending/portfolio/public.ts'
import { settleQuotaOf } from './lending/quota/public.ts'
import { sendContact } from './lending/collections/public.ts'
import { sendRefund } from './lending/refund/public.ts'
import { reconcileByJob, sweepReconciliations } from './lending/reconciliation/public.ts'
import {
  checkReceipt,
  followPayment,
  handlePaymentWebhook,
  sweepChargebacks,
  sweepPayments,
} from './lending/repayment/public.ts'
import { sendLevelMessage, sendNews, sendReminder, sweepReminders } from './lending/reminder/public.ts'
import { reviewApplication, sweepReviews } from './lending/review/public.ts'
import type { Services } from './edge/services.ts'
import { unlessPayoutsAreStopped } from './switched.ts'

/** Who does which job. A row of the job table without one keeps the server from starting. */
export const jobHandlers = (services: Services): JobHandlers<typeof jobTable> => ({
  accrual: (data) => accrue(services, data),
  'portfolio-close': () => closeDays(services),
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
  contact: (data) => sendContact(services, data),
  'level-message': (data) => sendLevelMessage(services, data),
  news: (data) => sendNews(services, data),
  payout: unlessPayoutsAreStopped(services, (data) => payOut(services, data)),
  'payout-trial': (data) => tryPayout(services, data),
  'payout-other-account': (data) => askForAccountByJob(services, data),
  'payout-ask': (data) => askAboutPayout(services, data),
  'payout-heard': (data) => handlePayoutWebhook(services, data),
  refund: (data) => sendRefund(services, data),
  'payout-give-up': (data) => giveUpPayout(services, data),
  'payout-sweep': () => sweepPayouts(services),
  'receipt-heard': (data) => handlePaymentWebhook(services, data),
  'receipt-check': (data) => checkReceipt(services, data),
  'chargeback-sweep': () => sweepChargebacks(services),
  'payment-follow': (data) => followPayment(services, data),
  'payment-sweep': () => sweepPayments(services),
  'reconciliation-sweep': () => sweepReconciliations(services),
  reconciliation: (data) => reconcileByJob(services, data),
  'provider-message-cleanup': () => deleteOldEvents(services),
  'sandbox-payout-message': (data) => sendSandboxPayoutEvent(services, data),
  'consumer-message': (data) => answerRequest(services, data),
  'erasure-message': (data) => sendErasureMessage(services, data),
  retention: () => deleteTooOld(services),
  'consumer-sweep': () => sweepRequests(services),
})
