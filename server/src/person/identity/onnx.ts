import { readFile } from 'node:fs/promises'
import * as ort from 'onnxruntime-web/wasm'
import { packageFile } from './packages.ts'

let runtime: Promise<void> | undefined

const openRuntime = async (): Promise<void> => {
  // One thread: the check runs beside the server on the same cores.
  ort.env.wasm.numThreads = 1
  // Handed over as bytes, or the runtime would ask a network for it.
  ort.env.wasm.wasmBinary = await readFile(packageFile('onnxruntime-web/wasm', 'ort-wasm-simd-threaded.wasm'))
}

export type Output = { readonly data: Float32Array; readonly dims: readonly number[] }

export type Model = {
  /** Takes the input's numbers and their shape, gives the output of this name. */
  readonly run: <Name extends string>(
    values: Float32Array,
    dims: readonly number[],
    ...outputs: readonly Name[]
  ) => Promise<Readonly<Record<Name, Output>>>
  readonly outputNames: readonly string[]
}

/** A model of one input, from a file. */
export const openModel = async (path: string | URL): Promise<Model> => {
  await (runtime ??= openRuntime())
  const session = await ort.InferenceSession.create(await readFile(path), { executionProviders: ['wasm'] })
  const [input] = session.inputNames
  if (input === undefined) throw new Error(`${String(path)}: a model without an input`)
  return {
    outputNames: session.outputNames,
    run: async <Name extends string>(values: Float32Array, dims: readonly number[], ...names: readonly Name[]) => {
      const outputs = await session.run({ [input]: new ort.Tensor('float32', values, dims) })
      const entries = names.map((name): [Name, Output] => {
        const output = outputs[name]
        if (!(output?.data instanceof Float32Array)) throw new Error(`${String(path)}: no numbers named ${name}`)
        return [name, { data: output.data, dims: output.dims }]
      })
      return Object.fromEntries(entries) as Record<Name, Output>
    },
  }
}
