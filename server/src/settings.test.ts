import { isAbsolute } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SettingsProblem, readSettings, settingsTable } from './settings.ts'
import type { Secrets, Settings } from './settings.ts'

const pepper = 'q83vEjRWeJCrze8SNFZ4kAARIjNEVWZ3iJmqu8zd7v8='
const key = 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const kept: Secrets = { codePepper: bytes(pepper), fieldKey: bytes(key) }
const keptSecrets = (): Secrets => kept

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql://hola:secret@db.example:5432/hola',
  PUBLIC_URL: 'https://hola.example',
  CODE_PEPPER: pepper,
  FIELD_KEY: key,
}

const read = (env: Record<string, string>): Settings => {
  const settings = readSettings(env, keptSecrets)
  if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
  return settings
}

const linesOf = (env: Record<string, string>): readonly string[] => {
  const settings = readSettings(env, keptSecrets)
  return settings instanceof SettingsProblem ? settings.lines : []
}

test('without any setting it is the sandbox on http://localhost:8080 with a database of its own', () => {
  const { dataDir, ...settings } = read({})
  expect(settings).toEqual({
    mode: 'sandbox',
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    secrets: kept,
    providers: { messages: 'sandbox' },
    trustProxy: false,
    rateLimitPerMinute: 600,
    logLevel: 'warn',
  })
  expect(isAbsolute(dataDir)).toBe(true)
  expect(dataDir).toMatch(/\.data$/)
})

