import type { Centavos } from '@hola/core/money.ts'
import { decide } from '@hola/core/review/decide.ts'
import type { ReviewInputs } from '@hola/core/review/inputs.ts'
import type { ReviewReason } from '@hola/core/review/reasons.ts'
import { isReviewReason } from '@hola/core/review/reasons.ts'
import type { ReviewRules } from '@hola/core/review/rules.ts'
import type { ApplicationRow } from '../../person/application/public.ts'
import {
  findApplication,
  listWaitingApplications,
  readSteps,
  updateToInProgress,
} from '../../person/application/public.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import type { PhotoKind } from '../../person/identity/public.ts'
import { askForPhotosAgain, listPhotoFiles } from '../../person/identity/public.ts'
import type { Services } from '../services.ts'
import { conclude } from './conclude.ts'
import { isDniActiveElsewhere, openInputs, productGrid } from './inputs.ts'
import { rulesOf } from './load-rules.ts'
import { reasonTexts } from './reason-words.ts'
import type { DecisionRow } from './store.ts'
import { findManualDecision, listManualDecisions } from './store.ts'

export type ManualCase = {
  readonly userId: string
  readonly applicationId: string
  readonly submittedAt: Date
  /** Since when it waits for a person, and why. */
  readonly since: Date
  readonly reasons: readonly ReviewReason[]
  /** What score and income would allow; zero: nothing, null: not known. */
  readonly proposedLimit: Centavos | null
}

/** The same face or image is known under another DNI: nobody is approved before somebody says that it is another person. */
export const needsOtherPerson = ({ identity }: ReviewInputs): boolean =>
  identity.reasons.some((code) => code === 'image_reused' || code === 'face_reused')

/** What waits for a person, the longest waiting first. */
export const listManualCases = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  page: WaitingPage,
): Promise<ManualCase[]> => {
  const waiting = await listWaitingApplications(tx, page)
  const decisions = await listManualDecisions(tx, waiting)
  const rules = new Map<number, ReviewRules>()
  for (const { rulesVersion } of decisions.values())
    if (!rules.has(rulesVersion)) rules.set(rulesVersion, await rulesOf(tx, rulesVersion))
  return waiting.map((one) => {
    const decision = decisions.get(one.applicationId)
    const byRules = decision && rules.get(decision.rulesVersion)
    return {
      ...one,
      reasons: decision?.reasons ?? [],
      proposedLimit: decision && byRules ? limitIn(sealer, decision, byRules) : null,
    }
  })
}

/** A case whose facts cannot be opened must not take the whole list with it: it has no amount there, and says why when it is opened. */
const limitIn = (sealer: Services['sealer'], decision: DecisionRow, rules: ReviewRules): Centavos | null => {
  try {
    return decide(rules, openInputs(sealer, decision, decision.sealedInputs)).proposedLimit
  } catch {
    return null
  }
}

export type CaseDetail = Omit<ManualCase, 'proposedLimit'> & {
  /** The same reasons in words, as the applicant would read them. */
  readonly words: Readonly<Record<'en' | 'es', readonly string[]>>
  readonly inputs: ReviewInputs
  readonly score: number
  /** What score and income would allow; zero: nothing. */
  readonly proposedLimit: Centavos
  /** The rows of the rules that had a say. */
  readonly hits: readonly string[]
  readonly rulesVersion: number
  readonly photos: readonly { readonly kind: PhotoKind; readonly uploadId: string; readonly fileName: string }[]
}

/** One case with all that a person decides by. Undefined when it does not wait for one. */
export const findCase = async (
  tx: Tx,
  { sealer }: Pick<Services, 'sealer'>,
  userId: string,
): Promise<CaseDetail | undefined> => {
  const found = await findWaiting(tx, userId, { locked: false })
  if (found === undefined) return undefined
  const { submittedAt, decision } = found
  const { applicationId, decidedAt: since, reasons, rulesVersion } = decision
  const inputs = openInputs(sealer, decision, decision.sealedInputs)
  const { score, proposedLimit, hits } = decide(await rulesOf(tx, rulesVersion), inputs)
  return {
    userId,
    applicationId,
    submittedAt,
    since,
    reasons,
    words: { en: reasonTexts(reasons, 'en'), es: reasonTexts(reasons, 'es') },
    inputs,
    score,
    proposedLimit,
    hits,
    rulesVersion,
    photos: await listPhotoFiles(tx, userId),
  }
}

