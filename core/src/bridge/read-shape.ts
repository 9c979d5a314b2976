import type { Field, Shape, ShapeValue } from './shape.ts'

/** No value that JSON can hold: so null stays a value. */
const wrong = Symbol('not of this shape')

const within = (value: number, { min, max }: { min: number; max: number }): boolean => value >= min && value <= max

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readField = (field: Field, value: unknown): unknown => {
  if (value === null) return field.nullable ? null : wrong
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string' || !within(value.length, field)) return wrong
      return field.pattern === undefined || new RegExp(`^(?:${field.pattern})$`).test(value) ? value : wrong
    }
    case 'whole':
      return Number.isSafeInteger(value) && within(value as number, field) ? value : wrong
    case 'flag':
      return typeof value === 'boolean' ? value : wrong
    case 'choice':
      return typeof value === 'string' && field.of.includes(value) ? value : wrong
    case 'list': {
      if (!Array.isArray(value) || value.length > field.max) return wrong
      const items = value.map((item) => readField(field.of, item))
      return items.includes(wrong) ? wrong : items
    }
    case 'record':
      return readFields(field.fields, value)
  }
}

const readFields = (shape: Shape, value: unknown): unknown => {
  if (!isRecord(value)) return wrong
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    if (!Object.hasOwn(value, name)) {
      if (field.optional) continue
      return wrong
    }
    const part = readField(field, value[name])
    if (part === wrong) return wrong
    read[name] = part
  }
  return read
}

/** What the shape names and nothing else: anything more is left behind here. Undefined when something is not as said. */
export const readShape = <S extends Shape>(shape: S, value: unknown): ShapeValue<S> | undefined => {
  const read = readFields(shape, value)
  return read === wrong ? undefined : (read as ShapeValue<S>)
}
