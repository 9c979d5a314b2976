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

const USER_ID_BYTES = 16

/** What the token of a session says: whose it is, and the secret. */
export type SessionToken = {
  readonly secret: Uint8Array
  /** Undefined in one that was given before tokens named their person; those end 30 days after they were given. */
  readonly userId: string | undefined
}

const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * The token of a session as it stands in the header: the id of its person and the secret as base64url, or the secret alone
 * as `parseToken` reads it. Both may have 64 characters; that one of the first kind looks like hex comes up once in 10^20.
 */
export const parseSessionToken = (text: string): SessionToken | undefined => {
  const secret = parseToken(text)
  if (secret !== undefined) return { secret, userId: undefined }
  if (!/^[\w-]{64}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  return { secret: bytes.subarray(USER_ID_BYTES), userId: uuidOf(bytes.subarray(0, USER_ID_BYTES)) }
}

/** A new token of a session of this person, and what the database keeps of it. */
export const newSessionToken = (
  { bytes }: Pick<Random, 'bytes'>,
  userId: string,
): { readonly token: string; readonly tokenSha256: Buffer } => {
  const secret = bytes(TOKEN_BYTES)
  const whole = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), secret])
  return { token: whole.toString('base64url'), tokenSha256: hashToken(secret) }
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
