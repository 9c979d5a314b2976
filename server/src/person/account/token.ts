import { createHash } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'

export const TOKEN_BYTES = 32

/**
 * The bytes of a token as it stands in the header: 32 bytes as base64url or as hex. Undefined for anything else, so
 * that a mangled token is told apart from one that merely expired.
 */
export const parseToken = (text: string): Uint8Array | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[\w-]{43}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  // 43 characters hold two bits more than 32 bytes: only the canonical spelling names a token.
  return bytes.toString('base64url') === text ? bytes : undefined
}

export const formatToken = (token: Uint8Array): string => Buffer.from(token).toString('base64url')

/** What the database keeps instead of the token. A plain hash is enough: 256 random bits cannot be guessed. */
export const hashToken = (token: Uint8Array): Buffer => createHash('sha256').update(token).digest()

/** A new token and what the database keeps of it. */
export const newToken = ({
  bytes,
}: Pick<Random, 'bytes'>): { readonly token: string; readonly tokenSha256: Buffer } => {
  const token = bytes(TOKEN_BYTES)
  return { token: formatToken(token), tokenSha256: hashToken(token) }
}
