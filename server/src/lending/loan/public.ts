// What other rooms may use of this one. Nothing of it is imported past this file.

export { accrue } from './accrual.ts'
export { apply } from './apply.ts'
export { cancelUnpaid } from './cancel-unpaid.ts'
export { contract } from './contract.ts'
export { loadOffer } from './offer.ts'
export { order } from './order.ts'
export { getCompleteOrder, getProcessingOrder } from './orders.ts'
export { preview } from './preview.ts'
export { settleOrder } from './settle-order.ts'
export { statement } from './statement.ts'
export { SIGN_CODE, approve, sendSignCode } from './test-approval.ts'
export { verifyBooks } from './verify-books.ts'
