import type { AssociatedData } from './associated-data.ts'

/** The master keys of a database, each under the number that the database gave it. */
export type Keyring = {
  /** The number of the key that seals. */
  readonly current: () => number
  /** Undefined: no such key is here. */
  readonly find: (keyId: number) => Uint8Array | undefined
  /** Every key that may have sealed something, or will within the next moment; the lowest number first. */
  readonly all: () => readonly { readonly keyId: number; readonly key: Uint8Array }[]
}

/** Changes when another process has begun to seal with the next key: nobody has to be restarted for that. */
export type LearningKeyring = Keyring & {
  /** Throws a `KeysProblem` when the database is sealed with a key that is not here. */
  readonly learn: (known: readonly KnownKey[]) => void
}

export type GivenKeys = { readonly fieldKey: Uint8Array; readonly oldFieldKeys?: readonly Uint8Array[] }

/** A value that is known, sealed under each key that this database uses: by it a key is recognised. */
export type KnownKey = { readonly keyId: number; readonly knownValue: Buffer }

export const KNOWN_VALUE = 'hola'
/** Named after the table that held the only one before keys had numbers. */
export const knownValueData: AssociatedData = { table: 'key_check', column: 'known_value', row: [] }

/** The first key of every database, also of those from before there were numbers. */
export const FIRST_KEY_ID = 1
/** It is written in one byte. */
export const LAST_KEY_ID = 255

const problems = {
  /** None of the keys opens what is sealed now, nor anything else. */
  wrong: 'FIELD_KEY is not the one that this database is sealed with: set that one, or another DATABASE_URL',
  /** The keys are older than the database. */
  outdated:
    'FIELD_KEY is an older key: this database is sealed with a newer one. Set that one as FIELD_KEY, and this one as FIELD_KEY_OLD until npm run rekey is done',
  /** Another key still has something sealed. */
  oldMissing:
    'FIELD_KEY_OLD is missing a key that still seals a part of this database: set it until npm run rekey has said that it can go',
  /** Both are right, each in the place of the other. */
  exchanged: 'FIELD_KEY and FIELD_KEY_OLD are exchanged: FIELD_KEY is the newer one, which the database is sealed with',
} as const

export class KeysProblem extends Error {
  override readonly name = 'KeysProblem'
  readonly problem: keyof typeof problems

  constructor(problem: keyof typeof problems) {
    super(problems[problem])
    this.problem = problem
  }
}

export type Matched = {
  readonly current: number
  readonly keys: ReadonlyMap<number, Uint8Array>
  /** FIELD_KEY, when nothing is sealed with it yet: `npm run rekey` begins with it. */
  readonly waiting: Uint8Array | undefined
  /** Keys in FIELD_KEY_OLD that seal nothing in this database. */
  readonly unneededCount: number
}

/** Which key has which number. A new database has none: its first key is FIELD_KEY. */
export const matchKeys = (
  known: readonly KnownKey[],
  { fieldKey, oldFieldKeys = [] }: GivenKeys,
  opens: (known: KnownKey, key: Uint8Array) => boolean,
): Matched | KeysProblem => {
  if (known.length === 0)
    return {
      current: FIRST_KEY_ID,
      keys: new Map([[FIRST_KEY_ID, fieldKey]]),
      waiting: undefined,
      unneededCount: oldFieldKeys.length,
    }
  const given = [fieldKey, ...oldFieldKeys]
  const keys = new Map<number, Uint8Array>()
  for (const one of known) {
    const key = given.find((candidate) => opens(one, candidate))
    if (key !== undefined) keys.set(one.keyId, key)
  }
  const current = Math.max(...known.map(({ keyId }) => keyId))
  if (!keys.has(current)) return new KeysProblem(keys.size > 0 ? 'outdated' : 'wrong')
  if (keys.size < known.length) return new KeysProblem('oldMissing')
  const used = new Set(keys.values())
  if (used.has(fieldKey) && keys.get(current) !== fieldKey) return new KeysProblem('exchanged')
  return {
    current,
    keys,
    waiting: used.has(fieldKey) ? undefined : fieldKey,
    unneededCount: oldFieldKeys.filter((key) => !used.has(key)).length,
  }
}

export const ringOfOne = (key: Uint8Array): Keyring => ({
  current: () => FIRST_KEY_ID,
  find: (keyId) => (keyId === FIRST_KEY_ID ? key : undefined),
  all: () => [{ keyId: FIRST_KEY_ID, key }],
})

/** A keyring from what a database knows; `opens` tells whether a key is the one of a known value. */
export const openKeyring = (
  known: readonly KnownKey[],
  given: GivenKeys,
  opens: (known: KnownKey, key: Uint8Array) => boolean,
): LearningKeyring => {
  let current = 0
  /** What was learnt stays: a key whose last value has just been sealed anew is still looked up for a while. */
  const keys = new Map<number, Uint8Array>()
  let waiting: { readonly keyId: number; readonly key: Uint8Array } | undefined

  const learn = (now: readonly KnownKey[]): void => {
    const matched = matchKeys(now, given, opens)
    if (matched instanceof KeysProblem) throw matched
    for (const [keyId, key] of matched.keys) keys.set(keyId, key)
    current = matched.current
    // The number that it will get: whoever begins to seal with it is understood at once.
    waiting = matched.waiting && { keyId: current + 1, key: matched.waiting }
  }
  learn(known)

  const find = (keyId: number): Uint8Array | undefined =>
    keys.get(keyId) ?? (waiting?.keyId === keyId ? waiting.key : undefined)
  return {
    current: () => current,
    find,
    all: () =>
      [...keys, ...(waiting ? [[waiting.keyId, waiting.key] as const] : [])]
        .toSorted(([one], [other]) => one - other)
        .map(([keyId, key]) => ({ keyId, key })),
    learn,
  }
}
