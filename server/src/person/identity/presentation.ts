import sharp from 'sharp'
import type { Box, Picture } from './face-engine.ts'
import { crop, decodeGrey } from './grey.ts'
import { openModel } from './onnx.ts'
import { regularPattern } from './regular-pattern.ts'

// Whether a selfie is of a person or of a picture of her. No score is a proof: each is kept, and a doubtful one asks a
// person to look.

export type PresentationScores = {
  /** How strongly a regular pattern, of ink or of a screen, lies over the face; null when it was not looked for. */
  readonly spoof: number | null
  /** From 0, a picture of a face, to 1, a face; null when it was not looked for. */
  readonly liveness: number | null
}

export type PresentationReader = {
  /** The image as it was sent, the picture that the face was found in, and where in it. */
  readonly scores: (image: Uint8Array, picture: Picture, face: Box) => Promise<PresentationScores>
}

const livenessSize = 128
/** The model looks at the face with what is around it: the edge of a sheet or of a phone gives a picture away. */
const surroundings = 2.7
/** More than the patch of the pattern, less than would be slow. */
const patternSide = 260
const longestSide = 2400

export const openPresentationReader = async (): Promise<PresentationReader> => {
  const model = await openModel(new URL('../../../data/models/face-liveness.onnx', import.meta.url))
  return {
    async scores(image, picture, face) {
      const pixels = await faceWithSurroundings(picture, face)
      const { output } = await model.run(pixels, [1, 3, livenessSize, livenessSize], 'output')
      return { spoof: await patternOverFace(image, picture, face), liveness: shareOfFirst(output.data) }
    },
  }
}

/** The first class of the model is the live face. */
const shareOfFirst = (logits: Float32Array): number => {
  const most = Math.max(...logits)
  const weights = Array.from(logits, (logit) => Math.exp(logit - most))
  const share = (weights[0] ?? 0) / weights.reduce((sum, weight) => sum + weight, 0)
  return Math.round(share * 1000) / 1000
}

/** The pixels one colour after another, as the model wants them. */
const faceWithSurroundings = async ({ data, width, height }: Picture, face: Box): Promise<Float32Array> => {
  const scale = Math.min((width - 1) / face.width, (height - 1) / face.height, surroundings)
  const wide = Math.max(1, Math.floor(face.width * scale))
  const high = Math.max(1, Math.floor(face.height * scale))
  const left = Math.floor(within(face.x + (face.width - wide) / 2, width - wide))
  const top = Math.floor(within(face.y + (face.height - high) / 2, height - high))
  const pixels = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: wide, height: high })
    .resize(livenessSize, livenessSize, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const count = livenessSize * livenessSize
  return Float32Array.from({ length: count * 3 }, (_, at) => pixels[(at % count) * 3 + Math.floor(at / count)] ?? 0)
}

/** Looked for in the image at its own size: made smaller, a fine pattern is gone. */
const patternOverFace = async (image: Uint8Array, picture: Picture, face: Box): Promise<number | null> => {
  const grey = await decodeGrey(image, longestSide)
  const scale = grey.width / picture.width
  const left = within((face.x + face.width / 2) * scale - patternSide / 2, grey.width - patternSide)
  const top = within((face.y + face.height / 2) * scale - patternSide / 2, grey.height - patternSide)
  if (grey.width < patternSide || grey.height < patternSide) return null
  return regularPattern(crop(grey, Math.floor(left), Math.floor(top), patternSide, patternSide))
}

const within = (value: number, highest: number): number => Math.max(0, Math.min(value, highest))
