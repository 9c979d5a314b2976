import { createHmac } from 'node:crypto'
import type { Random } from '@hola/core/clock.ts'
import type { ClientBase } from 'pg'
import type { AddressKind } from '../../person/account/public.ts'
import { isSameHash, openAddress } from '../../person/account/public.ts'
import { openRequestAddress } from '../../rights/consumer/public.ts'
import type { Pool } from '../../platform/db/public.ts'
import { DatabaseProblem, inTransaction } from '../../platform/db/public.ts'
import { associatedDataOf as erasureData } from '../../rights/privacy/public.ts'
import { filesFolder, holdsFiles } from '../../providers/files/public.ts'
import { associatedDataOf as messageData } from '../../providers/messages/public.ts'
import type { KnownKey, Sealer } from '../../platform/sealed/public.ts'
import {
  FIRST_KEY_ID,
  KeysProblem,
  createSealer,
  insertFirstKey,
  listFieldKeys,
  loadKeyring,
  matchFieldKeys,
  opens,
} from '../../platform/sealed/public.ts'
import type { Secrets } from '../../platform/services.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem, warning } from '../../platform/finding.ts'

const KNOWN_VALUE = 'hola'
const SAMPLES = 5

const hmacUnder = (pepper: Uint8Array): Buffer => createHmac('sha256', pepper).update(KNOWN_VALUE).digest()

const hasTable = async (client: ClientBase, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `public.${table}`,
  ])
  return rows[0]?.there === true
}

/** Empty in a database from before there was a known value, and in a new one. */
const readKeys = async (client: ClientBase): Promise<KnownKey[]> => {
  if (await hasTable(client, 'field_key')) return listFieldKeys(client)
  if (!(await hasTable(client, 'key_check'))) return []
  // From before keys had numbers.
  const { rows } = await client.query<{ known_value: Buffer }>('SELECT known_value FROM public.key_check')
  return rows.map(({ known_value: knownValue }) => ({ keyId: FIRST_KEY_ID, knownValue }))
}

const readPepper = async (client: ClientBase): Promise<Buffer | undefined> => {
  if (!(await hasTable(client, 'key_check'))) return undefined
  const { rows } = await client.query<{ hmac: Buffer }>('SELECT code_pepper_hmac AS hmac FROM public.key_check')
  return rows[0]?.hmac
}

type Sample = {
  readonly table: string
  /** In the order in which they lie, the oldest first as a rule: sorting a large table would keep the start waiting. */
  readonly query: string
  /** Throws when the row cannot be opened. It gets what its own query reads. */
  readonly open: (sealer: Sealer, row: never) => unknown
}

/**
 * What a database from before there was a known value can be tried with, each by the function that reads it every day.
 * Whoever has an account has an address; of an erased one a row stays; the others come from people without an account.
 */
const samples: readonly Sample[] = [
  {
    table: 'login_address',
    query: 'SELECT kind, address_index, sealed_address FROM public.login_address',
    open: (sealer, row: { kind: AddressKind; address_index: Buffer; sealed_address: Buffer }) =>
      openAddress(sealer, { kind: row.kind, addressIndex: row.address_index }, row.sealed_address),
  },
  {
    table: 'erasure',
    query: `SELECT user_id, sealed_identity FROM public.erasure WHERE sealed_identity IS NOT NULL`,
    open: (sealer, row: { user_id: string; sealed_identity: Buffer }) =>
      sealer.open(row.sealed_identity, erasureData(row.user_id, 'sealed_identity')),
  },
  {
    table: 'consumer_request',
    query: 'SELECT tracking_number, sealed_address FROM public.consumer_request',
    open: (sealer, row: { tracking_number: string; sealed_address: Buffer }) =>
      openRequestAddress(sealer, { trackingNumber: row.tracking_number, sealedAddress: row.sealed_address }),
  },
  {
    table: 'sandbox_message',
    query: 'SELECT id, sealed_message FROM public.sandbox_message',
    open: (sealer, row: { id: string; sealed_message: Buffer }) => sealer.open(row.sealed_message, messageData(row.id)),
  },
]

/** Something sealed that a key is tried with: throws when it does not open. */
type Trial = (sealer: Sealer) => unknown

/** Of a database without a known value. None when nothing is sealed in it yet. */
const findTrials = async (client: ClientBase): Promise<Trial[]> => {
  for (const { table, query, open } of samples) {
    if (!(await hasTable(client, table))) continue
    const { rows } = await client.query(`${query} LIMIT ${SAMPLES}`)
    if (rows.length > 0) return rows.map((row) => (sealer) => open(sealer, row as never))
  }
  return []
}

/** One damaged row says nothing about a key: only when none opens is it wrong. */
const isRight = (trials: readonly Trial[], key: Uint8Array, random: Random): boolean => {
  const sealer = createSealer(key, random)
  return trials.some((trial) => opens(() => trial(sealer)))
}

