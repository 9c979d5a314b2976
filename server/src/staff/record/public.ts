// What other rooms may use of this one. Nothing of it is imported past this file.

export { documentsOf, openDocument } from './documents.ts'
export { listLoanPage, readBooks, showLoan, visitLoan, whatIf } from './loan.ts'
export { listOffers } from './offers.ts'
export { openField } from './open-field.ts'
export { showPerson, visitPerson } from './person.ts'
export { search } from './search.ts'
export type { LoanPlace, Place } from './store.ts'
export { listEvents, listLoanReceipts, listLoanRefunds } from './store.ts'
