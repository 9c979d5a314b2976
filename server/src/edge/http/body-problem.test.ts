import { contract } from '@hola/core/contract/contract.ts'
import { sayField } from '@hola/i18n/say-field.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { InvalidBody, bodyValidator, describeIssue } from './body-problem.ts'

const schema = z.strictObject({
  text: z.string().check(z.minLength(2), z.maxLength(3)),
  number: z.number().check(z.minimum(5), z.maximum(9)),
  positive: z.number().check(z.positive()),
  whole: z.int(),
  step: z.number().check(z.multipleOf(5)),
  flag: z.boolean(),
  list: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  choice: z.enum(['a', 'b']),
  mail: z.email(),
  group: z.strictObject({ inner: z.string() }),
  either: z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
})
const good = {
  text: 'abc',
  number: 5,
  positive: 1,
  whole: 1,
  step: 10,
  flag: true,
  list: ['x'],
  choice: 'a',
  mail: 'ana@example.com',
  group: { inner: 'x' },
  either: { a: 'x' },
}

const describeBody = (body: unknown, language: 'en' | 'es', of: z.ZodMiniType = schema) => {
  const result = bodyValidator(of)(body)
  if (!('error' in result)) return undefined
  expect(result.error).toBeInstanceOf(InvalidBody)
  return describeIssue((result.error as InvalidBody).issue, body, language)
}

test('a good body has no problem', () => {
  expect(describeBody(good, 'en')).toBeUndefined()
})

test.each([
  ['text missing', { text: undefined }, 'text', 'it is missing', 'falta'],
  ['text as a number', { text: 5 }, 'text', 'it must be text', 'tiene que ser un texto'],
  ['text as null', { text: null }, 'text', 'it must be text', 'tiene que ser un texto'],
  ['text too short', { text: 'a' }, 'text', 'it needs at least 2 characters', 'tiene que tener al menos 2 caracteres'],
  ['text too long', { text: 'abcd' }, 'text', 'it may have at most 3 characters', 'puede tener hasta 3 caracteres'],
  ['number as text', { number: '7' }, 'number', 'it must be a number', 'tiene que ser un número'],
  ['number too small', { number: 4 }, 'number', 'it must be at least 5', 'tiene que ser 5 como mínimo'],
  ['number too large', { number: 10 }, 'number', 'it may be at most 9', 'puede ser 9 como máximo'],
  ['zero where more is needed', { positive: 0 }, 'positive', 'it is not valid', 'no es válido'],
  ['a fraction', { whole: 1.5 }, 'whole', 'it must be a whole number', 'tiene que ser un número entero'],
  ['off the step', { step: 7 }, 'step', 'it must be a multiple of 5', 'tiene que ser múltiplo de 5'],
  ['yes instead of true', { flag: 'yes' }, 'flag', 'it must be true or false', 'tiene que ser verdadero o falso'],
  ['no list', { list: 'x' }, 'list', 'it must be a list', 'tiene que ser una lista'],
  ['an empty list', { list: [] }, 'list', 'it needs at least 1 item', 'tiene que tener al menos 1 elemento'],
  ['a long list', { list: ['a', 'b', 'c'] }, 'list', 'it may have at most 2 items', 'puede tener hasta 2 elementos'],
  ['an item of a list', { list: [1] }, 'list.0', 'it must be text', 'tiene que ser un texto'],
  ['no option', { choice: 'c' }, 'choice', 'it is not one of the options', 'no es una de las opciones'],
  ['a group missing', { group: undefined }, 'group', 'it is missing', 'falta'],
  ['inside a group', { group: { inner: 1 } }, 'group.inner', 'it must be text', 'tiene que ser un texto'],
  [
    'a stranger in a group',
    { group: { inner: 'x', extra: 1 } },
    'group.extra',
    'this field does not exist',
    'este campo no existe',
  ],
  ['neither of two shapes', { either: {} }, 'either', 'it is not valid', 'no es válido'],
])('a body is described: %s', (_, change, field, en, es) => {
  expect(describeBody({ ...good, ...change }, 'en')).toEqual({ field, problem: en })
  expect(describeBody({ ...good, ...change }, 'es')).toEqual({ field, problem: es })
})

test('an object that no number can be compared with is no text, and no fault of ours', () => {
  const hostile = { length: { toString: [], valueOf: [] } }
  expect(describeBody({ ...good, text: hostile }, 'en')).toEqual({ field: 'body', problem: 'it is not valid' })
})

test('a field that a person fills in is called what she calls it', () => {
  expect(describeBody({ ...good, mail: 'ana' }, 'en')).toEqual({ field: 'E-mail', problem: 'it is not valid' })
  expect(describeBody({ ...good, mail: 'ana' }, 'es')).toEqual({
    field: 'Correo electrónico',
    problem: 'no es válido',
  })
})

test('a check of a form says what its page says, with what was typed', () => {
  const dni = z.strictObject({ national_id_number: z.string().check(z.refine(() => false, 'not_a_dni')) })
  const body = { national_id_number: '300.000' }
  expect(describeBody(body, 'es', dni)).toEqual({
    field: 'Número de DNI',
    problem: 'El DNI tiene 7 u 8 números y escribiste 6',
  })
  expect(describeBody({}, 'en', contract['app/save_extra_info'].body)).toEqual({
    field: 'Employment',
    problem: 'Please select',
  })
})

test('a very long key is cut short, and no key reaches into an object', () => {
  const description = describeBody({ ...good, ['x'.repeat(5000)]: 1 }, 'en')
  expect(description?.field.length).toBeLessThan(70)
  expect(sayField('constructor', 'en')).toBe('constructor')
})

type JsonSchema = { properties?: Record<string, JsonSchema>; anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }

const fieldsOf = ({ properties = {}, anyOf = [], oneOf = [] }: JsonSchema, above = ''): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [`${above}${name}`, ...fieldsOf(inner, `${above}${name}.`)]),
  ...[...anyOf, ...oneOf].flatMap((inner) => fieldsOf(inner, above)),
]

test.each(['app/save_basic_info', 'app/save_extra_info', 'app/save_transfer_info'] as const)(
  'every field of the form %s has a name for people in both languages',
  (path) => {
    const fields = fieldsOf(z.toJSONSchema(contract[path].body, { io: 'input' }) as JsonSchema)
    const unnamed = fields.filter((field) => field !== 'order_id' && sayField(field, 'es') === field)
    expect(unnamed).toEqual([])
  },
)
