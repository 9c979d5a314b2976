import type * as z from 'zod/mini'

/**
 * What is written today is read for as long as somebody's loan is on the books. So everything that is kept as JSON has a
 * shape of its own, apart from the forms and the answers of today, and a version. When a shape changes, its former
 * version stays and a step is added that turns the one into the other; no row is ever rewritten for it.
 *
 * Kept JSON is `{"v": version, "data": …}`. JSON without that envelope is of version 1: all that was written before there
 * were versions.
 */

type Plain = string | number | boolean | bigint | null | undefined

/** The same, not to be changed by whoever gets it. */
export type Frozen<Value> = unknown extends Value
  ? Value
  : Value extends Plain
    ? Value
    : { readonly [Key in keyof Value]: Frozen<Value[Key]> }

export type KeptShape<Value> = {
  /** Names its fixtures as well: `fixtures/<name>.<version>.json`. */
  readonly name: string
  /** In which version it is written now; it is read from version 1 on. */
  readonly version: number
  /** What was kept, in today's shape. It throws when it is none: that is damage, not an answer. */
  readonly read: (kept: unknown) => Value
  readonly readText: (text: string) => Value
  /** The same with all that stands in it, named by the shape or not: for whoever wants to see what is held. */
  readonly readWhole: (kept: unknown) => unknown
  readonly write: (value: Frozen<Value>) => unknown
  readonly writeText: (value: Frozen<Value>) => string
}

/** A shape that can still get another version. A step gets all that was kept and hands on what it does not know. */
export type OpenShape<Value> = KeptShape<Value> & {
  readonly next: <Next>(schema: z.ZodMiniType<Next>, step: (before: Value) => NoInfer<Frozen<Next>>) => OpenShape<Next>
}

type Envelope = { readonly version: number; readonly data: unknown }

/** What was kept, as it was written, and in which version. */
export const openEnvelope = (kept: unknown): Envelope => {
  if (typeof kept === 'object' && kept !== null && 'v' in kept && 'data' in kept && Object.keys(kept).length === 2) {
    const { v, data } = kept
    if (typeof v === 'number' && Number.isInteger(v) && v > 0) return { version: v, data }
  }
  return { version: 1, data: kept }
}

type Step = (before: never) => unknown

const shapeOf = <Value>(
  name: string,
  schema: z.ZodMiniType<Value>,
  steps: readonly Step[],
  isBareAtFirst: boolean,
): OpenShape<Value> => {
  const today = steps.length + 1
  const readWhole = (kept: unknown): unknown => {
    const { version, data } = openEnvelope(kept)
    if (version > today)
      throw new Error(`${name} was written in version ${version}; this server reads up to ${today}: start a newer one`)
    return steps.slice(version - 1).reduce((before, step) => step(before as never), data)
  }
  const read = (kept: unknown): Value => schema.parse(readWhole(kept))
  const write = (value: Frozen<Value>): unknown => (isBareAtFirst && today === 1 ? value : { v: today, data: value })
  return {
    name,
    version: today,
    read,
    readText: (text) => read(JSON.parse(text)),
    readWhole,
    write,
    writeText: (value) => JSON.stringify(write(value)),
    next: (nextSchema, step) => shapeOf(name, nextSchema, [...steps, step as Step], isBareAtFirst),
  }
}

/** A shape from its first version on: `keptShape('name', first).next(second, (before) => …)`. */
export const keptShape = <Value>(name: string, schema: z.ZodMiniType<Value>): OpenShape<Value> =>
  shapeOf(name, schema, [], false)

/** The same for a column that SQL compares or empties: its first version is written without the envelope, as ever. */
export const keptColumn = <Value>(name: string, schema: z.ZodMiniType<Value>): OpenShape<Value> =>
  shapeOf(name, schema, [], true)
