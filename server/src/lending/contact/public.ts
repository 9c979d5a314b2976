// What other rooms may use of this one. Nothing of it is imported past this file.

export { chooseContact, contactChoice } from './choice.ts'
export { contactFactsOf, lockContacts, openText, writeContact } from './contact.ts'
export type { ContactOutcome } from './store.ts'
export { findAttempt, findOutcome, insertOutcome, insertPromise, listAttempts, listPromises } from './store.ts'
