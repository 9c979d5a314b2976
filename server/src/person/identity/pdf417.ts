import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { ReaderOptions } from 'zxing-wasm/reader'
import { parseDniBarcode } from './dni-barcode.ts'
import type { BarcodeReading } from './dni-barcode.ts'
import { decodeGrey, turned } from './grey.ts'
import type { Grey } from './grey.ts'
import { packageFile, readArrayBuffer } from './packages.ts'

// One try reads a straight photo and little else; together these read what a hand-held phone takes.
const longSides = [1600, 1100]
const turnsDegrees = [0, -7, 7, -14, 14, -21, 21]
const binarizers = ['GlobalHistogram', 'LocalAverage'] as const

// No bar survives such a blur: turning the photo would cost seconds and find nothing.
const leastSharpness = 30

export type BarcodeReader = { read: (image: Uint8Array, sharpness: number) => Promise<BarcodeReading | null> }

export const openBarcodeReader = async (): Promise<BarcodeReader> => {
  // Left to itself the package asks a content network for its wasm.
  const wasmBinary = await readArrayBuffer(packageFile('zxing-wasm/reader/zxing_reader.wasm', 'zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return { read: readDniBarcode }
}

const readDniBarcode = async (image: Uint8Array, sharpness: number): Promise<BarcodeReading | null> => {
  const pictures = await Promise.all(longSides.map((longSide) => decodeGrey(image, longSide)))
  for (const degrees of sharpness < leastSharpness ? [0] : turnsDegrees) {
    for (const picture of pictures) {
      const pixels = imageData(degrees === 0 ? picture : turned(picture, degrees))
      for (const binarizer of binarizers) {
        const reading = await attempt(pixels, { binarizer })
        if (reading) return reading
      }
    }
  }
  return null
}

const attempt = async (pixels: RgbaPixels, options: ReaderOptions): Promise<BarcodeReading | null> => {
  const results = await readBarcodes(pixels, {
    formats: ['PDF417'],
    tryHarder: true,
    tryRotate: true,
    tryDownscale: true,
    tryInvert: false,
    textMode: 'Plain',
    ...options,
  })
  // What the reader calls valid is not enough: garbage has come back as valid, so the card's grammar decides.
  return results.map((result) => parseDniBarcode(result.text)).find((reading) => reading !== null) ?? null
}

// The browser's ImageData, which the reader takes and Node does not have.
type RgbaPixels = {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
  readonly colorSpace: 'srgb'
}

const imageData = ({ data, width, height }: Grey): RgbaPixels => {
  // Four bytes at a time: byte by byte this took longer than reading the barcode. The lowest byte is the red one.
  const pixels = new Uint32Array(width * height)
  for (let index = 0; index < data.length; index += 1) pixels[index] = 0xff000000 + (data[index] ?? 0) * 0x010101
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' }
}
