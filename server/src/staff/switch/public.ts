// What other rooms may use of this one. Nothing of it is imported past this file.

export type { StopRow } from './store.ts'
export { listStopHistory } from './store.ts'
export { listStoppedMethods, start, stop, stoppedUntil } from './switches.ts'
