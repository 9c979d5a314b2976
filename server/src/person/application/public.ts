// What other rooms may use of this one. Nothing of it is imported past this file.

export { applyInfo } from './apply-info.ts'
export { getArea } from './areas.ts'
export { getBasicInfo, saveBasicInfo } from './basic-step.ts'
export { getListPage1, getListPage2 } from './get-option-lists.ts'
export type { Approval } from './load-facts.ts'
export { findApplicant, findApproval, loadFacts, openForChanges } from './load-facts.ts'
export type { PhotoStatus, Photos } from './photos.ts'
export type { Facts } from './progress.ts'
export { decisionExpectedAt, isLiveApproval, needsCorrection, progressOf, waitsUntil } from './progress.ts'
export type { StepInfo } from './saved-steps.ts'
export { readSteps, writeStep } from './saved-steps.ts'
export { getExtraInfo, saveExtraInfo } from './social-step.ts'
export { inSpanishOrder } from './spanish-order.ts'
export type { ApplicationRow, ReviewStage } from './store.ts'
export {
  countWaitingApplications,
  findApplication,
  insertApplication,
  listLateReviews,
  listWaitingApplications,
  updateReview,
  updateToApproved,
  updateToInProgress,
  updateToRefused,
  updateToWithAPerson,
} from './store.ts'
export { getBankInfo, saveAccount, saveWithdrawalStep } from './withdrawal-step.ts'
