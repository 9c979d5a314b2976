// What other rooms may use of this one. Nothing of it is imported past this file.

export type { DeadJob, JobHandlers, Jobs } from './queue.ts'
export { DEAD_LETTER, openQueue } from './queue.ts'
export type { JobData, JobName } from './table.ts'
export { jobTable } from './table.ts'
