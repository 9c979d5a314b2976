import { personCode } from '@hola/core/desk-contract/codes.ts'
import { CASE_OPEN_MINUTES, CASES_PAGE } from '@hola/core/desk-contract/cases.ts'
import type { DeskBodyOf, DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { ageOn } from '@hola/core/identifiers/age.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { say } from '@hola/i18n/words.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { ownHistory } from '../../lending/order/public.ts'
import type { CaseFile, PersonDecision, ReplayedDecision } from '../../lending/review/public.ts'
import {
  decideByPerson,
  findCaseFile,
  listDecidedCases,
  listManualCases,
  needsOtherPerson,
  productGrid,
} from '../../lending/review/public.ts'
import { findApplicant, findApplication } from '../../person/application/public.ts'
import {
  findCardEvidence,
  findSameAs,
  historySince,
  listJudgements,
  listPhotoFiles,
  listPhotoSummaries,
  listStandingReasons,
  photoKinds,
} from '../../person/identity/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Act } from '../../staff/act/public.ts'
import { findLastAct, recordAct } from '../../staff/act/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import type { Claim } from '../../staff/work/public.ts'
import { caseDueAt, findOwners } from '../../staff/work/public.ts'
import type { Services } from '../services.ts'
import type { DeskHandler } from './context.ts'

const OPEN_MS = CASE_OPEN_MINUTES * 60_000

type Shown = DeskRetOf<'cases/show'>
type Listed = DeskRetOf<'cases/list'>['cases'][number]

const showOwner = (claim: Claim | undefined): Listed['owner'] =>
  claim === undefined ? null : { member_id: claim.memberId, name: claim.name, since_at: claim.claimedAt.toISOString() }

const listWaiting = async (
  tx: Tx,
  services: Services,
  member: SignedIn,
  { show, after }: DeskBodyOf<'cases/list'>,
): Promise<Listed[]> => {
  const owners = await findOwners(tx, services, 'case')
  const mine = [...owners].flatMap(([id, claim]) => (claim.memberId === member.memberId ? [id] : []))
  const waiting = await listManualCases(tx, services, {
    ...(show === 'mine' ? { ids: mine } : {}),
    after: after && { since: new Date(after.at), id: after.id },
    limit: CASES_PAGE,
  })
  const ofPhotos = await listStandingReasons(
    tx,
    waiting.map(({ userId }) => userId),
  )
  return waiting.map(({ userId, applicationId, since, reasons, proposedLimit }) => ({
    case_id: applicationId,
    person: personCode(userId),
    state: 'waiting',
    since_at: since.toISOString(),
    due_at: caseDueAt(since, services.reference.holidays).toISOString(),
    decided_by: null,
    limit_centavos: proposedLimit,
    reasons: [...reasons, ...(ofPhotos.get(userId) ?? [])],
    owner: showOwner(owners.get(applicationId)),
  }))
}

export const listCases: DeskHandler<'cases/list'> = async ({ services, member }, body) => {
  const { show, after } = body
  const now = services.clock.now().toISOString()
  return inTransaction(services.pool, async (tx) => {
    if (show === 'waiting' || show === 'mine') {
      const cases = await listWaiting(tx, services, member, body)
      const last = cases.at(-1)
      const isMore = last !== undefined && cases.length === CASES_PAGE
      return { now, cases, next: isMore ? { at: last.since_at, id: last.case_id } : null }
    }
    const decided = await listDecidedCases(tx, {
      which: show,
      before: after && { at: new Date(after.at), id: after.id },
      limit: CASES_PAGE,
    })
    const last = decided.at(-1)
    return {
      now,
      cases: decided.map((one) => ({
        case_id: one.applicationId,
        person: personCode(one.userId),
        state: one.outcome,
        since_at: one.decidedAt.toISOString(),
        due_at: null,
        decided_by: one.decidedBy,
        limit_centavos: one.limitCentavos,
        reasons: [...one.reasons],
        owner: null,
      })),
      next:
        last === undefined || decided.length < CASES_PAGE
          ? null
          : { at: last.decidedAt.toISOString(), id: last.decisionId },
    }
  })
}

/** Until when a case is open for a member who gave a reason; undefined when it is not. */
const openedUntil = async (
  tx: Tx,
  { clock }: Services,
  { memberId }: SignedIn,
  userId: string,
): Promise<Date | undefined> => {
  const since = new Date(clock.now().getTime() - OPEN_MS)
  const at = await findLastAct(tx, { memberId, userId, act: 'see_case', since })
  return at && new Date(at.getTime() + OPEN_MS)
}

const showReplay = ({ decision, again, isSame }: ReplayedDecision): Shown['replays'][number] => ({
  decided_at: decision.decidedAt.toISOString(),
  decided_by: decision.decidedBy,
  outcome: decision.outcome,
  score: decision.score,
  limit_centavos: decision.limitCentavos,
  reasons: [...decision.reasons],
  rules_version: decision.rulesVersion,
  again: {
    outcome: again.outcome,
    score: again.score,
    limit_centavos: again.proposedLimit,
    reasons: [...again.reasons],
    hits: [...again.hits],
  },
  is_same: isSame,
})

const numberIn = (scores: Readonly<Record<string, unknown>>, name: string): number | null => {
  const value = scores[name]
  return typeof value === 'number' ? value : null
}

const flagIn = (scores: Readonly<Record<string, unknown>>, name: string): boolean | null => {
  const value = scores[name]
  return typeof value === 'boolean' ? value : null
}

const showIdentity = async (tx: Tx, { identity }: Services, userId: string): Promise<Shown['identity']> => {
  const last = (await listJudgements(tx, userId)).at(-1)
  if (last === undefined) return null
  const { thresholds } = identity.rules
  const { scores } = last
  const sharpness = scores['sharpness']
  return {
    outcome: last.outcome,
    reasons: [...last.reasons],
    rules_version: last.rulesVersion,
    judged_at: last.judgedAt.toISOString(),
    face_distance: numberIn(scores, 'face_distance'),
    face_match_distance: thresholds.faceMatchDistance,
    face_refuse_distance: thresholds.faceRefuseDistance,
    sharpness:
      typeof sharpness === 'object' && sharpness !== null
        ? {
            front: numberIn(sharpness as Record<string, unknown>, 'front') ?? 0,
            back: numberIn(sharpness as Record<string, unknown>, 'back') ?? 0,
            selfie: numberIn(sharpness as Record<string, unknown>, 'selfie') ?? 0,
          }
        : null,
    sharpness_min: { ...thresholds.minSharpness },
    is_zone_read: flagIn(scores, 'zone_read'),
    is_barcode_read: flagIn(scores, 'barcode_read'),
    spoof: numberIn(scores, 'spoof'),
    liveness: numberIn(scores, 'liveness'),
  }
}

const showBureau = ({ bureau }: CaseFile['inputs']): NonNullable<Shown['opened']>['bureau'] => {
  const file = bureau.kind === 'on_file' ? bureau : undefined
  return {
    answer: bureau.kind,
    worst_now: file?.worstNow ?? null,
    worst_24_months: file?.worst24Months ?? null,
    debt_centavos: file?.debtTotalCentavos ?? null,
    rejected_cheques_count: file?.unpaidRejectedChequesCount ?? null,
    is_in_review: file?.isInReview ?? false,
    months: (file?.months ?? []).map(({ month, worst }) => ({ month, worst })),
  }
}

const showPerson = async (
  tx: Tx,
  services: Services,
  userId: string,
): Promise<NonNullable<Shown['opened']>['person']> => {
  const { basic, social } = (await findApplicant(tx, services, userId)).steps
  if (basic === null || social === null) return null
  const { info } = basic
  const evidence = await findCardEvidence(tx, services, { userId, basic: info })
  return {
    first_name: info.first_name,
    last_name: info.last_name,
    national_id_number: info.national_id_number,
    cuil: info.cuil,
    birth_day: info.birth_day,
    age_years: ageOn(info.birth_day, civilDayOf(services.clock.now())),
    gender_id: info.gender_id,
    employment_type_id: social.info.employment_type_id,
    monthly_income_centavos: social.info.monthly_salary_centavos as Centavos,
    evidence: evidence.fields.map((one) => ({ ...one })),
    on_card: { ...evidence.onCard },
    card_expiry_day: evidence.expiryDay,
    is_card_expired: evidence.isExpired,
  }
}

const showOpened = async (tx: Tx, services: Services, file: CaseFile): Promise<NonNullable<Shown['opened']>> => {
  const { own } = file.inputs
  const photos = await listPhotoSummaries(tx, file.userId, historySince(services.clock.now()))
  return {
    person: await showPerson(tx, services, file.userId),
    bureau: showBureau(file.inputs),
    own: {
      cleared_on_time_count: own.clearedOnTimeCount,
      cleared_late_count: own.clearedLateCount,
      is_overdue_now: own.isOverdueNow,
      open_principal_centavos: own.openPrincipalCentavos,
    },
    photos: photoKinds.flatMap((kind) =>
      photos
        .filter((photo) => photo.kind === kind)
        .map(({ uploadId, storedAt, retakesCount }) => ({
          kind,
          upload_id: uploadId,
          stored_at: storedAt.toISOString(),
          retakes_count: retakesCount,
        })),
    ),
    retakes_max: services.identity.rules.thresholds.maxRetakes,
  }
}

export const showCase: DeskHandler<'cases/show'> = async ({ services, member }, { case_id: caseId }) =>
  inTransaction(services.pool, async (tx) => {
    const file = await findCaseFile(tx, services, caseId)
    const last = file?.decisions.at(-1)
    if (file === undefined || last === undefined) return refuse('case_not_found')
    const until = await openedUntil(tx, services, member, file.userId)
    const grid = await productGrid(tx)
    // What the rules said is in the first of them: a person's decision is made from the same facts.
    const { again } = file.decisions[0] ?? last
    const { identity } = file.inputs
    const isWaiting = file.state === 'waiting'
    return {
      now: services.clock.now().toISOString(),
      case_id: caseId,
      user_id: file.userId,
      state: file.state,
      since_at: file.since.toISOString(),
      due_at: isWaiting ? caseDueAt(file.since, services.reference.holidays).toISOString() : null,
      submitted_at: file.submittedAt?.toISOString() ?? null,
      owner: showOwner(isWaiting ? (await findOwners(tx, services, 'case')).get(caseId) : undefined),
      reasons: [...new Set([...last.decision.reasons, ...identity.reasons])],
      score: again.score,
      limit_by_rules_centavos: again.proposedLimit,
      grid: {
        min_centavos: grid.amountMinCentavos,
        max_centavos: grid.amountMaxCentavos,
        step_centavos: grid.amountStepCentavos,
      },
      identity: await showIdentity(tx, services, file.userId),
      replays: file.decisions.map(showReplay),
      needs_same_person: needsOtherPerson(file.inputs),
      opened_until: until?.toISOString() ?? null,
      opened: until === undefined ? null : await showOpened(tx, services, file),
    }
  })

/** Opens a case, and writes down that it was opened, by whom and why. */
export const openCase: DeskHandler<'cases/open'> = async ({ services, member }, { case_id: caseId, why }) =>
  inTransaction(services.pool, async (tx) => {
    const file = await findCaseFile(tx, services, caseId)
    if (file === undefined) return refuse('case_not_found')
    const { memberId, name } = member
    await recordAct(
      tx,
      services,
      { memberId, name, why },
      { act: 'see_case', userId: file.userId, details: { application_id: caseId } },
    )
    return { opened_until: new Date(services.clock.now().getTime() + OPEN_MS).toISOString() }
  })

/** A case that this member has open now. */
const demandOpened = async (
  tx: Tx,
  services: Services,
  member: SignedIn,
  caseId: string,
): Promise<CaseFile | Refusal> => {
  const file = await findCaseFile(tx, services, caseId)
  if (file === undefined) return refuse('case_not_found')
  const until = await openedUntil(tx, services, member, file.userId)
  return until === undefined ? refuse('case_not_opened') : file
}

/**
 * The photos of a case, or of somebody whose image or face is the same. That they were seen is written down before a byte
 * of them leaves: should the sending fail, the book says too much and never too little.
 */
export const showPhotos: DeskHandler<'cases/photos'> = async (
  { services, member },
  { case_id: caseId, match_user_id: other },
) => {
  const found = await inTransaction(services.pool, async (tx) => {
    const file = await demandOpened(tx, services, member, caseId)
    if (file instanceof Refusal) return file
    const match =
      other === undefined
        ? undefined
        : (await findSameAs(tx, services, file.userId)).find(({ userId }) => userId === other)
    if (other !== undefined && match === undefined) return refuse('case_not_found')
    const userId = other ?? file.userId
    const files = (await listPhotoFiles(tx, userId)).filter(
      ({ kind }) => match === undefined || kind === match.otherPhoto || kind === 'selfie',
    )
    const { memberId, name } = member
    await recordAct(
      tx,
      services,
      { memberId, name, why: `case ${caseId}` },
      {
        act: 'see_photos',
        userId,
        details: Object.fromEntries(files.map(({ kind, uploadId }) => [kind, uploadId])),
      },
    )
    return files
  })
  if (found instanceof Refusal) return found
  const photos = []
  for (const { kind, fileName } of found)
    photos.push({ kind, jpeg: (await services.files.get(fileName)).toString('base64') })
  return { photos }
}

/** "B···· M······": enough to see that it is another name. */
const mask = (text: string): string =>
  text
    .split(' ')
    .map((word) => `${word.slice(0, 1)}${'·'.repeat(Math.max(0, word.length - 1))}`)
    .join(' ')

const maskDni = (dni: string): string => `${dni.slice(0, 2)}${'·'.repeat(Math.max(0, dni.length - 3))}${dni.slice(-1)}`

export const showSame: DeskHandler<'cases/same'> = async ({ services, member }, { case_id: caseId }) =>
  inTransaction(services.pool, async (tx) => {
    const file = await demandOpened(tx, services, member, caseId)
    if (file instanceof Refusal) return file
    const matches: DeskRetOf<'cases/same'>['matches'] = []
    for (const one of await findSameAs(tx, services, file.userId)) {
      const { basic } = (await findApplicant(tx, services, one.userId)).steps
      const history = await ownHistory(tx, services, one.userId)
      const application = await findApplication(tx, one.userId, { locked: false })
      matches.push({
        user_id: one.userId,
        by: one.by,
        distance: one.distance,
        photo: one.photo,
        other_photo: one.otherPhoto,
        is_photo_kept: one.isPhotoKept,
        masked_name: basic === null ? '' : mask(`${basic.info.first_name} ${basic.info.last_name}`).slice(0, 80),
        masked_dni: basic === null ? '' : maskDni(basic.info.national_id_number),
        birth_year: basic === null ? null : Number(basic.info.birth_day.slice(0, 4)),
        sent_at: (one.sentAt ?? services.clock.now()).toISOString(),
        application_state: application?.state ?? 'in_progress',
        cleared_on_time_count: history.clearedOnTimeCount,
        cleared_late_count: history.clearedLateCount,
        is_overdue_now: history.overdueNow,
      })
    }
    return { reuse_distance: services.identity.rules.thresholds.faceReuseDistance, matches }
  })

const notDecidable = (problem: string): Refusal => refuse('case_not_decidable', { problem })

const sayProblem = (
  name: 'not_waiting' | 'same_person' | 'above_rules' | 'not_offered' | 'other_account',
  language: WireLanguage,
): Refusal => notDecidable(say(`desk_queue_problem_${name}`, language))

/** Decides a waiting case and writes it down, both or neither. */
const decide = async (
  { services, member, language }: Parameters<DeskHandler<'cases/approve'>>[0],
  { caseId, why }: { readonly caseId: string; readonly why: string },
  decision: Omit<PersonDecision, 'actor' | 'userId'>,
  act: Pick<Act, 'act' | 'details'>,
  check: (file: CaseFile, tx: Tx) => Promise<Refusal | undefined> = async () => undefined,
): Promise<Refusal | Record<string, never>> =>
  inTransaction(services.pool, async (tx) => {
    const file = await findCaseFile(tx, services, caseId)
    if (file === undefined) return refuse('case_not_found')
    if (file.state !== 'waiting') return sayProblem('not_waiting', language)
    const refusal = await check(file, tx)
    if (refusal !== undefined) return refusal
    const { memberId, name } = member
    const problem = await decideByPerson(tx, services, { ...decision, userId: file.userId, actor: name })
    if (problem !== undefined)
      return problem.kind === undefined ? notDecidable(problem.reason) : sayProblem(problem.kind, language)
    await recordAct(
      tx,
      services,
      { memberId, name, why },
      { ...act, userId: file.userId, details: { ...act.details, application_id: caseId } },
    )
    return {}
  })

/**
 * Within what score and income allow one member approves. Where the same face or image is known under another DNI she
 * first says that it is another person: nobody else can.
 */
export const approveCase: DeskHandler<'cases/approve'> = async (context, body) => {
  const { case_id: caseId, limit_centavos: limit, same_person: samePerson, why } = body
  return decide(
    context,
    { caseId, why },
    { outcome: 'approved', limitCentavos: limit, reasons: [], isOtherPerson: samePerson === 'no' },
    {
      act: 'approve',
      details: { limit_centavos: limit, ...(samePerson === null ? {} : { same_person: samePerson }) },
    },
    async ({ decisions }) => {
      const allowed = decisions[0]?.again.proposedLimit ?? 0
      return limit > allowed ? sayProblem('above_rules', context.language) : undefined
    },
  )
}

export const refuseCase: DeskHandler<'cases/refuse'> = async (context, body) => {
  const { case_id: caseId, reason, same_person: samePerson, why } = body
  return decide(
    context,
    { caseId, why },
    { outcome: 'refused', reasons: [reason] },
    { act: 'refuse', details: { reason, ...(samePerson === null ? {} : { same_person: samePerson }) } },
  )
}

export const retakePhoto: DeskHandler<'cases/retake'> = async (context, { case_id: caseId, photo, why }) => {
  const asked = `${photo}_asked_again`
  return decide(
    context,
    { caseId, why },
    { outcome: 'retake', reasons: [asked] },
    { act: 'retake', details: { photo, reason: asked } },
  )
}
