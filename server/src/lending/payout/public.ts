// What other rooms may use of this one. Nothing of it is imported past this file.

export { ASKS_MAX, askAboutPayout } from './ask.ts'
export { isFault } from './fault.ts'
export { tryPayout } from './halt.ts'
export type { HaltRow } from './halt-store.ts'
export { findHalt } from './halt-store.ts'
export { askForAccountByJob } from './other-account.ts'
export { getBankList } from './get-bank-list.ts'
export { giveUpPayout } from './give-up.ts'
export { payOut } from './pay-out.ts'
export { saveTransferInfo } from './save-transfer-info.ts'
export type { UnpaidOrder, WaitingPayout } from './store.ts'
export {
  countUnpaid,
  countWaitingPayouts,
  listAttempts,
  listUnpaid,
  listWaitingPayouts,
  sumOpenAttempts,
  sumPaidOut,
} from './store.ts'
export { sweepPayouts } from './sweep.ts'
export {
  askAgain,
  canAsk,
  canAskForAccount,
  canSend,
  fileOtherAccount,
  listStuckPayouts,
  needsTwoToSend,
  sendAgain,
} from './unpaid.ts'
export { handlePayoutWebhook, payoutWebhook, sendSandboxPayoutEvent } from './webhook.ts'
