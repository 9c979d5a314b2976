// What other rooms may use of this one. Nothing of it is imported past this file.

export { demandConsent, giveConsent, withdrawConsent } from './consents.ts'
export type { ConsentKind } from './kinds.ts'
export { consentKinds } from './kinds.ts'
export { listLastConsents, updateDeleted } from './store.ts'
