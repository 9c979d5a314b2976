import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOf, sealAddress } from '../../person/account/address.ts'
import { agreed } from '../../person/account/test-login.ts'
import { systemClock, systemRandom } from '../../platform/clock.ts'
import { migrate, pendingMigrations, readMigrations } from '../../platform/db/migrate.ts'
import { emptyTestDatabase, testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { serverProcesses } from '../http/test-process.ts'
import type { ServerProcess } from '../http/test-process.ts'
import { drawSecrets } from '../../platform/kept-secrets.ts'
import { createSealer } from '../../platform/sealed/sealer.ts'
import { runProgram, withClockOff } from './test-command.ts'

// Real servers and a real desk, started by somebody who made a mistake.

const { pool, connectionString } = await emptyTestDatabase()
const { secrets, start } = await serverProcesses(connectionString)
const dataDir = await mkdtemp(join(tmpdir(), 'hola-start-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const others = drawSecrets(systemRandom)
const right = {
  PORT: '1',
  DATA_DIR: dataDir,
  DATABASE_URL: connectionString,
  FIELD_KEY: base64(secrets.fieldKey),
  CODE_PEPPER: base64(secrets.codePepper),
}

const phone = '1155550000'
const logIn = async ({ url, call }: ServerProcess): Promise<unknown> => {
  expect(await call('user/get_code', { purpose: 'login', phone })).toMatchObject({ code: '0' })
  const messages = await (await fetch(`${url}/sandbox/api/messages`)).json()
  const { code } = (messages as { ret: { messages: { code: string }[] } }).ret.messages[0] ?? { code: '' }
  const answer = await call('user/login', { channel: 'phone', phone, code, ...agreed })
  return answer.ret['is_new']
}

beforeAll(async () => {
  const server = await start()
  await logIn(server)
  await server.kill()
})

const wrongKey = 'FIELD_KEY is not the one that this database is sealed with: set that one, or another DATABASE_URL'
/** What the server prints before it says why it does not go on. */
const looking = /^Looking at the database … \d+\.\d s\n$/

describe('with a wrong FIELD_KEY', () => {
  const wrong = { ...right, FIELD_KEY: base64(others.fieldKey) }

  test('the server says so in one line and ends, and nothing was written', async () => {
    const before = await dumpOf(pool)
    const { exitCode, out, err } = await runProgram('server/src/main.ts', wrong)
    expect([exitCode, err]).toEqual([1, `${wrongKey}\n`])
    expect(out).toMatch(looking)
    expect(await dumpOf(pool)).toBe(before)
    expect(await readdir(dataDir)).toEqual([])
  })

  test('the desk does the same', async () => {
    const before = await dumpOf(pool)
    const ended = await runProgram('tools/desk.ts', wrong, ['cases'])
    expect(ended).toEqual({ exitCode: 1, out: '', err: `${wrongKey}\n` })
    expect(await dumpOf(pool)).toBe(before)
  })
})

describe('a database of the version before, which has no known value', async () => {
  const older = await emptyTestDatabase()
  const { secrets: own, start: startOn } = await serverProcesses(older.connectionString)
  const env = { ...right, DATABASE_URL: older.connectionString, CODE_PEPPER: base64(own.codePepper) }

  beforeAll(async () => {
    const before = (await readMigrations()).filter(({ name }) => name < '0020')
    await migrate(older.pool, before)
    const sealer = createSealer(own.fieldKey, systemRandom)
    const key = keyOf(sealer, { kind: 'phone', value: `+549${phone}` })
    const [userId, now] = [systemRandom.uuid(), systemClock.now()]
    await older.pool.query('INSERT INTO account (user_id, created_at) VALUES ($1, $2)', [userId, now])
    await older.pool.query(
      `INSERT INTO login_address (kind, address_index, user_id, sealed_address, created_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [key.kind, key.addressIndex, userId, sealAddress(sealer, key, `+549${phone}`), now],
    )
  })

  test('with a wrong FIELD_KEY: one line, and no migration was applied', async () => {
    const before = await dumpOf(older.pool)
    const { exitCode, err } = await runProgram('server/src/main.ts', { ...env, FIELD_KEY: base64(others.fieldKey) })
    expect([exitCode, err]).toEqual([1, `${wrongKey}\n`])
    expect(await pendingMigrations(older.pool)).toContain('0020-key-check.sql')
    expect(await dumpOf(older.pool)).toBe(before)
  })

  test('with the right one: it goes on, whoever was there is known, and the value is written', async () => {
    const server = await startOn()
    expect(await logIn(server)).toBe(false)
    await server.kill()
    const { rows } = await older.pool.query('SELECT FROM key_check')
    expect(rows).toHaveLength(1)
  })
})

const longTest = oneTestIn(2, 'starts after a mistake', { test, afterAll })

longTest('a clock that differs by less is nobody’s mistake', async () => {
  const { exitCode, err } = await runProgram('tools/desk.ts', { ...right, ...withClockOff(-3_000) }, ['cases'])
  expect([exitCode, err]).toEqual([0, ''])
})

longTest('a wrong CODE_PEPPER is a warning, of the desk too, and the server starts', async () => {
  const warning =
    'Warning: CODE_PEPPER is not that of the last start: codes that are on their way stop working; give every server the same one\n'
  const changed = { CODE_PEPPER: base64(others.codePepper) }
  expect(await runProgram('tools/desk.ts', { ...right, ...changed }, ['cases', '--json'])).toEqual({
    exitCode: 0,
    out: '[]\n',
    err: warning,
  })
  const server = await start(changed)
  expect(server.output()).toContain(warning)
  await server.kill()
  // It is the one of the last start from then on.
  const again = await start(changed)
  expect(again.output()).not.toContain('Warning')
  await again.kill()
})

const shiftedClock =
  /^The clock of this machine is \d+(\.\d)? s ahead of the database's: set both by NTP, then start again\n$/

const mistakes: [string, Record<string, string>, RegExp][] = [
  ['a clock that differs by more than 5 s', withClockOff(7_000), shiftedClock],
  [
    'a DATA_DIR that cannot be written',
    { DATA_DIR: '/proc' },
    /^DATA_DIR \/proc cannot be written \(\w+\): give this user the right to write there, or set another DATA_DIR\n$/,
  ],
  [
    'a setting with a wrong name',
    { METRIC_TOKEN: 'hunter2' },
    /^METRIC_TOKEN is not a setting: did you mean METRICS_TOKEN\? If it belongs to another program, set METRICS_TOKEN as well\n$/,
  ],
]
test.each(someOf('mistakes that server and desk tell of', mistakes, 1))(
  '%s: one line of the server and of the desk, and nothing was written',
  async (_, change, line) => {
    const before = await dumpOf(pool)
    const server = await runProgram('server/src/main.ts', { ...right, ...change })
    const desk = await runProgram('tools/desk.ts', { ...right, ...change }, ['cases'])
    expect([server.exitCode, desk.exitCode, desk.out]).toEqual([1, 1, ''])
    expect([server.err, desk.err]).toEqual([expect.stringMatching(line), expect.stringMatching(line)])
    expect(await dumpOf(pool)).toBe(before)
  },
)

longTest('the database of another product gets none of our tables', async () => {
  const other = await emptyTestDatabase()
  await other.pool.query('CREATE TABLE wp_posts (id int)')
  const { exitCode, err } = await runProgram('server/src/main.ts', { ...right, DATABASE_URL: other.connectionString })
  expect([exitCode, err]).toEqual([
    1,
    'DATABASE_URL leads to the database of something else (it has wp_posts and none of our tables): create an empty one, and set DATABASE_URL to that one\n',
  ])
  const { rows } = await other.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'wp_posts' }])
})

longTest('a first start that is refused leaves no secrets behind', async () => {
  const { exitCode } = await runProgram('server/src/main.ts', {
    PORT: '1',
    DATA_DIR: dataDir,
    DATABASE_URL: (await testDatabase()).connectionString,
    ...withClockOff(7_000),
  })
  expect(exitCode).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
})
