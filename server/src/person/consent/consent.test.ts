import { createHash } from 'node:crypto'
import { biometricConsent } from '@hola/core/consent/biometric.ts'
import { wholeText } from '@hola/core/consent/text.ts'
import { CONSENT_VALID_DAYS } from '@hola/core/device/limits.ts'
import { expect, test } from 'vitest'
import { insertAccount } from '../account/store.ts'
import { systemRandom } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { demandConsent, giveConsent, withdrawConsent } from './consents.ts'

const { pool } = await testDatabase()
let now = new Date('2026-11-16T15:00:00Z')
const world = { clock: { now: () => now }, random: systemRandom }
const { version } = biometricConsent
const DAY_MS = 24 * 3_600_000
const needed = { name: 'biometric_consent_needed' }

const newUser = async () => {
  const userId = systemRandom.uuid()
  await inTransaction(pool, (tx) => insertAccount(tx, { userId, createdAt: now }))
  return userId
}
const give = (userId: string, agreed = version) =>
  inTransaction(pool, (tx) => giveConsent(tx, world, userId, { kind: 'biometric', version: agreed }))
const demand = (userId: string) => inTransaction(pool, (tx) => demandConsent(tx, world, userId, 'biometric'))
const withdraw = (userId: string) =>
  inTransaction(pool, (tx) => withdrawConsent(tx, world, { userId, kind: 'biometric' }, async () => 2))
const recorded = async (userId: string) =>
  (
    await pool.query(
      `SELECT kind, purpose, text_version, encode(text_sha256, 'hex') AS text_sha256, given_at, expires_at, withdrawn_at,
              deleted_count, deleted_at
         FROM consent WHERE user_id = $1 ORDER BY given_at`,
      [userId],
    )
  ).rows

test('without a consent it is asked for', async () => {
  expect(await demand(await newUser())).toMatchObject(needed)
})

test('a consent records which words were agreed to, and when', async () => {
  const userId = await newUser()
  expect(await give(userId)).toBeUndefined()
  expect(await demand(userId)).toBeUndefined()
  const text_sha256 = createHash('sha256').update(wholeText(biometricConsent.es)).digest('hex')
  expect(await recorded(userId)).toEqual([
    {
      kind: 'biometric',
      purpose: 'identity_check',
      text_version: version,
      text_sha256,
      given_at: now,
      expires_at: new Date(now.getTime() + CONSENT_VALID_DAYS * DAY_MS),
      withdrawn_at: null,
      deleted_count: 0,
      deleted_at: null,
    },
  ])
})

test('who read another version is asked to read again, and nothing is recorded', async () => {
  const userId = await newUser()
  expect(await give(userId, '2020-01')).toMatchObject(needed)
  expect(await demand(userId)).toMatchObject(needed)
  expect(await recorded(userId)).toEqual([])
})

test('a consent to a text that has changed since is not enough', async () => {
  const userId = await newUser()
  await give(userId)
  await pool.query(`UPDATE consent SET text_version = '2020-01' WHERE user_id = $1`, [userId])
  expect(await demand(userId)).toMatchObject(needed)
})

test('agreeing again, from ten requests at once, is one consent: the first', async () => {
  const userId = await newUser()
  await Promise.all(Array.from({ length: 10 }, () => give(userId)))
  const first = now
  now = new Date(now.getTime() + 60_000)
  await give(userId)
  expect(await recorded(userId)).toMatchObject([{ given_at: first }])
})

test('a withdrawn consent stays on record, and agreeing anew is a new one', async () => {
  const userId = await newUser()
  await give(userId)
  now = new Date(now.getTime() + 60_000)
  const withdrawnAt = now
  await withdraw(userId)
  expect(await demand(userId)).toMatchObject(needed)
  now = new Date(now.getTime() + 60_000)
  await withdraw(userId)
  await give(userId)
  expect(await demand(userId)).toBeUndefined()
  expect(await recorded(userId)).toMatchObject([
    { withdrawn_at: withdrawnAt, deleted_count: 2, deleted_at: withdrawnAt },
    { withdrawn_at: null },
  ])
})

test('a consent ends by itself after its time, and agreeing anew is a new one', async () => {
  const userId = await newUser()
  await give(userId)
  now = new Date(now.getTime() + CONSENT_VALID_DAYS * DAY_MS - 1)
  expect(await demand(userId)).toBeUndefined()
  now = new Date(now.getTime() + 1)
  expect(await demand(userId)).toMatchObject(needed)
  await give(userId)
  expect(await demand(userId)).toBeUndefined()
  expect(await recorded(userId)).toHaveLength(2)
})

test('of what is on record the application can write the end and nothing else', async () => {
  const userId = await newUser()
  await give(userId)
  for (const sql of [
    `UPDATE consent SET text_version = 'x'`,
    'UPDATE consent SET given_at = given_at',
    'DELETE FROM consent',
  ])
    await expect(inTransaction(pool, (tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' })
})

test("one person's consent is not another's", async () => {
  await give(await newUser())
  expect(await demand(await newUser())).toMatchObject(needed)
})
