import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { openFaceEngine } from './face-engine.ts'
import type { DetectedFace } from './face-engine.ts'
import type { QuarterTurn } from './grey.ts'

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

export type FaceReader = {
  portrait: (front: Uint8Array) => Promise<FaceReading>
  selfie: (selfie: Uint8Array) => Promise<FaceReading>
}

export const openFaceReader = async (): Promise<FaceReader> => {
  const engine = await openFaceEngine()
  const look = async (image: Sharp) => {
    const { data, info } = await image
      .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return readingOf(await engine.detect({ data, width: info.width, height: info.height }))
  }
  return {
    async portrait(front) {
      const { width = 0, height = 0 } = await sharp(front).metadata()
      const turns: QuarterTurn[] = height > width ? [90, 270, 0, 180] : [0, 180, 90, 270]
      for (const turn of turns) {
        const lies = turn === 90 || turn === 270
        const [across, down] = lies ? [height, width] : [width, height]
        const half = { left: 0, top: 0, width: Math.round(across * portraitShare), height: down }
        const reading = await look(sharp(front).rotate(turn).extract(half))
        if (reading.faces > 0) return reading
      }
      return look(sharp(front))
    },
    selfie: (selfie) => look(sharp(selfie)),
  }
}

const readingOf = (found: readonly DetectedFace[]): FaceReading => {
  const [largest, ...others] = found.toSorted((a, b) => b.detection.box.height - a.detection.box.height)
  if (!largest) return { faces: 0, descriptor: null }
  const companions = others.filter((face) => face.detection.box.height > largest.detection.box.height * companionShare)
  return { faces: 1 + companions.length, descriptor: Array.from(largest.descriptor) }
}

export const faceDistance = (a: Descriptor, b: Descriptor): number =>
  Math.sqrt(a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0))
