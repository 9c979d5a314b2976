import { beforeEach, describe, expect, test } from 'vitest'
import { signInTest } from '../../edge/desk-cli/test-desk.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { poolOfDesk } from '../../platform/db/pool.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { recordAct, verifyActs } from './acts.ts'

const { pool } = await testDatabase()
const { services } = await openTestServer(pool)
const desk = poolOfDesk(pool)
const { memberId, name } = await signInTest(services, 'ana', 'supervisor')

const act = (why: string) =>
  inTransaction(desk, (tx) =>
    recordAct(
      tx,
      services,
      { memberId, name, why },
      { act: 'retry_job', userId: null, details: { job: 'x', b: 1, a: null } },
    ),
  )
const check = () => inTransaction(desk, verifyActs)

beforeEach(async () => {
  await pool.query('TRUNCATE desk_act')
})

test('acts are chained one after the other, also when many come at the same moment', async () => {
  expect(await check()).toEqual({ isIntact: true, actCount: 0, lastSha256: null })
  await Promise.all(Array.from({ length: 12 }, (_, number) => act(`number ${number}`)))
  const { rows } = await pool.query(
    `SELECT entry_number, encode(entry_sha256, 'hex') AS hash, encode(previous_sha256, 'hex') AS previous, member_id
       FROM desk_act ORDER BY entry_number`,
  )
  expect(rows.map((row) => row.entry_number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  expect(rows.map((row) => row.previous)).toEqual([null, ...rows.slice(0, -1).map((row) => row.hash)])
  expect(new Set(rows.map((row) => row.member_id))).toEqual(new Set([memberId]))
  expect(await check()).toEqual({ isIntact: true, actCount: 12, lastSha256: rows.at(-1)?.hash })
})

describe('whoever owns the tables and tampers with an act is found out', () => {
  test.each([
    ['another reason', `UPDATE desk_act SET why = 'innocent' WHERE entry_number = 2`, 'act_changed', 2],
    ['another name', `UPDATE desk_act SET actor = 'eve' WHERE entry_number = 1`, 'act_changed', 1],
    ['other details', `UPDATE desk_act SET details = '{"job": "y"}' WHERE entry_number = 3`, 'act_changed', 3],
    ['one taken out', 'DELETE FROM desk_act WHERE entry_number = 2', 'act_missing', 3],
    ['the first one taken out', 'DELETE FROM desk_act WHERE entry_number = 1', 'act_missing', 2],
    ['another hash', `UPDATE desk_act SET entry_sha256 = sha256('x') WHERE entry_number = 1`, 'act_changed', 1],
  ])('by %s', async (_, sql, problem, entryNumber) => {
    for (const why of ['one', 'two', 'three']) await act(why)
    await pool.query(sql)
    expect(await check()).toEqual({ isIntact: false, problem, entryNumber })
  })
})

test('the application writes no acts, and nobody changes one', async () => {
  await act('one')
  const attempt = (by: typeof pool, sql: string) => inTransaction(by, (tx) => tx.query(sql))
  for (const sql of [`UPDATE desk_act SET why = why`, 'DELETE FROM desk_act', 'TRUNCATE desk_act'])
    for (const by of [pool, desk]) await expect(attempt(by, sql)).rejects.toMatchObject({ code: '42501' })
  await expect(attempt(pool, 'INSERT INTO desk_act SELECT * FROM desk_act')).rejects.toMatchObject({ code: '42501' })
})

test('an act without a member is refused by the table', async () => {
  await expect(
    inTransaction(desk, (tx) =>
      tx.query(
        `INSERT INTO desk_act (act_id, acted_at, actor, act, details, why, entry_number, entry_sha256)
         VALUES (gen_random_uuid(), '2026-11-16', 'eve', 'coupon', '{}', 'x', 1, sha256('x'))`,
      ),
    ),
  ).rejects.toMatchObject({ code: '23514', constraint: 'desk_act_by_member' })
})
