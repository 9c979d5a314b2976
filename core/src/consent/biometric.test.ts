import { expect, test } from 'vitest'
import { wireLanguages } from '../language.ts'
import { biometricConsent } from './biometric.ts'

test('the courtesy translation has the paragraphs of the original', () => {
  expect(biometricConsent.en.paragraphs).toHaveLength(biometricConsent.es.paragraphs.length)
})

test.each(wireLanguages)('in %s every paragraph is plain text of one line', (language) => {
  for (const text of [biometricConsent[language].title, ...biometricConsent[language].paragraphs])
    expect(text).toMatch(/^\S[^\p{Cc}<>]*\S$/u)
})
