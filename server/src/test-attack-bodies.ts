import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import type { Call } from '@hola/core/contract/call.ts'
import fc from 'fast-check'
import type { Chance } from './edge/simulation/chance.ts'

/** For the attack on all calls: bodies that are made from the schema of a call, and bodies that are not. */

type Schema = Call['body'] | DeskCall['body']

/** What zod keeps of a schema, as far as it is read here. */
type Definition = {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly valueType?: Schema
  readonly checks?: readonly { readonly _zod: { readonly def: Readonly<Record<string, unknown>> } }[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition

/** Stands in every text that is made up here, so that it can be searched for afterwards. */
export const MARK = 'zqfuzzqz'

const oddTexts = [
  MARK,
  `${MARK} ñandú çé ß`,
  `${MARK}\u202egnirts`,
  `${MARK}\u200b\u200d\ufeff`,
  `${MARK}😀👨‍👩‍👧‍👦`,
  `${MARK}${'\u0301'.repeat(30)}`,
  `${MARK}ﷺ𝕏`,
  `${MARK}'); DROP TABLE account; --`,
  `<script>${MARK}</script>`,
  `\${${MARK}}`,
  `{{${MARK}}}`,
  `../../${MARK}`,
  `=cmd|'${MARK}'!A1`,
  `${MARK}%00%s%n`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '0',
  ' ',
] as const

const oddDays = [
  '0000-01-01',
  '0001-01-01',
  '1582-10-10',
  '1900-02-28',
  '1969-12-31',
  '1983-08-14',
  '2000-02-29',
  '2024-02-29',
  '2026-11-15',
  '2026-11-16',
  '2026-11-17',
  '2028-02-29',
  '2100-03-01',
  '2400-02-29',
  '9999-12-31',
] as const

const oddKeys = ['toString', 'valueOf', 'hasOwnProperty', '0', '-1', 'length', MARK, 'ключ', '😀', ''] as const

/** Values that a field of this name takes, found in earlier answers or known from the start. */
export type Known = {
  readonly get: (field: string, chance: Chance) => unknown
  readonly add: (field: string, value: unknown) => void
  /** Everything in an answer by the name of its field, and the place at which a list goes on. */
  readonly learn: (answer: unknown) => void
}

const KNOWN_MAX = 60
const KNOWN_LENGTH_MAX = 300

export const openKnown = (chance: Chance): Known => {
  const values = new Map<string, unknown[]>()
  const add = (field: string, value: unknown): void => {
    const list = values.get(field) ?? []
    if (list.includes(value)) return
    if (list.length < KNOWN_MAX) list.push(value)
    else list[chance.below(KNOWN_MAX)] = value
    values.set(field, list)
  }
  const learn = (answer: unknown, field = ''): void => {
    if (Array.isArray(answer)) return answer.slice(0, 5).forEach((item) => learn(item, field))
    if (typeof answer === 'object' && answer !== null)
      return Object.entries(answer).forEach(([key, value]) => learn(value, key))
    if ((typeof answer !== 'string' || answer.length > KNOWN_LENGTH_MAX) && typeof answer !== 'number') return
    add(field, answer)
    if (field.startsWith('next')) for (const name of ['after', 'before', 'cursor']) add(name, answer)
  }
  return {
    add,
    learn: (answer) => learn(answer),
    get: (field, by) => {
      const list = values.get(field) ?? []
      return list.length === 0 ? undefined : list[by.below(list.length)]
    },
  }
}

const samples = new Map<string, readonly string[]>()
/** Texts of a pattern; made once, and always the same. */
const textsOf = (pattern: RegExp): readonly string[] => {
  const known = samples.get(pattern.source)
  if (known !== undefined) return known
  const made = fc.sample(fc.stringMatching(pattern), { numRuns: 100, seed: 7 })
  samples.set(pattern.source, made)
  return made
}

const LONG_MAX = 3_000
const isAnyText = (pattern: RegExp): boolean => pattern.source.includes('\\p{Cc}')

const makeText = (definition: Definition, field: string, known: Known, chance: Chance): unknown => {
  const checks = (definition.checks ?? []).map(({ _zod: { def } }) => def)
  const most = Math.min(...checks.filter(({ check }) => check === 'max_length').map(({ maximum }) => Number(maximum)))
  const least = Math.max(
    0,
    ...checks.filter(({ check }) => check === 'min_length').map(({ minimum }) => Number(minimum)),
  )
  const found = known.get(field, chance)
  if (found !== undefined && chance.happens(700)) return found
  const day = chance.happens(800)
    ? chance.oneOf(oddDays)
    : `2${String(chance.below(1000)).padStart(3, '0')}-${String(chance.between(1, 12)).padStart(2, '0')}-28`
  switch (definition.format) {
    case 'uuid':
      if (chance.happens(600)) return known.get('uuid', chance) ?? chance.uuid()
      return chance.oneOf([
        chance.uuid(),
        chance.uuid().toUpperCase(),
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
      ])
    case 'date':
      return day
    case 'datetime':
      return `${day}T${chance.oneOf(['00:00:00Z', '23:59:59.999Z', '12:30:00.000000001Z', '02:59:60Z', '03:00:00.0Z'])}`
    case 'base64': {
      const bytes = chance.oneOf([0, 1, 3, 100, 2_000])
      const data = chance.happens(300)
        ? Buffer.from(JSON.stringify([{ key: MARK, time: chance.oneOf([0, -1, 1e15, 1e308]), events: [{}] }]))
        : Buffer.from(chance.bytes(bytes))
      return data.toString('base64')
    }
    default:
  }
  const patterns = checks.flatMap(({ pattern }) => (pattern instanceof RegExp ? [pattern] : []))
  const [pattern] = patterns
  if (pattern !== undefined && !isAnyText(pattern)) {
    const texts = textsOf(pattern)
    return (texts[chance.below(texts.length)] ?? '').slice(0, most)
  }
  const text: string = chance.oneOf(oddTexts)
  // At the limit and just below it, where a limit that somebody else has is met.
  if (chance.happens(100)) return text.repeat(Math.ceil(Math.min(most, LONG_MAX) / text.length)).slice(0, most)
  return text.slice(0, most).padEnd(least, 'a')
}

const makeNumber = ({ checks = [] }: Definition, field: string, known: Known, chance: Chance): number => {
  const found = known.get(field, chance)
  if (typeof found === 'number' && chance.happens(500)) return found
  const definitions = checks.map(({ _zod: { def } }) => def)
  const bound = (check: string): number[] =>
    definitions.filter((one) => one['check'] === check).map(({ value }) => Number(value))
  const least = Math.max(...bound('greater_than'), Number.MIN_SAFE_INTEGER)
  const most = Math.min(...bound('less_than'), Number.MAX_SAFE_INTEGER)
  const step = Math.max(1, ...bound('multiple_of'))
  const wanted = chance.oneOf([
    least,
    least + 1,
    most,
    most - 1,
    0,
    1,
    91,
    10_000_000,
    chance.below(100_000) * 100,
    Math.floor((least + most) / 2),
  ])
  return Math.min(most, Math.max(least, Math.floor(wanted / step) * step))
}

const OPTIONAL_SHARE = 500
const ITEMS_LONG = 400

const anyJson = (chance: Chance, depth = 3): unknown => {
  const leaves = [null, true, false, 0, -0, 1, -1, 1.5, 2 ** 53, 1e308, -1e308, 5e-324, '', chance.oneOf(oddTexts)]
  if (depth === 0 || chance.happens(600)) return leaves[chance.below(leaves.length)]
  if (chance.happens(500)) return Array.from({ length: chance.below(4) }, () => anyJson(chance, depth - 1))
  return Object.fromEntries(
    Array.from({ length: chance.below(4) }, () => [chance.oneOf(oddKeys), anyJson(chance, depth - 1)]),
  )
}

/** A value that the schema takes, near its edges. Rules that only code knows may still refuse it. */
export const fitting = (schema: Schema, known: Known, chance: Chance, field = ''): unknown => {
  const definition = definitionOf(schema)
  const inside = (inner: Schema | undefined, name = field): unknown =>
    inner === undefined ? undefined : fitting(inner, known, chance, name)
  switch (definition.type) {
    case 'string':
      return makeText(definition, field, known, chance)
    case 'number':
      return makeNumber(definition, field, known, chance)
    case 'boolean':
      return chance.happens(500)
    case 'enum': {
      const values = Object.values(definition.entries ?? {})
      return values[chance.below(values.length)]
    }
    case 'literal':
      return (definition.values ?? [])[chance.below(definition.values?.length ?? 1)]
    case 'nullable':
      return chance.happens(250) ? null : inside(definition.innerType)
    case 'optional':
      return chance.happens(OPTIONAL_SHARE) ? undefined : inside(definition.innerType)
    case 'array': {
      const length = chance.happens(20) ? ITEMS_LONG : chance.below(4)
      return Array.from({ length }, () => inside(definition.element))
    }
    case 'union': {
      const options = definition.options ?? []
      return inside(options[chance.below(options.length)])
    }
    case 'record':
      return Object.fromEntries(
        Array.from({ length: chance.below(4) }, () => [chance.oneOf(oddKeys), inside(definition.valueType)]),
      )
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).flatMap(([name, inner]) => {
          const value = inside(inner, name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    default:
      return anyJson(chance)
  }
}

export type Sent = { readonly payload: string | Buffer; readonly contentType: string | undefined }

const JSON_TYPE = 'application/json'

/** One of the fields, at any depth, is something else, is missing, or has another one beside it. */
const bend = (value: unknown, chance: Chance): unknown => {
  if (typeof value !== 'object' || value === null || chance.happens(200)) return anyJson(chance)
  if (Array.isArray(value)) return value.map((item, at) => (at === 0 ? bend(item, chance) : (item as unknown)))
  const entries = Object.entries(value)
  const at = chance.below(entries.length + 1)
  if (at === entries.length) return { ...value, [chance.oneOf(oddKeys)]: anyJson(chance) }
  if (chance.happens(250)) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(entries.map(([key, one], index) => [key, index === at ? bend(one, chance) : one]))
}

/** Puts text of its own in the place of one value, which no writer of JSON would write. */
const withRaw = (value: unknown, raw: string, chance: Chance): string => {
  const text = JSON.stringify(value)
  const places = [...text.matchAll(/:("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null)/g)]
  const place = places[chance.below(Math.max(1, places.length))]
  if (place === undefined) return `{"a":${raw}}`
  return `${text.slice(0, place.index + 1)}${raw}${text.slice(place.index + place[0].length)}`
}

const rawValues = [
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '-0',
  '0x10',
  '01',
  'NaN',
  'Infinity',
  'undefined',
  "'single'",
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\t"',
  '"\\x41"',
  '"open',
  '',
  '{"__proto__":{"is_admin":true}}',
  '{"constructor":{"prototype":{"is_admin":true}}}',
  `"${'a'.repeat(5_000)}"`,
] as const

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

/** A body that is not what the schema says, or no JSON at all, or not said to be. */
export const unfitting = (fit: unknown, chance: Chance): Sent => {
  const text = JSON.stringify(fit)
  const json = (payload: string | Buffer): Sent => ({ payload, contentType: JSON_TYPE })
  switch (chance.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return json(JSON.stringify(bend(fit, chance)))
    case 4:
    case 5:
    case 6:
      return json(withRaw(fit, chance.oneOf(rawValues), chance))
    case 7:
      return json(chance.oneOf(['null', '[]', '""', '0', 'true', '{}', '[{}]', '', ' ', `"${MARK}"`, `[${text}]`]))
    case 8:
      return json(
        chance.oneOf([
          nested(33, '[', ']'),
          nested(20_000, '[', ']'),
          nested(64, '{"a":', '}'),
          withRaw(fit, nested(40, '[', ']'), chance),
          '['.repeat(60_000),
        ]),
      )
    case 9:
      // The second of two equal keys wins in some readers, and the first in others.
      return json(text.replace('{', `{"order_id":"${chance.uuid()}","kind":"${MARK}",`))
    case 10:
      return json(
        chance.oneOf<string | Buffer>([
          text.slice(0, chance.below(Math.max(1, text.length))),
          `${text},`,
          `${text}${text}`,
          `\ufeff${text}`,
          Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff, 0xfe]), Buffer.from('"}')]),
          Buffer.from(chance.bytes(200)),
          Buffer.alloc(100),
          `/* ${MARK} */ ${text}`,
          `{"a":"${'a'.repeat(70_000)}"}`,
        ]),
      )
    default:
      return {
        payload: text,
        contentType: chance.oneOf([
          undefined,
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/xml',
          'application/json; charset=latin1',
          'application/jsonx',
          '',
          ';;;',
          'APPLICATION/JSON',
        ]),
      }
  }
}

/** Whether the schema takes what was sent, read as the server would. */
export const fits = (schema: Schema, { payload, contentType }: Sent): boolean => {
  if (contentType === undefined || !/^application\/json\b/i.test(contentType)) return false
  try {
    return schema.safeParse(JSON.parse(payload.toString())).success
  } catch {
    return false
  }
}
