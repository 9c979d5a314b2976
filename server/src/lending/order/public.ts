// What other rooms may use of this one. Nothing of it is imported past this file.

export { accountOf, bookingDay, clearedDayOf, factsOf, planStateOf, withdrawalStateOf } from './account-of.ts'
export { clearedBefore, clearedLoansOf, countsAs } from './counted.ts'
export { extensionBy } from './extension.ts'
export { orderNumberOf } from './order-number.ts'
export { findPayments, sealInstructions } from './payments.ts'
export type { PayoutAccount } from './payout-account.ts'
export { openAccount, payoutAccountOf, sealAccount, showAccount } from './payout-account.ts'
export { payoutOf } from './payout-of.ts'
export { findPayoutFailure, payoutFailureReason } from './payout-failure.ts'
export type { OrderSummary } from './show-order.ts'
export { PAYOUT_CORRECTION_MS, correctUntil, detailOf, summaryOf, withdrawalOf } from './show-order.ts'
export type { LeadingOrder, Standing } from './standing.ts'
export { findLeadingOrder, findStanding, isOpenOrder, ownHistory, standingOf } from './standing.ts'
export type { DuePlace, OrderEventKind, OrderKey, OrderPlace, OrderRow } from './store.ts'
export {
  changeOrder,
  countDueOrders,
  findApplyRequest,
  findOrder,
  insertApplyRequest,
  insertOrder,
  insertOrderEvent,
  listDueOrders,
  listOrderPage,
  listOrders,
  lockOpenOrders,
  lockOrder,
  moveOrder,
  noRelief,
} from './store.ts'
