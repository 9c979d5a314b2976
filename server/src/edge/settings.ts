import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { logLevels } from '../platform/log.ts'
import type { LogLevel } from '../platform/log.ts'
import { findLookalikes } from './lookalike-settings.ts'
import type { CommonSettings, Secrets } from '../platform/services.ts'
import type { SettingRow } from '../providers/settings-reader.ts'
import { baseUrl, matching, oneOf } from '../providers/settings-reader.ts'
import type { ProvidersSettings } from '../providers/settings.ts'
import { providerRows, readProviders } from '../providers/settings.ts'

/** Every setting there is. docs/SETTINGS.md is written from it by `npm run docs`. */
export const settingsTable: readonly SettingRow[] = [
  { name: 'PORT', default: '8080', meaning: 'port of the web app and the API' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'address to listen on; the default answers this machine only, 0.0.0.0 answers the network',
  },
  {
    name: 'DATA_DIR',
    default: '.data',
    meaning:
      'folder of the encrypted photos, the embedded database and the sandbox secrets; a relative one is seen from the checkout',
  },
  {
    name: 'DATABASE_URL',
    default: 'the embedded PostgreSQL',
    meaning: 'postgresql://… of a PostgreSQL of your own; required in production',
  },
  {
    name: 'ROLE',
    default: 'all',
    meaning:
      'what this process does: web (answers requests, reads no photo), jobs (works off the queue, answers no borrower) or all',
  },
  { name: 'MODE', default: 'sandbox', meaning: 'sandbox (play money, /sandbox page) or production' },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:PORT',
    meaning: 'address under which people reach the app; required in production, with https',
  },
  {
    name: 'DESK_PORT',
    default: 'the one after PORT',
    meaning: 'port of the desk of the lender’s staff',
  },
  {
    name: 'DESK_HOST',
    default: '127.0.0.1',
    meaning: 'address that the desk listens on; the default answers this machine only',
  },
  {
    name: 'DESK_ORIGIN',
    default: 'http://localhost:DESK_PORT',
    meaning:
      'address under which the staff reaches the desk, which their passkeys belong to; in production with https, and needed by npm run desk-server',
  },
  {
    name: 'CODE_PEPPER',
    default: 'made and kept in DATA_DIR',
    meaning:
      'secret under which log-in and signing codes are stored: 32 random bytes as base64; required in production',
  },
  {
    name: 'CODE_PEPPER_OLD',
    default: 'none',
    meaning: 'what CODE_PEPPER was before: codes sent under it still count until they expire; several with commas',
  },
  {
    name: 'FIELD_KEY',
    default: 'made and kept in DATA_DIR',
    meaning: 'master key of encrypted fields: 32 random bytes as base64; required in production',
  },
  {
    name: 'FIELD_KEY_OLD',
    default: 'none',
    meaning: 'the key that FIELD_KEY replaces, until npm run rekey has said that it can go; several with commas',
  },
  ...providerRows,
  {
    name: 'BACKUP_KEY',
    default: 'none',
    meaning:
      'key that npm run backup encrypts with and npm run restore needs: 32 random bytes as base64, kept elsewhere than the backups',
  },
  {
    name: 'METRICS_TOKEN',
    default: 'none: only this machine may read',
    meaning: 'bearer token that /metrics asks for, at least 16 characters; required in production',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: 'none: no traces',
    meaning: 'address of a collector of OpenTelemetry traces that takes OTLP over HTTP, like http://localhost:4318',
  },
  {
    name: 'TRUST_PROXY',
    default: 'none',
    meaning: 'addresses of your reverse proxies, comma-separated, whose X-Forwarded-For is believed',
  },
  { name: 'RATE_LIMIT_PER_MINUTE', default: '600', meaning: 'requests that one network address may make in a minute' },
  {
    name: 'MESSAGES_PER_HOUR_MAX',
    default: '3000',
    meaning:
      'codes and answers to consumer requests that the whole product sends in an hour; from 80 % on only to people who are known, with an alarm in the log',
  },
  {
    name: 'DRAIN_SECONDS',
    default: '0',
    meaning:
      'so long /readyz says no before the port closes on SIGTERM: longer than your proxy needs to notice, up to 120',
  },
  {
    name: 'COMMIT',
    default: 'that of the checkout',
    meaning: 'commit that /healthz, the metrics and the log name, for an image without a checkout',
  },
  { name: 'LOG_LEVEL', default: 'warn in sandbox, info in production', meaning: `one of ${logLevels.join(', ')}` },
]

export const settingNames = settingsTable.map(({ name }) => name)

const names: ReadonlySet<string> = new Set(settingNames)

export const roles = ['all', 'web', 'jobs'] as const
export type Role = (typeof roles)[number]

