import { expect, test } from 'vitest'
import type { ConsentKind } from './kinds.ts'
import { consentKinds } from './kinds.ts'

/** Every version there was, with the hash that consents to it carry. A line is added, never changed. */
const published: Readonly<Record<ConsentKind, Readonly<Record<string, string>>>> = {
  biometric: {
    '2026-11': '364854f5a3d6a8f771a168393b3ad328a477931aa8493b222ed94018b22590b5',
    '2026-11.2': '82f34aa342afb3d055a7dbd33762579438d9856c0a3bc538364965a92f8851e1',
  },
  device: { '2026-11': '040427d5e02321bf83865062ee4b89e1404ff90af66b924579e69e8e2b59bf81' },
  location: { '2026-11': '33f8651fc254c6e0ad3c606399cd7831aef882958842a690bc0d1768193b0cb9' },
  sms: { '2026-11': 'edb98222fee14c20a5d210e46b3f16ce9b882f0cec857e9f7c3fb32818f9853f' },
  apps: { '2026-11': '80892621d9b7283aeecec09af30a37565ac2c1ca338665d3b2c293cd67adb4fb' },
  behaviour: { '2026-11': '07ad476f80050b563815cc22620b77c47ae853d8bcd9f3314dbaa05b9f6e3492' },
}

test.each(Object.entries(consentKinds))(
  'the words of the published consent %s do not change: other words need another version',
  (kind, { textVersion, textSha256 }) => {
    expect(textSha256.toString('hex')).toBe(published[kind as ConsentKind][textVersion])
  },
)
