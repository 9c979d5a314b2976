// What other rooms may use of this one. Nothing of it is imported past this file.

export { REPORT_VALID_MS } from './bureau-reports.ts'
export type { CaseFile, ReplayedDecision } from './case-file.ts'
export { findCaseFile } from './case-file.ts'
export { productGrid } from './inputs.ts'
export { loadRules, readReviewRules } from './load-rules.ts'
export type { CaseDetail, PersonDecision } from './manual-cases.ts'
export { decideByPerson, findCase, listManualCases, needsOtherPerson } from './manual-cases.ts'
export { reasonTexts } from './reason-words.ts'
export { findLastReasons, findRefusedApplications } from './reasons.ts'
export { listDecidedCases } from './store.ts'
export { reviewApplication } from './review-application.ts'
export { sweepReviews } from './sweep.ts'
