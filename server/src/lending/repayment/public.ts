// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Candidate } from './candidates.ts'
export { compareWith, findCandidates, summariseCandidates } from './candidates.ts'
export { checkReceipt, sweepChargebacks } from './chargebacks.ts'
export { followPayment, sweepPayments } from './follow-payment.ts'
export { getPayOption } from './get-pay-option.ts'
export { staffCollectorOf } from './methods.ts'
export { repayRequest } from './repay-request.ts'
export { restoreTransfer, returnTransfer, reverseTransfer, unplaceReceipt } from './reversal.ts'
export type { ReceiptRow } from './store.ts'
export {
  countWaitingReceipts,
  findReceipt,
  listKnownReceipts,
  listNamedOrders,
  listReceiptPage,
  listReceiptsLike,
  listWaitingReceipts,
  sumCredited,
  sumSuspense,
} from './store.ts'
export type { PlaceProblem } from './suspense.ts'
export { listSuspense, placeSuspense, recordTransfer } from './suspense.ts'
export { collectionWebhooks, handlePaymentWebhook } from './webhook.ts'
export { undoWithdrawal, withdraw } from './withdrawal.ts'
