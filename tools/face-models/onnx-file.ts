// Writes ONNX files: the few kinds of messages and attributes that the face models need, in protobuf's own format.
// The numbers of the fields are those of onnx.proto3.

const utf8 = new TextEncoder()

const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Uint8Array.from([...bytes, rest])
}

const whole = (field: number, value: number): Uint8Array[] => [varint(field * 8), varint(value)]
const bytes = (field: number, value: Uint8Array): Uint8Array[] => [varint(field * 8 + 2), varint(value.length), value]
const text = (field: number, value: string): Uint8Array[] => bytes(field, utf8.encode(value))
const message = (field: number, ...parts: Uint8Array[][]): Uint8Array[] => bytes(field, Buffer.concat(parts.flat()))
const float = (field: number, value: number): Uint8Array[] => [
  varint(field * 8 + 5),
  new Uint8Array(Float32Array.of(value).buffer),
]

/** Whole numbers, words, numbers with a fraction. */
export type Attribute = number | string | readonly number[] | { readonly float: number }

const attribute = (name: string, value: Attribute): Uint8Array[] => {
  const kind = (type: number) => whole(20, type)
  if (typeof value === 'number') return message(5, text(1, name), whole(3, value), kind(2))
  if (typeof value === 'string') return message(5, text(1, name), text(4, value), kind(3))
  if ('float' in value) return message(5, text(1, name), float(2, value.float), kind(1))
  return message(5, text(1, name), ...value.map((each) => whole(8, each)), kind(7))
}

const elementTypes = { float32: 1, uint8: 2, int64: 7 } as const

export type Graph = {
  /** A step of the calculation; gives the name of its result. */
  readonly node: (
    operator: string,
    inputs: readonly string[],
    attributes?: Readonly<Record<string, Attribute>>,
  ) => string
  /** Numbers that belong to the model; gives their name. */
  readonly constant: (values: Float32Array | Uint8Array | BigInt64Array, shape: readonly number[]) => string
}

type Named = { readonly name: string; readonly shape: readonly number[] }

/** A model with one input of fixed size, described by the function that lays out its steps. */
export const onnxFile = (
  input: Named,
  describe: (graph: Graph) => Readonly<Record<string, { readonly from: string; readonly shape: readonly number[] }>>,
): Uint8Array => {
  const nodes: Uint8Array[][] = []
  const constants: Uint8Array[][] = []
  let count = 0
  const add = (operator: string, inputs: readonly string[], output: string, attributes: [string, Attribute][]) =>
    nodes.push(
      message(
        1,
        ...inputs.map((name) => text(1, name)),
        text(2, output),
        text(4, operator),
        ...attributes.map(([name, value]) => attribute(name, value)),
      ),
    )
  const outputs = describe({
    node: (operator, inputs, attributes = {}) => {
      const name = `v${(count += 1)}`
      add(operator, inputs, name, Object.entries(attributes))
      return name
    },
    constant: (values, shape) => {
      const name = `c${(count += 1)}`
      const type = values instanceof Float32Array ? 'float32' : values instanceof Uint8Array ? 'uint8' : 'int64'
      constants.push(
        message(
          5,
          ...shape.map((size) => whole(1, size)),
          whole(2, elementTypes[type]),
          text(8, name),
          bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
        ),
      )
      return name
    },
  })
  for (const [name, { from }] of Object.entries(outputs)) add('Identity', [from], name, [])
  const described = (field: number, { name, shape }: Named) => {
    const sizes = shape.map((size) => message(1, whole(1, size)))
    return message(field, text(1, name), message(2, message(1, whole(1, elementTypes.float32), message(2, ...sizes))))
  }
  return Buffer.concat(
    [
      whole(1, 7),
      text(2, 'hola tools/face-models'),
      message(
        7,
        ...nodes,
        text(2, 'faces'),
        ...constants,
        described(11, input),
        ...Object.entries(outputs).map(([name, { shape }]) => described(12, { name, shape })),
      ),
      message(8, text(1, ''), whole(2, 13)),
    ].flat(),
  )
}
