import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { wireLanguages } from '../language.ts'
import { biometricConsent, wholeText } from './biometric.ts'

/** Every version there was, with the hash that consents to it carry. A line is added, never changed. */
const publishedVersions: Readonly<Record<string, string>> = {
  '2026-11': '364854f5a3d6a8f771a168393b3ad328a477931aa8493b222ed94018b22590b5',
}

test('the words of a published version do not change: other words need another version', () => {
  const sha256 = createHash('sha256').update(wholeText(biometricConsent.es)).digest('hex')
  expect(sha256).toBe(publishedVersions[biometricConsent.version])
})

test('the courtesy translation has the paragraphs of the original', () => {
  expect(biometricConsent.en.paragraphs).toHaveLength(biometricConsent.es.paragraphs.length)
})

test.each(wireLanguages)('in %s every paragraph is plain text of one line', (language) => {
  for (const text of [biometricConsent[language].title, ...biometricConsent[language].paragraphs])
    expect(text).toMatch(/^\S[^\p{Cc}<>]*\S$/u)
})
