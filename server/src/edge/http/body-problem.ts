import { isProblem } from '@hola/core/form/problems.ts'
import { sayField, sayProblem } from '@hola/core/form/words.ts'
import type { WireLanguage } from '@hola/core/language.ts'

/** One finding of the schema, as the zod provider hands it over. */
export type Finding = {
  readonly keyword: string
  readonly instancePath: string
  readonly message?: string | undefined
  readonly params: Readonly<Record<string, unknown>>
}

/** A stranger's key names come back in the message: enough of it to recognise, not enough to flood a log or a toast. */
const FIELD_LENGTH_MAX = 64

type Words = Readonly<Record<WireLanguage, string>>

const types: Readonly<Record<string, Words>> = {
  string: { en: 'it must be text', es: 'tiene que ser un texto' },
  number: { en: 'it must be a number', es: 'tiene que ser un número' },
  int: { en: 'it must be a whole number', es: 'tiene que ser un número entero' },
  boolean: { en: 'it must be true or false', es: 'tiene que ser verdadero o falso' },
  array: { en: 'it must be a list', es: 'tiene que ser una lista' },
  object: { en: 'it must be a group of fields', es: 'tiene que ser un grupo de campos' },
}

const missing: Words = { en: 'it is missing', es: 'falta' }
const unknownField: Words = { en: 'this field does not exist', es: 'este campo no existe' }
const notValid: Words = { en: 'it is not valid', es: 'no es válido' }
const notAnOption: Words = { en: 'it is not one of the options', es: 'no es una de las opciones' }

/** One and several, in each language. */
const units: Readonly<Record<string, Readonly<Record<WireLanguage, readonly [one: string, many: string]>>>> = {
  string: { en: ['character', 'characters'], es: ['carácter', 'caracteres'] },
  array: { en: ['item', 'items'], es: ['elemento', 'elementos'] },
}

const quantity = (origin: unknown, limit: unknown, bound: 'least' | 'most'): Words => {
  const unit = units[String(origin)]
  if (unit === undefined) {
    return bound === 'most'
      ? { en: `it may be at most ${String(limit)}`, es: `puede ser ${String(limit)} como máximo` }
      : { en: `it must be at least ${String(limit)}`, es: `tiene que ser ${String(limit)} como mínimo` }
  }
  const number = limit === 1 ? 0 : 1
  return bound === 'most'
    ? {
        en: `it may have at most ${String(limit)} ${unit.en[number]}`,
        es: `puede tener hasta ${String(limit)} ${unit.es[number]}`,
      }
    : {
        en: `it needs at least ${String(limit)} ${unit.en[number]}`,
        es: `tiene que tener al menos ${String(limit)} ${unit.es[number]}`,
      }
}

const wordsFor = ({ keyword, params }: Finding): Words => {
  switch (keyword) {
    case 'invalid_type':
      return types[String(params['expected'])] ?? notValid
    case 'too_small':
      // "More than 0" has no smallest value to name.
      return params['inclusive'] === false ? notValid : quantity(params['origin'], params['minimum'], 'least')
    case 'too_big':
      return params['inclusive'] === false ? notValid : quantity(params['origin'], params['maximum'], 'most')
    case 'not_multiple_of':
      return {
        en: `it must be a multiple of ${String(params['divisor'])}`,
        es: `tiene que ser múltiplo de ${String(params['divisor'])}`,
      }
    case 'invalid_value':
      return notAnOption
    default:
      return notValid
  }
}

const valueAt = (body: unknown, segments: readonly string[]): unknown => {
  let value = body
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
    value = Reflect.get(value, segment)
  }
  return value
}

const firstKey = (keys: unknown): string => (Array.isArray(keys) ? String(keys[0]) : '')

/** Names the field that a body fails on and says in the user's language what is wrong with it. */
export const describeFinding = (
  finding: Finding,
  body: unknown,
  language: WireLanguage,
): { field: string; problem: string } => {
  const segments = finding.instancePath.split('/').filter((segment) => segment !== '')
  const isUnknownField = finding.keyword === 'unrecognized_keys'
  const path = isUnknownField ? [...segments, firstKey(finding.params['keys'])] : segments
  const field = path.length === 0 ? 'body' : sayField(path.join('.'), language)
  const value = valueAt(body, segments)
  const { message = '' } = finding
  // A form's own check has named the problem: the page says it in the same words.
  const problem = isProblem(message)
    ? sayProblem(message, language, value)
    : (isUnknownField ? unknownField : value === undefined ? missing : wordsFor(finding))[language]
  return { field: field.length > FIELD_LENGTH_MAX ? `${field.slice(0, FIELD_LENGTH_MAX)}…` : field, problem }
}
