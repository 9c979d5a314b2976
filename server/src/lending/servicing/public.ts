// What other rooms may use of this one. Nothing of it is imported past this file.

export { makePlan, reversePlan } from './plan.ts'
export { reverseWaiver, waiveLateCharges } from './waiver.ts'
export { reverseWriteOff, writeOff } from './write-off.ts'
