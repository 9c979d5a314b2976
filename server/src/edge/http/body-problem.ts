import { isProblem } from '@hola/core/form/problems.ts'
import { sayField, sayProblem } from '@hola/i18n/say-field.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type * as z from 'zod/mini'

/** The first thing in which a body is not what its schema says. */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody'
  readonly issue: z.core.$ZodIssue

  constructor(issue: z.core.$ZodIssue) {
    super('invalid body')
    this.issue = issue
  }
}

/** Checks bodies by a schema of the contract, as Fastify wants it. */
export const bodyValidator =
  (schema: z.ZodMiniType) =>
  (body: unknown): { value: unknown } | { error: Error } => {
    const { data, error } = schema.safeParse(body)
    const issue = error?.issues[0]
    return issue === undefined ? { value: data } : { error: new InvalidBody(issue) }
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

const quantity = (origin: string, limit: number | bigint, bound: 'least' | 'most'): Words => {
  const unit = units[origin]
  if (unit === undefined) {
    return bound === 'most'
      ? { en: `it may be at most ${limit}`, es: `puede ser ${limit} como máximo` }
      : { en: `it must be at least ${limit}`, es: `tiene que ser ${limit} como mínimo` }
  }
  const number = limit === 1 ? 0 : 1
  return bound === 'most'
    ? {
        en: `it may have at most ${limit} ${unit.en[number]}`,
        es: `puede tener hasta ${limit} ${unit.es[number]}`,
      }
    : {
        en: `it needs at least ${limit} ${unit.en[number]}`,
        es: `tiene que tener al menos ${limit} ${unit.es[number]}`,
      }
}

const wordsFor = (issue: z.core.$ZodIssue): Words => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? notValid
    case 'too_small':
      // "More than 0" has no smallest value to name.
      return issue.inclusive === false ? notValid : quantity(issue.origin, issue.minimum, 'least')
    case 'too_big':
      return issue.inclusive === false ? notValid : quantity(issue.origin, issue.maximum, 'most')
    case 'not_multiple_of':
      return {
        en: `it must be a multiple of ${issue.divisor}`,
        es: `tiene que ser múltiplo de ${issue.divisor}`,
      }
    case 'invalid_value':
      return notAnOption
    default:
      return notValid
  }
}

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown => {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** Names the field that a body fails on and says in the user's language what is wrong with it. */
export const describeIssue = (
  issue: z.core.$ZodIssue,
  body: unknown,
  language: WireLanguage,
): { field: string; problem: string } => {
  const isUnknownField = issue.code === 'unrecognized_keys'
  const path = isUnknownField ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = path.length === 0 ? 'body' : sayField(path.join('.'), language)
  const value = valueAt(body, issue.path)
  // A form's own check has named the problem: the page says it in the same words.
  const problem = isProblem(issue.message)
    ? sayProblem(issue.message, language, value)
    : (isUnknownField ? unknownField : value === undefined ? missing : wordsFor(issue))[language]
  return { field: field.length > FIELD_LENGTH_MAX ? `${field.slice(0, FIELD_LENGTH_MAX)}…` : field, problem }
}
