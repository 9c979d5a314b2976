import type { ReviewDecision } from '@hola/core/review/decide.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import { findApplication } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Services } from '../services.ts'
import { openInputs } from './inputs.ts'
import { isSameAgain, replay } from './replay.ts'
import type { DecisionRow } from './store.ts'
import { listDecisionsOfCase } from './store.ts'

export type ReplayedDecision = {
  readonly decision: DecisionRow
  readonly again: ReviewDecision
  readonly isSame: boolean
}

/** What was submitted once, and all that was decided about it. */
export type CaseFile = {
  readonly userId: string
  readonly caseId: string
  /** taken_back: she has it in hand again, for a photo or a correction. */
  readonly state: 'waiting' | 'approved' | 'refused' | 'taken_back'
  /** Since when it waits, or when it was decided. */
  readonly since: Date
  /** Null where she has submitted anew since. */
  readonly submittedAt: Date | null
  /** The oldest first; never none. */
  readonly decisions: readonly ReplayedDecision[]
  /** What the last of them was made from. */
  readonly inputs: ReviewInputs
}

/** A case, also one that was decided long ago; undefined when there is none of this id. Nothing is written down here. */
export const findCaseFile = async (
  tx: Tx,
  services: Pick<Services, 'sealer'>,
  caseId: string,
): Promise<CaseFile | undefined> => {
  const rows = await listDecisionsOfCase(tx, caseId)
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const { userId } = last
  const application = await findApplication(tx, userId, { locked: false })
  const isCurrent = application?.applicationId === caseId
  const isWaiting = isCurrent && application.reviewStage === 'with_a_person'
  const decisions: ReplayedDecision[] = []
  for (const decision of rows) {
    const again = await replay(tx, services, decision)
    decisions.push({ decision, again, isSame: isSameAgain(decision, again) })
  }
  return {
    userId,
    caseId,
    state: last.outcome === 'manual' ? (isWaiting ? 'waiting' : 'taken_back') : last.outcome,
    since: last.decidedAt,
    submittedAt: isCurrent ? application.submittedAt : null,
    decisions,
    inputs: openInputs(services.sealer, last, last.sealedInputs),
  }
}
