import { cardDifferences, expiredDay, sidesAgree } from './card-check.ts'
import type { CardField } from './card-check.ts'
import type { IdentityEvidence } from './evidence.ts'
import type { PhotoKind } from './images.ts'
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
  /**
   * `manual`: a person looks. It is never an approval. `correct`: the form says something else than the card, or the card
   * has run out: she mends it and is judged anew; photos may have to be taken again besides.
   */
  readonly outcome: 'pass' | 'retake' | 'refuse' | 'manual' | 'correct'
  readonly retake: PhotoKind[]
  readonly reasons: ReasonCode[]
}

/** Nothing is decided yet: she takes a photo again or mends what the card says otherwise, and is judged anew. */
export const isUpToHer = (outcome: IdentityVerdict['outcome']): outcome is 'retake' | 'correct' =>
  outcome === 'retake' || outcome === 'correct'

type Finding =
  | { readonly outcome: 'refuse' | 'manual' | 'correct'; readonly reason: ReasonCode }
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
  const asked = new Set(findings.flatMap((finding) => (finding.outcome === 'retake' ? [finding.photo] : [])))
  const retake = photoOrder.filter((photo) => asked.has(photo))
  const isUsedUp = (photo: PhotoKind): boolean => history.retakesSoFar[photo] >= thresholds.maxRetakes
  // First of all: what is wrong only as long as a word is mistyped must not decide about anybody.
  if (findings.some((finding) => finding.outcome === 'correct'))
    return { outcome: 'correct', retake: retake.filter((photo) => !isUsedUp(photo)), reasons }
  if (findings.some((finding) => finding.outcome === 'refuse')) return { outcome: 'refuse', retake: [], reasons }
  if (findings.some((finding) => finding.outcome === 'manual')) return { outcome: 'manual', retake: [], reasons }
  if (retake.length === 0) return { outcome: 'pass', retake: [], reasons }
  if (retake.some(isUsedUp)) {
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

/**
 * What was typed against what the card says. A typing error is corrected, not refused: until then the application cannot
 * be sent. What only one side says otherwise is asked for again.
 */
const formFindings = ({ mrz, barcode }: IdentityEvidence, typed: Person): Finding[] => {
  const { form, front, back } = cardDifferences({ mrz, barcode }, typed)
  const isOtherCard = mrz !== null && barcode !== null
  return [
    ...form.map((field): Finding => ({
      outcome: 'correct',
      reason: field === 'dni' && isOtherCard ? 'card_of_another_dni' : codeOf[field],
    })),
    ...back.map((field): Finding => ({ outcome: 'retake', reason: codeOf[field], photo: 'back' })),
    ...front.map((field): Finding => ({ outcome: 'retake', reason: codeOf[field], photo: 'front' })),
  ]
}

const codeOf: Readonly<Record<CardField, ReasonCode>> = {
  dni: 'dni_differs',
  birth: 'birth_differs',
  sex: 'sex_differs',
  surname: 'names_differ',
  givenNames: 'names_differ',
}

const sidesFindings = ({ mrz, barcode }: IdentityEvidence, { earlierReasons }: IdentityHistory): Finding[] => {
  if (sidesAgree({ mrz, barcode })) return []
  if (earlierReasons.includes('sides_differ')) return [{ outcome: 'refuse', reason: 'sides_differ_again' }]
  return [
    { outcome: 'retake', reason: 'sides_differ', photo: 'front' },
    { outcome: 'retake', reason: 'sides_differ', photo: 'back' },
  ]
}

// Only the zone tells the end. A card read by its barcode alone may have run out: it does not pass unseen. On its last
// day a card is still good.
const expiryFindings = ({ mrz, barcode }: IdentityEvidence, today: Day): Finding[] => {
  if (expiredDay({ mrz, barcode }, today) !== null) return [{ outcome: 'correct', reason: 'card_expired' }]
  if (mrz) return []
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
