import { civilDayOf } from '@hola/core/calendar.ts'
import { findApplication, readSteps, updateToInProgress } from '../application/public.ts'
import { demandConsent } from '../consent/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { logAccess } from '../../platform/access-log.ts'
import type { Services } from '../services.ts'
import { evidenceOf } from './evidence.ts'
import type { IdentityEvidence } from './evidence.ts'
import { indexForm, personOf } from './form.ts'
import { photoKinds } from './photo-kinds.ts'
import { historySince } from './photos-on-file.ts'
import { openReading } from './reading.ts'
import { traceReuse } from './reuse.ts'
import type { Judged } from './store.ts'
import { findVerdict, insertVerdict, listPhotoSummaries, listReadPhotos, listVerdicts } from './store.ts'
import type { IdentityHistory, IdentityVerdict } from './verdict.ts'
import { identityVerdict, isUpToHer } from './verdict.ts'

type Means = Pick<Services, 'sealer' | 'clock' | 'random' | 'settings' | 'identity' | 'jobs'>

/**
 * Makes a verdict once three photos are read and the basic step is saved, and again when one of them has changed. In the
 * transaction of whoever changed something, under the lock of the application. After a submission, a verdict that asks
 * for photos or for a correction takes the application back; no verdict approves or refuses one.
 */
export const judge = async (tx: Tx, services: Means, userId: string): Promise<void> => {
  const { sealer, clock, random, identity } = services
  const application = await findApplication(tx, userId, { locked: true })
  const basic = (await readSteps(tx, sealer, userId)).basic
  const read = await listReadPhotos(tx, userId)
  const [front, back, selfie] = photoKinds.map((kind) => read.find((photo) => photo.kind === kind))
  if (application === undefined || basic === null || !front || !back || !selfie) return
  if ((await demandConsent(tx, services, userId, 'biometric')) !== undefined) return

  const form = personOf(basic.info)
  const judged: Judged = {
    uploadIds: { front: front.uploadId, back: back.uploadId, selfie: selfie.uploadId },
    formIndex: indexForm(sealer, form),
  }
  const before = await findVerdict(tx, userId)
  if (before !== undefined && isSettled(before, judged)) return

  const evidence = evidenceOf({
    front: openReading(sealer, userId, 'front', front),
    back: openReading(sealer, userId, 'back', back),
    selfie: openReading(sealer, userId, 'selfie', selfie),
  })
  const now = clock.now()
  const reuse = await traceReuse(tx, services, {
    userId,
    dni: form.dni,
    imageIndexes: [front.imageIndex, back.imageIndex, selfie.imageIndex],
    descriptor: evidence.selfieDescriptor,
  })
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

/** Judged already; or photos are asked for and not all of them are here: half of a retake would count against her. */
const isSettled = (before: IdentityVerdict & Judged, { uploadIds, formIndex }: Judged): boolean => {
  if (!before.formIndex.equals(formIndex)) return false
  const isSame = photoKinds.every((kind) => before.uploadIds[kind] === uploadIds[kind])
  return isSame || before.retake.some((kind) => before.uploadIds[kind] === uploadIds[kind])
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
