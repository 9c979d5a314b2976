import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { collectionRegistry } from '../providers/collection/registry.ts'
import { listed } from '../providers/settings-reader.ts'
import { SettingsProblem, readSettings, settingsTable } from './settings.ts'
import type { Secrets } from '../platform/services.ts'
import type { Settings } from './settings.ts'

const pepper = 'q83vEjRWeJCrze8SNFZ4kAARIjNEVWZ3iJmqu8zd7v8='
const key = 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const older = Buffer.from(Uint8Array.from({ length: 32 }, (_, at) => at * 3 + 5)).toString('base64')
const kept: Secrets = { codePepper: bytes(pepper), fieldKey: bytes(key) }
const keptSecrets = (): Secrets => kept

const signingKey = 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
const mercadoPago = {
  PAYOUT: 'mercado-pago',
  COLLECTION: 'mercado-pago',
  COLLECTION_PAYER_MAIL: 'pagos@lender.example',
  MERCADO_PAGO_TOKEN: 'APP_USR-an-access-token',
  MERCADO_PAGO_WEBHOOK_SECRET: 'a-secret-of-webhooks',
  MERCADO_PAGO_KEY: signingKey,
}

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql://hola:secret@db.example:5432/hola',
  PUBLIC_URL: 'https://hola.example',
  CODE_PEPPER: pepper,
  FIELD_KEY: key,
  BUREAU: 'bcra',
  METRICS_TOKEN: 'a-token-of-the-scraper',
  ...mercadoPago,
}

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`
const twilio = {
  MESSAGES_PHONE: 'twilio',
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: 'an-auth-token-of-twilio',
  TWILIO_FROM: '+15005550006',
}
const whatsapp = {
  MESSAGES_PHONE: 'whatsapp',
  WHATSAPP_TOKEN: 'an-access-token-of-meta',
  WHATSAPP_PHONE_ID: '106540352242922',
  WHATSAPP_TEMPLATE: 'hola_code',
  WHATSAPP_APP_SECRET: 'the-secret-of-the-app',
  WHATSAPP_VERIFY_TOKEN: 'a-word-of-our-own',
}
const smtp = {
  MESSAGES_MAIL: 'smtp',
  SMTP_URL: 'smtps://hola:p%40ss@mail.example',
  MAIL_FROM: 'Codigos@hola.example',
}

const collectors = listed(collectionRegistry.names)
const realCollectors = listed(collectionRegistry.names.filter((name) => name !== 'sandbox'))

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
    role: 'all',
    drainSeconds: 0,
    port: 8080,
    host: '127.0.0.1',
    desk: { port: 8081, host: '127.0.0.1', origin: 'http://localhost:8081', isPortChosen: false },
    publicUrl: 'http://localhost:8080',
    secrets: kept,
    providers: {
      messages: { phone: { provider: 'sandbox' }, mail: { provider: 'sandbox' } },
      bureau: { provider: 'sandbox' },
      payout: { provider: 'sandbox' },
      collection: [{ provider: 'sandbox' }],
      files: { store: 'disk' },
    },
    trustProxy: false,
    rateLimitPerMinute: 600,
    messagesPerHourMax: 3_000,
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
  ...['prefer', 'require', 'verify-ca', 'verify-full'].map((mode): [string, Record<string, string>, object] => [
    `a database by TLS with sslmode=${mode}, which checks the certificate and its name`,
    { DATABASE_URL: `postgres://a:b@c/d?sslmode=${mode}&sslrootcert=/ca.pem` },
    { databaseUrl: 'postgres://a:b@c/d?sslmode=verify-full&sslrootcert=/ca.pem' },
  ]),
  ...['sslmode=disable', 'sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'].map(
    (query): [string, Record<string, string>, object] => [
      `a database with ${query}, as it was typed`,
      { DATABASE_URL: `postgres://a:b@c/d?${query}` },
      { databaseUrl: `postgres://a:b@c/d?${query}` },
    ],
  ),
  [
    'a database behind a socket',
    { DATABASE_URL: 'postgresql:///hola?host=/run/postgresql' },
    { databaseUrl: 'postgresql:///hola?host=/run/postgresql' },
  ],
  ['an address with a slash at the end', { PUBLIC_URL: 'https://a.example/' }, { publicUrl: 'https://a.example' }],
  ['one secret of one’s own', { CODE_PEPPER: key }, { secrets: { codePepper: bytes(key), fieldKey: bytes(key) } }],
  [
    'secrets that are being replaced',
    { CODE_PEPPER: pepper, CODE_PEPPER_OLD: key, FIELD_KEY: key, FIELD_KEY_OLD: `${pepper}, ${older}` },
    {
      secrets: {
        codePepper: bytes(pepper),
        fieldKey: bytes(key),
        oldCodePeppers: [bytes(key)],
        oldFieldKeys: [bytes(pepper), bytes(older)],
      },
    },
  ],
  ['a metrics token', { METRICS_TOKEN: 'sixteen-letters-' }, { metricsToken: 'sixteen-letters-' }],
  ['proxies', { TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }, { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
  ['a rate limit', { RATE_LIMIT_PER_MINUTE: '1' }, { rateLimitPerMinute: 1 }],
  ['a ceiling for messages', { MESSAGES_PER_HOUR_MAX: '50000' }, { messagesPerHourMax: 50_000 }],
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
  ['MESSAGES_PHONE', 'pigeon', 'MESSAGES_PHONE is "pigeon": it must be sandbox, twilio or whatsapp'],
  ['MESSAGES_MAIL', 'pigeon', 'MESSAGES_MAIL is "pigeon": it must be sandbox or smtp'],
  ['TWILIO_ACCOUNT_SID', 'AC1', 'TWILIO_ACCOUNT_SID is "AC1": it must be AC and 32 hexadecimal digits'],
  [
    'TWILIO_FROM',
    'Hola App',
    'TWILIO_FROM is "Hola App": it must be a number like +15005550006, a short code, or a messaging service MG…',
  ],
  ['TWILIO_URL', 'ftp://x', 'TWILIO_URL is "ftp://x": it must be like https://api.twilio.com'],
  ['TWILIO_URL', 'https://x/?a=1', 'TWILIO_URL is "https://x/?a=1": it must be like https://api.twilio.com'],
  [
    'WHATSAPP_LANGUAGES',
    'es_AR',
    'WHATSAPP_LANGUAGES is "es_AR": it must be two languages like es_AR,en_US: Spanish, then English',
  ],
  [
    'SMTP_URL',
    'mail.example:465',
    'SMTP_URL is not usable: it must be like smtps://user:password@host:465 or smtp://user:password@host:587',
  ],
  ['MAIL_FROM', 'hola', 'MAIL_FROM is "hola": it must be an e-mail address'],
  ['BUREAU', 'veraz', 'BUREAU is "veraz": it must be sandbox or bcra'],
  ['BCRA_URL', 'bcra', 'BCRA_URL is "bcra": it must be like https://api.bcra.gob.ar/centraldedeudores/v1.0'],
  ['PAYOUT', 'cash', 'PAYOUT is "cash": it must be sandbox or mercado-pago'],
  ['COLLECTION', 'cash', `COLLECTION is "cash": it must be ${collectors}`],
  ['COLLECTION', 'sandbox,cash', `COLLECTION is "sandbox,cash": it must be ${collectors}`],
  ['COLLECTION', 'sandbox, sandbox', `COLLECTION is "sandbox, sandbox": it must be ${collectors}`],
  ['COLLECTION', 'sandbox,', `COLLECTION is "sandbox,": it must be ${collectors}`],
  ['COLLECTION', 'bank-transfer', `COLLECTION is "bank-transfer": it must be ${collectors}`],
  ['COLLECTION_PAYER_MAIL', 'me', 'COLLECTION_PAYER_MAIL is "me": it must be an e-mail address of yours'],
  [
    'TRANSFER_ACCOUNT',
    '0110012900000000000018',
    'TRANSFER_ACCOUNT is "0110012900000000000018": it must be a CBU or CVU of 22 digits',
  ],
  ['TRANSFER_ACCOUNT', 'mi.alias', 'TRANSFER_ACCOUNT is "mi.alias": it must be a CBU or CVU of 22 digits'],
  [
    'MERCADO_PAGO_TOKEN',
    'short',
    'MERCADO_PAGO_TOKEN is not usable: it must be the access token, at least 16 characters without spaces',
  ],
  [
    'MERCADO_PAGO_WEBHOOK_SECRET',
    'short',
    'MERCADO_PAGO_WEBHOOK_SECRET is not usable: it must be the secret of the webhooks, at least 16 characters without spaces',
  ],
  [
    'MERCADO_PAGO_KEY',
    'a key',
    'MERCADO_PAGO_KEY is not usable: it must be an Ed25519 private key, PKCS #8 DER as base64 (openssl genpkey -algorithm ed25519 -outform DER | base64 -w0)',
  ],
  ['MERCADO_PAGO_URL', 'x', 'MERCADO_PAGO_URL is "x": it must be like https://api.mercadopago.com'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN is not usable: it must be at least 16 characters without spaces'],
  ['TRUST_PROXY', '10.0.0.0/99', 'TRUST_PROXY is "10.0.0.0/99": it must be addresses like 10.0.0.0/8, comma-separated'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY is "yes": it must be addresses like 10.0.0.0/8, comma-separated'],
  ['MESSAGES_PER_HOUR_MAX', '9', 'MESSAGES_PER_HOUR_MAX is "9": it must be a whole number from 10 to 1000000'],
  ['MESSAGES_PER_HOUR_MAX', 'all', 'MESSAGES_PER_HOUR_MAX is "all": it must be a whole number from 10 to 1000000'],
  ['RATE_LIMIT_PER_MINUTE', '0', 'RATE_LIMIT_PER_MINUTE is "0": it must be a whole number from 1 to 1000000'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, fatal'],
])('%s=%s is refused in one line', (name, value, line) => {
  expect(linesOf({ [name]: value })).toEqual([line])
})

test('every wrong setting has its line, in the order of the table', () => {
  const lines = linesOf({ LOG_LEVEL: 'loud', MODE: 'demo', PORT: 'x' })
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'MODE', 'LOG_LEVEL'])
})

describe('the providers of messages', () => {
  test('what twilio needs, and where it is when nothing else is said', () => {
    expect(read(twilio).providers.messages.phone).toEqual({
      provider: 'twilio',
      accountSid,
      authToken: 'an-auth-token-of-twilio',
      from: '+15005550006',
      url: 'https://api.twilio.com',
    })
  })

  test.each([
    ['a short code', '30303'],
    ['a messaging service', `MG${'0123456789abcdef'.repeat(2)}`],
  ])('SMS come from %s as well', (_, from) => {
    expect(read({ ...twilio, TWILIO_FROM: from }).providers.messages.phone).toMatchObject({ from })
  })

  test('what whatsapp needs, and its languages', () => {
    expect(read({ ...whatsapp, WHATSAPP_URL: 'http://localhost:9000/v1/' }).providers.messages.phone).toEqual({
      provider: 'whatsapp',
      token: 'an-access-token-of-meta',
      phoneId: '106540352242922',
      template: 'hola_code',
      noticePrefix: 'hola_',
      webhook: { appSecret: 'the-secret-of-the-app', verifyToken: 'a-word-of-our-own' },
      languages: { es: 'es_AR', en: 'en_US' },
      url: 'http://localhost:9000/v1',
    })
    expect(read({ ...whatsapp, WHATSAPP_LANGUAGES: 'es, en' }).providers.messages.phone).toMatchObject({
      languages: { es: 'es', en: 'en' },
      url: 'https://graph.facebook.com/v23.0',
    })
  })

  test('one of the two that read what became of messages needs the other', () => {
    expect(linesOf({ WHATSAPP_APP_SECRET: 'the-secret-of-the-app' })).toEqual([
      'WHATSAPP_VERIFY_TOKEN is missing: it goes with WHATSAPP_APP_SECRET',
    ])
  })

  test.each([
    ['smtps://hola:p%40ss@mail.example', { port: 465, encryption: 'tls', login: { user: 'hola', pass: 'p@ss' } }],
    ['smtp://hola:x@mail.example', { port: 587, encryption: 'starttls', login: { user: 'hola', pass: 'x' } }],
    ['smtp://mail.example:25', { host: 'mail.example', port: 25, encryption: 'starttls' }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, encryption: 'none' }],
    ['smtp://localhost', { host: 'localhost', port: 587, encryption: 'none' }],
    ['smtps://[::1]', { host: '::1', port: 465, encryption: 'tls' }],
  ])('SMTP_URL=%s is encrypted unless it stays on this machine', (url, expected) => {
    const { mail } = read({ ...smtp, SMTP_URL: url }).providers.messages
    expect(mail).toMatchObject({ provider: 'smtp', from: 'codigos@hola.example', ...expected })
  })

  test.each([
    ['a path', 'smtp://a:b@mail.example/x'],
    ['a user without a password', 'smtp://a@mail.example'],
    ['no host', 'smtp://'],
    ['another scheme', 'http://mail.example'],
    ['a broken escape', 'smtp://a:%@mail.example'],
  ])('SMTP_URL with %s is refused', (_, url) => {
    expect(linesOf({ ...smtp, SMTP_URL: url })).toEqual([expect.stringMatching(/^SMTP_URL is not usable: it must be/)])
  })

  test.each([
    ['twilio', { MESSAGES_PHONE: 'twilio' }, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
    ['whatsapp', { MESSAGES_PHONE: 'whatsapp' }, ['WHATSAPP_TOKEN', 'WHATSAPP_PHONE_ID', 'WHATSAPP_TEMPLATE']],
    ['smtp', { MESSAGES_MAIL: 'smtp' }, ['SMTP_URL', 'MAIL_FROM']],
  ])('%s without its own settings names each that is missing', (provider, env, names) => {
    const lines = linesOf(env)
    expect(lines.map((line) => line.split(' is missing: ')[0])).toEqual(names)
    for (const line of lines) expect(line).toContain(`=${provider} needs `)
  })

  test('the settings of a provider that was not chosen are checked as well, and asked of nobody', () => {
    expect(linesOf({ TWILIO_ACCOUNT_SID: 'AC1' })).toHaveLength(1)
    expect(read({ TWILIO_ACCOUNT_SID: accountSid }).providers.messages.phone).toEqual({ provider: 'sandbox' })
  })
})

test.each([
  ['where the registry is', { BUREAU: 'bcra' }, 'https://api.bcra.gob.ar/centraldedeudores/v1.0'],
  [
    'or a service that speaks like it',
    { BUREAU: 'bcra', BCRA_URL: 'http://localhost:9000/v1.0/' },
    'http://localhost:9000/v1.0',
  ],
])('the bureau: %s', (_, env, url) => {
  expect(read(env).providers.bureau).toEqual({ provider: 'bcra', url })
})

describe('the provider of payouts', () => {
  const token = 'APP_USR-an-access-token'
  const webhookSecret = 'a-secret-of-webhooks'

  test('what mercado-pago needs, and where it is when nothing else is said', () => {
    expect(read(mercadoPago).providers.payout).toEqual({
      provider: 'mercado-pago',
      url: 'https://api.mercadopago.com',
      token,
      webhookSecret,
      signingKey,
    })
  })

  test('or a service that speaks like it, as its test environment without a key', () => {
    const env = { ...mercadoPago, MERCADO_PAGO_URL: 'http://localhost:9000/', MERCADO_PAGO_KEY: '' }
    expect(read(env).providers.payout).toEqual({
      provider: 'mercado-pago',
      url: 'http://localhost:9000',
      token,
      webhookSecret,
    })
  })

  test('without its own settings names each that is missing, and in production its key', () => {
    const names = (env: Record<string, string>) => linesOf(env).map((line) => line.split(' ')[0])
    const own = ['MERCADO_PAGO_TOKEN', 'MERCADO_PAGO_WEBHOOK_SECRET']
    expect(names({ PAYOUT: 'mercado-pago' })).toEqual(own)
    const nothing = { MERCADO_PAGO_TOKEN: '', MERCADO_PAGO_WEBHOOK_SECRET: '', MERCADO_PAGO_KEY: '' }
    expect(names({ ...production, ...twilio, ...smtp, ...nothing })).toEqual([...own, 'MERCADO_PAGO_KEY'])
  })
})

describe('who takes payments', () => {
  test('mercado-pago, under the settings of payouts, with a mailbox that stands for the payers', () => {
    expect(read(mercadoPago).providers.collection).toEqual([
      {
        provider: 'mercado-pago',
        url: 'https://api.mercadopago.com',
        token: 'APP_USR-an-access-token',
        webhookSecret: 'a-secret-of-webhooks',
        signingKey,
        payerMail: 'pagos@lender.example',
      },
    ])
  })

  test('several, in the order in which they are named', () => {
    const providersOf = (COLLECTION: string) =>
      read({ ...mercadoPago, COLLECTION }).providers.collection.map(({ provider }) => provider)
    expect(providersOf('mercado-pago, sandbox')).toEqual(['mercado-pago', 'sandbox'])
    expect(providersOf('sandbox,mercado-pago')).toEqual(['sandbox', 'mercado-pago'])
  })

  test('without its own settings names each that is missing', () => {
    expect(linesOf({ COLLECTION: 'mercado-pago' })).toEqual([
      'COLLECTION_PAYER_MAIL is missing: COLLECTION=mercado-pago needs an e-mail address of yours',
      'MERCADO_PAGO_TOKEN is missing: COLLECTION=mercado-pago needs the access token, at least 16 characters without spaces',
      'MERCADO_PAGO_WEBHOOK_SECRET is missing: COLLECTION=mercado-pago needs the secret of the webhooks, at least 16 characters without spaces',
    ])
  })

  test('an account of the lender’s own, with or without an alias; an alias needs its account', () => {
    const account = { TRANSFER_ACCOUNT: '0110012900000000000017' }
    const own = (env: Record<string, string>) => read(env).providers.collection
    const transfers = { provider: 'bank-transfer', cvu: '0110012900000000000017' }
    expect(own(account)).toEqual([{ provider: 'sandbox' }, { ...transfers, alias: null }])
    expect(own({ ...account, TRANSFER_ALIAS: 'Mi.Financiera' })).toEqual([
      { provider: 'sandbox' },
      { ...transfers, alias: 'mi.financiera' },
    ])
    expect(linesOf({ TRANSFER_ALIAS: 'mi.financiera' })).toEqual([
      'TRANSFER_ACCOUNT is missing: TRANSFER_ALIAS is the alias of that account',
    ])
  })
})

describe('production', () => {
  test.each([
    ['twilio', twilio],
    ['whatsapp', whatsapp],
  ])('starts with %s and smtp', (provider, env) => {
    const { mode, providers } = read({ ...production, ...env, ...smtp })
    expect(mode).toBe('production')
    expect(providers.messages).toMatchObject({ phone: { provider }, mail: { provider: 'smtp' } })
  })

  const noProvider = 'production needs a provider that sends to real people'

  test('refuses to start without database, address, secrets and a real provider, and names each', () => {
    expect(linesOf({ MODE: 'production' })).toEqual([
      'DATABASE_URL is missing: production needs a PostgreSQL of its own, like postgresql://user:password@host:5432/name',
      'PUBLIC_URL is missing: production needs the address people type, like https://example.com',
      'CODE_PEPPER is missing: production needs 32 random bytes as base64 (make them by: openssl rand -base64 32)',
      'FIELD_KEY is missing: production needs 32 random bytes as base64 (make them by: openssl rand -base64 32)',
      `MESSAGES_PHONE is missing: ${noProvider}, twilio or whatsapp`,
      `MESSAGES_MAIL is missing: ${noProvider}, smtp`,
      'BUREAU is missing: production needs a bureau that knows real people, bcra',
      'PAYOUT is missing: production needs a provider that sends real money, mercado-pago',
      `COLLECTION is missing: production needs a provider that takes real money, ${realCollectors}`,
      'METRICS_TOKEN is missing: production needs the token of whoever reads /metrics (make one by: openssl rand -hex 24)',
    ])
  })

  test.each<[string, Record<string, string>, string[]]>([
    [
      'sandbox providers',
      { MESSAGES_PHONE: 'sandbox', MESSAGES_MAIL: 'sandbox' },
      [
        `MESSAGES_PHONE is "sandbox": ${noProvider}, twilio or whatsapp`,
        `MESSAGES_MAIL is "sandbox": ${noProvider}, smtp`,
      ],
    ],
    [
      'a provider whose answers could be read on the way',
      { ...twilio, TWILIO_URL: 'http://sms.example' },
      ['TWILIO_URL is "http://sms.example": it must be like https://api.twilio.com'],
    ],
    [
      'a bureau that knows nobody',
      { BUREAU: 'sandbox' },
      ['BUREAU is "sandbox": production needs a bureau that knows real people, bcra'],
    ],
    [
      'a bureau whose answers could be read on the way',
      { BCRA_URL: 'http://bcra.example/v1.0' },
      ['BCRA_URL is "http://bcra.example/v1.0": it must be like https://api.bcra.gob.ar/centraldedeudores/v1.0'],
    ],
    [
      'a bank of play money',
      { PAYOUT: 'sandbox' },
      ['PAYOUT is "sandbox": production needs a provider that sends real money, mercado-pago'],
    ],
    [
      'a collector of play money',
      { COLLECTION: 'sandbox' },
      [`COLLECTION is "sandbox": production needs a provider that takes real money, ${realCollectors}`],
    ],
    [
      'a collector of play money beside a real one',
      { COLLECTION: 'mercado-pago,sandbox' },
      [`COLLECTION is "mercado-pago,sandbox": production needs a provider that takes real money, ${realCollectors}`],
    ],
    [
      'payouts that could be read on the way',
      { MERCADO_PAGO_URL: 'http://api.mercadopago.com' },
      ['MERCADO_PAGO_URL is "http://api.mercadopago.com": it must be like https://api.mercadopago.com'],
    ],
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
    [
      'a new key that is the old one',
      { FIELD_KEY_OLD: key },
      ['FIELD_KEY_OLD has the value of FIELD_KEY, or one value twice: it holds those that FIELD_KEY replaces'],
    ],
    [
      'an old key that is mistyped',
      { FIELD_KEY_OLD: `${pepper},${key.slice(1)}` },
      ['FIELD_KEY_OLD is not usable: it must be 32 random bytes as base64, or several such values with commas'],
    ],
  ])('refuses %s', (_, env, lines) => {
    expect(linesOf({ ...production, ...env })).toEqual(expect.arrayContaining(lines))
  })

  test('never takes the secrets that a sandbox keeps', () => {
    const refuseToHandOver = (): Secrets => {
      throw new Error('asked for kept secrets')
    }
    const whole = { ...production, ...twilio, ...smtp }
    expect(readSettings(whole, refuseToHandOver)).toMatchObject({ secrets: kept })
    expect(readSettings({ ...whole, CODE_PEPPER: '' }, refuseToHandOver)).toBeInstanceOf(SettingsProblem)
  })
})

describe('a name that is almost one of ours', () => {
  test('is refused, with the name that was meant and without its value', () => {
    expect(linesOf({ FIELD_KEYY: 'hunter2' })).toEqual([
      'FIELD_KEYY is not a setting: did you mean FIELD_KEY? If it belongs to another program, set FIELD_KEY as well',
    ])
  })

  test('comes first, before the setting that is missing because of it', () => {
    const lines = linesOf({ ...production, ...twilio, ...smtp, FIELD_KEY: '', FIELD_KEYY: key })
    expect(lines.map((line) => line.slice(0, 20))).toEqual(['FIELD_KEYY is not a ', 'FIELD_KEY is missing'])
  })

  test('is left alone beside the setting itself', () => {
    expect(read({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://a:b@c/d' }).databaseUrl).toBe('postgres://a:b@c/d')
  })
})

test('no line shows a secret', () => {
  const env = {
    DATABASE_URL: 'mysql://a:hunter2@b/c',
    CODE_PEPPER: 'hunter2',
    FIELD_KEY: 'hunter2',
    METRICS_TOKEN: 'hunter2',
    TWILIO_AUTH_TOKEN: 'hunter2',
    WHATSAPP_TOKEN: 'hunter2',
    SMTP_URL: 'smtp://a:hunter2@b/c',
    MERCADO_PAGO_TOKEN: 'hunter2',
    MERCADO_PAGO_WEBHOOK_SECRET: 'hunter2',
    MERCADO_PAGO_KEY: 'hunter2',
  }
  const lines = linesOf(env)
  expect(lines).toHaveLength(10)
  expect(lines.join('\n')).not.toContain('hunter2')
})

test('photographs in an object store need its address and its key', () => {
  expect(linesOf({ FILES: 's3' })).toEqual([
    'S3_URL is missing: FILES or FILES_FROM is s3',
    'S3_ACCESS_KEY is missing: FILES or FILES_FROM is s3',
    'S3_SECRET_KEY is missing: FILES or FILES_FROM is s3',
  ])
  expect(linesOf({ FILES_FROM: 'disk' })).toEqual(['FILES_FROM is the same as FILES: leave it out'])
})

describe('a setting that stands in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hola-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'field-key')
  writeFileSync(file, `${key}\n`)

  test('is read from there, as secrets of containers and units come', () => {
    expect(read({ FIELD_KEY_FILE: file }).secrets.fieldKey).toEqual(bytes(key))
  })

  test('and in the environment too is told, because nobody knows which one is meant', () => {
    expect(linesOf({ FIELD_KEY: key, FIELD_KEY_FILE: file })).toEqual([
      'FIELD_KEY and FIELD_KEY_FILE are both set: leave one of them out',
    ])
  })

  test('that cannot be read is told by its path, and nothing else is said about it', () => {
    expect(linesOf({ ...production, ...twilio, ...smtp, FIELD_KEY: '', FIELD_KEY_FILE: `${file}.none` })).toEqual([
      `FIELD_KEY_FILE is "${file}.none", which cannot be read: ENOENT`,
    ])
  })

  test('with nothing usable in it is told without what is in it', () => {
    writeFileSync(join(folder, 'bad'), 'hunter2')
    const [line = ''] = linesOf({ FIELD_KEY_FILE: join(folder, 'bad') })
    expect(line).toMatch(/^FIELD_KEY is not usable: /)
    expect(line).not.toContain('hunter2')
  })
})

test('the table names every setting that is read, and no other', () => {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name).replace(/_FILE$/, ''))
      },
    },
  )
  readSettings(env, keptSecrets)
  expect(asked).toEqual(new Set(settingsTable.map(({ name }) => name)))
})
