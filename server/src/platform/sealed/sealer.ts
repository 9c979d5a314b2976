import type { KeyObject } from 'node:crypto'
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'
import type { AssociatedData } from './associated-data.ts'
import { FIRST_KEY_ID, ringOfOne } from './keyring.ts'
import type { Keyring } from './keyring.ts'

/**
 * A keyed hash by which a value is found again. It is written in the version of the key that seals now, and has to be
 * looked for in every version: what another key has written is the same value.
 */
export type BlindIndex = Buffer & { readonly versions: readonly Buffer[] }

export type Sealer = {
  readonly seal: (value: string | Uint8Array, associatedData: AssociatedData) => Buffer
  /** Throws when the value was changed, moved or sealed under a key that is not here: that is damage, not an answer. */
  readonly open: (sealed: Uint8Array, associatedData: AssociatedData) => Buffer
  /** Finds a value again without storing it: equal values of one purpose have equal indexes. */
  readonly blindIndex: (value: string, purpose: string) => BlindIndex
  /**
   * What becomes of an index of an earlier key when nobody knows its value any more: equal ones stay equal, and whoever
   * has the earlier key finds nothing out by it.
   */
  readonly inheritIndex: (index: Uint8Array) => Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of an index without the number of its key: all were written like that under the first one. */
const INDEX_BYTES = 32
/** Stands between the number of the key and the hash of an index that was inherited. */
const INHERITED = 0

/** Under which key something was sealed: its first byte. */
export const keyIdOfSealed = (sealed: Uint8Array): number | undefined => sealed[0]

export const keyIdOfIndex = (index: Uint8Array): number =>
  index.length === INDEX_BYTES ? FIRST_KEY_ID : (index[0] ?? 0)

/** Nobody can compute it again without the key that it was first made with. */
export const isInherited = (index: Uint8Array): boolean => index.length === INDEX_BYTES + 2

/**
 * Whether a stored index is that of a value. Undefined when it cannot be known: it was made with a key that has been
 * thrown away since.
 */
export const isIndexOf = (stored: Buffer, index: BlindIndex): boolean | undefined => {
  if (index.versions.some((version) => version.equals(stored))) return true
  const isComparable = index.versions.some((version) => keyIdOfIndex(version) === keyIdOfIndex(stored))
  return isInherited(stored) || !isComparable ? undefined : false
}

/**
 * What a person told us is unreadable in a dump of the database, and a field cannot be exchanged for another's. Each
 * column has a key of its own, derived from the master key, so a nonce has to be unique only within a column. There may
 * be several master keys, while one is replaced by the next: the newest seals, each opens what it has sealed.
 */
export const createSealer = (keys: Uint8Array | Keyring, random: Random): Sealer => {
  const ring = keys instanceof Uint8Array ? ringOfOne(keys) : keys
  // As key objects: to make one of raw bytes anew takes longer than what it is used for.
  const derived = new Map<string, KeyObject>()
  const keyFor = (keyId: number, use: string): KeyObject => {
    const name = `${keyId} ${use}`
    const known = derived.get(name)
    if (known !== undefined) return known
    const master = ring.find(keyId)
    if (master === undefined) throw new Error(`${use}: key ${keyId} is not here`)
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `hola ${use}`, KEY_BYTES)))
    derived.set(name, key)
    return key
  }
  const columnKey = (keyId: number, { table, column }: AssociatedData): KeyObject =>
    keyFor(keyId, `seal ${table}.${column}`)
  const boundTo = (keyId: number, { table, column, row }: AssociatedData): Buffer =>
    Buffer.from(JSON.stringify([keyId, table, column, ...row]))

  const hash = (keyId: number, purpose: string, value: string | Uint8Array): Buffer =>
    createHmac('sha256', keyFor(keyId, `index ${purpose}`))
      .update(value)
      .digest()
  const indexUnder = (keyId: number, value: string, purpose: string): Buffer =>
    keyId === FIRST_KEY_ID
      ? hash(keyId, purpose, value)
      : Buffer.concat([Buffer.of(keyId), hash(keyId, purpose, value)])
  const inheritUnder = (keyId: number, index: Uint8Array): Buffer =>
    Buffer.concat([Buffer.of(keyId, INHERITED), hash(keyId, 'inherited', index)])

  return {
    seal: (value, associatedData) => {
      const keyId = ring.current()
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, columnKey(keyId, associatedData), nonce)
      cipher.setAAD(boundTo(keyId, associatedData))
      const bytes = Buffer.concat([cipher.update(value), cipher.final()])
      return Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), bytes])
    },

    open: (sealed, associatedData) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const keyId = keyIdOfSealed(bytes)
      if (keyId === undefined || ring.find(keyId) === undefined)
        throw new Error(`${associatedData.table}.${associatedData.column}: sealed under a key that is not here`)
      const nonceEnd = 1 + NONCE_BYTES
      const tagEnd = nonceEnd + TAG_BYTES
      const decipher = createDecipheriv(CIPHER, columnKey(keyId, associatedData), bytes.subarray(1, nonceEnd), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(keyId, associatedData))
      decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd))
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    },

    blindIndex: (value, purpose) => {
      const current = ring.current()
      const index = indexUnder(current, value, purpose)
      const ids = ring.all().map(({ keyId }) => keyId)
      const versions: Buffer[] = [index]
      for (const keyId of ids) {
        // What an earlier key has written may have been inherited by this one.
        const inherited = versions
          .filter((version) => keyIdOfIndex(version) < keyId)
          .map((version) => inheritUnder(keyId, version))
        versions.push(...(keyId === current ? [] : [indexUnder(keyId, value, purpose)]), ...inherited)
      }
      return Object.assign(index, { versions })
    },

    inheritIndex: (index) => inheritUnder(ring.current(), index),
  }
}
