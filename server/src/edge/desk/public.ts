// What other rooms may use of this one. Nothing of it is imported past this file.

export { deskHandlers } from './handlers.ts'
export { sayProblem } from './proposals.ts'
