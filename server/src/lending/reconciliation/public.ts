// What other rooms may use of this one. Nothing of it is imported past this file.

export { causes } from './causes.ts'
export { reconcileByJob, sweepReconciliations } from './daily.ts'
export { reconcile } from './reconcile.ts'
export type { DaySummary, Finding, WaitingDay } from './store.ts'
export {
  countWaitingDays,
  findStanding,
  insertNote,
  listDaySummaries,
  listFindings,
  listNotes,
  listWaitingDays,
} from './store.ts'
