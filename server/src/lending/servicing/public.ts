// What other rooms may use of this one. Nothing of it is imported past this file.

export { makePlan, previewPlan, previewPlanReversal, reversePlan } from './plan.ts'
export { previewWaiver, previewWaiverReversal, reverseWaiver, waiveLateCharges } from './waiver.ts'
export { previewWriteOff, previewWriteOffReversal, reverseWriteOff, writeOff } from './write-off.ts'
