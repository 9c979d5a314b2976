import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lchown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { lockDataDir } from './data-dir-lock.ts'
import { DatabaseProblem } from './database-problem.ts'
import { findBinaries } from './postgres-binaries.ts'
import type { Account, Binaries } from './postgres-binaries.ts'
import { findLeftover, findLeftoverPort, giveUpPidFile, stopLeftover } from './postgres-leftover.ts'
import { freePort } from '../free-port.ts'

export type EmbeddedPostgres = {
  readonly connectionString: string
  /** For tests: by a socket in its folder, which costs a third less for each statement; the same when it has none. */
  readonly socketString: string
  /** Ends when PostgreSQL does; with a sentence when nobody asked for it. */
  readonly ended: Promise<string | undefined>
  readonly stop: () => Promise<void>
}

type Options = {
  readonly dataDir: string
  /** Hears what takes time, in words that go on from "Starting the database …". */
  readonly say: (words: string) => void
  /** For tests: gives up surviving a power cut, has a socket in its folder, lets the role make databases. */
  readonly fast?: boolean
  readonly signal?: AbortSignal
}

const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 20_000
const PORT_ATTEMPTS = 5
const SHARED_MEMORY_WAIT_MS = 100
const REMEMBERED_LINES = 40
const SHARED_MIN_MEBIBYTES = 128
const SHARED_MAX_MEBIBYTES = 8192
/** A night of a million loans writes more than the usual 1 GB, and each checkpoint on the way has every page written anew. */
const WAL_MAX = '4GB'
const NOBODY = 65_534
/** Up to here the numbers belong to services, above to people. */
const SYSTEM_USER_MAX = 999
const NAME = 'hola'
/** For the tests of processes that do not log in as the owner of the tables: who has the rights of which role. */
const testLogins = { hola_app_login: 'hola_app', hola_desk_login: 'hola_desk' } as const
const PARTIAL = 'postgres.partial-'
/** Of each role the file that says it is there. */
const roleMarks = { hola_app: 'app-role', hola_desk: 'desk-role' } as const

type Cluster = {
  readonly dataDir: string
  readonly folder: string
  readonly binaries: Binaries
  readonly account: Account
  readonly fast: boolean
  readonly signal: AbortSignal | undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined

/** One line that says what to do, from what the system or PostgreSQL reported. */
const problemFrom = (what: string, dataDir: string, text: string): DatabaseProblem => {
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(text))
    return new DatabaseProblem(
      `${what}: the disk of DATA_DIR ${dataDir} is full: free some space, or set another DATA_DIR`,
    )
  if (/EROFS|Read-only file system/.test(text))
    return new DatabaseProblem(`${what}: DATA_DIR ${dataDir} is read-only: set another DATA_DIR`)
  if (/could not look up effective user ID/.test(text))
    return new DatabaseProblem(
      `${what}: the user it runs as has no name on this machine: start as a named user, or set DATABASE_URL to a PostgreSQL of your own`,
    )
  if (/EACCES|EPERM|Permission denied|Operation not permitted/.test(text))
    return new DatabaseProblem(
      `${what}: no permission in DATA_DIR ${dataDir}: start as the user it belongs to, set another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own`,
    )
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'no reason given'
  return new DatabaseProblem(
    `${what}: ${telling.trim()} (DATA_DIR ${dataDir}); set another DATA_DIR, or DATABASE_URL to a PostgreSQL of your own`,
  )
}

/** PostgreSQL refuses to be root. It then runs as the owner of the data, or at first as the user who owns nothing. */
export const chooseAccount = async (folder: string): Promise<Account> => {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux')
    throw new DatabaseProblem(
      'PostgreSQL does not run as root: start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own',
    )
  const found = await stat(folder).catch(() => undefined)
  if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
  const { uid, gid } = users.find(({ name }) => name === 'nobody') ??
    users.find((user) => user.uid > 0 && user.uid <= SYSTEM_USER_MAX) ?? { uid: NOBODY, gid: NOBODY }
  return { uid, gid }
}

const giveTo = async (path: string, account: NonNullable<Account>): Promise<void> => {
  await lchown(path, account.uid, account.gid)
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) await giveTo(join(path, entry.name), account)
}

