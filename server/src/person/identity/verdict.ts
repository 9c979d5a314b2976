import type { IdentityEvidence } from './evidence.ts'
import type { PhotoKind } from './images.ts'
import { namesAlike } from './names.ts'
import type { NameSource } from './names.ts'
import type { Day, Person } from './person.ts'

/** Measured on specimens and public portraits; to be refitted to the scores of the field, which each verdict records. */
export type IdentityThresholds = {
  /** At most this far apart, portrait and selfie are one person. */
  readonly faceMatchDistance: number
  /** Further apart than this they are two; between the two limits another selfie decides. */
  readonly faceRefuseDistance: number
  /** At most this far from a face known under another DNI, it is that face. Among many it must be nearer than between two. */
  readonly faceReuseDistance: number
  /** Above it a pattern of ink or of a screen lies over the selfie: a person looks. */
  readonly maxSpoof: number
  /** Below it the selfie looks like a picture of a face: a person looks. */
  readonly minLiveness: number
  readonly maxRetakes: number
  readonly minSharpness: Readonly<Record<PhotoKind, number>>
}

export type IdentityHistory = {
  /** How often each photo has been asked for again in this application. */
  readonly retakesSoFar: Readonly<Record<PhotoKind, number>>
  /** The reasons of all earlier verdicts on this application. */
  readonly earlierReasons: readonly ReasonCode[]
  /** Whether the same image or face is known under another DNI. */
  readonly reuse: 'none' | 'image' | 'face'
}

const photoOrder: readonly PhotoKind[] = ['front', 'back', 'selfie']

export type ReasonCode =
  | `${PhotoKind}_unusable`
  | `${PhotoKind}_blurred`
  | `${PhotoKind}_asked_again`
  | 'not_processed'
  | 'selfie_without_face'
  | 'selfie_with_several_faces'
  | 'portrait_not_found'
  | 'card_unread'
  | 'dni_differs'
  | 'birth_differs'
  | 'sex_differs'
  | 'names_differ'
  | 'card_of_another_dni'
  | 'sides_differ'
  | 'sides_differ_again'
  | 'expiry_unread'
  | 'card_expired'
  | 'face_uncertain'
  | 'face_differs'
  | 'face_differs_again'
  | 'image_reused'
  | 'face_reused'
  | 'selfie_perhaps_of_picture'
  | 'retakes_used_up'

export type IdentityVerdict = {
  /** `manual`: a person looks. It is never an approval. */
  readonly outcome: 'pass' | 'retake' | 'refuse' | 'manual'
  readonly retake: PhotoKind[]
  readonly reasons: ReasonCode[]
}

type Finding =
  | { readonly outcome: 'refuse' | 'manual'; readonly reason: ReasonCode }
  | { readonly outcome: 'retake'; readonly reason: ReasonCode; readonly photo: PhotoKind }

/**
 * The table of the identity check. Every row is looked at, so that a person who has to take photos again is told
 * everything at once; the gravest finding decides.
 */
export const identityVerdict = (
  evidence: IdentityEvidence,
  form: Person,
  history: IdentityHistory,
  thresholds: IdentityThresholds,
  today: Day,
): IdentityVerdict => {
  const findings = [
    ...photoFindings(evidence),
    ...cardFindings(evidence, thresholds),
    ...formFindings(evidence, form),
    ...sidesFindings(evidence, history),
    ...expiryFindings(evidence, today),
    ...faceFindings(evidence, history, thresholds),
    ...presentationFindings(evidence, thresholds),
    ...reuseFindings(history),
  ]
  const reasons = [...new Set(findings.map((finding) => finding.reason))]
  if (findings.some((finding) => finding.outcome === 'refuse')) return { outcome: 'refuse', retake: [], reasons }
  if (findings.some((finding) => finding.outcome === 'manual')) return { outcome: 'manual', retake: [], reasons }
  const asked = new Set(findings.flatMap((finding) => (finding.outcome === 'retake' ? [finding.photo] : [])))
  const retake = photoOrder.filter((photo) => asked.has(photo))
  if (retake.length === 0) return { outcome: 'pass', retake: [], reasons }
  if (retake.some((photo) => history.retakesSoFar[photo] >= thresholds.maxRetakes)) {
    return { outcome: 'manual', retake: [], reasons: [...reasons, 'retakes_used_up'] }
  }
  return { outcome: 'retake', retake, reasons }
}

const photoFindings = ({ problems, selfieFaces, portraitFaces }: IdentityEvidence): Finding[] => {
  const findings: Finding[] = []
  for (const photo of photoOrder) {
    const problem = problems[photo]
    if (problem === 'not_processed') findings.push({ outcome: 'manual', reason: 'not_processed' })
    else if (problem !== undefined) findings.push({ outcome: 'retake', reason: `${photo}_unusable`, photo })
  }
  if (problems.selfie === undefined && selfieFaces !== 1) {
    const reason = selfieFaces === 0 ? 'selfie_without_face' : 'selfie_with_several_faces'
    findings.push({ outcome: 'retake', reason, photo: 'selfie' })
  }
  if (problems.front === undefined && portraitFaces === 0) {
    findings.push({ outcome: 'retake', reason: 'portrait_not_found', photo: 'front' })
  }
  return findings
}

