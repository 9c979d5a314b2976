import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someOf } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildOf } from '../../platform/build.ts'
import { systemRandom } from '../../platform/clock.ts'
import { emptyTestDatabase, testDatabase } from '../../platform/db/test-database.ts'
import { dumpOf } from '../../platform/db/test-dump.ts'
import { drawSecrets } from '../../platform/kept-secrets.ts'
import { rememberSecrets } from './known-secrets.ts'
import { runProgram, withClockOff } from './test-command.ts'
import { freePort } from '../../platform/free-port.ts'

// Whole processes run here, each with one thing broken.

const folder = await mkdtemp(join(tmpdir(), 'hola-doctor-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await writeFile(join(folder, 'a-file'), '')
await mkdir(join(folder, 'photographs-shut'))
await writeFile(join(folder, 'photographs-shut', 'files'), '')
const dataDir = join(folder, 'data')
await mkdir(dataDir)

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const secrets = drawSecrets(systemRandom)
const others = drawSecrets(systemRandom)
const { pool, connectionString } = await testDatabase()
await rememberSecrets(pool, secrets, systemRandom)

const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
afterAll(() => void taken.close())
const takenPort = String((taken.address() as AddressInfo).port)

const healthy = {
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  DATABASE_URL: connectionString,
  FIELD_KEY: base64(secrets.fieldKey),
  CODE_PEPPER: base64(secrets.codePepper),
}

const doctor = async (env: Record<string, string>) => {
  const { exitCode, out, err } = await runProgram('tools/doctor.ts', env)
  const lines = out.trimEnd().split('\n')
  const of = (mark: string): string[] =>
    lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length).trim()] : []))
  // Whether the web app happens to be built on this machine says nothing about the set-up.
  const warnings = of('warning').filter((line) => !line.startsWith('The web app'))
  return { exitCode, err, lines, oks: of('ok'), warnings, problems: of('PROBLEM') }
}

test('a healthy set-up: every line is ok, it ends with 0, and nothing was written', async () => {
  const before = await dumpOf(pool)
  const { exitCode, err, oks, warnings, problems, lines } = await doctor(healthy)
  expect([exitCode, err, problems, warnings]).toEqual([0, '', [], []])
  for (const words of [
    /^Node is 24\./,
    /^The settings are whole: sandbox, PORT \d+, /,
    /^DATA_DIR .* can be written$/,
    /^The disk of DATA_DIR has \d+ MB left$/,
    /^The database answers: PostgreSQL 18/,
    /^The clocks of this machine and of the database agree within 5 s$/,
    /^The tables are those of this version$/,
    /^The role hola_app is there$/,
    /^The role hola_desk is there$/,
    /^FIELD_KEY opens what is sealed in the database$/,
    /^CODE_PEPPER is that of the last start$/,
    /^PORT \d+ is free$/,
  ])
    expect(oks).toContainEqual(expect.stringMatching(words))
  expect(lines).toHaveLength(13)
  expect(await dumpOf(pool)).toBe(before)
  expect(await readdir(dataDir)).toEqual([])
})

test('a new sandbox: nothing is there yet, and nothing is made', async () => {
  const missing = join(folder, 'not', 'there', 'yet')
  const { exitCode, oks, problems } = await doctor({ PORT: healthy.PORT, DATA_DIR: missing })
  expect([exitCode, problems]).toEqual([0, []])
  expect(oks).toContain('The embedded database is made by the next start')
  expect(await readdir(folder)).not.toContain('not')
})

const emptied = { CODE_PEPPER: '', FIELD_KEY: '', DATABASE_URL: '' }

