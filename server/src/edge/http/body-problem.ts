import { isProblem } from '@hola/core/form/problems.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { sayField, sayProblem } from '@hola/i18n/say-field.ts'
import { say } from '@hola/i18n/words.ts'
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

/**
 * A text has at most so many characters: the library compares the `length` of whatever has one, and of an object that
 * cannot be compared with a number (`{"length":{"toString":[],"valueOf":[]}}`) it throws. That is no body of ours either.
 */
const check = (schema: z.ZodMiniType, body: unknown): { value: unknown } | { issue: z.core.$ZodIssue } => {
  try {
    const { data, error } = schema.safeParse(body)
    const issue = error?.issues[0]
    return issue === undefined ? { value: data } : { issue }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { issue: { code: 'custom', path: [], message: '', input: body } }
  }
}

/** Checks bodies by a schema of the contract, as Fastify wants it. */
export const bodyValidator =
  (schema: z.ZodMiniType) =>
  (body: unknown): { value: unknown } | { error: Error } => {
    const checked = check(schema, body)
    return 'issue' in checked ? { error: new InvalidBody(checked.issue) } : checked
  }

/** A stranger's key names come back in the message: enough of it to recognise, not enough to flood a log or a toast. */
const FIELD_LENGTH_MAX = 64

const typeNames = ['string', 'number', 'int', 'boolean', 'array', 'object'] as const

/** What has a length is counted in its own units: characters of a text, items of a list. */
const counted: Readonly<Record<string, 'text' | 'list'>> = { string: 'text', array: 'list' }

const sayLimit = (origin: string, limit: number | bigint, bound: 'least' | 'most', language: WireLanguage): string =>
  say(`checks_${counted[origin] ?? 'number'}_${bound}`, language, { limit: String(limit) })

const sayIssue = (issue: z.core.$ZodIssue, language: WireLanguage): string => {
  const notValid = say('checks_not_valid', language)
  switch (issue.code) {
    case 'invalid_type': {
      const type = typeNames.find((name) => name === issue.expected)
      return type === undefined ? notValid : say(`checks_type_${type}`, language)
    }
    case 'too_small':
      // "More than 0" has no smallest value to name.
      return issue.inclusive === false ? notValid : sayLimit(issue.origin, issue.minimum, 'least', language)
    case 'too_big':
      return issue.inclusive === false ? notValid : sayLimit(issue.origin, issue.maximum, 'most', language)
    case 'not_multiple_of':
      return say('checks_multiple', language, { divisor: String(issue.divisor) })
    case 'invalid_value':
      return say('checks_not_an_option', language)
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
    : isUnknownField
      ? say('checks_unknown_field', language)
      : value === undefined
        ? say('checks_missing', language)
        : sayIssue(issue, language)
  return { field: field.length > FIELD_LENGTH_MAX ? `${field.slice(0, FIELD_LENGTH_MAX)}…` : field, problem }
}
