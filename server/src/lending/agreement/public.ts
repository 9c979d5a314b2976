// What other rooms may use of this one. Nothing of it is imported past this file.

export type { Agreement } from './agreements.ts'
export {
  agreementReference,
  findAgreement,
  findEvidence,
  findKeptAgreement,
  findSignatory,
  indexAgreement,
  matchingAgreement,
  printAgreement,
  recordSignature,
  verifyEvidence,
} from './agreements.ts'
export { sweepDrafts } from './draft-sweep.ts'
export type { Evidence, EvidenceCheck, EvidenceProblem } from './evidence.ts'
export type { PrintedDocument } from './pdf.ts'
export { openPrinter } from './printer.ts'
