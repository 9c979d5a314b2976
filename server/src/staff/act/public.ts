// What other rooms may use of this one. Nothing of it is imported past this file.

export type { ActsCheck, ActsProblem, Hand } from './acts.ts'
export { recordAct, verifyActs } from './acts.ts'
export type { Act } from './hash.ts'
export { retryDeadJob } from './retry-job.ts'
export { findLastAct, listActTimes, listActs, listLastPeople } from './store.ts'
