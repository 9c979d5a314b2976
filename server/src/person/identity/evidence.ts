import type { BarcodeReading } from './dni-barcode.ts'
import { faceDistance } from './faces.ts'
import type { Descriptor, FaceReading, SelfieReading } from './faces.ts'
import type { ImageProblem, PhotoKind } from './images.ts'
import type { PresentationScores } from './presentation.ts'
import type { MrzReading } from './td1.ts'

/** `not_processed`: the reading itself failed twice; that says nothing about the photo. */
export type PhotoProblem = ImageProblem | 'not_processed'

export type Unread = { readonly ok: false; readonly problem: PhotoProblem }

type Read = {
  readonly ok: true
  readonly sharpness: number
  readonly timingsMs: Readonly<Record<string, number>>
  readonly versions: Readonly<Record<string, string>>
}

/** What one photograph gave. Each stands for itself, so that a retake reads the new photo alone. */
export type PhotoReadings = {
  front: (Read & { readonly barcode: BarcodeReading | null; readonly portrait: FaceReading }) | Unread
  back: (Read & { readonly mrz: MrzReading | null }) | Unread
  selfie: (Read & { readonly selfie: SelfieReading }) | Unread
}

/** What the verdict is made of: readings and scores, no image. */
export type IdentityEvidence = {
  readonly mrz: MrzReading | null
  readonly barcode: BarcodeReading | null
  /** Between the portrait and the selfie; null when one of them shows no face. */
  readonly faceDistance: number | null
  readonly portraitFaces: number
  readonly selfieFaces: number
  /** Whether the selfie may be a picture of a picture; null when it was not looked for. */
  readonly presentation: PresentationScores
  readonly sharpness: Readonly<Record<PhotoKind, number>>
  readonly problems: Readonly<Partial<Record<PhotoKind, PhotoProblem>>>
  /** To look for the same face under another DNI; personal data, kept encrypted. */
  readonly selfieDescriptor: Descriptor | null
  readonly versions: Readonly<Record<string, string>>
  readonly timingsMs: Readonly<Record<string, number>>
}

export const evidenceOf = ({ front, back, selfie }: PhotoReadings): IdentityEvidence => {
  const portraitDescriptor = front.ok ? front.portrait.descriptor : null
  const selfieDescriptor = selfie.ok ? selfie.selfie.descriptor : null
  return {
    mrz: back.ok ? back.mrz : null,
    barcode: front.ok ? front.barcode : null,
    faceDistance: portraitDescriptor && selfieDescriptor ? faceDistance(portraitDescriptor, selfieDescriptor) : null,
    portraitFaces: front.ok ? front.portrait.faces : 0,
    selfieFaces: selfie.ok ? selfie.selfie.faces : 0,
    presentation: {
      spoof: selfie.ok ? (selfie.selfie.spoof ?? null) : null,
      liveness: selfie.ok ? (selfie.selfie.liveness ?? null) : null,
    },
    sharpness: {
      front: front.ok ? front.sharpness : 0,
      back: back.ok ? back.sharpness : 0,
      selfie: selfie.ok ? selfie.sharpness : 0,
    },
    problems: {
      ...(front.ok ? {} : { front: front.problem }),
      ...(back.ok ? {} : { back: back.problem }),
      ...(selfie.ok ? {} : { selfie: selfie.problem }),
    },
    selfieDescriptor,
    versions: { ...versionsOf(front), ...versionsOf(back), ...versionsOf(selfie) },
    timingsMs: { ...timingsOf('front', front), ...timingsOf('back', back), ...timingsOf('selfie', selfie) },
  }
}

const versionsOf = (reading: Read | Unread): Readonly<Record<string, string>> => (reading.ok ? reading.versions : {})

const timingsOf = (kind: PhotoKind, reading: Read | Unread): Record<string, number> => {
  if (!reading.ok) return {}
  return Object.fromEntries(Object.entries(reading.timingsMs).map(([step, ms]) => [`${kind}_${step}`, ms]))
}