export type Settings = CommonSettings & {
  readonly port: number
  readonly host: string
  /** Where the lender's staff works. */
  readonly desk: {
    readonly port: number
    readonly host: string
    readonly origin: string
    readonly isPortChosen: boolean
  }
  readonly role: Role
  readonly drainSeconds: number
  /** Absent: that of the checkout, if there is one. */
  readonly commit?: string
  readonly dataDir: string
  /** Absent: the embedded PostgreSQL. */
  readonly databaseUrl?: string
  readonly backupKey?: Uint8Array
  readonly providers: ProvidersSettings
  readonly metricsToken?: string
  /** Absent: no traces are sent. */
  readonly traceEndpoint?: string
  readonly trustProxy: false | string[]
  readonly rateLimitPerMinute: number
  readonly messagesPerHourMax: number
  readonly logLevel: LogLevel
}

/** One line for each setting that is wrong, naming it, what is wrong and what is expected. */
export class SettingsProblem {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    this.lines = lines
  }
}

type Environment = Readonly<Record<string, string | undefined>>

const checkout = resolve(import.meta.dirname, '..', '..', '..')
/** `FIELD_KEY_FILE` names a file that holds `FIELD_KEY`, as secrets of containers and units come. */
const FILE_SUFFIX = '_FILE'
const SECRET_BYTES = 32
/** 32 random bytes hardly ever hold fewer different ones; a typed phrase or a repeated pattern does. */
const SECRET_DIFFERENT_BYTES_MIN = 20
const METRICS_TOKEN_LENGTH_MIN = 16
const RATE_LIMIT_MAX = 1_000_000
/** Fewer would leave strangers, who are everybody the first time, next to nothing. */
const MESSAGES_PER_HOUR_LEAST = 10
const MESSAGES_PER_HOUR_MOST = 1_000_000
const DRAIN_SECONDS_MAX = 120

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

const wholeNumber = (text: string, least: number, most: number): number | undefined => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

const hostName = (text: string): string | undefined =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined

/** Whoever asks for TLS gets it with the check of the certificate and of its name, whatever the library's next version does. */
const checkingCertificates = (url: string): string =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full')

const databaseUrl = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isPostgres = url?.protocol === 'postgresql:' || url?.protocol === 'postgres:'
  return isPostgres && (url.hostname !== '' || url.searchParams.has('host')) ? checkingCertificates(text) : undefined
}

