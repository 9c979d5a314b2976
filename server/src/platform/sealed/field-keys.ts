import type { Random } from '@hola/core/clock.ts'
import type { ClientBase } from 'pg'
import type { Pool, Tx } from '../db/public.ts'
import { inTransaction } from '../db/public.ts'
import type { GivenKeys, KnownKey, LearningKeyring } from './keyring.ts'
import { FIRST_KEY_ID, KNOWN_VALUE, LAST_KEY_ID, knownValueData, matchKeys, openKeyring } from './keyring.ts'
import { createSealer } from './sealer.ts'

type Reader = Pick<Tx, 'query'> | Pick<ClientBase, 'query'>

const noRandom: Random = {
  uuid: () => {
    throw new Error('nothing is drawn to open something')
  },
  bytes: () => {
    throw new Error('nothing is drawn to open something')
  },
}

const ringOf = (keyId: number, key: Uint8Array) => ({
  current: () => keyId,
  find: (one: number) => (one === keyId ? key : undefined),
  all: () => [{ keyId, key }],
})

const opens = ({ keyId, knownValue }: KnownKey, key: Uint8Array): boolean => {
  try {
    createSealer(ringOf(keyId, key), noRandom).open(knownValue, knownValueData)
    return true
  } catch {
    return false
  }
}

/** The keys that this database uses, the oldest first; none in a new one. */
export const listFieldKeys = async (reader: Reader): Promise<KnownKey[]> => {
  const { rows } = await (reader as Pick<Tx, 'query'>).query<KnownKey>(
    'SELECT key_id AS "keyId", known_value AS "knownValue" FROM public.field_key ORDER BY key_id',
  )
  return rows
}

export const matchFieldKeys = (known: readonly KnownKey[], given: GivenKeys) => matchKeys(known, given, opens)

/** The keys as a process holds them while it runs. Throws a `KeysProblem` when they are not those of the database. */
export const loadKeyring = async (pool: Pool, given: GivenKeys): Promise<LearningKeyring> =>
  openKeyring(await inTransaction(pool, listFieldKeys), given, opens)

/** Looks which key seals now. In the transaction that needs to know it for certain, or now and then. */
export const refreshKeyring = async (reader: Reader, keyring: LearningKeyring): Promise<void> =>
  keyring.learn(await listFieldKeys(reader))

/** From here on this key seals: every process that has it begins with it within seconds. */
export const insertFieldKey = async (tx: Reader, key: Uint8Array, random: Random, keyId: number): Promise<boolean> => {
  if (keyId > LAST_KEY_ID) throw new Error('a database has as many keys in its life as a byte has values')
  const knownValue = createSealer(ringOf(keyId, key), random).seal(KNOWN_VALUE, knownValueData)
  const { rowCount } = await (tx as Pick<Tx, 'query'>).query(
    'INSERT INTO public.field_key (key_id, known_value) VALUES ($1, $2) ON CONFLICT (key_id) DO NOTHING',
    [keyId, knownValue],
  )
  return rowCount === 1
}

/** The first key of a new database; in one that has keys nothing happens. */
export const insertFirstKey = async (tx: Tx, key: Uint8Array, random: Random): Promise<void> => {
  if ((await listFieldKeys(tx)).length === 0) await insertFieldKey(tx, key, random, FIRST_KEY_ID)
}

/** Nothing is sealed with the keys before this one any more: nobody is asked for them again. */
export const deleteKeysBefore = async (tx: Reader, keyId: number): Promise<void> => {
  await (tx as Pick<Tx, 'query'>).query('DELETE FROM public.field_key WHERE key_id < $1', [keyId])
}
