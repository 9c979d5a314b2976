// What other rooms may use of this one. Nothing of it is imported past this file.

export { consent } from './consent.ts'
export { download } from './download.ts'
export { erase, eraseAgain } from './erase.ts'
export { holdings } from './holdings.ts'
export { sendErasureMessage } from './erasure-message.ts'
export { deleteTooOld } from './retention.ts'
export { openIdentity, associatedDataOf } from './sealed-erasure.ts'
export { state } from './state.ts'
export { findErasure, listErased } from './store.ts'
