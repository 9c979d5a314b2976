import { civilDayOf } from '@hola/core/calendar.ts'
import { findApplication, readSteps, updateToInProgress } from '../application/public.ts'
import { demandConsent } from '../consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { logAccess } from '../../platform/access-log.ts'
import type { BlindIndex } from '../../platform/sealed/public.ts'
import { isIndexOf } from '../../platform/sealed/public.ts'
import type { Services } from '../services.ts'
import { evidenceOf } from './evidence.ts'
import type { IdentityEvidence } from './evidence.ts'
import { indexForm, personOf } from './form.ts'
import { photoKinds } from './photo-kinds.ts'
import { historySince } from './photos-on-file.ts'
import { openReading } from './reading.ts'
import { findReuse, leaveTrace, searchFaces } from './reuse.ts'
import type { Trace } from './reuse.ts'
import type { Judged } from './store.ts'
import { findVerdict, insertVerdict, listPhotoSummaries, listReadPhotos, listVerdicts } from './store.ts'
import type { IdentityHistory, IdentityVerdict } from './verdict.ts'
import { identityVerdict, isUpToHer } from './verdict.ts'

type Means = Pick<Services, 'pool' | 'sealer' | 'clock' | 'random' | 'settings' | 'identity' | 'jobs'>

/**
 * Makes a verdict once three photos are read and the basic step is saved, and again when one of them has changed. In two
 * transactions, each under the lock of the application: her face has to be there for others before she is looked for among
 * them. After a submission, a verdict that asks for photos or for a correction takes the application back; no verdict
 * approves or refuses one. Broken off between the two and done again, it does the same.
 */
export const judge = async (services: Means, userId: string): Promise<void> => {
  const { pool } = services
  const traced = await inTransaction(pool, async (tx) => {
    const known = await loadUnjudged(tx, services, userId)
    if (known !== undefined) await leaveTrace(tx, services, known.trace)
    return known
  })
  if (traced === undefined) return
  const faceIds = await searchFaces(services, traced.trace)
  await inTransaction(pool, async (tx) => {
    const known = await loadUnjudged(tx, services, userId)
    // What has changed meanwhile has its own job, which judges what is there now.
    if (known === undefined || !isSame(traced.judged, known.judged)) return
    const reuse = await findReuse(tx, services, { trace: known.trace, faceIds })
    await judgeOnce(tx, services, known, reuse)
  })
}

type Unjudged = {
  readonly application: NonNullable<Awaited<ReturnType<typeof findApplication>>>
  readonly form: ReturnType<typeof personOf>
  readonly judged: Judging
  readonly evidence: IdentityEvidence
  readonly trace: Trace
}

/** What there is to judge; undefined when something is missing, not agreed to, or judged already. */
const loadUnjudged = async (tx: Tx, services: Means, userId: string): Promise<Unjudged | undefined> => {
  const { sealer } = services
  const application = await findApplication(tx, userId, { locked: true })
  const basic = (await readSteps(tx, sealer, userId)).basic
  const read = await listReadPhotos(tx, userId)
  const [front, back, selfie] = photoKinds.map((kind) => read.find((photo) => photo.kind === kind))
  if (application === undefined || basic === null || !front || !back || !selfie) return undefined
  if ((await demandConsent(tx, services, userId, 'biometric')) !== undefined) return undefined

  const form = personOf(basic.info)
  const judged: Judging = {
    uploadIds: { front: front.uploadId, back: back.uploadId, selfie: selfie.uploadId },
    formIndex: indexForm(sealer, form),
  }
  const before = await findVerdict(tx, userId)
  if (before !== undefined && isSettled(before, judged)) return undefined
  const evidence = evidenceOf({
    front: openReading(sealer, userId, 'front', front),
    back: openReading(sealer, userId, 'back', back),
    selfie: openReading(sealer, userId, 'selfie', selfie),
  })
  const trace = {
    userId,
    dniIndex: sealer.blindIndex(form.dni, 'dni'),
    imageIndexes: [front.imageIndex, back.imageIndex, selfie.imageIndex],
    descriptor: evidence.selfieDescriptor,
  }
  return { application, form, judged, evidence, trace }
}

