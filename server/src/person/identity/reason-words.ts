import type { WireLanguage } from '@hola/core/language.ts'
import { say, type WordKey } from '@hola/i18n/words.ts'
import type { PhotoStatus } from '../application/public.ts'
import type { PhotoKind } from './images.ts'
import type { IdentityVerdict, ReasonCode } from './verdict.ts'
import { isUpToHer } from './verdict.ts'

type Row = { readonly photos: readonly PhotoKind[]; readonly key: WordKey }

/** The contract's bound; no photo has ever that many at once. */
const REASONS_MAX = 5

/**
 * What a person is told about each reason, and at which photo. Null: it is for whoever reviews, and says nothing about
 * a photo that she could take better.
 */
const rows: Readonly<Record<ReasonCode, Row | null>> = {
  front_unusable: { photos: ['front'], key: 'photos_reason_unusable' },
  back_unusable: { photos: ['back'], key: 'photos_reason_unusable' },
  selfie_unusable: { photos: ['selfie'], key: 'photos_reason_unusable' },
  front_blurred: { photos: ['front'], key: 'photos_reason_card_blurred' },
  back_blurred: { photos: ['back'], key: 'photos_reason_card_blurred' },
  selfie_blurred: { photos: ['selfie'], key: 'photos_reason_selfie_blurred' },
  front_asked_again: { photos: ['front'], key: 'photos_reason_card_asked_again' },
  back_asked_again: { photos: ['back'], key: 'photos_reason_card_asked_again' },
  selfie_asked_again: { photos: ['selfie'], key: 'photos_reason_selfie_asked_again' },
  not_processed: null,
  selfie_without_face: { photos: ['selfie'], key: 'photos_reason_selfie_without_face' },
  selfie_with_several_faces: { photos: ['selfie'], key: 'photos_reason_selfie_with_several_faces' },
  portrait_not_found: { photos: ['front'], key: 'photos_reason_portrait_not_found' },
  card_unread: { photos: ['back'], key: 'photos_reason_card_unread' },
  dni_differs: { photos: ['front', 'back'], key: 'photos_reason_dni_differs' },
  birth_differs: { photos: ['front', 'back'], key: 'photos_reason_birth_differs' },
  sex_differs: { photos: ['front', 'back'], key: 'photos_reason_sex_differs' },
  names_differ: { photos: ['front', 'back'], key: 'photos_reason_names_differ' },
  card_of_another_dni: { photos: ['front', 'back'], key: 'photos_reason_card_of_another_dni' },
  sides_differ: { photos: ['front', 'back'], key: 'photos_reason_sides_differ' },
  sides_differ_again: { photos: ['front', 'back'], key: 'photos_reason_sides_differ' },
  expiry_unread: { photos: ['back'], key: 'photos_reason_expiry_unread' },
  card_expired: { photos: ['back'], key: 'photos_reason_card_expired' },
  face_uncertain: { photos: ['selfie'], key: 'photos_reason_face_uncertain' },
  face_differs: { photos: ['selfie'], key: 'photos_reason_face_differs' },
  face_differs_again: { photos: ['selfie'], key: 'photos_reason_face_differs' },
  image_reused: null,
  face_reused: null,
  // Said while a person looks, and again when she asks for the selfie anew: it accuses nobody.
  selfie_perhaps_of_picture: { photos: ['selfie'], key: 'photos_reason_selfie_perhaps_of_picture' },
  retakes_used_up: null,
}

/** What whoever reviews is told where it is not what the person is told. */
const reviewerWords: Readonly<Partial<Record<ReasonCode, string>>> = {
  not_processed: 'A photo could not be read although it was tried twice: our fault, look at it yourself.',
  image_reused: 'One of these very images was sent before under another DNI.',
  face_reused: 'The face in the selfie is known under another DNI.',
  selfie_perhaps_of_picture:
    'The selfie may be a photo of a print or of a screen. The scores alone prove nothing: look for edges, glare and a pattern of dots.',
  retakes_used_up: 'The photos were asked for as often as may be, and still do not suffice.',
}

/** A reason in words for whoever reviews. */
export const reasonText = (code: ReasonCode): string => {
  const key = rows[code]?.key
  return reviewerWords[code] ?? (key === undefined ? code : say(key, 'en'))
}

/** The reasons for which a photo can be asked for again. */
export const reasonsToRetake = (kind: PhotoKind): ReasonCode[] =>
  (Object.keys(rows) as ReasonCode[]).filter((code) => rows[code]?.photos.includes(kind))

/** Why one photo was not accepted, in plain words; a retake names a reason only at the photos that it asks for. */
export const reasonsAt = (
  kind: PhotoKind,
  { outcome, retake, reasons }: IdentityVerdict,
  language: WireLanguage,
): PhotoStatus['reasons'] => {
  if (isUpToHer(outcome) && !retake.includes(kind)) return []
  return reasons
    .flatMap((code) => {
      const row = rows[code]
      return row?.photos.includes(kind) ? [{ code, text: say(row.key, language) }] : []
    })
    .slice(0, REASONS_MAX)
}
