import { readFile } from 'node:fs/promises'
import vm from 'node:vm'
import { packageFile, readArrayBuffer } from './packages.ts'

// @vladmandic/face-api ships one script with everything in it that tfjs needs to run on wasm, made for browsers. We run
// it in a context of its own that looks like a web worker, hand it the one wasm file it asks for, and so need neither
// the tfjs packages (66 MB) nor changes to anybody's globals.

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

export type DetectedFace = {
  readonly detection: { readonly box: Box; readonly score: number }
  readonly descriptor: Float32Array
}

type Tensor = { dispose: () => void }
type Net = { loadFromWeightMap: (weights: unknown) => void }
type FoundFaces = { withFaceLandmarks: () => { withFaceDescriptors: () => PromiseLike<DetectedFace[]> } }

type FaceApi = {
  readonly tf: {
    setWasmPaths: (prefix: string, usePlatformFetch: boolean) => void
    setBackend: (name: string) => Promise<boolean>
    tensor3d: (values: Uint8Array, shape: readonly number[], type: 'int32') => Tensor
    readonly io: { decodeWeights: (bytes: ArrayBuffer, specs: unknown) => unknown }
  }
  readonly env: { setEnv: (environment: Record<string, unknown>) => void }
  readonly nets: Readonly<Record<'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet', Net>>
  readonly SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object
  detectAllFaces: (image: Tensor, options: object) => FoundFaces
}

export type FaceEngine = {
  /** Every face with its descriptor, in 8-bit RGB pixels. */
  detect: (pixels: { data: Uint8Array; width: number; height: number }) => Promise<DetectedFace[]>
}

const minConfidence = 0.5
const mostFaces = 5

export const openFaceEngine = async (): Promise<FaceEngine> => {
  const script = await readFile(packageFile('@vladmandic/face-api/package.json', 'dist', 'face-api.js'), 'utf8')
  const wasm = await readFile(
    packageFile('@tensorflow/tfjs-backend-wasm/package.json', 'dist', 'tfjs-backend-wasm-simd.wasm'),
  )
  const fetchWasm = async () => new Response(wasm, { headers: { 'content-type': 'application/wasm' } })

  const surroundings = {
    // Its presence is how tfjs tells a browser's worker from Node.
    WorkerGlobalScope: class {},
    navigator: { userAgent: '' },
    location: { href: 'file:///' },
    fetch: fetchWasm,
    performance,
    TextEncoder,
    TextDecoder,
    setTimeout,
    clearTimeout,
    console,
    // Arrays cross the border in both directions, and tfjs asks what they are instances of.
    ArrayBuffer,
    Uint8Array,
    Uint8ClampedArray,
    Uint16Array,
    Uint32Array,
    Int8Array,
    Int16Array,
    Int32Array,
    Float32Array,
    Float64Array,
    Promise,
    Error,
  }
  const context = vm.createContext({ ...surroundings, self: surroundings })
  const faceApi = vm.runInContext(`${script};faceapi`, context, { filename: 'face-api.js' }) as FaceApi

  faceApi.tf.setWasmPaths('file:///', true)
  if (!(await faceApi.tf.setBackend('wasm'))) throw new Error('the face model found no wasm backend')
  faceApi.env.setEnv(withoutCanvas)
  await loadWeights(faceApi, 'ssdMobilenetv1', 'ssd_mobilenetv1_model')
  await loadWeights(faceApi, 'faceLandmark68Net', 'face_landmark_68_model')
  await loadWeights(faceApi, 'faceRecognitionNet', 'face_recognition_model')
  const options = new faceApi.SsdMobilenetv1Options({ minConfidence, maxResults: mostFaces })

  return {
    async detect({ data, width, height }) {
      const image = faceApi.tf.tensor3d(data, [height, width, 3], 'int32')
      try {
        return await faceApi.detectAllFaces(image, options).withFaceLandmarks().withFaceDescriptors()
      } finally {
        image.dispose()
      }
    },
  }
}

// The script asks whether its input is one of these; ours is a tensor, which is none of them.
const withoutCanvas = {
  Canvas: class {},
  CanvasRenderingContext2D: class {},
  Image: class {},
  ImageData: class {},
  Video: class {},
}

const loadWeights = async (faceApi: FaceApi, net: keyof FaceApi['nets'], file: string): Promise<void> => {
  const manifest: unknown = JSON.parse(await readFile(model(`${file}-weights_manifest.json`), 'utf8'))
  if (!Array.isArray(manifest)) throw new Error(`${file}: no list of weights`)
  const specs = manifest.flatMap((group: { weights: unknown[] }) => group.weights)
  faceApi.nets[net].loadFromWeightMap(faceApi.tf.io.decodeWeights(await readArrayBuffer(model(`${file}.bin`)), specs))
}

const model = (file: string): string => packageFile('@vladmandic/face-api/package.json', 'model', file)
