// What other rooms may use of this one. Nothing of it is imported past this file.

export type { AgencyProblem } from './agency.ts'
export { findNoticeDay, handToAgency } from './agency.ts'
export { countArrears, listArrears } from './arrears.ts'
export type { ContactProblem } from './contact-borrower.ts'
export { contactBorrower, deskFactsOf, previewContact, sendContact } from './contact-borrower.ts'
export type { LateStanding } from './late.ts'
export { standingOf } from './late.ts'
export type { PromiseProblem } from './promise.ts'
export { recordPromise } from './promise.ts'
export { findHandover } from './store.ts'
