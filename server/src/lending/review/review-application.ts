import type { BureauFile } from '@hola/core/review/inputs.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { ApplicationRow, ReviewStage, StepInfo } from '../../person/application/public.ts'
import { findApplication, readSteps, updateReview } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { IdentityVerdict } from '../../person/identity/public.ts'
import { findStandingVerdict, isUpToHer } from '../../person/identity/public.ts'
import type { JobData, jobTable } from '../../platform/jobs/public.ts'
import { BureauProblem } from '../../providers/bureau/public.ts'
import type { Services } from '../services.ts'
import { askBureau } from './bureau-reports.ts'
import { conclude } from './conclude.ts'
import { collectInputs } from './inputs.ts'

/** Reading photos takes seconds: ten minutes of them, then a person looks. */
export const IDENTITY_PAUSE_MS = 10_000
export const IDENTITY_TRIES_MAX = 60
/** A bureau that is down is asked again for a day, then a person looks. */
export const BUREAU_PAUSE_MS = 5 * 60_000
export const BUREAU_WAIT_MAX_MS = 24 * 3_600_000

type Job = JobData<typeof jobTable, 'application-review'>

type Due = {
  readonly application: ApplicationRow
  readonly basic: StepInfo['basic']
  readonly extra: StepInfo['social']
  readonly verdict: IdentityVerdict | undefined
}

/**
 * The review of one submission. It is decided once: a job that runs twice, late or beside another finds the submission
 * decided or put off by the first and does nothing. The bureau is asked outside any transaction, and nobody is approved
 * without its answer.
 */
export const reviewApplication = async (services: Services, job: Job): Promise<void> => {
  const due = await inTransaction(services.pool, (tx) => findDue(tx, services, job, { locked: false }))
  if (due === undefined) return
  const bureau = isRefused(due) || isStillJudged(due) ? 'not_asked' : await askBureau(services, due.basic.cuil)
  await inTransaction(services.pool, async (tx) => {
    const still = await findDue(tx, services, job, { locked: true })
    if (still !== undefined) await review(tx, services, job, still, bureau)
  })
}

/** What is to be decided; undefined when it is decided, taken back, or the matter of a later try. */
const findDue = async (
  tx: Tx,
  services: Services,
  { user_id: userId, application_id: applicationId, try_number: tryNumber }: Job,
  { locked }: { locked: boolean },
): Promise<Due | undefined> => {
  const application = await findApplication(tx, userId, { locked })
  if (application?.state !== 'in_review' || application.reviewStage === 'with_a_person') return undefined
  if (application.applicationId !== applicationId || application.reviewTries !== tryNumber) return undefined
  const { basic, social } = await readSteps(tx, services.sealer, userId)
  if (basic === null || social === null) throw new Error('an application in review lacks a step')
  const verdict = await findStandingVerdict(tx, services, { userId, basic: basic.info })
  return { application, basic: basic.info, extra: social.info, verdict }
}

const isRefused = ({ verdict }: Due): boolean => verdict?.outcome === 'refuse'

/** The photos are being read: until then nothing is known, and nobody else is asked about anybody. */
const isStillJudged = ({ application, verdict }: Due): boolean =>
  (verdict === undefined || isUpToHer(verdict.outcome)) && application.reviewTries < IDENTITY_TRIES_MAX

const review = async (
  tx: Tx,
  services: Services,
  job: Job,
  due: Due,
  answer: BureauFile | BureauProblem | 'not_asked',
): Promise<void> => {
  const { application, basic, extra, verdict } = due
  if (isStillJudged(due) || (answer === 'not_asked' && !isRefused(due)))
    return putOff(tx, services, job, { stage: 'automatic', pauseMs: IDENTITY_PAUSE_MS })
  const waitedMs = services.clock.now().getTime() - (application.submittedAt?.getTime() ?? 0)
  if (answer instanceof BureauProblem && answer.kind === 'unavailable' && waitedMs < BUREAU_WAIT_MAX_MS)
    return putOff(tx, services, job, { stage: 'waiting_for_bureau', pauseMs: BUREAU_PAUSE_MS })

  const bureau =
    answer === 'not_asked'
      ? ({ kind: 'not_asked' } as const)
      : answer instanceof BureauProblem
        ? ({ kind: 'unavailable' } as const)
        : answer
  const userId = job.user_id
  const { rules, version: rulesVersion } = services.review
  const inputs = await collectInputs(tx, services, { userId, basic, extra, verdict, bureau })
  const { outcome, limit, score, reasons } = decide(rules, inputs)
  await conclude(tx, services, application, {
    userId,
    outcome,
    limit,
    score,
    reasons,
    rulesVersion,
    inputs,
    decidedBy: null,
  })
}

/** Goes on later, with the next try: whatever else still runs for this one finds that its turn is over. */
const putOff = async (
  tx: Tx,
  { clock, jobs }: Services,
  job: Job,
  { stage, pauseMs }: { readonly stage: Exclude<ReviewStage, 'with_a_person'>; readonly pauseMs: number },
): Promise<void> => {
  const tries = job.try_number + 1
  const expectedAt = new Date(clock.now().getTime() + pauseMs)
  await updateReview(tx, { userId: job.user_id, stage, tries, expectedAt })
  await jobs.enqueue(tx, 'application-review', { ...job, try_number: tries }, { startAfter: expectedAt })
}
