import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'
import { CODE_DIGITS } from '@hola/core/codes.ts'
import type { Secrets } from '../../platform/services.ts'
import type { AddressKey, SoughtAddress } from './address.ts'

export type CodePurpose = 'login' | 'sign' | 'erase'

const CODE_COUNT = 10 ** CODE_DIGITS
/** Numbers above the last whole round of codes are drawn again: taken, they would make some codes likelier. */
const EVEN_LIMIT = Math.floor(2 ** 32 / CODE_COUNT) * CODE_COUNT

export const drawCode = (random: Random): string => {
  for (;;) {
    const number = Buffer.from(random.bytes(4)).readUInt32BE()
    if (number < EVEN_LIMIT) return String(number % CODE_COUNT).padStart(CODE_DIGITS, '0')
  }
}

/** What the database keeps of a code: of use only with the pepper, and for this one code of this one address. */
export const hashCode = (
  pepper: Uint8Array,
  { kind, addressIndex, codeId, purpose }: AddressKey & { codeId: string; purpose: CodePurpose },
  code: string,
): Buffer =>
  createHmac('sha256', pepper)
    .update(JSON.stringify([purpose, kind, addressIndex.toString('hex'), codeId, code]))
    .digest()

/**
 * Whether this is what was sent. A code that was made just before a secret was replaced is known by the one before it,
 * until it expires.
 */
export const isCode = (
  { codePepper, oldCodePeppers = [] }: Pick<Secrets, 'codePepper' | 'oldCodePeppers'>,
  { addressIndex, ...key }: SoughtAddress & { codeId: string; purpose: CodePurpose },
  typed: string,
  codeHmac: Buffer,
): boolean => {
  const hashes = [codePepper, ...oldCodePeppers].flatMap((pepper) =>
    addressIndex.versions.map((version) => hashCode(pepper, { ...key, addressIndex: version }, typed)),
  )
  // Each is compared, also after one was found: how long it takes says nothing about which.
  return hashes.filter((hash) => isSameHash(hash, codeHmac)).length > 0
}

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