/**
 * The folder as PostgreSQL is told it. As root the data lies where DATA_DIR says, often in a home that the other user
 * cannot enter by its path; started inside the folder it needs no path, and it never leaves that folder.
 */
const asSeenInside = (account: Account, folder: string): string => (account === undefined ? folder : '/proc/self/cwd')

/** The helpers that a program starts end with it. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It ended by itself in this moment.
  }
}

type Finished = { readonly code: number | null; readonly output: string }

const run = (cluster: Cluster, program: string, args: readonly string[], cwd: string, input = ''): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(cluster.binaries.folder, 'bin', program), args, {
      cwd,
      env: cluster.binaries.env,
      // Ctrl-C in a terminal goes to the whole group; what happens then is decided here, in order.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...cluster.account,
    })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const stop = (): void => signalGroup(child, 'SIGTERM')
    cluster.signal?.addEventListener('abort', stop)
    process.on('exit', stop)
    const over = (): void => {
      cluster.signal?.removeEventListener('abort', stop)
      process.off('exit', stop)
    }
    child.on('error', (error) => {
      over()
      reject(error)
    })
    child.on('close', (code) => {
      over()
      resolve({ code, output })
    })
    // A program that ends early closes its input; its exit code says so, and better.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })

const runOrFail = async (
  cluster: Cluster,
  what: string,
  ...[program, args, cwd, input]: [string, readonly string[], string, string?]
): Promise<void> => {
  const { code, output } = await run(cluster, program, args, cwd, input).catch((error: unknown) => {
    throw problemFrom(what, cluster.dataDir, messageOf(error))
  })
  cluster.signal?.throwIfAborted()
  if (code !== 0) throw problemFrom(what, cluster.dataDir, output)
}

/** Statements as the superuser, who has no password and no other way in. */
const administer = async (cluster: Cluster, folder: string, statements: readonly string[]): Promise<void> => {
  const args = ['--single', '-j', '-D', asSeenInside(cluster.account, folder), 'template1']
  const input = statements.map((statement) => `${statement};\n\n`).join('')
  await runOrFail(cluster, 'The database could not be set up', 'postgres', args, folder, input)
}

const passwordFile = (dataDir: string): string => join(dataDir, 'postgres-password')

const readPassword = async (dataDir: string): Promise<string | undefined> => {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    throw problemFrom('The database password could not be read', dataDir, messageOf(error))
  })
  return text.trim() === '' ? undefined : text.trim()
}

const savePassword = async (dataDir: string, password: string): Promise<void> => {
  const file = await open(passwordFile(dataDir), 'w', 0o600)
  await file.writeFile(`${password}\n`)
  await file.sync()
  await file.close()
}

const newPassword = (): string => randomBytes(24).toString('base64url')

/** What killed starts left. The programs of the last one may still be writing there: then the next start removes it. */
const removePartial = async (dataDir: string): Promise<void> => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(PARTIAL))
  await Promise.allSettled(names.map((name) => rm(join(dataDir, name), { recursive: true, force: true })))
}

/** The roles of transactions, which the owner of the tables may take and may not make. */
const roles = Object.entries(roleMarks).map(([role, mark]) => ({
  mark,
  statements: [`CREATE ROLE ${role} NOLOGIN`, `GRANT ${role} TO ${NAME}`],
}))

/** A database from before there was a role gets it. */
const ensureRoles = async (cluster: Cluster): Promise<void> => {
  for (const { mark, statements } of roles) {
    if (await isThere(join(cluster.folder, mark))) continue
    await administer(cluster, cluster.folder, statements)
    await writeFile(join(cluster.folder, mark), '')
  }
}

