import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import { cleanUpSessions } from './session-cleanup.ts'
import { SESSION_VALID_MS, openSession } from './session.ts'
import { deleteDeadSessions, findLiveSession, insertAccount, insertSession, revokeSession } from './store.ts'
import { formatToken, hashToken, parseSessionToken } from './token.ts'

const { pool } = await testDatabase()
const start = new Date('2026-11-16T12:00:00Z')
const DAY_MS = 24 * 3_600_000
const after = (ms: number) => new Date(start.getTime() + ms)
const services = {
  clock: { now: () => start },
  random: { bytes: (count: number) => new Uint8Array(randomBytes(count)), uuid: () => randomUUID() },
}

const newAccount = async () => {
  const userId = randomUUID()
  await inTransaction(pool, (tx) => insertAccount(tx, { userId, createdAt: start }))
  return userId
}

const find = (token: string, now: Date) =>
  findLiveSession(pool, parseSessionToken(token) ?? { secret: new Uint8Array(), userId: undefined }, () => now)

describe('a session', () => {
  test('is found by its token until the last millisecond of its 30 days', async () => {
    const userId = await newAccount()
    const { token, sessionId, expiresAt } = await inTransaction(pool, (tx) => openSession(tx, services, userId))
    expect(expiresAt).toEqual(after(30 * 24 * 3_600_000))
    expect(await find(token, start)).toEqual({ userId, sessionId, blocked: false, language: null })
    expect(await find(token, after(SESSION_VALID_MS - 1))).toEqual({
      userId,
      sessionId,
      blocked: false,
      language: null,
    })
    expect(await find(token, after(SESSION_VALID_MS))).toBeUndefined()
  })

  test('is found by a token from before, which names nobody, and not under another name', async () => {
    const userId = await newAccount()
    const { token, sessionId } = await inTransaction(pool, (tx) => openSession(tx, services, userId))
    const { secret } = parseSessionToken(token) ?? { secret: new Uint8Array() }
    expect(parseSessionToken(token)).toMatchObject({ userId })
    expect(await find(formatToken(secret), start)).toMatchObject({ userId, sessionId })
    expect(await find(Buffer.from(secret).toString('hex'), start)).toMatchObject({ userId, sessionId })
    expect(await findLiveSession(pool, { secret, userId: await newAccount() }, () => start)).toBeUndefined()
  })

  test('has a token that servers of the version before know, for a day after the upgrade', async () => {
    const { pool: upgraded } = await testDatabase()
    const setApplied = (name: string, at: Date) =>
      upgraded.query('UPDATE schema_migration SET applied_at = $2 WHERE name LIKE $1', [name, at])
    const openAt = async (now: Date) => {
      const userId = randomUUID()
      return inTransaction(upgraded, async (tx) => {
        await insertAccount(tx, { userId, createdAt: now })
        return { userId, ...(await openSession(tx, { ...services, clock: { now: () => now } }, userId)) }
      })
    }
    expect((await openAt(start)).token).toHaveLength(64)
    await setApplied('%', after(-90 * DAY_MS))
    await setApplied('0053-%', start)
    const during = await openAt(after(DAY_MS - 1))
    // As the version before reads it: the hash of the whole token, of everybody's.
    expect(during.token).toMatch(/^[\w-]{43}$/)
    const known = await upgraded.query('SELECT user_id FROM session WHERE token_sha256 = $1', [
      hashToken(Buffer.from(during.token, 'base64url')),
    ])
    expect(known.rows).toEqual([{ user_id: during.userId }])
    expect((await openAt(after(DAY_MS))).token).toHaveLength(64)
  })

  test('keeps the hash of its token and the token nowhere', async () => {
    const userId = await newAccount()
    const { token } = await inTransaction(pool, (tx) => openSession(tx, services, userId))
    const { rows } = await pool.query('SELECT session::text AS row FROM session WHERE user_id = $1', [userId])
    expect(rows[0].row).not.toContain(token)
    expect(rows[0].row).not.toContain(Buffer.from(token, 'base64url').subarray(16).toString('hex'))
  })

  test('is revoked once, on one device only', async () => {
    const userId = await newAccount()
    const [one, two] = await inTransaction(pool, async (tx) => [
      await openSession(tx, services, userId),
      await openSession(tx, services, userId),
    ])
    await inTransaction(pool, (tx) => revokeSession(tx, userId, one.sessionId, after(1)))
    await inTransaction(pool, (tx) => revokeSession(tx, userId, one.sessionId, after(2)))
    expect(await find(one.token, after(3))).toBeUndefined()
    expect(await find(two.token, after(3))).toMatchObject({ sessionId: two.sessionId })
    const { rows } = await pool.query('SELECT revoked_at FROM session WHERE session_id = $1', [one.sessionId])
    expect(rows[0].revoked_at).toEqual(after(1))
  })

  test('of a transaction that rolled back was never there', async () => {
    const userId = await newAccount()
    let token = ''
    const failing = inTransaction(pool, async (tx) => {
      token = (await openSession(tx, services, userId)).token
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await find(token, start)).toBeUndefined()
  })

  test.each([
    ['a hash that is not 32 bytes', { tokenSha256: Buffer.alloc(31) }],
    ['an end before its beginning', { expiresAt: start }],
    ['an account that does not exist', { userId: randomUUID() }],
  ])('with %s is refused by the database', async (_, wrong) => {
    const right = {
      userId: await newAccount(),
      sessionId: randomUUID(),
      tokenSha256: randomBytes(32),
      createdAt: start,
      expiresAt: after(1),
    }
    await expect(inTransaction(pool, (tx) => insertSession(tx, { ...right, ...wrong }))).rejects.toThrow(/violates/)
  })
})

describe('the clean-up', () => {
  test('deletes what is expired or revoked and leaves what is live, in batches of a limited size', async () => {
    await pool.query('DELETE FROM session')
    const userId = await newAccount()
    const open = () => inTransaction(pool, (tx) => openSession(tx, services, userId))
    const live = await open()
    for (let count = 0; count < 3; count += 1) {
      const { sessionId } = await open()
      await inTransaction(pool, (tx) => revokeSession(tx, userId, sessionId, start))
    }
    expect(await inTransaction(pool, (tx) => deleteDeadSessions(tx, after(1), 2))).toBe(2)
    expect(await inTransaction(pool, (tx) => deleteDeadSessions(tx, after(1), 2))).toBe(1)
    expect(await inTransaction(pool, (tx) => deleteDeadSessions(tx, after(1), 2))).toBe(0)
    expect(await find(live.token, after(1))).toBeDefined()
  })

  test('finishes a pile larger than a batch, by the clock it is given', async () => {
    await pool.query('DELETE FROM session')
    const userId = await newAccount()
    await pool.query(
      `INSERT INTO session (user_id, session_id, token_sha256, created_at, expires_at)
       SELECT $1, gen_random_uuid(), sha256(number::text::bytea), $2, $3 FROM generate_series(1, 1500) AS number`,
      [userId, start, after(10)],
    )
    const left = async () => Number((await pool.query('SELECT count(*) AS count FROM session')).rows[0].count)
    const log = createLog('silent')
    await cleanUpSessions({ pool, log, clock: { now: () => after(9) } })
    expect(await left()).toBe(1500)
    await cleanUpSessions({ pool, log, clock: { now: () => after(10) } })
    expect(await left()).toBe(0)
  })
})
