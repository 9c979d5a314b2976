import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onnxFile } from './onnx-file.ts'
import type { Attribute, Graph } from './onnx-file.ts'

// node tools/face-models/convert.ts FOLDER
//
// Makes the three face models of server/data/models from the weights in the npm package @vladmandic/face-api 1.7.15,
// unpacked into FOLDER. It was run once; it stays so that anybody can see what the files are made of, and make them anew.
// Weights of one byte stay of one byte in the file, which the runtime turns into numbers when it loads them.

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node tools/face-models/convert.ts FOLDER')
const target = new URL('../../server/data/models/', import.meta.url)

type Spec = {
  readonly name: string
  readonly shape: readonly number[]
  readonly dtype: string
  readonly quantization?: { readonly scale: number; readonly min: number; readonly dtype: string }
}
type Weight = {
  readonly shape: readonly number[]
  readonly values: Float32Array | Uint8Array
  readonly scale: number
  readonly min: number
}

const readWeights = (model: string): Map<string, Weight> => {
  const manifest = JSON.parse(readFileSync(join(folder, 'model', `${model}-weights_manifest.json`), 'utf8')) as {
    weights: Spec[]
  }[]
  const bytes = new Uint8Array(readFileSync(join(folder, 'model', `${model}.bin`)))
  const weights = new Map<string, Weight>()
  let at = 0
  for (const { name, shape, quantization } of manifest.flatMap((group) => group.weights)) {
    const count = shape.reduce((product, size) => product * size, 1)
    const size = quantization ? count : count * 4
    const own = bytes.slice(at, at + size)
    weights.set(name, {
      shape,
      values: quantization ? own : new Float32Array(own.buffer),
      scale: quantization?.scale ?? 1,
      min: quantization?.min ?? 0,
    })
    at += size
  }
  if (at !== bytes.length) throw new Error(`${model}: ${bytes.length - at} bytes are left`)
  return weights
}

/** The steps that all three share. Tensors lie as [batch, channels, rows, columns], as ONNX has them. */
const layers = (graph: Graph, weights: ReadonlyMap<string, Weight>) => {
  const weightOf = (name: string): Weight => {
    const weight = weights.get(name)
    if (!weight) throw new Error(`no weight ${name}`)
    return weight
  }
  const scalar = (value: number): string => graph.constant(Float32Array.of(value), [])
  const numbers = ({ values, scale, min }: Weight, shape: readonly number[]): string => {
    const stored = graph.constant(values, shape)
    if (values instanceof Float32Array) return stored
    return graph.node('Add', [graph.node('Mul', [graph.node('Cast', [stored], { to: 1 }), scalar(scale)]), scalar(min)])
  }
  /** From [rows, columns, in, out] to [out, in, rows, columns]. */
  const filters = (name: string): { readonly value: string; readonly size: number } => {
    const weight = weightOf(name)
    const [rows = 0, columns = 0, from = 0, to = 0] = weight.shape
    const values = weight.values.slice()
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        for (let i = 0; i < from; i += 1)
          for (let o = 0; o < to; o += 1)
            values[((o * from + i) * rows + row) * columns + column] =
              weight.values[((row * columns + column) * from + i) * to + o] ?? 0
    return { value: numbers({ ...weight, values }, [to, from, rows, columns]), size: rows }
  }
  const vector = (name: string): string => numbers(weightOf(name), weightOf(name).shape)
  /** As wide as it takes to be added to or multiplied with every pixel. */
  const perChannel = (name: string): string => numbers(weightOf(name), [1, weightOf(name).shape[0] ?? 0, 1, 1])
  const conv = (x: string, filterName: string, bias: string | null, stride: number, pad: 'SAME_UPPER' | 'VALID') => {
    const { value, size } = filters(filterName)
    return graph.node('Conv', bias === null ? [x, value] : [x, value, vector(bias)], {
      kernel_shape: [size, size],
      strides: [stride, stride],
      auto_pad: pad,
    })
  }
  /** One filter for each channel: [rows, columns, channels, 1]. */
  const depthwise = (x: string, name: string, stride: number): string => {
    const weight = weightOf(name)
    const [rows = 0, columns = 0, channels = 0] = weight.shape
    const values = weight.values.slice()
    for (let pixel = 0; pixel < rows * columns; pixel += 1)
      for (let channel = 0; channel < channels; channel += 1)
        values[channel * rows * columns + pixel] = weight.values[pixel * channels + channel] ?? 0
    return graph.node('Conv', [x, numbers({ ...weight, values }, [channels, 1, rows, columns])], {
      kernel_shape: [rows, columns],
      strides: [stride, stride],
      auto_pad: 'SAME_UPPER',
      group: channels,
    })
  }
  const pool = (kind: 'MaxPool' | 'AveragePool', x: string, size: number, stride: number): string =>
    graph.node(kind, [x], { kernel_shape: [size, size], strides: [stride, stride] })
  const shapeOf = (...sizes: number[]): string => graph.constant(BigInt64Array.from(sizes.map(BigInt)), [sizes.length])
  const relu = (x: string): string => graph.node('Relu', [x])
  const add = (a: string, b: string): string => graph.node('Add', [a, b])
  const channelsFirst = (pixels: string): string => graph.node('Transpose', [pixels], { perm: [0, 3, 1, 2] })
  /** Pixels of 0 to 255 less the mean face that the model was trained with. */
  const normalised = (pixels: string): string => {
    const mean = graph.constant(Float32Array.of(122.782, 117.001, 104.298), [1, 1, 1, 3])
    return channelsFirst(graph.node('Div', [graph.node('Sub', [pixels, mean]), scalar(255)]))
  }
  return {
    ...graph,
    weightOf,
    scalar,
    vector,
    perChannel,
    conv,
    depthwise,
    pool,
    shapeOf,
    relu,
    add,
    channelsFirst,
    normalised,
  }
}

