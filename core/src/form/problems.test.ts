import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  choiceOf,
  chosenDay,
  group,
  listedId,
  mailAddress,
  mobilePhone,
  personName,
  sentCode,
  typedPesos,
  typedText,
  wholeNumber,
  yesOrNo,
} from './fields.ts'
import { good } from '../identifiers/checked.ts'
import { MAIL } from '../identifiers/mail.ts'
import { checkForm, isProblem, problemNames, problemsOf } from './problems.ts'

/** The name of what is wrong with a value, or the value as it is stored. */
const read = (schema: z.ZodMiniType, value: unknown): unknown => {
  const form = checkForm(z.strictObject({ field: schema }), value === undefined ? {} : { field: value })
  return form.ok ? form.value.field : form.problems.map(({ path, problem }) => [path, problem])
}

describe('a field', () => {
  test.each<[string, z.ZodMiniType, unknown, string]>([
    ['text that is not there', personName(), undefined, 'required_enter'],
    ['text that is empty', personName(), '', 'required_enter'],
    ['text of spaces', personName(), '   ', 'required_enter'],
    ['null for text', personName(), null, 'required_enter'],
    ['a number for text', personName(), 7, 'not_valid'],
    ['text that is too long', personName(), 'a'.repeat(61), 'too_long'],
    ['text that is far too long is not read at all', personName(), '😀'.repeat(100), 'too_long'],
    ['a choice that is not made', choiceOf(['a', 'b']), undefined, 'required_select'],
    ['a choice that is empty', choiceOf(['a', 'b']), '', 'required_select'],
    ['a choice that is null', choiceOf(['a', 'b']), null, 'required_select'],
    ['a choice that is not in the list', choiceOf(['a', 'b']), 'c', 'unknown_option'],
    ['a name of every object is not in the list either', choiceOf(['a', 'b']), 'toString', 'unknown_option'],
    ['an id that is not there', listedId(), undefined, 'required_select'],
    ['an id that is empty', listedId(), '', 'required_select'],
    ['an id that cannot be one', listedId(), '../x', 'unknown_option'],
    ['an id that is too long', listedId(), 'a'.repeat(41), 'unknown_option'],
    ['neither yes nor no', yesOrNo(), undefined, 'required_select'],
    ['yes as text', yesOrNo(), 'yes', 'unknown_option'],
    ['a number that is not there', wholeNumber(0, 9), undefined, 'required_enter'],
    ['a number field that is empty', wholeNumber(0, 9), Number.NaN, 'required_enter'],
    ['a number as text', wholeNumber(0, 9), '7', 'not_a_number'],
    ['a number with a fraction', wholeNumber(0, 9), 0.5, 'not_a_number'],
    ['a number too low', wholeNumber(0, 9), -1, 'too_small'],
    ['a number too high', wholeNumber(0, 9), 10, 'too_large'],
    ['an amount with centavos', typedPesos(0), 150, 'not_whole_pesos'],
    ['an amount of nothing where there must be one', typedPesos(100), 0, 'too_small'],
    ['a day that is not chosen', chosenDay(), '', 'required_select'],
    ['a day that does not exist', chosenDay(), '2026-02-30', 'not_a_day'],
    ['a day of the year 0, which no database knows', chosenDay(), '0000-01-01', 'not_a_day'],
    ['a day that nobody lives to see', chosenDay(), '9999-12-31', 'not_a_day'],
    ['a phone', mobilePhone(), '11 2345-678', 'not_a_mobile'],
    ['a phone longer than any', mobilePhone(), '1'.repeat(41), 'too_long'],
    ['an e-mail address', mailAddress(), 'x', 'not_a_mail'],
    ['a code that is not there', sentCode(), '', 'required_enter'],
    ['a code of five digits', sentCode(), '12345', 'not_a_code'],
    ['a code of seven digits', sentCode(), '1234567', 'not_a_code'],
  ])('refuses %s by its name', (_, schema, value, problem) => {
    expect(read(schema, value)).toEqual([['field', problem]])
  })

  test.each<[string, z.ZodMiniType, unknown, unknown]>([
    ['a name', personName(), '  Ana  María ', 'Ana María'],
    ['a phone', mobilePhone(), '011 15 2345-6789', '+5491123456789'],
    ['an e-mail address', mailAddress(), ' A@B.com ', 'a@b.com'],
    ['a choice', choiceOf(['a', 'b']), 'b', 'b'],
    ['an id with a leading zero', listedId(), '06854100', '06854100'],
    ['no', yesOrNo(), false, false],
    ['zero', wholeNumber(0, 9), 0, 0],
    ['whole pesos', typedPesos(100), 100, 100],
    ['a day', chosenDay(), '2024-02-29', '2024-02-29'],
    ['the first day of all', chosenDay(), '1900-01-01', '1900-01-01'],
    ['the last day of all', chosenDay(), '2199-12-31', '2199-12-31'],
    ['a code', sentCode(), '012345', '012345'],
  ])('comes out as it is stored: %s', (_, schema, value, stored) => {
    expect(read(schema, value)).toEqual(stored)
  })

  test('is described with its bound, although our own check is not a part of JSON Schema', () => {
    const document = z.toJSONSchema(z.strictObject({ name: personName(), mail: mailAddress() }), { io: 'input' })
    expect(document.properties).toEqual({
      name: { type: 'string', maxLength: 80 },
      mail: { type: 'string', maxLength: 254, format: 'email', pattern: MAIL.source },
    })
  })

  test('is described the same on the way out', () => {
    const schema = z.strictObject({ phone: mobilePhone(), day: chosenDay(), amount: typedPesos(0) })
    expect(z.toJSONSchema(schema, { io: 'output' }).properties).toEqual(
      z.toJSONSchema(schema, { io: 'input' }).properties,
    )
  })
})

