import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sealAddress } from '../../person/account/address.ts'
import { insertAccount, insertAddress } from '../../person/account/store.ts'
import { systemClock, systemRandom } from '../../platform/clock.ts'
import { sealRequestAddress, sealWords } from '../../rights/consumer/sealed-fields.ts'
import { DatabaseProblem } from '../../platform/db/database-problem.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { emptier } from '../../platform/db/test-empty.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { testSettings } from '../http/test-server.ts'
import { drawSecrets } from '../../platform/kept-secrets.ts'
import { associatedDataOf as erasureData } from '../../rights/privacy/sealed-erasure.ts'
import { recordMessage } from '../../providers/messages/sandbox-outbox.ts'
import type { Sealer } from '../../platform/sealed/sealer.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import type { Secrets } from '../../platform/services.ts'
import type { Configuration } from './configuration.ts'
import { checkCodePepper, checkFieldKey, rememberSecrets } from './known-secrets.ts'

const { pool } = await testDatabase()
const secrets = drawSecrets(systemRandom)
const others = drawSecrets(systemRandom)
const sealer = createSealer(secrets.fieldKey, systemRandom)
const now = systemClock.now()

const configured = (used: Secrets, fieldKeyFrom: Configuration['fieldKeyFrom'] = 'environment'): Configuration => {
  const settings = { ...testSettings, dataDir: '/srv/hola', secrets: used }
  return { settings, fieldKeyFrom, areSecretsMissing: fieldKeyFrom === 'nowhere', keep: () => settings }
}

const empty = emptier(pool, 'key_check', 'field_key', 'account', 'consumer_request', 'sandbox_message', 'erasure')

let client: PoolClient
beforeEach(async () => {
  client = await pool.connect()
})
afterEach(async () => {
  client.release()
  await empty()
})

const fieldKey = async (used: Secrets, from?: Configuration['fieldKeyFrom']) =>
  checkFieldKey(client, configured(used, from), systemRandom)
const codePepper = async (used: Secrets) => checkCodePepper(client, configured(used))

const isSealed = 'that this database is sealed with'
const wrong = `FIELD_KEY is not the one ${isSealed}: set that one, or another DATABASE_URL`

test('a new database takes any key', async () => {
  expect(await fieldKey(secrets)).toEqual({ state: 'ok', words: 'FIELD_KEY: nothing is sealed in the database yet' })
  expect(await codePepper(secrets)).toMatchObject({ state: 'ok' })
})

describe('after the first start', () => {
  beforeEach(() => rememberSecrets(pool, secrets, systemRandom))

  test('its key is right, and starting again changes nothing', async () => {
    const before = await dumpOf(pool)
    await rememberSecrets(pool, secrets, systemRandom)
    expect(await dumpOf(pool)).toEqual(before)
    expect(await fieldKey(secrets)).toEqual({ state: 'ok', words: 'FIELD_KEY opens what is sealed in the database' })
    expect(await codePepper(secrets)).toEqual({ state: 'ok', words: 'CODE_PEPPER is that of the last start' })
  })

  test.each([
    ['environment', wrong],
    ['file', `FIELD_KEY in /srv/hola/secrets is not the one ${isSealed}: restore that file, or set FIELD_KEY`],
    [
      'nowhere',
      'FIELD_KEY is missing: this database is sealed with one, and there is no file /srv/hola/secrets; restore that file, or set FIELD_KEY',
    ],
  ] as const)('another key, from the %s, is a problem, and looking writes nothing', async (from, words) => {
    const before = await dumpOf(pool)
    expect(await fieldKey({ ...secrets, fieldKey: others.fieldKey }, from)).toEqual({ state: 'problem', words })
    expect(await dumpOf(pool)).toEqual(before)
  })

  test('the two exchanged are told as that', async () => {
    expect(await fieldKey({ fieldKey: secrets.codePepper, codePepper: secrets.fieldKey })).toEqual({
      state: 'problem',
      words: 'FIELD_KEY and CODE_PEPPER are exchanged: give each the value of the other',
    })
  })

  test('another pepper is a warning until a server has started with it', async () => {
    const changed = { ...secrets, codePepper: others.codePepper }
    expect(await codePepper(changed)).toEqual({
      state: 'warning',
      words:
        'CODE_PEPPER is not that of the last start: codes that are on their way stop working; give every server the same one',
    })
    await rememberSecrets(pool, changed, systemRandom)
    expect(await codePepper(changed)).toMatchObject({ state: 'ok' })
    expect(await codePepper(secrets)).toMatchObject({ state: 'warning' })
    expect(await fieldKey(changed)).toMatchObject({ state: 'ok' })
  })

  test('the application cannot exchange the known value', async () => {
    for (const sql of ['DELETE FROM key_check', `UPDATE field_key SET known_value = ''`, 'DELETE FROM field_key'])
      await expect(inTransaction(pool, (tx) => tx.query(sql))).rejects.toThrow(/permission denied/)
  })
})

