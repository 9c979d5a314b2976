import { problemNames } from '@hola/core/form/problems.ts'
import { describe, expect, test } from 'vitest'
import { setLocale } from './compiled/runtime.js'
import { problemText } from './problem-text.ts'
import { sayField, sayProblem } from './say-field.ts'

const languages = ['en', 'es', 'vi'] as const

describe('a field', () => {
  // The fields of the three steps are checked against the contract, beside the server's answers to them.
  const elsewhere = ['phone', 'mail', 'code', 'image_base64', 'amount_centavos', 'term_days', 'agreement_accepted']

  test.each(elsewhere)('%s has a name in both languages', (path) => {
    for (const language of ['en', 'es']) expect(sayField(path, language)).not.toBe(path)
  })

  test('is called as its form calls it, and one of no form by its own name', () => {
    expect(sayField('address.street', 'es')).toBe('Calle')
    expect(sayField('emergency_contact_2.contact_phone', 'en')).toBe('Phone of contact 2')
    expect(sayField('constructor', 'es')).toBe('constructor')
  })
})

describe('a problem', () => {
  test.each([
    ['required_enter', 'Please enter', 'Completá este campo'],
    ['required_select', 'Please select', 'Elegí una opción'],
    ['same_phone', 'Please select a different phone number', 'Elegí un número distinto'],
  ] as const)('%s is said in the words of the specification and the glossary', (problem, en, es) => {
    expect([sayProblem(problem, 'en'), sayProblem(problem, 'es')]).toEqual([en, es])
  })

  test('the digits that are there are counted', () => {
    expect(sayProblem('not_a_dni', 'es', '300.000')).toBe('El DNI tiene 7 u 8 números y escribiste 6')
    expect(sayProblem('account_length', 'en', undefined)).toBe('A CBU or CVU has 22 digits and you typed 0')
  })

  test('an object in the place of a text has none, whatever it says of itself', () => {
    expect(sayProblem('account_length', 'en', { toString: 0 })).toBe('A CBU or CVU has 22 digits and you typed 0')
  })

  test('what is no sentence of its own has no full stop: it may stand after the name of its field', () => {
    for (const problem of problemNames)
      for (const language of languages) expect(sayProblem(problem, language)).not.toMatch(/\.$/)
  })

  test.each(languages)('the page and the server say the same: %s', (language) => {
    setLocale(language)
    for (const problem of problemNames) expect(problemText(problem, '12')).toBe(sayProblem(problem, language, '12'))
    setLocale('en')
  })
})
