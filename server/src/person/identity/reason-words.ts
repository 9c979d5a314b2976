import type { WireLanguage } from '@hola/core/language.ts'
import type { PhotoStatus } from '../application/public.ts'
import type { PhotoKind } from './images.ts'
import type { IdentityVerdict, ReasonCode } from './verdict.ts'

type Row = { readonly photos: readonly PhotoKind[] } & Readonly<Record<WireLanguage, string>>

/** The contract's bound; no photo has ever that many at once. */
const REASONS_MAX = 5

const unusable = {
  en: 'We could not open this photo. Please take it again.',
  es: 'No pudimos abrir esta foto. Sacala de nuevo.',
}
const blurredCard = {
  en: 'The photo is blurred. Hold the phone still, with good light, and take it again.',
  es: 'La foto salió movida. Sostené quieto el teléfono, con buena luz, y sacala de nuevo.',
}
const sides = {
  en: 'The front and the back are of different cards. Take both sides of your own DNI.',
  es: 'El frente y el dorso son de documentos distintos. Sacá los dos lados de tu DNI.',
}
const anotherFace = {
  en: 'The face in the selfie does not look like the photo on the DNI. Take the selfie yourself, facing the light, without glasses or cap.',
  es: 'La cara de la selfie no se parece a la foto del DNI. Sacate vos la selfie, de frente a la luz, sin anteojos ni gorra.',
}
const askedAgain = {
  en: 'Somebody of our team looked at this photo and could not make out everything. Take it again, whole, sharp and without glare.',
  es: 'Alguien de nuestro equipo miró esta foto y no pudo distinguir todo. Sacala de nuevo, entera, nítida y sin reflejos.',
}

/**
 * What a person is told about each reason, and at which photo. Null: it is for whoever reviews, and says nothing about
 * a photo that she could take better.
 */
