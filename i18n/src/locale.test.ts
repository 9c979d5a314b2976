import { expect, test } from 'vitest'
import { wireLanguageOf } from './locale.ts'

test.each([
  ['en', 'en'],
  ['es', 'es'],
  ['vi', 'en'],
] as const)('interface in %s: the language header says %s', (chosen, header) => {
  expect(wireLanguageOf(chosen)).toBe(header)
})
