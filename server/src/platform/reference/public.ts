// What other rooms may use of this one. Nothing of it is imported past this file.

export { holidayTableDaysLeft, warnOfTableEnd } from './holiday-table.ts'
export type { District, Province, Reference } from './reference.ts'
export { readReference } from './reference.ts'