const origin = (text: string, schemes: readonly string[]): string | undefined => {
  const url = URL.parse(text)
  if (url === null || !schemes.includes(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}

const secret = (text: string): Uint8Array | undefined => {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  return bytes.length === SECRET_BYTES && new Set(bytes).size >= SECRET_DIFFERENT_BYTES_MIN ? bytes : undefined
}

const secrets = (text: string): readonly Uint8Array[] | undefined => {
  const list = text.split(',').map((item) => secret(item.trim()))
  return list.every((item) => item !== undefined) ? list : undefined
}
const severalSecrets = `${SECRET_BYTES} random bytes as base64, or several such values with commas`

const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

const isProxy = (text: string): boolean => {
  if (proxyNames.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || wholeNumber(bits, 0, version === 4 ? 32 : 128) !== undefined
}

const proxies = (text: string): string[] | undefined => {
  const list = text.split(',').map((item) => item.trim())
  return list.every(isProxy) ? list : undefined
}

const metricsToken = (text: string): string | undefined =>
  text.length >= METRICS_TOKEN_LENGTH_MIN && /^[\x21-\x7e]+$/.test(text) ? text : undefined

/**
 * Which program reads: the whole product, the desk of the staff as a process of its own, what brings tables up to date, or
 * what seals everything anew.
 */
export type Part = 'server' | 'desk' | 'migrate' | 'rekey'

/** What the desk reads of the providers: the lender's own account, and where photographs are kept. Other keys it never sees. */
const isForDesk = (name: string): boolean => /^(TRANSFER_|FILES|S3_)/.test(name)

/**
 * Reads the whole environment once. Everything else is told what it needs and never looks there again. The sandbox makes
 * secrets of its own, once: `keptSecrets` hands them over, and is asked only when nothing else is wrong.
 */
export const readSettings = (
  env: Environment,
  keptSecrets: (dataDir: string) => Secrets,
  part: Part = 'server',
): Settings | SettingsProblem => {
  const problems = new Map<string, string>()

  /** An empty setting is one that was not made: compose files and CI write it like that. */
  const typed = (name: string): string | undefined => env[name]?.trim() || undefined

  const given = (name: string): string | undefined => {
    if (!names.has(name)) throw new Error(`${name} is read and stands in no table of settings`)
    const file = typed(`${name}${FILE_SUFFIX}`)
    if (file === undefined) return typed(name)
    if (typed(name) !== undefined)
      problems.set(name, `${name} and ${name}${FILE_SUFFIX} are both set: leave one of them out`)
    try {
      return readFileSync(resolve(checkout, file), 'utf8').trim() || undefined
    } catch (error) {
      problems.set(name, `${name}${FILE_SUFFIX} is "${file}", which cannot be read: ${reasonOf(error)}`)
      return undefined
    }
  }

  const read = <Value>(
    name: string,
    parse: (text: string) => Value | undefined,
    expected: string,
    shown: 'shown' | 'hidden' = 'shown',
  ): Value | undefined => {
    const text = given(name)
    if (text === undefined) return undefined
    const value = parse(text)
    if (value === undefined)
      problems.set(name, `${name} ${shown === 'shown' ? `is "${text}"` : 'is not usable'}: it must be ${expected}`)
    return value
  }

  const mode = read('MODE', oneOf('sandbox', 'production'), 'sandbox or production') ?? 'sandbox'
  const inProduction = mode === 'production'
  const port = read('PORT', (text) => wholeNumber(text, 1, 65_535), 'a whole number from 1 to 65535') ?? 8080
  const chosenDeskPort = read('DESK_PORT', (text) => wholeNumber(text, 1, 65_535), 'a whole number from 1 to 65535')
  const deskPort = chosenDeskPort ?? (port < 65_535 ? port + 1 : port - 1)
  const deskOrigin = read(
    'DESK_ORIGIN',
    (text) => origin(text, inProduction ? ['https:'] : ['https:', 'http:']),
    inProduction ? 'like https://desk.example.com, without a path' : 'like http://localhost:8081, without a path',
  )
  const aSecret = `${SECRET_BYTES} random bytes as base64 (make them by: openssl rand -base64 ${SECRET_BYTES})`
  const codePepper = read('CODE_PEPPER', secret, aSecret, 'hidden')
  const fieldKey = read('FIELD_KEY', secret, aSecret, 'hidden')
  const oldCodePeppers = read('CODE_PEPPER_OLD', secrets, severalSecrets, 'hidden')
  const oldFieldKeys = read('FIELD_KEY_OLD', secrets, severalSecrets, 'hidden')
  const backupKey = read('BACKUP_KEY', secret, aSecret, 'hidden')
  const database = read('DATABASE_URL', databaseUrl, 'like postgresql://user:password@host:5432/name', 'hidden')
  const publicUrl = read(
    'PUBLIC_URL',
    (text) => origin(text, inProduction ? ['https:'] : ['https:', 'http:']),
    inProduction ? 'like https://example.com, without a path' : 'like http://localhost:8080, without a path',
  )
  const token = read(
    'METRICS_TOKEN',
    metricsToken,
    `at least ${METRICS_TOKEN_LENGTH_MIN} characters without spaces`,
    'hidden',
  )
  const complain = (name: string, line: string): void => void (problems.has(name) || problems.set(name, line))
  const isRead = (name: string): boolean => part !== 'migrate' && isForDesk(name)
  const providers =
    part === 'server'
      ? readProviders({ inProduction, given, read, complain })
      : readProviders({
          inProduction: false,
          given: (name) => (isRead(name) ? given(name) : undefined),
          read: (name, ...more) => (isRead(name) ? read(name, ...more) : undefined),
          complain,
        })

  const traceEndpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', baseUrl(['https:', 'http:']), 'like http://localhost:4318')
  const commit = read('COMMIT', matching(/^[0-9a-f]{7,40}$/), 'the hash of a commit')

  const settings = {
    mode,
    role: read('ROLE', oneOf(...roles), `one of ${roles.join(', ')}`) ?? 'all',
    drainSeconds:
      read(
        'DRAIN_SECONDS',
        (text) => wholeNumber(text, 0, DRAIN_SECONDS_MAX),
        `a whole number from 0 to ${DRAIN_SECONDS_MAX}`,
      ) ?? 0,
    ...(commit === undefined ? {} : { commit }),
    port,
    host: read('HOST', hostName, 'an address or a host name, like 127.0.0.1 or 0.0.0.0') ?? '127.0.0.1',
    desk: {
      port: deskPort,
      host: read('DESK_HOST', hostName, 'an address or a host name, like 127.0.0.1') ?? '127.0.0.1',
      origin: deskOrigin ?? `http://localhost:${deskPort}`,
      isPortChosen: chosenDeskPort !== undefined,
    },
    dataDir: resolve(checkout, given('DATA_DIR') ?? join(checkout, '.data')),
    ...(database === undefined ? {} : { databaseUrl: database }),
    ...(backupKey === undefined ? {} : { backupKey }),
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    providers,
    ...(token === undefined ? {} : { metricsToken: token }),
    ...(traceEndpoint === undefined ? {} : { traceEndpoint }),
    trustProxy: read('TRUST_PROXY', proxies, 'addresses like 10.0.0.0/8, comma-separated') ?? (false as const),
    rateLimitPerMinute:
      read(
        'RATE_LIMIT_PER_MINUTE',
        (text) => wholeNumber(text, 1, RATE_LIMIT_MAX),
        `a whole number from 1 to ${RATE_LIMIT_MAX}`,
      ) ?? 600,
    messagesPerHourMax:
      read(
        'MESSAGES_PER_HOUR_MAX',
        (text) => wholeNumber(text, MESSAGES_PER_HOUR_LEAST, MESSAGES_PER_HOUR_MOST),
        `a whole number from ${MESSAGES_PER_HOUR_LEAST} to ${MESSAGES_PER_HOUR_MOST}`,
      ) ?? 3_000,
    logLevel:
      read('LOG_LEVEL', oneOf(...logLevels), `one of ${logLevels.join(', ')}`) ?? (inProduction ? 'info' : 'warn'),
  }

  if (inProduction) {
    const missing = (name: string, need: string): void => {
      if (given(name) === undefined && !problems.has(name))
        problems.set(name, `${name} is missing: production needs ${need}`)
    }
    missing('DATABASE_URL', 'a PostgreSQL of its own, like postgresql://user:password@host:5432/name')
    if (part !== 'migrate') missing('FIELD_KEY', aSecret)
    if (part === 'server' || part === 'desk') {
      missing('PUBLIC_URL', 'the address people type, like https://example.com')
      missing('CODE_PEPPER', aSecret)
    }
    if (part === 'desk') missing('DESK_ORIGIN', 'the address that the staff types, like https://desk.example.com')
    if (part === 'server')
      missing('METRICS_TOKEN', 'the token of whoever reads /metrics (make one by: openssl rand -hex 24)')
  }
  if (chosenDeskPort === port)
    problems.set('DESK_PORT', 'DESK_PORT is the same as PORT: the desk has a port of its own')
  if (deskOrigin !== undefined && deskOrigin === publicUrl)
    problems.set('DESK_ORIGIN', 'DESK_ORIGIN is the same as PUBLIC_URL: the desk has an address of its own')
  if (codePepper !== undefined && fieldKey !== undefined && Buffer.from(codePepper).equals(fieldKey))
    problems.set('FIELD_KEY', 'FIELD_KEY is the same as CODE_PEPPER: it must be a secret of its own')
  const complainOfSame = (name: string, one: Uint8Array | undefined, olds: readonly Uint8Array[] | undefined): void => {
    const all = [...(one ? [one] : []), ...(olds ?? [])].map((bytes) => Buffer.from(bytes).toString('hex'))
    if (new Set(all).size < all.length)
      problems.set(
        `${name}_OLD`,
        `${name}_OLD has the value of ${name}, or one value twice: it holds those that ${name} replaces`,
      )
  }
  complainOfSame('CODE_PEPPER', codePepper, oldCodePeppers)
  complainOfSame('FIELD_KEY', fieldKey, oldFieldKeys)
  if (oldFieldKeys !== undefined && fieldKey === undefined)
    problems.set('FIELD_KEY_OLD', 'FIELD_KEY_OLD is set without FIELD_KEY: set the new key as FIELD_KEY')

  const known = settingNames.flatMap((name) => [name, `${name}${FILE_SUFFIX}`])
  const misspelt = findLookalikes(env, known)
    .filter(({ isMeantSet }) => !isMeantSet)
    .map(
      ({ name, meant }) =>
        `${name} is not a setting: did you mean ${meant}? If it belongs to another program, set ${meant} as well`,
    )
  if (problems.size > 0 || misspelt.length > 0) {
    // In the order of the table, however they were found.
    return new SettingsProblem([...misspelt, ...settingsTable.flatMap(({ name }) => problems.get(name) ?? [])])
  }
  const typedOnes = { ...(codePepper && { codePepper }), ...(fieldKey && { fieldKey }) }
  const inUse: Secrets =
    codePepper !== undefined && fieldKey !== undefined
      ? { codePepper, fieldKey }
      : { ...keptSecrets(settings.dataDir), ...typedOnes }
  const olds = { ...(oldCodePeppers && { oldCodePeppers }), ...(oldFieldKeys && { oldFieldKeys }) }
  return Object.freeze({ ...settings, secrets: { ...inUse, ...olds } })
}
