// What other rooms may use of this one. Nothing of it is imported past this file.

export { recordRefund, refundStateOf, reverseRefund } from './refund.ts'
export { handleRefundWebhook, sendRefund, sweepRefunds } from './send.ts'
export { sumOpenTransfers } from './store.ts'
