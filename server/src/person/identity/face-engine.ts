import { openModel } from './onnx.ts'

// Where faces are, and the descriptor of one: the models that face-api made popular (SSD on MobileNet v1, 68 landmarks,
// dlib's ResNet), as ONNX files made by tools/face-models. What is done to the pixels around the models follows face-api
// step by step: descriptors kept from earlier stay comparable with new ones.

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** 8-bit RGB. */
export type Picture = { readonly data: Uint8Array; readonly width: number; readonly height: number }
type Point = { readonly x: number; readonly y: number }

export type FaceEngine = {
  /** Boxes around faces, the surest first. */
  readonly detect: (picture: Picture) => Promise<Box[]>
  /** 128 numbers for the face in the box. */
  readonly describe: (picture: Picture, box: Box) => Promise<Float32Array>
}

const minConfidence = 0.5
const mostFaces = 5
/** Two boxes that share more than this show one face. */
const mostOverlap = 0.5

const detectorSize = 512
const landmarksSize = 112
const descriptorSize = 150

export const openFaceEngine = async (): Promise<FaceEngine> => {
  const [boxes, landmarks, descriptor] = await Promise.all([
    openModel(modelFile('face-boxes')),
    openModel(modelFile('face-landmarks')),
    openModel(modelFile('face-descriptor')),
  ])

  const findEyesAndMouth = async (picture: Picture, box: Box): Promise<Point[]> => {
    const clipped = clip(box, picture)
    const pixels = square(picture, clipped, landmarksSize, 'centre')
    const points = (await landmarks.run(pixels, shapeOf(landmarksSize), 'points')).points.data
    // The model saw the box in the middle of a square.
    const side = Math.max(clipped.width, clipped.height)
    const padX = (side - clipped.width) / 2
    const padY = (side - clipped.height) / 2
    const at = (index: number): Point => ({
      x: (points[index * 2] ?? 0) * side - padX + box.x,
      y: (points[index * 2 + 1] ?? 0) * side - padY + box.y,
    })
    const centre = (first: number, end: number): Point =>
      meanOf(Array.from({ length: end - first }, (_, index) => at(first + index)))
    return [centre(36, 42), centre(42, 48), centre(48, 68)]
  }

  return {
    async detect(picture) {
      const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
      const pixels = square(picture, whole, detectorSize, 'corner')
      const found = await boxes.run(pixels, shapeOf(detectorSize), 'boxes', 'scores')
      return surest(found.boxes.data, found.scores.data).map((box) => inPicture(box, picture))
    },
    async describe(picture, box) {
      const aligned = clip(alignedBox(await findEyesAndMouth(picture, box), clip(box, picture)), picture)
      const pixels = square(picture, aligned, descriptorSize, 'centre')
      return (await descriptor.run(pixels, shapeOf(descriptorSize), 'descriptor')).descriptor.data
    },
  }
}

const modelFile = (name: string): URL => new URL(`../../../data/models/${name}.onnx`, import.meta.url)

const shapeOf = (size: number): readonly number[] => [1, size, size, 3]

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})

/** The box as dlib cuts it: sized by how far the eyes are from the mouth. */
const alignedBox = (eyesAndMouth: readonly Point[], found: Box): Box => {
  const [leftEye, rightEye, mouth] = eyesAndMouth
  if (!leftEye || !rightEye || !mouth) throw new Error('a face has two eyes and a mouth')
  const distance = (eye: Point): number => Math.hypot(mouth.x - eye.x, mouth.y - eye.y)
  const size = Math.floor((distance(leftEye) + distance(rightEye)) / 2 / 0.45)
  const centre = meanOf(eyesAndMouth)
  const x = Math.floor(Math.max(0, centre.x - 0.5 * size))
  const y = Math.floor(Math.max(0, centre.y - 0.43 * size))
  // A face that fills the picture is cut short, as face-api cuts it.
  return { x, y, width: Math.min(size, found.width + x), height: Math.min(size, found.height + y) }
}

/** The part of the box inside the picture, in whole pixels, at least one. */
const clip = (box: Box, picture: Picture): Box => {
  const x = Math.min(Math.max(box.x, 0), picture.width - 1)
  const y = Math.min(Math.max(box.y, 0), picture.height - 1)
  return {
    x: Math.floor(x),
    y: Math.floor(y),
    width: Math.max(1, Math.floor(Math.min(box.x + box.width - x, picture.width - x))),
    height: Math.max(1, Math.floor(Math.min(box.y + box.height - y, picture.height - y))),
  }
}

/** The box of the picture as a square of float pixels, bilinear, what is beside it black. */
const square = ({ data, width }: Picture, box: Box, size: number, place: 'centre' | 'corner'): Float32Array => {
  const side = Math.max(box.width, box.height)
  // An odd pixel goes to the right and below.
  const padX = place === 'centre' ? Math.floor((side - box.width) / 2) : 0
  const padY = place === 'centre' ? Math.floor((side - box.height) / 2) : 0
  const step = side / size
  const out = new Float32Array(size * size * 3)
  const at = (column: number, row: number, channel: number): number => {
    const x = column - padX
    const y = row - padY
    if (x < 0 || y < 0 || x >= box.width || y >= box.height) return 0
    return data[((y + box.y) * width + x + box.x) * 3 + channel] ?? 0
  }
  for (let row = 0; row < size; row += 1) {
    const v = row * step
    const top = Math.floor(v)
    const bottom = Math.min(top + 1, side - 1)
    const fy = v - top
    for (let column = 0; column < size; column += 1) {
      const u = column * step
      const left = Math.floor(u)
      const right = Math.min(left + 1, side - 1)
      const fx = u - left
      for (let channel = 0; channel < 3; channel += 1) {
        const upper = at(left, top, channel) * (1 - fx) + at(right, top, channel) * fx
        const lower = at(left, bottom, channel) * (1 - fx) + at(right, bottom, channel) * fx
        out[(row * size + column) * 3 + channel] = upper * (1 - fy) + lower * fy
      }
    }
  }
  return out
}

type Edges = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number }

/** The boxes of the highest scores that show different faces. */
const surest = (boxes: Float32Array, scores: Float32Array): Edges[] => {
  const candidates = Array.from(scores, (score, index) => ({ score, index }))
    .filter(({ score }) => score > minConfidence)
    .toSorted((a, b) => b.score - a.score)
  const chosen: Edges[] = []
  for (const { index } of candidates) {
    const [top = 0, left = 0, bottom = 0, right = 0] = boxes.subarray(index * 4, index * 4 + 4)
    const box = { top, left, bottom, right }
    if (chosen.length < mostFaces && chosen.every((other) => overlap(box, other) <= mostOverlap)) chosen.push(box)
  }
  return chosen
}

const areaOf = ({ top, left, bottom, right }: Edges): number => Math.max(0, bottom - top) * Math.max(0, right - left)

/** What two boxes share, of what they cover together. */
const overlap = (a: Edges, b: Edges): number => {
  const shared = areaOf({
    top: Math.max(a.top, b.top),
    left: Math.max(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.min(a.right, b.right),
  })
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** From shares of the detector's square, whose upper left part is the picture, to pixels. */
const inPicture = ({ top, left, bottom, right }: Edges, { width, height }: Picture): Box => {
  const scale = detectorSize / Math.max(width, height)
  const across = (width * detectorSize) / Math.round(width * scale)
  const down = (height * detectorSize) / Math.round(height * scale)
  const x = Math.max(0, left) * across
  const y = Math.max(0, top) * down
  return { x, y, width: Math.min(1, right) * across - x, height: Math.min(1, bottom) * down - y }
}
