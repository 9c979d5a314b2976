// What other rooms may use of this one. Nothing of it is imported past this file.

export type { CollectionLine, Collector, FoundPayment, PayInstructions, PayMethod } from './port.ts'
export { CollectionProblem } from './port.ts'
export { collectionRegistry } from './registry.ts'
export type { SandboxReceipt } from './sandbox-store.ts'
export { findSandboxRequest, insertSandboxReceipt, listSandboxReceipts, updateSandboxReceipt } from './sandbox-store.ts'