const rows: Readonly<Record<ReasonCode, Row | null>> = {
  front_unusable: { photos: ['front'], ...unusable },
  back_unusable: { photos: ['back'], ...unusable },
  selfie_unusable: { photos: ['selfie'], ...unusable },
  front_blurred: { photos: ['front'], ...blurredCard },
  back_blurred: { photos: ['back'], ...blurredCard },
  selfie_blurred: {
    photos: ['selfie'],
    en: 'The selfie is blurred. Hold the phone still, facing the light, and take it again.',
    es: 'La selfie salió movida. Sostené quieto el teléfono, de frente a la luz, y sacala de nuevo.',
  },
  front_asked_again: { photos: ['front'], ...askedAgain },
  back_asked_again: { photos: ['back'], ...askedAgain },
  selfie_asked_again: {
    photos: ['selfie'],
    en: 'Somebody of our team looked at the selfie and could not tell that it is you. Take it again facing the light, without glasses or cap.',
    es: 'Alguien de nuestro equipo miró la selfie y no pudo distinguir que sos vos. Sacala de nuevo de frente a la luz, sin anteojos ni gorra.',
  },
  not_processed: null,
  selfie_without_face: {
    photos: ['selfie'],
    en: 'We found no face in the selfie. Look at the camera with your whole face in the frame.',
    es: 'No encontramos una cara en la selfie. Mirá a la cámara con toda la cara dentro del marco.',
  },
  selfie_with_several_faces: {
    photos: ['selfie'],
    en: 'There is more than one face in the selfie. Take it again with nobody else in the picture.',
    es: 'Hay más de una cara en la selfie. Sacala de nuevo sin nadie más en la foto.',
  },
  portrait_not_found: {
    photos: ['front'],
    en: 'We could not see the portrait on the DNI. Take the front again, whole and without glare.',
    es: 'No pudimos ver la foto del DNI. Sacá de nuevo el frente, entero y sin reflejos.',
  },
  card_unread: {
    photos: ['back'],
    en: 'We could not read the letters at the bottom of the back. Take it again from nearer, whole and without glare.',
    es: 'No pudimos leer las letras de abajo del dorso. Sacala de nuevo más de cerca, entera y sin reflejos.',
  },
  dni_differs: {
    photos: ['front', 'back'],
    en: 'The number on the DNI is not the one you typed. Check it in the basic information, or take the photo again.',
    es: 'El número del DNI no es el que escribiste. Revisalo en los datos básicos o sacá de nuevo la foto.',
  },
  birth_differs: {
    photos: ['front', 'back'],
    en: 'The birth date on the DNI is not the one you typed. Check it in the basic information, or take the photo again.',
    es: 'La fecha de nacimiento del DNI no es la que escribiste. Revisala en los datos básicos o sacá de nuevo la foto.',
  },
  sex_differs: {
    photos: ['front', 'back'],
    en: 'The sex on the DNI is not the one you chose. Check it in the basic information, or take the photo again.',
    es: 'El sexo del DNI no es el que elegiste. Revisalo en los datos básicos o sacá de nuevo la foto.',
  },
  names_differ: {
    photos: ['front', 'back'],
    en: 'The name on the DNI is not the one you typed. Write it in the basic information as it is on the DNI, or take the photo again.',
    es: 'El nombre del DNI no es el que escribiste. Escribilo en los datos básicos como está en el DNI o sacá de nuevo la foto.',
  },
  card_of_another_dni: {
    photos: ['front', 'back'],
    en: 'This DNI has another number than the one you typed. Check the number in the basic information.',
    es: 'Este DNI tiene otro número que el que escribiste. Revisá el número en los datos básicos.',
  },
  sides_differ: { photos: ['front', 'back'], ...sides },
  sides_differ_again: { photos: ['front', 'back'], ...sides },
  expiry_unread: {
    photos: ['back'],
    en: 'We could not read until when the DNI is valid. Take the back again, whole and without glare.',
    es: 'No pudimos leer hasta cuándo vale el DNI. Sacá de nuevo el dorso, entero y sin reflejos.',
  },
  card_expired: {
    photos: ['back'],
    en: 'This DNI has expired. If you have a newer one, take photos of that.',
    es: 'Este DNI está vencido. Si tenés uno más nuevo, sacale fotos a ese.',
  },
  face_uncertain: {
    photos: ['selfie'],
    en: 'We could not tell whether the selfie is the person on the DNI. Take it again facing the light, without glasses or cap.',
    es: 'No pudimos saber si la selfie es de la persona del DNI. Sacala de nuevo de frente a la luz, sin anteojos ni gorra.',
  },
  face_differs: { photos: ['selfie'], ...anotherFace },
  face_differs_again: { photos: ['selfie'], ...anotherFace },
  image_reused: null,
  face_reused: null,
  retakes_used_up: null,
}

/** What whoever reviews is told about the reasons that a person never hears. */
const reviewerWords: Readonly<Partial<Record<ReasonCode, string>>> = {
  not_processed: 'A photo could not be read although it was tried twice: our fault, look at it yourself.',
  image_reused: 'One of these very images was sent before under another DNI.',
  face_reused: 'The face in the selfie is known under another DNI.',
  retakes_used_up: 'The photos were asked for as often as may be, and still do not suffice.',
}

/** A reason in words for whoever reviews. */
export const reasonText = (code: ReasonCode): string => rows[code]?.en ?? reviewerWords[code] ?? code

/** The reasons for which a photo can be asked for again. */
export const reasonsToRetake = (kind: PhotoKind): ReasonCode[] =>
  (Object.keys(rows) as ReasonCode[]).filter((code) => rows[code]?.photos.includes(kind))

/** Why one photo was not accepted, in plain words; a retake names a reason only at the photos that it asks for. */
export const reasonsAt = (
  kind: PhotoKind,
  { outcome, retake, reasons }: IdentityVerdict,
  language: WireLanguage,
): PhotoStatus['reasons'] => {
  if (outcome === 'retake' && !retake.includes(kind)) return []
  return reasons
    .flatMap((code) => {
      const row = rows[code]
      return row?.photos.includes(kind) ? [{ code, text: row[language] }] : []
    })
    .slice(0, REASONS_MAX)
}
