// What other rooms may use of this one. Nothing of it is imported past this file.

export { findOwners, handOverWork, listColleagues, releaseWork, takeWork } from './claims.ts'
export { businessDayOf, caseDueAt } from './deadlines.ts'
export { readWorkFigures } from './figures.ts'
export type { Positions, QueueItem } from './queue.ts'
export { countQueue, listQueue } from './queue.ts'
export type { Claim } from './store.ts'
