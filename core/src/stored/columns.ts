import { keptReadings, keptEngines, keptScores } from './identity.ts'
import {
  keptAgreement,
  keptApplyAnswer,
  keptDifferences,
  keptInstructions,
  keptPayoutAccount,
  keptProduct,
  keptRepayAnswer,
  keptSignature,
} from './loan.ts'
import {
  keptActDetails,
  keptByLaw,
  keptDeviceRecords,
  keptIdentity,
  keptOwner,
  keptProposalDetails,
  keptRequestWords,
  keptSandboxMessage,
} from './person.ts'
import { keptBureauReport, keptDecisionInputs, keptReviewRules } from './review.ts'
import { keptSteps } from './steps.ts'
import type { KeptShape } from './versions.ts'

/** A shape of whatever value. */
type AnyShape = Omit<KeptShape<unknown>, 'write' | 'writeText'>

/** One shape, or one for each value of another column of the row. */
export type KeptIn = AnyShape | { readonly by: string; readonly shapes: Readonly<Record<string, AnyShape>> }

/**
 * Every column that keeps JSON of ours, sealed or not, as `table.column`. A test of the server holds this list against
 * the database.
 */
export const keptColumns: Readonly<Record<string, KeptIn>> = {
  'agreement.sealed_facts': keptAgreement,
  'application_step.sealed': { by: 'step', shapes: keptSteps },
  'apply_request.sealed_answer': keptApplyAnswer,
  'bureau_report.sealed_report': keptBureauReport,
  'consumer_request.sealed_words': keptRequestWords,
  'desk_act.details': keptActDetails,
  'device_record.sealed_record': { by: 'kind', shapes: keptDeviceRecords },
  'erasure.kept': keptByLaw,
  'erasure.sealed_identity': keptIdentity,
  'erasure.sealed_owner': keptOwner,
  'identity_verdict.scores': keptScores,
  'identity_verdict.versions': keptEngines,
  'loan_order.sealed_account': keptPayoutAccount,
  'payment.sealed_instructions': keptInstructions,
  'photo.sealed_reading': { by: 'kind', shapes: keptReadings },
  'product_version.content': keptProduct,
  'proposal.details': keptProposalDetails,
  'reconciliation.differences': keptDifferences,
  'repay_request.sealed_answer': keptRepayAnswer,
  'review_decision.sealed_inputs': keptDecisionInputs,
  'review_rules.content': keptReviewRules,
  'sandbox_message.sealed_message': keptSandboxMessage,
  'signature_evidence.sealed_entry': keptSignature,
}

/** The shape of what a column of this row keeps; undefined for a column that keeps no JSON. */
export const keptShapeOf = (
  table: string,
  column: string,
  row: Readonly<Record<string, unknown>>,
): AnyShape | undefined => {
  const kept = keptColumns[`${table}.${column}`]
  return kept !== undefined && 'by' in kept ? kept.shapes[String(row[kept.by])] : kept
}