const write = (file: string, bytes: Uint8Array): void => {
  writeFileSync(new URL(file, target), bytes)
  console.log(`${file}: ${bytes.length} bytes`)
}

// The descriptor: dlib's ResNet with 29 layers.
const recognition = readWeights('face_recognition_model')
write(
  'face-descriptor.onnx',
  onnxFile({ name: 'pixels', shape: [1, 150, 150, 3] }, (graph) => {
    const { node, conv, perChannel, pool, shapeOf, relu, add, normalised, vector } = layers(graph, recognition)
    const layer = (x: string, name: string, stride: number, pad: 'SAME_UPPER' | 'VALID'): string => {
      const out = conv(x, `${name}/conv/filters`, `${name}/conv/bias`, stride, pad)
      return add(node('Mul', [out, perChannel(`${name}/scale/weights`)]), perChannel(`${name}/scale/biases`))
    }
    const residual = (x: string, name: string): string =>
      relu(add(layer(relu(layer(x, `${name}/conv1`, 1, 'SAME_UPPER')), `${name}/conv2`, 1, 'SAME_UPPER'), x))
    const padded = (x: string, channels: number, pixels: number): string =>
      node('Pad', [x, shapeOf(0, 0, 0, 0, 0, channels, pixels, pixels)])
    /** Half the size; the shorter of the two paths is made up with zeros. */
    const down = (x: string, name: string, moreChannels: number, morePixels: number): string => {
      const out = layer(relu(layer(x, `${name}/conv1`, 2, 'VALID')), `${name}/conv2`, 1, 'SAME_UPPER')
      const pooled = pool('AveragePool', x, 2, 2)
      return relu(
        add(
          moreChannels > 0 ? padded(pooled, moreChannels, 0) : pooled,
          morePixels > 0 ? padded(out, 0, morePixels) : out,
        ),
      )
    }
    let out = pool('MaxPool', relu(layer(normalised('pixels'), 'conv32_down', 2, 'VALID')), 3, 2)
    for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) out = residual(out, name)
    out = down(out, 'conv64_down', 32, 0)
    for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) out = residual(out, name)
    out = down(out, 'conv128_down', 64, 0)
    for (const name of ['conv128_1', 'conv128_2']) out = residual(out, name)
    out = down(out, 'conv256_down', 128, 1)
    for (const name of ['conv256_1', 'conv256_2']) out = residual(out, name)
    out = down(out, 'conv256_down_out', 0, 1)
    const mean = node('Flatten', [node('GlobalAveragePool', [out])])
    return { descriptor: { from: node('MatMul', [mean, vector('fc')]), shape: [1, 128] } }
  }),
)

