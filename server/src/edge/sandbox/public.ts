// What other rooms may use of this one. Nothing of it is imported past this file.

export { listLoans } from './loans.ts'
export { moveClock, readClock, resetClock } from './move-clock.ts'
export { listPayments, payByReference, reverseMoney, resendPaymentEvent } from './payments.ts'
export { concludePayout, listPayouts, sendPayoutEvent } from './payouts.ts'
export type { ClockMove, MoneyBody, PayBody, PayoutBody, PayoutFailBody, SpecimensBody } from './shapes.ts'
export {
  clockMove,
  clockRet,
  loansRet,
  messagesRet,
  moneyBody,
  payBody,
  paymentsRet,
  payoutBody,
  payoutFailBody,
  payoutsRet,
  specimensBody,
  specimensRet,
} from './shapes.ts'
export { makeSpecimens } from './specimens.ts'