test('of two first starts with different keys one goes on and the other ends, and says why', async () => {
  const results = await Promise.allSettled([secrets, others].map((own) => rememberSecrets(pool, own, systemRandom)))
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(failed).toHaveLength(1)
  expect(failed[0]).toBeInstanceOf(DatabaseProblem)
  expect(String(failed[0])).toContain('FIELD_KEY is not the one that another server has begun this database with')
})

describe('a database from before there was a known value is tried with what it has', () => {
  const address = async (tx: Tx, by: Sealer): Promise<void> => {
    const userId = systemRandom.uuid()
    const key = { kind: 'phone' as const, addressIndex: createHash('sha256').update(userId).digest() }
    await insertAccount(tx, { userId, createdAt: now })
    await insertAddress(tx, { ...key, userId, sealedAddress: sealAddress(by, key, '+5491155550000'), createdAt: now })
  }
  const erasure = async (tx: Tx, by: Sealer): Promise<void> => {
    const userId = systemRandom.uuid()
    await tx.query(
      `INSERT INTO erasure (user_id, erased_at, kept, sealed_identity, identity_until) VALUES ($1, $2, '[]', $3, '2040-01-01')`,
      [userId, now, by.seal('{}', erasureData(userId, 'sealed_identity'))],
    )
  }
  const request = async (tx: Tx, by: Sealer): Promise<void> => {
    const number = systemRandom.uuid()
    await tx.query(
      `INSERT INTO consumer_request (tracking_number, kind, state, language, channel, address_index, sealed_address,
         sealed_words, is_proven, received_at) VALUES ($1, 'regret', 'received', 'es', 'phone', $2, $3, $4, false, $5)`,
      [
        number,
        Buffer.alloc(32),
        sealRequestAddress(by, number, '+5491155550000'),
        sealWords(by, number, { orderNumber: '', note: '' }),
        now,
      ],
    )
  }
  const message = (tx: Tx, by: Sealer): Promise<void> =>
    recordMessage(tx, by, { id: systemRandom.uuid(), sentAt: now, channel: 'sms', recipient: 'x', text: 'y' })

  const kinds = [
    ['an address', address],
    ['an erased account', erasure],
    ['a consumer’s request', request],
    ['a message of the sandbox', message],
  ] as const

  test.each(kinds)('%s opens under the right key and under no other', async (_, insert) => {
    await inTransaction(pool, (tx) => insert(tx, sealer))
    expect(await fieldKey(secrets)).toMatchObject({ state: 'ok' })
    expect(await fieldKey(others)).toEqual({ state: 'problem', words: wrong })
  })

  test('also when the table of known values is not there yet', async () => {
    await inTransaction(pool, (tx) => address(tx, sealer))
    await client.query('BEGIN; DROP TABLE key_check')
    expect([await fieldKey(secrets), await fieldKey(others)]).toMatchObject([{ state: 'ok' }, { state: 'problem' }])
    await client.query('ROLLBACK')
  })

  test('a row that is damaged does not make the right key a wrong one', async () => {
    await inTransaction(pool, async (tx) => {
      await address(tx, sealer)
      await address(tx, sealer)
      await tx.query(
        `UPDATE login_address SET sealed_address = '\\x00' WHERE user_id = (SELECT min(user_id::text)::uuid FROM login_address)`,
      )
    })
    expect(await fieldKey(secrets)).toMatchObject({ state: 'ok' })
  })
})

describe('while a secret is replaced', () => {
  beforeEach(() => rememberSecrets(pool, secrets, systemRandom))

  test('a new FIELD_KEY beside the old one waits for rekey, and alone it is refused', async () => {
    const both = { ...secrets, fieldKey: others.fieldKey, oldFieldKeys: [secrets.fieldKey] }
    expect(await fieldKey(both)).toEqual({
      state: 'warning',
      words: 'FIELD_KEY is a new key: nothing is sealed with it before npm run rekey has begun',
    })
    expect(await fieldKey({ ...both, oldFieldKeys: [] })).toEqual({ state: 'problem', words: wrong })
    await rememberSecrets(pool, both, systemRandom)
  })

  test('an old key that nothing is sealed with is a warning', async () => {
    expect(await fieldKey({ ...secrets, oldFieldKeys: [others.fieldKey] })).toMatchObject({ state: 'warning' })
  })

  test('a new CODE_PEPPER beside the old one is no warning', async () => {
    const both = { ...secrets, codePepper: others.codePepper, oldCodePeppers: [secrets.codePepper] }
    expect(await codePepper(both)).toMatchObject({ state: 'ok' })
  })
})