test.each<[string, Record<string, string>, Partial<Settings>]>([
  ['a port, which the address shows', { PORT: '9000' }, { port: 9000, publicUrl: 'http://localhost:9000' }],
  ['the whole network', { HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  ['an IPv6 address', { HOST: '::1' }, { host: '::1' }],
  ['a name', { HOST: 'localhost' }, { host: 'localhost' }],
  ['an absolute folder', { DATA_DIR: '/srv/hola' }, { dataDir: '/srv/hola' }],
  ['a database of one’s own', { DATABASE_URL: 'postgres://a:b@c/d' }, { databaseUrl: 'postgres://a:b@c/d' }],
  [
    'a database behind a socket',
    { DATABASE_URL: 'postgresql:///hola?host=/run/postgresql' },
    { databaseUrl: 'postgresql:///hola?host=/run/postgresql' },
  ],
  ['an address with a slash at the end', { PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example' }],
  ['one secret of one’s own', { CODE_PEPPER: key }, { secrets: { codePepper: bytes(key), fieldKey: bytes(key) } }],
  ['a metrics token', { METRICS_TOKEN: 'sixteen-letters-' }, { metricsToken: 'sixteen-letters-' }],
  ['proxies', { TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  ['a rate limit', { RATE_LIMIT_PER_MINUTE: '1' }, { rateLimitPerMinute: 1 }],
  ['a log level', { LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  ['nothing but spaces, which is no setting', { PORT: ' ', MODE: '' }, { port: 8080, mode: 'sandbox' }],
])('%s is taken', (_, env, expected) => {
  expect(read(env)).toMatchObject(expected)
})

const wholePort = 'it must be a whole number from 1 to 65535'
const aSecret = 'it must be 32 random bytes as base64 (make them by: openssl rand -base64 32)'
const aDatabase = 'DATABASE_URL is not usable: it must be like postgresql://user:password@host:5432/name'

test.each([
  ['PORT', 'eighty', `PORT is "eighty": ${wholePort}`],
  ['PORT', '0', `PORT is "0": ${wholePort}`],
  ['PORT', '65536', `PORT is "65536": ${wholePort}`],
  ['PORT', '80.5', `PORT is "80.5": ${wholePort}`],
  ['PORT', '1e3', `PORT is "1e3": ${wholePort}`],
  ['HOST', 'http://x', 'HOST is "http://x": it must be an address or a host name, like 127.0.0.1 or 0.0.0.0'],
  ['MODE', 'Production', 'MODE is "Production": it must be sandbox or production'],
  ['DATABASE_URL', 'localhost:5432', aDatabase],
  ['DATABASE_URL', 'mysql://a:secret@b/c', aDatabase],
  ['PUBLIC_URL', 'hola.example', 'PUBLIC_URL is "hola.example": it must be like http://localhost:8080, without a path'],
  [
    'PUBLIC_URL',
    'http://a.example/app',
    'PUBLIC_URL is "http://a.example/app": it must be like http://localhost:8080, without a path',
  ],
  ['CODE_PEPPER', 'password', `CODE_PEPPER is not usable: ${aSecret}`],
  ['FIELD_KEY', 'A'.repeat(43), `FIELD_KEY is not usable: ${aSecret}`],
  ['FIELD_KEY', `${key}${key}`, `FIELD_KEY is not usable: ${aSecret}`],
  ['MESSAGES', 'pigeon', 'MESSAGES is "pigeon": it must be sandbox'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN is not usable: it must be at least 16 characters without spaces'],
  ['TRUST_PROXY', '10.0.0.0/99', 'TRUST_PROXY is "10.0.0.0/99": it must be addresses like 10.0.0.0/8, comma-separated'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY is "yes": it must be addresses like 10.0.0.0/8, comma-separated'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'RATE_LIMIT_PER_MINUTE is "0": it must be a whole number from 1 to 1000000'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, fatal'],
])('%s=%s is refused in one line', (name, value, line) => {
  expect(linesOf({ [name]: value })).toEqual([line])
})

test('every wrong setting has its line, in the order of the table', () => {
  const lines = linesOf({ LOG_LEVEL: 'loud', MODE: 'demo', PORT: 'x' })
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'MODE', 'LOG_LEVEL'])
})

describe('production', () => {
  const noProvider = 'production needs a provider that sends to real people, and this version brings none yet'

  test('refuses to start without a database, an address, secrets and a real provider, and names each', () => {
    expect(linesOf({ MODE: 'production' })).toEqual([
      'DATABASE_URL is missing: production needs a PostgreSQL of its own, like postgresql://user:password@host:5432/name',
      'PUBLIC_URL is missing: production needs the address people type, like https://example.com',
      'CODE_PEPPER is missing: production needs 32 random bytes as base64 (make them by: openssl rand -base64 32)',
      'FIELD_KEY is missing: production needs 32 random bytes as base64 (make them by: openssl rand -base64 32)',
      `MESSAGES is missing: ${noProvider}`,
    ])
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['a sandbox provider', { MESSAGES: 'sandbox' }, [`MESSAGES is "sandbox": ${noProvider}`]],
    [
      'an address without encryption',
      { PUBLIC_URL: 'http://hola.example' },
      ['PUBLIC_URL is "http://hola.example": it must be like https://example.com, without a path'],
    ],
    [
      'one secret for two purposes',
      { FIELD_KEY: pepper },
      ['FIELD_KEY is the same as CODE_PEPPER: it must be a secret of its own'],
    ],
  ])('refuses %s', (_, env, lines) => {
    expect(linesOf({ ...production, ...env })).toEqual(expect.arrayContaining(lines))
  })

  test('never takes the secrets that a sandbox keeps', () => {
    const settings = readSettings(production, () => {
      throw new Error('asked for kept secrets')
    })
    expect(settings).toBeInstanceOf(SettingsProblem)
  })
})

test('no line shows a secret', () => {
  const env = {
    DATABASE_URL: 'mysql://a:hunter2@b/c',
    CODE_PEPPER: 'hunter2',
    FIELD_KEY: 'hunter2',
    METRICS_TOKEN: 'hunter2',
  }
  const lines = linesOf(env)
  expect(lines).toHaveLength(4)
  expect(lines.join('\n')).not.toContain('hunter2')
})

test('the table names every setting that is read, and no other', () => {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
      },
    },
  )
  readSettings(env, keptSecrets)
  expect(asked).toEqual(new Set(settingsTable.map(({ name }) => name)))
})
