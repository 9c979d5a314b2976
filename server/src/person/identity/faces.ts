import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { openFaceEngine } from './face-engine.ts'
import type { Box, Picture } from './face-engine.ts'
import type { QuarterTurn } from './grey.ts'
import { openPresentationReader } from './presentation.ts'
import type { PresentationScores } from './presentation.ts'

// The detector looks at 512 x 512 pixels whatever it is given; a little more keeps the descriptor's crop sharp.
const longSide = 800

// The portrait is on the left of the front: alone in its half it is large enough to be found.
const portraitShare = 0.5

// Somebody far behind in the street is no second person in the selfie.
const companionShare = 0.3

/** 128 numbers; the distance between two of them says whether it is one person. */
export type Descriptor = readonly number[]

export type FaceReading = {
  /** Faces about as large as the largest. */
  readonly faces: number
  /** Of the largest one; null when there is none. */
  readonly descriptor: Descriptor | null
}

/** Readings kept from before these scores have none of them. */
export type SelfieReading = FaceReading & { readonly [Score in keyof PresentationScores]?: number | null | undefined }

export type FaceReader = {
  portrait: (front: Uint8Array) => Promise<FaceReading>
  selfie: (selfie: Uint8Array) => Promise<SelfieReading>
}

export const openFaceReader = async (): Promise<FaceReader> => {
  const [engine, presentation] = await Promise.all([openFaceEngine(), openPresentationReader()])
  const look = async (image: Sharp): Promise<{ readonly reading: FaceReading; readonly largest?: Found }> => {
    const { data, info } = await image
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const picture = { data, width: info.width, height: info.height }
    const [box, ...others] = (await engine.detect(picture)).toSorted((a, b) => b.height - a.height)
    if (!box) return { reading: { faces: 0, descriptor: null } }
    const companions = others.filter((other) => other.height > box.height * companionShare)
    const descriptor = Array.from(await engine.describe(picture, box))
    return { reading: { faces: 1 + companions.length, descriptor }, largest: { picture, box } }
  }
  return {
    async portrait(front) {
      const { width = 0, height = 0 } = await sharp(front).metadata()
      const turns: QuarterTurn[] = height > width ? [90, 270, 0, 180] : [0, 180, 90, 270]
      for (const turn of turns) {
        const lies = turn === 90 || turn === 270
        const [across, down] = lies ? [height, width] : [width, height]
        const half = { left: 0, top: 0, width: Math.round(across * portraitShare), height: down }
        const { reading } = await look(sharp(front).rotate(turn).extract(half))
        if (reading.faces > 0) return reading
      }
      return (await look(sharp(front))).reading
    },
    // The portrait on a card is a print on every card: only the selfie can be a picture of a picture.
    async selfie(selfie) {
      const { reading, largest } = await look(sharp(selfie))
      if (!largest) return { ...reading, spoof: null, liveness: null }
      return { ...reading, ...(await presentation.scores(selfie, largest.picture, largest.box)) }
    },
  }
}

type Found = { readonly picture: Picture; readonly box: Box }

export const faceDistance = (a: Descriptor, b: Descriptor): number =>
  Math.sqrt(a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0))
