import type { KeyObject } from 'node:crypto'
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'

/** Where a sealed value lives. It opens there and nowhere else: a copy in another row, column or table stays shut. */
export type AssociatedData = { readonly table: string; readonly column: string; readonly row: readonly string[] }

export type Sealer = {
  readonly seal: (value: string | Uint8Array, associatedData: AssociatedData) => Buffer
  /** Throws when the value was changed, moved or sealed under another key: that is damage, not an answer. */
  readonly open: (sealed: Uint8Array, associatedData: AssociatedData) => Buffer
  /** Finds a value again without storing it: equal values of one purpose have equal indexes. */
  readonly blindIndex: (value: string, purpose: string) => Buffer
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First byte of everything sealed: it will tell an old master key from its successor. */
const KEY_ID = 1

/**
 * What a person told us is unreadable in a dump of the database, and a field cannot be exchanged for another's. Each
 * column has a key of its own, derived from the one master key, so a nonce has to be unique only within a column.
 */
export const createSealer = (masterKey: Uint8Array, random: Random): Sealer => {
  // As key objects: to make one of raw bytes anew takes longer than what it is used for.
  const keys = new Map<string, KeyObject>()
  const keyFor = (use: string): KeyObject => {
    const known = keys.get(use)
    if (known !== undefined) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', `hola ${use}`, KEY_BYTES)))
    keys.set(use, key)
    return key
  }
  const columnKey = ({ table, column }: AssociatedData): KeyObject => keyFor(`seal ${table}.${column}`)
  const boundTo = ({ table, column, row }: AssociatedData): Buffer =>
    Buffer.from(JSON.stringify([KEY_ID, table, column, ...row]))

  return {
    seal: (value, associatedData) => {
      const nonce = random.bytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, columnKey(associatedData), nonce)
      cipher.setAAD(boundTo(associatedData))
      const bytes = Buffer.concat([cipher.update(value), cipher.final()])
      return Buffer.concat([Buffer.of(KEY_ID), nonce, cipher.getAuthTag(), bytes])
    },

    open: (sealed, associatedData) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes[0] !== KEY_ID)
        throw new Error(`${associatedData.table}.${associatedData.column}: sealed under a key that is not here`)
      const nonceEnd = 1 + NONCE_BYTES
      const tagEnd = nonceEnd + TAG_BYTES
      const decipher = createDecipheriv(CIPHER, columnKey(associatedData), bytes.subarray(1, nonceEnd), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(associatedData))
      decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd))
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    },

    blindIndex: (value, purpose) =>
      createHmac('sha256', keyFor(`index ${purpose}`))
        .update(value)
        .digest(),
  }
}
