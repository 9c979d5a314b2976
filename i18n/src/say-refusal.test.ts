import { Refusal, refusals, type RefusalName, refuse } from '@hola/core/errors.ts'
import { wireLanguages } from '@hola/core/language.ts'
import { describe, expect, test } from 'vitest'
import en from '../messages/errors/en.json' with { type: 'json' }
import es from '../messages/errors/es.json' with { type: 'json' }
import { sayRefusal } from './say-refusal.ts'

const names = Object.keys(refusals) as RefusalName[]

/** What a message of any shape asks for. */
const parametersOf = (message: unknown): string[] =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()

const wordsOf = (name: RefusalName): readonly string[] => {
  const row = refusals[name]
  return 'words' in row ? row.words : []
}

test('every refusal has a sentence, and every sentence a refusal', () => {
  const keys = names.map((name) => `errors_${name}`)
  expect(Object.keys(en)).toEqual(keys)
  expect(Object.keys(es)).toEqual(keys)
})

test.each(names)('%s: its sentences ask for the words that the refusal carries', (name) => {
  for (const messages of [en, es]) expect(parametersOf(messages[`errors_${name}`])).toEqual(wordsOf(name).toSorted())
})

describe('fixed by the specification', () => {
  test.each([
    ['bad_request', 'bad request'],
    ['invalid_loan_daycount', 'invalid loan_daycount'],
  ] as const)('%s keeps its exact text in every language, because the client compares it', (name, text) => {
    for (const language of wireLanguages) expect(sayRefusal(refuse(name), language)).toBe(text)
  })

  test.each([
    ['different_phone_needed', 'Please select a different phone number'],
    ['id_photo_needed', 'To request a loan it is necessary to take a photograph of your ID Card'],
  ] as const)('%s says what the specification says, word for word', (name, text) => {
    expect(sayRefusal(refuse(name), 'en')).toBe(text)
  })

  test('a refused application says its days', () => {
    expect(sayRefusal(refuse('application_refused', { days: 14 }), 'en')).toBe(
      'Sorry, your application has been refused, please try again 14 days later.',
    )
  })
})

test('the words are filled into the sentence of the language', () => {
  const refusal = refuse('too_many_requests', { seconds: 42 })
  expect(sayRefusal(refusal, 'en')).toBe('Too many attempts. Please try again in 42 seconds.')
  expect(sayRefusal(refusal, 'es')).toBe('Fueron demasiados intentos. Volvé a probar en 42 segundos.')
})

test('a count of one is said in the singular', () => {
  expect(sayRefusal(refuse('application_refused', { days: 1 }), 'en')).toBe(
    'Sorry, your application has been refused, please try again 1 day later.',
  )
})

test('a word stands as it is, also when it looks like a placeholder or a replacement pattern', () => {
  expect(sayRefusal(refuse('invalid_body', { field: '{problem}', problem: '$& $1' }), 'en')).toBe(
    'Please check "{problem}": $& $1',
  )
})

test('a word that is missing is a bug, not a sentence with a hole', () => {
  expect(() => sayRefusal(new Refusal('internal', {}), 'en')).toThrow('{request_id}')
})
