import { execFileSync } from 'node:child_process'
import { chownSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock, systemRandom } from '../../platform/clock.ts'
import { openPool } from '../../platform/db/pool.ts'
import { findProgram, removeAll, restartPostgres, startPostgres, testFolder } from '../../platform/db/test-postgres.ts'
import { createLog } from '../../platform/log.ts'
import { SettingsProblem } from '../settings.ts'
import { checkDatabase } from './check-database.ts'
import { readConfiguration } from './configuration.ts'

const openssl = findProgram('openssl', 'OPENSSL_BIN')
if (openssl === undefined) console.log('skipped: no openssl on the PATH nor in the folder of OPENSSL_BIN')

describe.skipIf(openssl === undefined)('a database that is reached by TLS alone', async () => {
  if (openssl === undefined) return
  const { folder, account } = await testFolder()
  const at = (name: string): string => join(folder, name)
  const make = (...args: string[]): void => void execFileSync(openssl, args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const
  const authority = (name: string): void =>
    make('req', '-x509', ...newKey, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), '-subj', `/CN=${name}`)
  authority('ours')
  authority('another')
  make(
    'req',
    ...newKey,
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
    '-subj',
    '/CN=db',
    '-addext',
    'subjectAltName=DNS:localhost',
  )
  make(
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    '-CA',
    at('ours.pem'),
    '-CAkey',
    at('ours.key'),
    '-out',
    at('server.pem'),
    '-copy_extensions',
    'copy',
  )

  const first = await startPostgres()
  await first.ask(`ALTER ROLE hola PASSWORD 'a-password-of-the-test'`)
  for (const name of ['server.key', 'server.pem']) {
    cpSync(at(name), join(first.folder, 'data', name))
    if (account !== undefined) chownSync(join(first.folder, 'data', name), account.uid, account.gid)
  }
  await first.stop()
  const settings = { ssl: 'on', ssl_cert_file: 'server.pem', ssl_key_file: 'server.key' }
  const postgres = await restartPostgres(first, { settings })
  afterAll(() => removeAll([postgres]))
  await postgres.ask(
    `COPY (VALUES ('hostssl hola hola all scram-sha-256'), ('host all postgres all trust')) TO '${join(first.folder, 'data', 'pg_hba.conf')}'`,
  )
  await postgres.ask('SELECT pg_reload_conf()')

  const urlOf = (host: string, query: string): string =>
    `postgresql://hola:a-password-of-the-test@${host}:${postgres.port}/hola${query}`

  /** What a start would say. */
  const lookAt = async (url: string) => {
    const configuration = readConfiguration({ DATABASE_URL: url, DATA_DIR: folder }, systemRandom)
    if (configuration instanceof SettingsProblem) throw new Error(configuration.lines.join())
    const { databaseUrl = '' } = configuration.settings
    const findings = await checkDatabase(databaseUrl, configuration, { clock: systemClock, random: systemRandom })
    return { databaseUrl, problems: findings.filter(({ state }) => state === 'problem').map(({ words }) => words) }
  }
  const ca = `sslrootcert=${at('ours.pem')}`

  test.each(['verify-full', 'require'])('sslmode=%s with its authority works, and is encrypted', async (mode) => {
    const { databaseUrl, problems } = await lookAt(urlOf('localhost', `?sslmode=${mode}&${ca}`))
    expect(problems).toEqual([])
    const pool = openPool(databaseUrl, { log: createLog('silent') })
    const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')
    await pool.end()
    expect(rows).toEqual([{ ssl: true }])
  })

  const other = `sslrootcert=${at('another.pem')}`
  test.each([
    ['another authority', 'localhost', `?sslmode=verify-full&${other}`, 'signed by nobody we trust'],
    ['no authority but the public ones', 'localhost', '?sslmode=verify-full', 'signed by nobody we trust'],
    ['another authority and sslmode=require', 'localhost', `?sslmode=require&${other}`, 'signed by nobody we trust'],
    ['another name than that of the certificate', '127.0.0.1', `?sslmode=verify-full&${ca}`, 'is for another name'],
    [
      'a file that is not there',
      'localhost',
      '?sslmode=verify-full&sslrootcert=/no/ca.pem',
      'file that cannot be read',
    ],
    ['no TLS at all', 'localhost', '', 'no encryption'],
  ])('%s is refused, in one line without the password', async (_, host, query, words) => {
    const { problems } = await lookAt(urlOf(host, query))
    expect(problems).toEqual([expect.stringContaining(words)])
    expect(problems.join()).not.toMatch(/a-password|\n/)
  })
})

describe('a database without certificates', async () => {
  const postgres = await startPostgres()
  afterAll(() => removeAll([postgres]))

  test('is not reached in the clear by whoever asks for TLS', async () => {
    const configuration = readConfiguration({ DATABASE_URL: `${postgres.urlOf()}?sslmode=require` }, systemRandom)
    if (configuration instanceof SettingsProblem) throw new Error(configuration.lines.join())
    const { databaseUrl = '' } = configuration.settings
    const findings = await checkDatabase(databaseUrl, configuration, { clock: systemClock, random: systemRandom })
    expect(findings).toMatchObject([
      { words: expect.stringMatching(/^DATABASE_URL asks for TLS, and the database has none/) },
    ])
  })
})
