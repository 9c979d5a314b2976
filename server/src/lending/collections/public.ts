// What other rooms may use of this one. Nothing of it is imported past this file.

export { findNoticeDay, handToAgency } from './agency.ts'
export { countArrears, listArrears } from './arrears.ts'
export type { ContactProblem } from './contact-borrower.ts'
export { contactBorrower, deskFactsOf, previewContact, sendContact } from './contact-borrower.ts'
export { standingOf } from './late.ts'
export type { PromiseProblem } from './promise.ts'
export { recordPromise } from './promise.ts'
export { findHandover } from './store.ts'
