// What other rooms may use of this one. Nothing of it is imported past this file.

export { BureauProblem } from './port.ts'
export { bureauRegistry } from './registry.ts'
