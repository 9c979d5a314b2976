import type { Random } from '@hola/core/clock.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Handler } from '../services.ts'
import type { Services } from '../services.ts'
import type { Facts } from './progress.ts'
import { decisionExpectedAt, isLiveApproval, progressOf, waitsUntil } from './progress.ts'
import { loadFacts } from './load-facts.ts'
import { updateToInReview } from './store.ts'

const DAY_MS = 24 * 3_600_000

/** Decisions, section 8: a review is decided 60 to 120 s after submitting. */
const REVIEW_MIN_MS = 60_000
const REVIEW_MAX_MS = 120_000

const drawReviewMs = (random: Random): number =>
  REVIEW_MIN_MS + (Buffer.from(random.bytes(4)).readUInt32BE() % (REVIEW_MAX_MS - REVIEW_MIN_MS + 1))

/** How far the application is; submits it, or asks whether it is decided. */
export const applyInfo: Handler<'loan/apply_info'> = async ({ services, language, user: { userId } }, body) =>
  inTransaction(services.pool, async (tx) => {
    const facts = await loadFacts(tx, services, { userId, language, locked: body.submit === true })
    if (body.submit === true) {
      const refusal = await submit(tx, services, userId, facts)
      return refusal ?? show(await loadFacts(tx, services, { userId, language }))
    }
    if (body.check_result === true && facts.row?.state === 'in_review') return refuse('not_ready')
    return show(facts)
  })

/** Sends a complete application to review. Who sends it twice, or from two phones at once, has sent it once. */
const submit = async (tx: Tx, services: Services, userId: string, facts: Facts): Promise<Refusal | undefined> => {
  if (facts.row?.state === 'in_review' || isLiveApproval(facts)) return undefined
  const retryAt = waitsUntil(facts)
  if (retryAt !== null) {
    return refuse('application_refused', { days: Math.ceil((retryAt.getTime() - facts.now.getTime()) / DAY_MS) })
  }
  const { photos, card } = facts.photos
  if (card.differences.length > 0) return refuse('card_differs')
  if (card.expired_day !== null) return refuse('card_expired')
  const progress = progressOf(facts)
  if (progress.next_step === 'photos')
    return refuse(photos.some(({ state }) => state === 'missing') ? 'id_photo_needed' : 'photo_to_retake')
  if (!progress.can_submit) return refuse('application_incomplete')
  const { random, jobs, switches } = services
  if ((await switches.stoppedUntil(tx, services, 'applications')) !== undefined) return refuse('applications_stopped')

  const reviewExpectedAt = new Date(facts.now.getTime() + drawReviewMs(random))
  const submission = { userId, applicationId: random.uuid(), submittedAt: facts.now, reviewExpectedAt }
  await updateToInReview(tx, submission)
  const review = { user_id: userId, application_id: submission.applicationId, try_number: 0 }
  await jobs.enqueue(tx, 'application-review', review, { startAfter: reviewExpectedAt })
  return undefined
}

const show = (facts: Facts): RetOf<'loan/apply_info'> => ({
  application: progressOf(facts),
  photos: facts.photos.photos,
  card_check: facts.photos.card,
  submitted_at: facts.row?.submittedAt?.toISOString() ?? null,
  decision_expected_at: decisionExpectedAt(facts)?.toISOString() ?? null,
  review_stage: facts.row?.reviewStage ?? null,
  decided_at: facts.row?.decidedAt?.toISOString() ?? null,
  limit_centavos: facts.row?.limitCentavos ?? null,
  expires_at: facts.row?.expiresAt?.toISOString() ?? null,
  retry_at: waitsUntil(facts)?.toISOString() ?? null,
  reasons: facts.reasons,
})