/** Made beside its place and moved there when it is complete: a start that was killed leaves no half database. */
const create = async (cluster: Cluster): Promise<string> => {
  const partial = await mkdtemp(join(cluster.dataDir, PARTIAL))
  if (cluster.account !== undefined) await chown(partial, cluster.account.uid, cluster.account.gid)
  await runOrFail(
    cluster,
    'The database could not be created',
    'initdb',
    [
      `--pgdata=${asSeenInside(cluster.account, partial)}`,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(cluster.fast ? ['--no-sync'] : []),
    ],
    partial,
  )
  const password = (await readPassword(cluster.dataDir)) ?? newPassword()
  const logins = cluster.fast ? Object.entries(testLogins) : []
  await administer(cluster, partial, [
    `CREATE ROLE ${NAME} LOGIN ${cluster.fast ? 'CREATEDB' : ''} PASSWORD '${password}'`,
    `CREATE DATABASE ${NAME} OWNER ${NAME}`,
    ...roles.flatMap(({ statements }) => statements),
    ...logins.map(([login, role]) => `CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE ${role}`),
  ])
  for (const { mark } of roles) await writeFile(join(partial, mark), '')
  const locals = [NAME, ...logins.map(([login]) => login)].join(',')
  const entries = [`host all ${NAME} 127.0.0.1/32`, ...(cluster.fast ? [`local all ${locals}`] : [])]
  await writeFile(join(partial, 'pg_hba.conf'), entries.map((entry) => `${entry} scram-sha-256\n`).join(''))
  await savePassword(cluster.dataDir, password)
  await rename(partial, cluster.folder)
  return password
}

const checkVersion = async (cluster: Cluster): Promise<void> => {
  const made = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim()
  const { output } = await run(cluster, 'postgres', ['--version'], cluster.folder)
  const ours = /(\d+)\.\d+/.exec(output)?.[1]
  if (made !== ours)
    throw new DatabaseProblem(
      `DATA_DIR ${cluster.dataDir} was made by PostgreSQL ${made}, and this version brings ${ours}: set another DATA_DIR, or DATABASE_URL to a PostgreSQL ${made}`,
    )
}

/**
 * What PostgreSQL may keep of its tables in memory: a quarter of the machine's, as its manual says, or of what a container
 * may use. It takes only as much as there is to keep. Its own 128 MB do not hold the open loans of a lender of some size,
 * and a night then fetches a page again for every loan that is on it.
 */
const sharedBuffers = (): string => {
  const mebibytes = Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 4 / 2 ** 20)
  return `${Math.min(Math.max(mebibytes, SHARED_MIN_MEBIBYTES), SHARED_MAX_MEBIBYTES)}MB`
}

/** Two files of tests at a time, each with up to six pools: the usual hundred connections would run out. */
const testSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' }

const serverArguments = (cluster: Cluster, port: number): string[] => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Named from within its folder: the whole path can be longer than a socket's may be.
    unix_socket_directories: cluster.fast ? '.' : '',
    // Shows in the list of processes whose database this is.
    cluster_name: cluster.dataDir,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    // Statements and details hold what people typed; they never reach a log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(cluster.fast ? testSettings : { shared_buffers: sharedBuffers(), max_wal_size: WAL_MAX }),
  }
  const folder = asSeenInside(cluster.account, cluster.folder)
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

type Running = { readonly child: ChildProcess; readonly ended: Promise<string> }

/** Starts the server process; comes back when it takes connections, or with its last words. */
const launch = async (cluster: Cluster, port: number): Promise<Running | string> => {
  const child = spawn(join(cluster.binaries.folder, 'bin', 'postgres'), serverArguments(cluster, port), {
    cwd: cluster.folder,
    env: cluster.binaries.env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...cluster.account,
  })
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    if (line.includes('database system is ready to accept connections')) ready.resolve()
  })
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', () => resolve(lines.join('\n')))
  })
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  const given = cluster.signal === undefined ? limit : AbortSignal.any([limit, cluster.signal])
  const aborted = Promise.withResolvers<'aborted'>()
  given.addEventListener('abort', () => aborted.resolve('aborted'))
  if (given.aborted) aborted.resolve('aborted')
  const first = await Promise.race([ready.promise.then(() => 'ready'), ended.then(() => 'ended'), aborted.promise])
  if (first === 'ready') return { child, ended }
  if (first === 'aborted') await shutDown(child, ended)
  cluster.signal?.throwIfAborted()
  return ended
}

/** Fast shutdown first, which rolls back what is open and writes everything down; harder only when that hangs. */
const shutDown = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const timer = new AbortController()
    const late = wait(STOP_LIMIT_MS, 'late', { signal: timer.signal }).catch(() => 'cancelled')
    const first = await Promise.race([ended, late])
    timer.abort()
    if (first !== 'late') return
  }
}

