import { APPROVAL_VALID_MS } from '@hola/core/constants.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import type { ApplicationRow } from '../../person/application/public.ts'
import { updateToApproved, updateToRefused, updateToWithAPerson } from '../../person/application/public.ts'
import { grantFirstApprovalCoupon } from '../coupon/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { logAccess } from '../../platform/access-log.ts'
import { setLimit } from '../quota/public.ts'
import type { Services } from '../services.ts'
import { sealInputs } from './inputs.ts'
import { retryAfter } from './retry-after.ts'
import { insertDecision } from './store.ts'

export type Conclusion = {
  readonly userId: string
  readonly outcome: 'approved' | 'refused' | 'manual'
  readonly limit: Centavos | null
  readonly score: number | null
  readonly reasons: readonly ReviewReason[]
  readonly rulesVersion: number
  readonly inputs: ReviewInputs
  /** Null when the rules decided. */
  readonly decidedBy: string | null
}

/** Writes a decision down and lets it have its effects, all in the caller's transaction and under the application's lock. */
export const conclude = async (
  tx: Tx,
  services: Services,
  application: ApplicationRow,
  { userId, inputs, limit, ...decision }: Conclusion,
): Promise<void> => {
  const { applicationId, submittedAt, reviewExpectedAt, reviewTries } = application
  if (applicationId === null || submittedAt === null || reviewExpectedAt === null)
    throw new Error('an application that was not submitted cannot be decided')
  const now = services.clock.now()
  // A sandbox whose clock was set back still decides after it was asked.
  const decidedAt = now < submittedAt ? submittedAt : now
  const key = { userId, decisionId: services.random.uuid() }
  const sealedInputs = sealInputs(services.sealer, key, inputs)
  await insertDecision(tx, { ...decision, ...key, applicationId, limitCentavos: limit, sealedInputs, decidedAt })
  if (decision.decidedBy === null)
    await logAccess(tx, services, {
      userId,
      actor: 'review',
      categories: ['form', 'identity_result', ...(inputs.bureau.kind === 'not_asked' ? [] : (['bureau'] as const))],
      purpose: 'decision',
    })

  const tell = (news: { kind: 'approved' | 'refused'; until_at: string; amount_centavos?: number }) =>
    services.jobs.enqueue(tx, 'news', { user_id: userId, subject: key.decisionId, try_number: 1, ...news })
  if (decision.outcome === 'approved' && limit !== null) {
    const expiresAt = new Date(decidedAt.getTime() + APPROVAL_VALID_MS)
    await updateToApproved(tx, { ...key, decidedAt, limitCentavos: limit, expiresAt })
    await setLimit(tx, services, { userId, limitCentavos: limit })
    await grantFirstApprovalCoupon(tx, services, userId)
    await tell({ kind: 'approved', until_at: expiresAt.toISOString(), amount_centavos: limit })
  } else if (decision.outcome === 'refused') {
    const retryAt = retryAfter(decidedAt)
    await updateToRefused(tx, { ...key, decidedAt, retryAt })
    await tell({ kind: 'refused', until_at: retryAt.toISOString() })
  } else {
    await updateToWithAPerson(tx, { userId, tries: reviewTries + 1, since: decidedAt })
  }
}
