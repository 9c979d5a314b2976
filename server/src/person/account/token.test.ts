import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatToken, hashToken, newSessionToken, parseSessionToken, parseToken } from './token.ts'

const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7)
const base64url = Buffer.from(bytes).toString('base64url')
const hex = Buffer.from(bytes).toString('hex')

test.each([
  ['base64url', base64url],
  ['lower-case hex', hex],
  ['upper-case hex', hex.toUpperCase()],
])('a token written as %s is read back to its 32 bytes', (_, text) => {
  expect(Buffer.from(parseToken(text) ?? [])).toEqual(Buffer.from(bytes))
})

test.each([
  ['empty', ''],
  ['31 bytes of hex', hex.slice(2)],
  ['33 bytes of hex', `${hex}00`],
  ['one character short', base64url.slice(1)],
  ['padded base64', `${base64url}=`],
  ['base64 that is not base64url', `+${base64url.slice(1)}`],
  ['spare bits set in the last character', `${'A'.repeat(42)}B`],
  ['a space before it', ` ${base64url}`],
  ['a line break after it', `${base64url}\n`],
  ['letters beyond ASCII', 'ñ'.repeat(43)],
])('%s is no token', (_, text) => {
  expect(parseToken(text)).toBeUndefined()
})

test('the token of a session names its person, and is kept as the hash of its secret alone', () => {
  const userId = '0198c0de-1234-7abc-8def-0123456789ab'
  const { token, tokenSha256 } = newSessionToken({ bytes: () => bytes }, userId)
  expect(token).toMatch(/^[\w-]{64}$/)
  expect(parseSessionToken(token)).toEqual({ userId, secret: Buffer.from(bytes) })
  expect(tokenSha256).toEqual(hashToken(bytes))
})

test.each([
  ['base64url', base64url],
  ['hex', hex],
])('a token of a session that names nobody is read as before, as %s', (_, text) => {
  expect(parseSessionToken(text)).toEqual({ userId: undefined, secret: Buffer.from(bytes) })
})

test.each(['', 'A'.repeat(63), 'A'.repeat(65), `${'A'.repeat(63)}+`, `${'A'.repeat(63)}\n`])(
  'no token of a session: %j',
  (text) => {
    expect(parseSessionToken(text)).toBeUndefined()
  },
)

test('what is stored is the SHA-256 of the bytes, whatever the spelling', () => {
  expect(formatToken(bytes)).toBe(base64url)
  expect(hashToken(bytes)).toEqual(createHash('sha256').update(bytes).digest())
})