/** Why a person's decision cannot be taken, for that person. */
export class CaseProblem {
  readonly reason: string
  /** For what is to be said in the language of whoever decides. */
  readonly kind: 'not_waiting' | 'same_person' | 'not_offered' | 'other_account' | undefined

  constructor(reason: string, kind?: CaseProblem['kind']) {
    this.reason = reason
    this.kind = kind
  }
}

export type PersonDecision = {
  readonly userId: string
  readonly outcome: 'approved' | 'refused' | 'retake'
  /** For an approval, on a step of the product. */
  readonly limitCentavos?: Centavos
  /** Codes of the review; for a retake those of the identity check that name a photo, like `selfie_blurred`. */
  readonly reasons: readonly string[]
  /** Of somebody whose face or image is known under another DNI: that she is another person. */
  readonly isOtherPerson?: boolean
  /** Who decides. */
  readonly actor: string
}

/**
 * A person decides what the rules left to one. It has the same effects as a decision of the rules; who did it and why is
 * written down by whoever calls, in the same transaction.
 */
export const decideByPerson = async (
  tx: Tx,
  services: Services,
  { userId, outcome, limitCentavos, reasons, isOtherPerson = false, actor }: PersonDecision,
): Promise<CaseProblem | undefined> => {
  const found = await findWaiting(tx, userId, { locked: true })
  if (found === undefined) return new CaseProblem('this application does not wait for a person', 'not_waiting')
  if (outcome === 'retake') {
    if (!(await askForPhotosAgain(tx, services, { userId, reasons })))
      return new CaseProblem('a retake needs reasons that name a photo, like selfie_blurred or card_unread')
    await updateToInProgress(tx, userId)
    return undefined
  }

  const unknown = reasons.find((code) => !isReviewReason(code))
  if (unknown !== undefined) return new CaseProblem(`"${unknown}" is no reason of a review`)
  const { application, decision } = found
  const inputs = openInputs(services.sealer, decision, decision.sealedInputs)
  if (outcome === 'approved' && needsOtherPerson(inputs) && !isOtherPerson)
    return new CaseProblem('the same face or image has another DNI: say first that it is another person', 'same_person')
  const limit = outcome === 'approved' ? (limitCentavos ?? null) : null
  const problem =
    outcome === 'approved'
      ? await findApprovalProblem(tx, services, userId, limit)
      : reasons.length === 0
        ? new CaseProblem('a refusal needs a reason')
        : undefined
  if (problem !== undefined) return problem
  await conclude(tx, services, application, {
    userId,
    outcome,
    limit,
    score: decision.score,
    reasons: reasons.filter(isReviewReason),
    rulesVersion: decision.rulesVersion,
    inputs,
    decidedBy: actor,
  })
  return undefined
}

const findApprovalProblem = async (
  tx: Tx,
  services: Services,
  userId: string,
  limit: Centavos | null,
): Promise<CaseProblem | undefined> => {
  const { amountMinCentavos: min, amountMaxCentavos: max, amountStepCentavos: step } = await productGrid(tx)
  if (limit === null || limit < min || limit > max || (limit - min) % step !== 0)
    return new CaseProblem(
      `an approval needs a limit from ${min} to ${max} centavos in steps of ${step}`,
      'not_offered',
    )
  const { basic } = await readSteps(tx, services.sealer, userId)
  const dni = basic?.info.national_id_number
  if (dni !== undefined && (await isDniActiveElsewhere(tx, services, { userId, dni })))
    return new CaseProblem('the same DNI has a live approval or an open loan under another account', 'other_account')
  return undefined
}

type Waiting = {
  readonly application: ApplicationRow
  readonly submittedAt: Date
  readonly decision: DecisionRow
}

const findWaiting = async (tx: Tx, userId: string, { locked }: { locked: boolean }): Promise<Waiting | undefined> => {
  const application = await findApplication(tx, userId, { locked })
  if (application?.reviewStage !== 'with_a_person') return undefined
  const { applicationId, submittedAt } = application
  if (applicationId === null || submittedAt === null) return undefined
  const decision = await findManualDecision(tx, { userId, applicationId })
  return decision && { application, submittedAt, decision }
}