const judgeOnce = async (
  tx: Tx,
  services: Means,
  { application, form, judged, evidence, trace: { userId } }: Unjudged,
  reuse: IdentityHistory['reuse'],
): Promise<void> => {
  const { clock, random, identity } = services
  const now = clock.now()
  const history = { ...(await loadHistory(tx, userId, judged, historySince(now))), reuse }
  const verdict = identityVerdict(evidence, form, history, identity.rules.thresholds, civilDayOf(now))
  const verdictId = random.uuid()
  await insertVerdict(tx, {
    ...verdict,
    ...judged,
    userId,
    verdictId,
    scores: scoresOf(evidence),
    versions: evidence.versions,
    rulesVersion: identity.rules.version,
    judgedAt: now,
  })
  await logAccess(tx, services, { userId, actor: 'review', categories: ['photos'], purpose: 'identity_check' })
  if (!isUpToHer(verdict.outcome) || application.state !== 'in_review') return
  await updateToInProgress(tx, userId)
  // She believes it to be with us.
  await services.jobs.enqueue(tx, 'news', { user_id: userId, kind: 'to_mend', subject: verdictId, try_number: 1 })
}

type Judging = Judged & { readonly formIndex: BlindIndex }

const hasSamePhotos = (one: Judged, other: Judged): boolean =>
  photoKinds.every((kind) => one.uploadIds[kind] === other.uploadIds[kind])
/** Under another key the index of the same form is another one, and the key may have been replaced between the two. */
const hasSameForm = (before: Judged, now: Judging): boolean => isIndexOf(before.formIndex, now.formIndex) === true
const isSame = (before: Judged, now: Judging): boolean => hasSameForm(before, now) && hasSamePhotos(before, now)

/** Judged already; or photos are asked for and not all of them are here: half of a retake would count against her. */
const isSettled = (before: IdentityVerdict & Judged, judged: Judging): boolean => {
  if (!hasSameForm(before, judged)) return false
  const isHalfRetaken = before.retake.some((kind) => before.uploadIds[kind] === judged.uploadIds[kind])
  return hasSamePhotos(before, judged) || isHalfRetaken
}

/** An earlier verdict counts when the photos that it asked for have been taken anew. */
const loadHistory = async (
  tx: Tx,
  userId: string,
  { uploadIds }: Judged,
  since: Date,
): Promise<Omit<IdentityHistory, 'reuse'>> => {
  const summaries = await listPhotoSummaries(tx, userId, since)
  const retakes = (kind: (typeof photoKinds)[number]): number =>
    summaries.find((summary) => summary.kind === kind)?.retakesCount ?? 0
  const answered = (await listVerdicts(tx, userId, since)).filter(
    (verdict) =>
      verdict.outcome === 'retake' && verdict.retake.every((kind) => verdict.uploadIds[kind] !== uploadIds[kind]),
  )
  return {
    retakesSoFar: { front: retakes('front'), back: retakes('back'), selfie: retakes('selfie') },
    earlierReasons: answered.flatMap(({ reasons }) => reasons),
  }
}

/** The numbers behind a verdict, to refit the limits by. Nothing in them says who it was. */
const scoresOf = (evidence: IdentityEvidence): Readonly<Record<string, unknown>> => ({
  face_distance: evidence.faceDistance,
  portrait_faces: evidence.portraitFaces,
  selfie_faces: evidence.selfieFaces,
  spoof: evidence.presentation.spoof,
  liveness: evidence.presentation.liveness,
  sharpness: evidence.sharpness,
  zone_read: evidence.mrz !== null,
  barcode_read: evidence.barcode !== null,
  problems: evidence.problems,
  timings_ms: evidence.timingsMs,
})