describe('problems', () => {
  const form = z.strictObject({ name: personName(), contact: group({ phone: mobilePhone() }) })

  test('are named by the path of the field', () => {
    expect(checkForm(form, { name: '', contact: { phone: '1' } })).toEqual({
      ok: false,
      problems: [
        { path: 'name', problem: 'required_enter' },
        { path: 'contact.phone', problem: 'not_a_mobile' },
      ],
    })
  })

  test('of a group that is not there stand at the group', () => {
    expect(checkForm(form, { name: 'Ana' })).toEqual({
      ok: false,
      problems: [{ path: 'contact', problem: 'required_enter' }],
    })
  })

  test('name each field that does not exist', () => {
    const { error } = form.safeParse({ name: 'Ana', contact: { phone: '11 2345-6789', mail: 1 }, x: 1, y: 2 })
    expect(error && problemsOf(error)).toEqual([
      { path: 'contact.mail', problem: 'unknown_field' },
      { path: 'x', problem: 'unknown_field' },
      { path: 'y', problem: 'unknown_field' },
    ])
  })

  test('that no list of ours has are "not valid"', () => {
    const { error } = z.strictObject({ a: z.string() }).safeParse({ a: 1 })
    expect(error && problemsOf(error)).toEqual([{ path: 'a', problem: 'not_valid' }])
  })

  test('of rules between fields are said together with those of fields, one a field', () => {
    const checked = checkForm(form, { name: '', contact: { phone: '11 2345-6789' } }, () => [
      { path: 'name', problem: 'holder_not_applicant' },
      { path: 'contact.phone', problem: 'same_phone' },
    ])
    expect(checked).toEqual({
      ok: false,
      problems: [
        { path: 'name', problem: 'required_enter' },
        { path: 'contact.phone', problem: 'same_phone' },
      ],
    })
  })

  test('of rules alone stop a form too', () => {
    const checked = checkForm(form, { name: 'Ana', contact: { phone: '11 2345-6789' } }, () => [
      { path: 'contact.phone', problem: 'same_phone' },
    ])
    expect(checked.ok).toBe(false)
  })

  test('are a closed list', () => {
    expect(isProblem('required_enter')).toBe(true)
    expect(isProblem('Invalid input')).toBe(false)
    expect(new Set(problemNames).size).toBe(problemNames.length)
  })

  test('a text beyond its bound never reaches the check', () => {
    const seen: string[] = []
    const schema = typedText(5, (typed) => {
      seen.push(typed)
      return good(typed)
    })
    expect(read(schema, 'a b')).toBe('a b')
    expect(read(schema, 'a'.repeat(6))).toEqual([['field', 'too_long']])
    expect(seen).toEqual(['a b'])
  })
})