const wrongKeyWords: Readonly<Record<Configuration['fieldKeyFrom'], (dataDir: string) => string>> = {
  environment: () =>
    'FIELD_KEY is not the one that this database is sealed with: set that one, or another DATABASE_URL',
  file: (dataDir) =>
    `FIELD_KEY in ${dataDir}/secrets is not the one that this database is sealed with: restore that file, or set FIELD_KEY`,
  nowhere: (dataDir) =>
    `FIELD_KEY is missing: this database is sealed with one, and there is no file ${dataDir}/secrets; restore that file, or set FIELD_KEY`,
}

const rightKey = 'FIELD_KEY opens what is sealed in the database'

export const checkFieldKey = async (
  client: ClientBase,
  { settings: { secrets, dataDir }, fieldKeyFrom }: Configuration,
  random: Random,
): Promise<Finding> => {
  const wrong = (isPepper: boolean): Finding =>
    problem(
      isPepper
        ? 'FIELD_KEY and CODE_PEPPER are exchanged: give each the value of the other'
        : wrongKeyWords[fieldKeyFrom](dataDir),
    )
  const known = await readKeys(client)
  if (known.length > 0) {
    const matched = matchFieldKeys(known, secrets)
    if (matched instanceof KeysProblem)
      return matched.problem === 'wrong'
        ? wrong(!(matchFieldKeys(known, { fieldKey: secrets.codePepper }) instanceof KeysProblem))
        : problem(matched.message)
    if (matched.waiting !== undefined)
      return warning('FIELD_KEY is a new key: nothing is sealed with it before npm run rekey has begun')
    if (matched.keys.size > 1)
      return warning('FIELD_KEY seals, and FIELD_KEY_OLD still has sealed values: npm run rekey seals them anew')
    if (matched.unneededCount > 0)
      return warning('FIELD_KEY_OLD has a key that nothing is sealed with: it can be taken out of the settings')
    return ok(rightKey)
  }
  const trials = await findTrials(client)
  if (trials.length === 0) return ok('FIELD_KEY: nothing is sealed in the database yet')
  if (isRight(trials, secrets.fieldKey, random)) return ok(rightKey)
  return wrong(isRight(trials, secrets.codePepper, random))
}

/**
 * A new database beside the photographs of another: every night files that no row of the database names are deleted, so
 * whoever set a wrong DATABASE_URL would lose them all.
 */
export const checkPhotographs = async (client: ClientBase, { settings }: Configuration): Promise<Finding[]> => {
  const folder = filesFolder(settings.dataDir)
  if (!(await holdsFiles(folder)) || (await readKeys(client)).length > 0) return []
  if ((await findTrials(client)).length > 0) return []
  return [
    problem(
      `The database is new, and ${folder} holds the photographs of another, which the nightly clean-up would delete: set DATABASE_URL to that one, or move the folder away`,
    ),
  ]
}

export const checkCodePepper = async (client: ClientBase, { settings }: Configuration): Promise<Finding> => {
  const known = await readPepper(client)
  if (known === undefined) return ok('CODE_PEPPER: no code was hashed with it yet that could be compared')
  const { codePepper, oldCodePeppers = [] } = settings.secrets
  if (isSameHash(known, hmacUnder(codePepper))) return ok('CODE_PEPPER is that of the last start')
  if (oldCodePeppers.some((pepper) => isSameHash(known, hmacUnder(pepper))))
    return ok('CODE_PEPPER is new, and CODE_PEPPER_OLD is that of the last start')
  return warning(
    'CODE_PEPPER is not that of the last start: codes that are on their way stop working; give every server the same one',
  )
}

/**
 * After the tables are there: writes what the next start is compared with, and looks at what stands there then. Of two
 * first starts with different keys the later one ends here.
 */
export const rememberSecrets = async (pool: Pool, secrets: Secrets, random: Random): Promise<void> => {
  const pepper = hmacUnder(secrets.codePepper)
  await inTransaction(pool, async (tx) => {
    await insertFirstKey(tx, secrets.fieldKey, random)
    await tx.query('INSERT INTO key_check (code_pepper_hmac) VALUES ($1) ON CONFLICT (only_row) DO NOTHING', [pepper])
    // Whoever changes it on purpose is warned once and not for ever.
    await tx.query('UPDATE key_check SET code_pepper_hmac = $1 WHERE code_pepper_hmac <> $1', [pepper])
  })
  await loadKeyring(pool, secrets).catch((error: unknown) => {
    if (!(error instanceof KeysProblem)) throw error
    throw new DatabaseProblem(
      'FIELD_KEY is not the one that another server has begun this database with just now: give every server the same one',
    )
  })
}
