import { findApplicant } from '../../person/application/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { listJudgements, listPhotoFiles, photoKinds, reasonText } from '../../person/identity/public.ts'
import type { CaseDetail } from '../../lending/review/public.ts'
import { findCase, listDiffering, listManualCases } from '../../lending/review/public.ts'
import type { Services } from '../services.ts'
import type { Act, Hand } from '../../staff/act/public.ts'
import { listActs, recordAct } from '../../staff/act/public.ts'
import { actJson, actsTable } from './acts.ts'
import { demandWaiting } from './decide.ts'
import type { Answer } from './print.ts'
import { flatten, pairs, parts, showPesos, showTime, table } from './print.ts'
import { DeskProblem } from './problem.ts'

const ACTS_SHOWN_MAX = 100
/** Nobody works through more at a sitting. */
const CASES_SHOWN_MAX = 500

/** What waits for a person. Nothing in it says who it is, so nobody has to say who looks. */
export const showCases = async (services: Services): Promise<Answer> => {
  const cases = await inTransaction(services.pool, (tx) => listManualCases(tx, services, { limit: CASES_SHOWN_MAX }))
  return {
    text:
      cases.length === 0
        ? 'No case waits for a person.'
        : table(
            ['ID', 'SUBMITTED', 'WAITS SINCE', 'REASONS'],
            cases.map(({ userId, submittedAt, since, reasons }) => [
              userId,
              showTime(submittedAt),
              showTime(since),
              reasons.join(', '),
            ]),
          ),
    json: cases.map(({ userId, applicationId, submittedAt, since, reasons }) => ({
      user_id: userId,
      application_id: applicationId,
      submitted_at: submittedAt.toISOString(),
      waits_since: since.toISOString(),
      reasons,
    })),
  }
}

/** Decisions that today's reading of the bureau may have made otherwise. It names cases and nobody. */
export const showDiffering = async (services: Services): Promise<Answer> => {
  const { count, differing } = await inTransaction(services.pool, (tx) => listDiffering(tx, services))
  return {
    text:
      differing.length === 0
        ? `None of ${count} decisions would have come out otherwise.`
        : table(
            ['CASE', 'DECIDED', 'OUTCOME', 'MAY HAVE BEEN', 'REASONS'],
            differing.map(({ decision, again }) => [
              decision.applicationId,
              showTime(decision.decidedAt),
              decision.outcome,
              again.outcome,
              again.reasons.join(', '),
            ]),
          ),
    json: differing.map(({ decision, again }) => ({
      application_id: decision.applicationId,
      decided_at: decision.decidedAt.toISOString(),
      outcome: decision.outcome,
      may_have_been: again.outcome,
      reasons: again.reasons,
    })),
  }
}

type Judgement = Awaited<ReturnType<typeof listJudgements>>[number]
type Photo = Awaited<ReturnType<typeof listPhotoFiles>>[number]

type Whole = {
  readonly detail: CaseDetail
  /** As the form has her: what the card in the photos is held against. */
  readonly person: Readonly<Record<string, string>>
  readonly judgements: readonly Judgement[]
  readonly photos: readonly Photo[]
  readonly acts: readonly Act[]
}

const load = async (tx: Tx, services: Services, userId: string): Promise<Whole> => {
  await demandWaiting(tx, userId)
  const detail = await findCase(tx, services, userId)
  if (detail === undefined) throw new DeskProblem(`Nothing is written down about the case of ${userId}.`)
  const files = await listPhotoFiles(tx, userId)
  const { basic } = (await findApplicant(tx, services, userId)).steps
  if (basic === null) throw new Error('submitted without the basic step')
  const { first_name, last_name, national_id_number, cuil, birth_day, gender_id } = basic.info
  return {
    detail,
    person: { first_name, last_name, national_id_number, cuil, birth_day, gender_id },
    judgements: await listJudgements(tx, userId),
    photos: photoKinds.flatMap((kind) => files.filter((file) => file.kind === kind)),
    acts: await listActs(tx, { userId, limit: ACTS_SHOWN_MAX }),
  }
}

const showJudgement = ({ outcome, retake, reasons, scores, rulesVersion, judgedAt }: Judgement): string =>
  [
    `Identity, ${showTime(judgedAt)}, rules ${rulesVersion}: ${outcome}${retake.length === 0 ? '' : ` of ${retake.join(', ')}`}`,
    ...reasons.map((code) => `  ${code}: ${reasonText(code)}`),
    ...(Object.keys(scores).length === 0 ? [] : [pairs(flatten(scores))]),
  ].join('\n')

const show = ({ detail, person, judgements, photos, acts }: Whole): string =>
  parts(
    `Case ${detail.userId}\n${pairs([
      ['submitted', showTime(detail.submittedAt)],
      ['waits since', showTime(detail.since)],
      ['rules', `version ${detail.rulesVersion}`],
      ['score', String(detail.score)],
      ['limit by score and income', detail.proposedLimit === 0 ? 'none' : showPesos(detail.proposedLimit)],
      ['rows that had a say', detail.hits.join(', ') || '-'],
    ])}`,
    `Why a person has to look\n${detail.reasons.map((code, at) => `  ${code}: ${detail.words.en[at] ?? ''}`).join('\n')}`,
    `The person, as the form has her\n${pairs(flatten(person))}`,
    `What the rules decided by\n${pairs(flatten(detail.inputs))}`,
    judgements.length === 0 ? 'Identity: the photos were never judged.' : judgements.map(showJudgement).join('\n\n'),
    `Photos (see them by: photos ${detail.userId} --to <folder>)\n${pairs(
      photos.map(({ kind, uploadId, storedAt }) => [kind, `${showTime(storedAt)}  ${uploadId}`]),
    )}`,
    acts.length === 0 ? 'Nobody has looked at it before.' : `What was done before\n${actsTable(acts)}`,
  )

const toJson = ({ detail, person, judgements, photos, acts }: Whole): object => ({
  user_id: detail.userId,
  application_id: detail.applicationId,
  submitted_at: detail.submittedAt.toISOString(),
  waits_since: detail.since.toISOString(),
  reasons: detail.reasons.map((code, at) => ({ code, text: detail.words.en[at] ?? '' })),
  rules_version: detail.rulesVersion,
  score: detail.score,
  proposed_limit_centavos: detail.proposedLimit,
  hits: detail.hits,
  person,
  inputs: detail.inputs,
  identity: judgements.map(({ outcome, retake, reasons, scores, rulesVersion, judgedAt }) => ({
    outcome,
    retake,
    reasons: reasons.map((code) => ({ code, text: reasonText(code) })),
    scores,
    rules_version: rulesVersion,
    judged_at: judgedAt.toISOString(),
  })),
  photos: photos.map(({ kind, uploadId, storedAt }) => ({
    kind,
    upload_id: uploadId,
    stored_at: storedAt.toISOString(),
  })),
  acts: acts.map(actJson),
})

/** Opens a case, and writes down that it was opened and by whom. */
export const showCase = async (services: Services, hand: Hand, userId: string): Promise<Answer> => {
  const whole = await inTransaction(services.pool, async (tx) => {
    const found = await load(tx, services, userId)
    await recordAct(tx, services, hand, {
      act: 'see_case',
      userId,
      details: { application_id: found.detail.applicationId },
    })
    return found
  })
  return { text: show(whole), json: toJson(whole) }
}
