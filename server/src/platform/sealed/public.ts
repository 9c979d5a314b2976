// What other rooms may use of this one. Nothing of it is imported past this file.

export type { AssociatedData, Sealer } from './sealer.ts'
export { createSealer } from './sealer.ts'
