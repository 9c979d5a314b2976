// What other rooms may use of this one. Nothing of it is imported past this file.

export type { NamedLevel } from './levels.ts'
export { readMembership } from './levels.ts'
export { membershipInfo } from './membership-info.ts'