// 68 points of a face, x and y in turn, as shares of the square.
const landmarks = readWeights('face_landmark_68_model')
write(
  'face-landmarks.onnx',
  onnxFile({ name: 'pixels', shape: [1, 112, 112, 3] }, (graph) => {
    const { node, conv, perChannel, depthwise, pool, relu, add, normalised, vector } = layers(graph, landmarks)
    const separable = (x: string, name: string, stride: number): string =>
      add(
        conv(depthwise(x, `${name}/depthwise_filter`, stride), `${name}/pointwise_filter`, null, 1, 'SAME_UPPER'),
        perChannel(`${name}/bias`),
      )
    let out = normalised('pixels')
    for (const name of ['dense0', 'dense1', 'dense2', 'dense3']) {
      const first = relu(
        name === 'dense0'
          ? conv(out, `${name}/conv0/filters`, `${name}/conv0/bias`, 2, 'SAME_UPPER')
          : separable(out, `${name}/conv0`, 2),
      )
      let sum = first
      for (const next of ['conv1', 'conv2', 'conv3']) {
        sum = add(sum, separable(sum === first ? first : relu(sum), `${name}/${next}`, 1))
      }
      out = relu(sum)
    }
    const flat = node('Flatten', [pool('AveragePool', out, 7, 2)])
    return { points: { from: add(node('MatMul', [flat, vector('fc/weights')]), vector('fc/bias')), shape: [1, 136] } }
  }),
)

// Boxes around faces: SSD on MobileNet v1. Boxes are top, left, bottom and right, as shares of the square.
const detection = readWeights('ssd_mobilenetv1_model')
write(
  'face-boxes.onnx',
  onnxFile({ name: 'pixels', shape: [1, 512, 512, 3] }, (graph) => {
    const { node, constant, weightOf, scalar, conv, perChannel, vector, depthwise, shapeOf, add, channelsFirst } =
      layers(graph, detection)
    const clipped = (x: string): string => node('Clip', [x, scalar(0), scalar(6)])
    const pointwise = (x: string, name: string, stride: number): string => {
      const out = conv(x, `${name}_pointwise/weights`, null, stride, 'SAME_UPPER')
      return clipped(add(out, perChannel(`${name}_pointwise/convolution_bn_offset`)))
    }
    const epsilon: Attribute = { float: 0.0010000000474974513 }
    const scaled = channelsFirst(node('Sub', [node('Div', ['pixels', scalar(127.5)]), scalar(1)]))
    let x = pointwise(scaled, 'MobilenetV1/Conv2d_0', 2)
    const features: string[] = []
    for (let index = 1; index <= 13; index += 1) {
      const name = `MobilenetV1/Conv2d_${index}`
      const filtered = depthwise(x, `${name}_depthwise/depthwise_weights`, [2, 4, 6, 12].includes(index) ? 2 : 1)
      const norm = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map((part) =>
        vector(`${name}_depthwise/BatchNorm/${part}`),
      )
      x = pointwise(clipped(node('BatchNormalization', [filtered, ...norm], { epsilon })), name, 1)
      if (index === 11 || index === 13) features.push(x)
    }
    for (let index = 0; index < 8; index += 1) {
      x = pointwise(x, `Prediction/Conv2d_${index}`, index % 2 === 0 ? 1 : 2)
      if (index % 2 === 1) features.push(x)
    }
    const predicted = (what: string, columns: number): string =>
      node(
        'Concat',
        features.map((feature, index) => {
          const name = `Prediction/BoxPredictor_${index}/${what}`
          const out = conv(feature, `${name}/weights`, `${name}/biases`, 1, 'SAME_UPPER')
          return node('Reshape', [node('Transpose', [out], { perm: [0, 2, 3, 1] }), shapeOf(-1, columns)])
        }),
        { axis: 0 },
      )
    const slice = (from: string, start: number, end: number): string =>
      node('Slice', [from, shapeOf(start), shapeOf(end), shapeOf(1)])

    const anchors = weightOf('Output/extra_dim')
    const count = anchors.shape[1] ?? 0
    const sizes = new Float32Array(count * 2)
    const centres = new Float32Array(count * 2)
    for (let index = 0; index < count; index += 1) {
      for (let axis = 0; axis < 2; axis += 1) {
        const low = anchors.values[index * 4 + axis] ?? 0
        const high = anchors.values[index * 4 + axis + 2] ?? 0
        sizes[index * 2 + axis] = high - low
        centres[index * 2 + axis] = low + (high - low) / 2
      }
    }
    const size = constant(sizes, [count, 2])
    const encoded = predicted('BoxEncodingPredictor', 4)
    const shift = node('Mul', [node('Div', [slice(encoded, 0, 2), scalar(10)]), size])
    const centre = add(shift, constant(centres, [count, 2]))
    const grown = node('Mul', [node('Exp', [node('Div', [slice(encoded, 2, 4), scalar(5)])]), size])
    const half = node('Div', [grown, scalar(2)])
    const boxes = node('Concat', [node('Sub', [centre, half]), add(centre, half)], { axis: 1 })
    const scores = node('Sigmoid', [slice(predicted('ClassPredictor', 3), 1, 2)])
    return { boxes: { from: boxes, shape: [count, 4] }, scores: { from: scores, shape: [count, 1] } }
  }),
)
