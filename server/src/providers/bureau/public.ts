// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Bureau } from './port.ts'
export { BureauProblem } from './port.ts'
export { bureauRegistry } from './registry.ts'