const launchWithRetries = async (cluster: Cluster): Promise<Running & { port: number }> => {
  const deadline = Date.now() + START_LIMIT_MS
  for (let portAttempt = 1; ;) {
    const port = await freePort()
    const running = await launch(cluster, port)
    if (typeof running !== 'string') return { ...running, port }
    const portTaken = running.includes('Address already in use') && portAttempt < PORT_ATTEMPTS
    // The processes of a killed server need a moment to notice that it is gone.
    const stillThere = /pre-existing shared memory block|lock file .* already exists/.test(running)
    const stillEnding = stillThere && Date.now() < deadline
    if (!portTaken && !stillEnding) throw problemFrom('The database did not start', cluster.dataDir, running)
    if (portTaken) portAttempt += 1
    await wait(SHARED_MEMORY_WAIT_MS)
  }
}

const prepareFolder = async (dataDir: string): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw problemFrom('The data folder could not be made', dataDir, messageOf(error))
  }
}

const openCluster = async (options: Options, folder: string): Promise<Running & { port: number; password: string }> => {
  const { dataDir, say, signal } = options
  const account = await chooseAccount(folder)
  const binaries = await findBinaries(dataDir, account)
  const cluster: Cluster = { dataDir, folder, binaries, account, fast: options.fast === true, signal }
  signal?.throwIfAborted()
  await removePartial(dataDir)
  let password: string
  if (!(await isThere(join(folder, 'PG_VERSION')))) {
    say('creating it')
    password = await create(cluster)
  } else {
    if (account !== undefined && (await stat(folder)).uid !== account.uid) await giveTo(folder, account)
    await checkVersion(cluster)
    const leftover = await findLeftover(folder)
    if (leftover !== undefined) {
      say('stopping the one that an earlier server left running')
      await stopLeftover(leftover, folder)
    }
    await giveUpPidFile(folder)
    await ensureRoles(cluster)
    const known = await readPassword(dataDir)
    password = known ?? newPassword()
    if (known === undefined) {
      await administer(cluster, folder, [`ALTER ROLE ${NAME} PASSWORD '${password}'`])
      await savePassword(dataDir, password)
    }
  }
  return { ...(await launchWithRetries(cluster)), password }
}

const urlOf = (password: string, port: number): string => `postgresql://${NAME}:${password}@127.0.0.1:${port}/${NAME}`

/** Whether a database was ever made in this folder. */
export const hasEmbeddedPostgres = (dataDir: string): Promise<boolean> =>
  isThere(join(dataDir, 'postgres', 'PG_VERSION'))

/** The address of the database that runs in this folder already, for a second program beside its server. */
export const findRunningPostgres = async (dataDir: string): Promise<string | undefined> => {
  const port = await findLeftoverPort(join(dataDir, 'postgres'))
  const password = port === undefined ? undefined : await readPassword(dataDir)
  return port === undefined || password === undefined ? undefined : urlOf(password, port)
}

/**
 * The PostgreSQL that came with npm, on this machine's loopback only, its data in `dataDir`. Whatever an earlier server
 * left there, running or not, is taken over; a server that still lives is not.
 */
export const startEmbeddedPostgres = async (options: Options): Promise<EmbeddedPostgres> => {
  const { dataDir } = options
  await prepareFolder(dataDir)
  const lock = lockDataDir(dataDir)
  if (lock === undefined)
    throw new DatabaseProblem(
      `Another server is running with DATA_DIR ${dataDir}: stop it, or set another DATA_DIR for this one`,
    )
  try {
    const { child, ended, port, password } = await openCluster(options, join(dataDir, 'postgres'))
    let asked = false
    const atExit = (): void => {
      child.kill('SIGINT')
    }
    process.on('exit', atExit)
    const over = ended.then((lastWords) => {
      process.off('exit', atExit)
      lock.release()
      return asked ? undefined : problemFrom('The database stopped', dataDir, lastWords).message
    })
    const connectionString = urlOf(password, port)
    const socket = options.fast === true ? `?host=${encodeURIComponent(join(dataDir, 'postgres'))}` : ''
    return {
      connectionString,
      socketString: `${connectionString}${socket}`,
      ended: over,
      stop: async () => {
        asked = true
        await shutDown(child, ended)
        await over
      },
    }
  } catch (error) {
    lock.release()
    if (options.signal?.aborted === true || error instanceof DatabaseProblem) throw error
    const system = codeOf(error)
    if (typeof system === 'string') throw problemFrom('The database did not start', dataDir, messageOf(error))
    throw error
  }
}
