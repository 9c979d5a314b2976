import { basicInfo } from '@hola/core/application/basic.ts'
import { missingFields, requiredFields } from '@hola/core/application/missing.ts'
import { extraInfo } from '@hola/core/application/social.ts'
import { transferInfo } from '@hola/core/application/withdrawal.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import type { Address } from '../account/public.ts'
import type { CardCheck, PhotosOnFile } from './photos.ts'
import type { FormStep, SavedStep } from './saved-steps.ts'
import type { StepProblem, Surroundings } from './step-problems.ts'
import { findBasicProblems, findSocialProblems, findWithdrawalProblems } from './step-problems.ts'
import type { ApplicationRow } from './store.ts'

export type Progress = RetOf<'loan/apply_info'>['application']
type StepProgress = Progress['steps'][number]

/** Everything there is to know about an application at one moment. */
export type Facts = Surroundings & {
  readonly now: Date
  /** Undefined before anything was saved. */
  readonly row: ApplicationRow | undefined
  /** Why it was decided as it was, in the language of the request; none before. */
  readonly reasons: RetOf<'loan/apply_info'>['reasons']
  readonly photos: PhotosOnFile
  /** Where the codes of the person go. */
  readonly addresses: readonly Address[]
}

const asked = {
  basic: { names: Object.keys(basicInfo.shape), required: requiredFields(basicInfo) },
  social: { names: Object.keys(extraInfo.shape), required: requiredFields(extraInfo) },
  withdrawal: { names: Object.keys(transferInfo.shape), required: requiredFields(transferInfo) },
} as const

/**
 * A saved step can become incomplete again, by a birthday, a list that changed, a field that the form asks for since, or
 * another step that was saved later: the contact whose phone is now the applicant's own, the account of the name before
 * it was corrected. It is open then, with the fields to look at; what was typed stays.
 */
const formProgress = <Info extends object>(
  step: FormStep,
  saved: SavedStep<Info> | null,
  find: (info: Info, surroundings: Surroundings) => StepProblem[],
  facts: Facts,
): StepProgress => {
  const missing =
    saved === null
      ? asked[step].names
      : [
          ...new Set([
            ...missingFields(asked[step].required, saved.info),
            ...find(saved.info, facts).map(({ path }) => path.replace(/\..*/, '')),
          ]),
        ]
  return { step, complete: missing.length === 0, saved_at: saved?.savedAt.toISOString() ?? null, missing }
}

/** Complete when the three are there, and nothing is to be mended of what the card says. */
const photosProgress = ({ photos, card, savedAt }: PhotosOnFile): StepProgress => {
  const missing = photos.filter(({ state }) => state === 'missing' || state === 'retake').map(({ kind }) => kind)
  const isComplete = missing.length === 0 && !needsCorrection(card)
  return { step: 'photos', complete: isComplete, saved_at: savedAt?.toISOString() ?? null, missing }
}

/** Whether the card says something else than the form, or has run out: such an application cannot be sent. */
export const needsCorrection = ({ differences, expired_day: expiredDay }: CardCheck): boolean =>
  differences.length > 0 || expiredDay !== null

/** Until when a refused person has to wait; null once she may submit again. */
export const waitsUntil = ({ row, now }: Pick<Facts, 'row' | 'now'>): Date | null =>
  row?.state === 'refused' && row.retryAt !== null && row.retryAt > now ? row.retryAt : null

/** An approval lasts until its end, which is not part of it: the clock alone makes it an expired one. */
export const isLiveApproval = ({ row, now }: Pick<Facts, 'row' | 'now'>): boolean =>
  row?.state === 'approved' && row.expiresAt !== null && now < row.expiresAt

/** When a decision is to be expected; null when nobody can say, because a person has it in hand. */
export const decisionExpectedAt = ({ row }: Pick<Facts, 'row'>): Date | null =>
  row?.state === 'in_review' && row.reviewStage !== 'with_a_person' ? row.reviewExpectedAt : null

const stateOf = (facts: Facts, steps: readonly StepProgress[]): Progress['state'] => {
  if (facts.row?.state === 'in_review') return 'in_review'
  if (facts.row?.state === 'approved') return isLiveApproval(facts) ? 'approved' : 'expired'
  if (waitsUntil(facts) !== null) return 'refused'
  if (facts.photos.photos.some(({ state }) => state === 'retake')) return 'retake'
  return steps.some(({ saved_at }) => saved_at !== null) ? 'in_progress' : 'not_started'
}

/** How far an application is, what is missing, and where to go on. */
export const progressOf = (facts: Facts): Progress => {
  const { basic, social, withdrawal } = facts.steps
  const steps = [
    formProgress('basic', basic, findBasicProblems, facts),
    formProgress('social', social, findSocialProblems, facts),
    formProgress('withdrawal', withdrawal, findWithdrawalProblems, facts),
    photosProgress(facts.photos),
  ]
  const state = stateOf(facts, steps)
  const isOpen = state !== 'in_review' && state !== 'approved' && state !== 'refused'
  const next = steps.find(({ complete }) => !complete)?.step ?? null
  return { state, steps, next_step: isOpen ? next : null, can_submit: isOpen && next === null }
}
