import { expect, test } from 'vitest'
import { consentKinds } from './kinds.ts'

/** Every version there was, with the hash that consents to it carry. A line is added, never changed. */
const publishedBiometricVersions: Readonly<Record<string, string>> = {
  '2026-11': '364854f5a3d6a8f771a168393b3ad328a477931aa8493b222ed94018b22590b5',
}

test('the words of a published consent do not change: other words need another version', () => {
  const { textVersion, textSha256 } = consentKinds.biometric
  expect(textSha256.toString('hex')).toBe(publishedBiometricVersions[textVersion])
})