type Broken = readonly [string, () => Promise<Record<string, string>> | Record<string, string>, (string | RegExp)[]]
const everythingBroken: readonly Broken[] = [
  [
    'a wrong FIELD_KEY',
    () => ({ FIELD_KEY: base64(others.fieldKey) }),
    ['FIELD_KEY is not the one that this database is sealed with: set that one, or another DATABASE_URL'],
  ],
  [
    'FIELD_KEY and CODE_PEPPER exchanged',
    () => ({ FIELD_KEY: healthy.CODE_PEPPER, CODE_PEPPER: healthy.FIELD_KEY }),
    ['FIELD_KEY and CODE_PEPPER are exchanged: give each the value of the other'],
  ],
  [
    'no secrets for a database that has data',
    () => ({ FIELD_KEY: '', CODE_PEPPER: '' }),
    [
      `FIELD_KEY is missing: this database is sealed with one, and there is no file ${dataDir}/secrets; restore that file, or set FIELD_KEY`,
    ],
  ],
  [
    'an embedded database whose secrets were deleted',
    async () => {
      const own = await mkdtemp(join(folder, 'embedded-'))
      await mkdir(join(own, 'postgres'))
      await writeFile(join(own, 'postgres', 'PG_VERSION'), '18\n')
      return { ...emptied, DATA_DIR: own }
    },
    [
      /^FIELD_KEY is missing: there is a database in DATA_DIR \S+, and no file secrets beside it; restore that file, or set another DATA_DIR to begin anew$/,
    ],
  ],
  [
    'a DATA_DIR below a file',
    () => ({ DATA_DIR: join(folder, 'a-file', 'below') }),
    [
      `DATA_DIR ${folder}/a-file/below cannot be written (ENOTDIR): a part of that path is a file; set another DATA_DIR`,
    ],
  ],
  [
    'a DATA_DIR that nobody can write, not even root',
    () => ({ DATA_DIR: '/proc' }),
    [
      /^DATA_DIR \/proc cannot be written \((ENOENT|EACCES|EPERM)\): give this user the right to write there, or set another DATA_DIR$/,
    ],
  ],
  [
    'a folder of photographs that is none',
    () => ({ DATA_DIR: join(folder, 'photographs-shut') }),
    [
      `The folder of the photographs ${folder}/photographs-shut/files cannot be written (ENOTDIR): a part of that path is a file; set another DATA_DIR`,
    ],
  ],
  [
    'a clock that is ahead',
    () => withClockOff(6_500),
    [/^The clock of this machine is \d+(\.\d)? s ahead of the database's: set both by NTP, then start again$/],
  ],
  [
    'a clock that is behind',
    () => withClockOff(-60_000),
    [/^The clock of this machine is (59|60)(\.\d)? s behind the database's: set both by NTP, then start again$/],
  ],
  [
    'a setting with a wrong name',
    () => ({ FIELD_KEY: '', FIELD_KEYY: base64(secrets.fieldKey) }),
    ['FIELD_KEYY is not a setting: did you mean FIELD_KEY? If it belongs to another program, set FIELD_KEY as well'],
  ],
  [
    'a DATABASE_URL to nowhere',
    async () => ({ DATABASE_URL: `postgresql://hola:hunter2@127.0.0.1:${await freePort()}/hola` }),
    [/^DATABASE_URL leads to no database \(.*ECONNREFUSED.*\): check it, and that PostgreSQL runs there$/],
  ],
  [
    'a DATABASE_URL to something that takes connections and says nothing',
    () => ({ DATABASE_URL: `postgresql://hola:hunter2@127.0.0.1:${takenPort}/hola` }),
    [/^DATABASE_URL leads to no database \(.*timeout.*\): check it, and that PostgreSQL runs there$/],
  ],
  [
    'a DATABASE_URL with a certificate that is not there',
    () => ({ DATABASE_URL: 'postgresql://hola:hunter2@127.0.0.1:5432/hola?sslrootcert=/nowhere.pem' }),
    [
      /^DATABASE_URL names a file that cannot be read \(ENOENT.*nowhere\.pem.*\): look at sslrootcert, sslcert and sslkey$/,
    ],
  ],
  [
    'a new database beside the photographs of another',
    async () => {
      const own = join(folder, 'with-photographs')
      await mkdir(join(own, 'files'), { recursive: true })
      await writeFile(join(own, 'files', systemRandom.uuid()), 'sealed')
      return { DATA_DIR: own, DATABASE_URL: (await emptyTestDatabase()).connectionString }
    },
    [
      `The database is new, and ${folder}/with-photographs/files holds the photographs of another, which the nightly clean-up would delete: set DATABASE_URL to that one, or move the folder away`,
    ],
  ],
  [
    'a wrong password',
    () => ({ DATABASE_URL: connectionString.replace(/:[^:@]+@/, ':hunter2@') }),
    [
      /^DATABASE_URL leads to no database \(password authentication failed .*\): check it, and that PostgreSQL runs there$/,
    ],
  ],
  [
    'a database that does not exist',
    () => ({ DATABASE_URL: connectionString.replace(/\/test_\w+/, '/nope') }),
    [
      /^DATABASE_URL leads to no database \(database "nope" does not exist\): check it, and that PostgreSQL runs there$/,
    ],
  ],
  [
    'a database of a newer version',
    async () => {
      const newer = await testDatabase()
      await newer.pool.query(`INSERT INTO schema_migration VALUES ('9999-future.sql', '', '2030-01-01')`)
      return { DATABASE_URL: newer.connectionString }
    },
    ['The database has migration 9999-future.sql, which this version does not know: start a newer one'],
  ],
  [
    'the database of another product',
    async () => {
      const other = await emptyTestDatabase()
      await other.pool.query('CREATE TABLE wp_posts (id int); CREATE TABLE wp_users (id int)')
      return { DATABASE_URL: other.connectionString }
    },
    [
      'DATABASE_URL leads to the database of something else (it has wp_posts, wp_users and none of our tables): create an empty one, and set DATABASE_URL to that one',
    ],
  ],
  [
    'a copy of the database that can only be read',
    () => {
      const url = new URL(connectionString)
      url.searchParams.set('options', '-c default_transaction_read_only=on')
      return { DATABASE_URL: url.href }
    },
    ['The database can only be read: set DATABASE_URL to the main server, not to a copy that follows it'],
  ],
  [
    'production without its settings',
    () => ({ ...emptied, MODE: 'production' }),
    [
      /^DATABASE_URL is missing: /,
      /^PUBLIC_URL is missing: /,
      /^CODE_PEPPER is missing: /,
      /^FIELD_KEY is missing: /,
      /^MESSAGES_PHONE is missing: /,
      /^MESSAGES_MAIL is missing: /,
      /^BUREAU is missing: /,
      /^PAYOUT is missing: /,
      /^COLLECTION is missing: /,
      /^METRICS_TOKEN is missing: /,
    ],
  ],
  [
    'a port that is taken',
    () => ({ PORT: takenPort }),
    [`PORT ${takenPort} is in use by another program: stop it, or set another PORT`],
  ],
  [
    'an address of another machine',
    () => ({ HOST: '192.0.2.1' }),
    ['HOST 192.0.2.1 is no address of this machine: set HOST to 127.0.0.1 or 0.0.0.0'],
  ],
]

test.each(someOf('set-ups with one thing broken', everythingBroken, 3))(
  '%s: one clear line, and 1',
  async (_, change, expected) => {
    const { exitCode, err, problems, warnings } = await doctor({ ...healthy, ...(await change()) })
    // A sentence is compared whole; where a part of it is not known beforehand, by a pattern.
    const isAsExpected = (line: string, index: number): boolean => {
      const words = expected[index]
      return words instanceof RegExp ? words.test(line) : words === line
    }
    expect(problems.filter((line, index) => !isAsExpected(line, index))).toEqual([])
    expect(problems).toHaveLength(expected.length)
    expect([exitCode, err]).toEqual([1, ''])
    expect(problems.join()).not.toContain('hunter2')
    // A key that is wrong is said once.
    expect(warnings.filter((line) => !line.startsWith('CODE_PEPPER'))).toEqual([])
    expect(await readdir(dataDir)).toEqual([])
  },
)

describe('what does not keep a server from starting is a warning', () => {
  test('a wrong CODE_PEPPER', async () => {
    const { exitCode, warnings } = await doctor({ ...healthy, CODE_PEPPER: base64(others.codePepper) })
    expect([exitCode, warnings]).toEqual([
      0,
      [
        'CODE_PEPPER is not that of the last start: codes that are on their way stop working; give every server the same one',
      ],
    ])
  })

  test('a name like that of a setting, beside the setting itself', async () => {
    const { exitCode, warnings } = await doctor({ ...healthy, DATABASE_URI: 'postgresql://other' })
    expect([exitCode, warnings]).toEqual([
      0,
      ['DATABASE_URI is not a setting and was not read; DATABASE_URL is set and counts'],
    ])
  })

  test('a port on which our own server answers', async () => {
    const server = createServer((socket) => {
      const body = JSON.stringify({ code: '0', msg: '', ret: { status: 'up', ...buildOf({}) } })
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { exitCode, warnings } = await doctor({ ...healthy, PORT: String(port) })
    expect([exitCode, warnings]).toEqual([0, [`PORT ${port} is in use by a Hola server that runs already`]])
  })
})