// Every card has the zone on its back, not every one a barcode: the back is asked for, the front only if it is blurred.
const cardFindings = (evidence: IdentityEvidence, { minSharpness }: IdentityThresholds): Finding[] => {
  if (evidence.mrz || evidence.barcode) return []
  const findings: Finding[] = [{ outcome: 'retake', reason: 'card_unread', photo: 'back' }]
  for (const photo of ['front', 'back'] as const) {
    if (evidence.problems[photo] === undefined && evidence.sharpness[photo] < minSharpness[photo]) {
      findings.push({ outcome: 'retake', reason: `${photo}_blurred`, photo })
    }
  }
  return findings
}

const formFindings = ({ mrz, barcode }: IdentityEvidence, form: Person): Finding[] => {
  if (mrz && barcode && sidesAgree(mrz, barcode) && !sameDni(mrz, form)) {
    return [{ outcome: 'refuse', reason: 'card_of_another_dni' }]
  }
  return [
    ...(mrz ? differences(mrz, form, 'back', { truncated: mrz.namesTruncated, misreadPerWord: 1 }) : []),
    ...(barcode ? differences(barcode, form, 'front', { truncated: false, misreadPerWord: 0 }) : []),
  ]
}

const differences = (
  card: Person,
  form: Person,
  photo: PhotoKind,
  reading: Pick<NameSource, 'truncated' | 'misreadPerWord'>,
): Finding[] => {
  const reasons: ReasonCode[] = []
  if (!sameDni(card, form)) reasons.push('dni_differs')
  if (card.birth !== form.birth) reasons.push('birth_differs')
  if (card.sex !== form.sex) reasons.push('sex_differs')
  if (!namesAlike(form, { ...card, ...reading })) reasons.push('names_differ')
  return reasons.map((reason) => ({ outcome: 'retake', reason, photo }))
}

const sidesFindings = ({ mrz, barcode }: IdentityEvidence, { earlierReasons }: IdentityHistory): Finding[] => {
  if (!mrz || !barcode || sidesAgree(mrz, barcode)) return []
  if (earlierReasons.includes('sides_differ')) return [{ outcome: 'refuse', reason: 'sides_differ_again' }]
  return [
    { outcome: 'retake', reason: 'sides_differ', photo: 'front' },
    { outcome: 'retake', reason: 'sides_differ', photo: 'back' },
  ]
}

const sidesAgree = (mrz: Person, barcode: Person): boolean => sameDni(mrz, barcode) && mrz.birth === barcode.birth

const sameDni = (a: Person, b: Person): boolean => a.dni.replace(/^0+/, '') === b.dni.replace(/^0+/, '')

// Only the zone tells the end. A card read by its barcode alone may have run out: it does not pass unseen. On its last
// day a card is still good.
const expiryFindings = ({ mrz, barcode }: IdentityEvidence, today: Day): Finding[] => {
  if (mrz) return mrz.expiry < today ? [{ outcome: 'refuse', reason: 'card_expired' }] : []
  return barcode ? [{ outcome: 'retake', reason: 'expiry_unread', photo: 'back' }] : []
}

const faceFindings = (
  { faceDistance, portraitFaces, selfieFaces, sharpness }: IdentityEvidence,
  { earlierReasons }: IdentityHistory,
  thresholds: IdentityThresholds,
): Finding[] => {
  if (faceDistance === null) {
    // Without a face on one side the photo's own finding has asked for it again; two faces never compared are our fault.
    return portraitFaces > 0 && selfieFaces > 0 ? [{ outcome: 'manual', reason: 'not_processed' }] : []
  }
  if (faceDistance <= thresholds.faceMatchDistance) return []
  if (faceDistance <= thresholds.faceRefuseDistance)
    return [{ outcome: 'retake', reason: 'face_uncertain', photo: 'selfie' }]
  // Only good selfies count against a person.
  if (selfieFaces !== 1) return []
  if (sharpness.selfie < thresholds.minSharpness.selfie) {
    return [{ outcome: 'retake', reason: 'selfie_blurred', photo: 'selfie' }]
  }
  if (earlierReasons.includes('face_differs')) return [{ outcome: 'refuse', reason: 'face_differs_again' }]
  return [{ outcome: 'retake', reason: 'face_differs', photo: 'selfie' }]
}

// Never a refusal and never a retake: a score alone proves nothing, and another try would teach which pictures pass.
const presentationFindings = (
  { presentation: { spoof, liveness } }: IdentityEvidence,
  { maxSpoof, minLiveness }: IdentityThresholds,
): Finding[] => {
  const isDoubtful = (spoof !== null && spoof > maxSpoof) || (liveness !== null && liveness < minLiveness)
  return isDoubtful ? [{ outcome: 'manual', reason: 'selfie_perhaps_of_picture' }] : []
}

const reuseFindings = ({ reuse }: IdentityHistory): Finding[] => {
  if (reuse === 'none') return []
  return [{ outcome: 'manual', reason: reuse === 'image' ? 'image_reused' : 'face_reused' }]
}
