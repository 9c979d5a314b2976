import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneTestIn, someOf } from '@hola/core/test-proof.ts'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemRandom } from './platform/clock.ts'
import { emptyTestDatabase } from './platform/db/test-database.ts'
import { databaseProcesses } from './platform/db/test-processes.ts'
import { freePort } from './platform/free-port.ts'

// Whole processes start and stop here, on a machine that may be busy with other suites.

/** Reading the whole server anew is a third of the work of a start. */
const compiled = join(import.meta.dirname, '..', '..', '.cache', 'compiled')

/** One checkout's data folder: each test finds what the one before left. */
const dataDir = await mkdtemp(join(tmpdir(), 'hola-main-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const { connectionString } = await emptyTestDatabase()

type Server = {
  readonly pid: number
  readonly output: () => string
  /** Waits until it has said this. */
  readonly said: (words: string) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly exitCode: Promise<number | null>
}

const start = (env: Record<string, string>): Server => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCode = once(child, 'close').then(([code]) => code as number | null)
  const said = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (output.includes(words)) resolve()
      }
      child.stdout.on('data', look)
      void exitCode.then(() => reject(new Error(`it ended without saying "${words}":\n${output}`)))
      look()
    })
  return { pid: child.pid ?? 0, output: () => output, said, kill: (signal) => void child.kill(signal), exitCode }
}

const startOnFreePort = async (env: Record<string, string> = {}): Promise<Server & { url: string }> => {
  const port = await freePort()
  return { ...start({ PORT: String(port), ...env }), url: `http://127.0.0.1:${port}` }
}

describe('a signal in the middle of starting ends it in order, and the next start works', () => {
  const moments = [
    ['SIGINT', 'creating it'],
    ['SIGTERM', 'Starting the database'],
    ['SIGINT', 'Looking at the database'],
    ['SIGHUP', 'Preparing the tables'],
    ['SIGTERM', 'Loading the catalogue'],
    ['SIGINT', 'Opening the port'],
  ] as const
  test.each(someOf('moments of a start that a signal ends', moments, 1))('%s at "%s"', async (signal, moment) => {
    const server = await startOnFreePort()
    await server.said(moment)
    server.kill(signal)
    expect(await server.exitCode).toBe(0)
    expect(server.output()).not.toMatch(/error|^\s+at /im)
    expect(await databaseProcesses(dataDir)).toEqual([])
  })
})

test('it says what it does and what comes next; a signal stops server and database', async () => {
  const server = await startOnFreePort()
  await server.said('Ctrl-C stops everything.')
  const { port } = new URL(server.url)
  for (const words of [
    'Starting the database …',
    `Next: open http://localhost:${port}/sandbox, `,
    `http://localhost:${port}\n`,
    '/sandbox\n',
    '/openapi.json\n',
  ])
    expect(server.output()).toContain(words)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  // npm and the terminal both pass it on.
  server.kill('SIGTERM')
  server.kill('SIGTERM')
  expect(await server.exitCode).toBe(0)
  expect(await databaseProcesses(dataDir)).toEqual([])
})

const longTest = oneTestIn(4, 'ends of a real server', { test, afterAll })

longTest('a port that is taken: one line that names the setting, and no database stays', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const server = start({ PORT: String(port) })
  expect(await server.exitCode).toBe(1)
  const line = `PORT ${port} is in use by another program: stop it, or set another PORT`
  expect(server.output().trimEnd().split('\n').at(-1)).toBe(line)
  expect(await databaseProcesses(dataDir)).toEqual([])
})

longTest('a data folder that cannot be: one line', async () => {
  const folder = join(dataDir, 'secrets', 'below-a-file')
  const server = await startOnFreePort({ DATA_DIR: folder })
  expect(await server.exitCode).toBe(1)
  expect(server.output()).toBe(
    `DATA_DIR ${folder} cannot be written (ENOTDIR): a part of that path is a file; set another DATA_DIR\n`,
  )
})

longTest('a second server on the same data: one line, and the first goes on', async () => {
  const first = await startOnFreePort()
  await first.said('Ctrl-C stops everything.')
  const second = await startOnFreePort()
  expect(await second.exitCode).toBe(1)
  expect(second.output()).toContain(`\nAnother server is running with DATA_DIR ${dataDir}: stop it, or set another`)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  first.kill('SIGTERM')
  await first.exitCode
})

longTest('a database that dies takes the server with it, in one line', async () => {
  const server = await startOnFreePort()
  await server.said('Ctrl-C stops everything.')
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  expect(await server.exitCode).toBe(1)
  expect(server.output()).toMatch(/^The database stopped: /m)
})

describe('secrets that are not those of the database', () => {
  const secrets = join(dataDir, 'secrets')
  const kept = join(dataDir, 'secrets-kept')

  test('a file that was deleted is not made anew beside a database: one line', async () => {
    await rename(secrets, kept)
    const server = await startOnFreePort()
    expect(await server.exitCode).toBe(1)
    expect(server.output()).toBe(
      `FIELD_KEY is missing: there is a database in DATA_DIR ${dataDir}, and no file secrets beside it; restore that file, or set another DATA_DIR to begin anew\n`,
    )
    await expect(access(secrets)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('another file in its place: one line', async () => {
    const line = (): string => `${Buffer.from(systemRandom.bytes(32)).toString('base64')}\n`
    await writeFile(secrets, line() + line())
    const server = await startOnFreePort()
    expect(await server.exitCode).toBe(1)
    expect(server.output().trimEnd().split('\n').at(-1)).toBe(
      `FIELD_KEY in ${secrets} is not the one that this database is sealed with: restore that file, or set FIELD_KEY`,
    )
    expect(await databaseProcesses(dataDir)).toEqual([])
  })

  test('restored, it starts again', async () => {
    await rename(kept, secrets)
    const server = await startOnFreePort()
    await server.said('Ctrl-C stops everything.')
    server.kill('SIGTERM')
    expect(await server.exitCode).toBe(0)
  })
})

describe('with DATABASE_URL', () => {
  test('it uses that database and starts none', async () => {
    const own = await mkdtemp(join(tmpdir(), 'hola-main-'))
    onTestFinished(() => rm(own, { recursive: true }))
    const server = await startOnFreePort({ DATABASE_URL: connectionString, DATA_DIR: own })
    await server.said('Ctrl-C stops everything.')
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output()).not.toContain('Starting the database')
    await expect(access(join(own, 'postgres'))).rejects.toMatchObject({ code: 'ENOENT' })
    server.kill('SIGTERM')
    expect(await server.exitCode).toBe(0)
  })

  const dead: [string, () => Promise<string>, RegExp][] = [
    ['nobody listens', async () => `postgresql://hola:hunter2@127.0.0.1:${await freePort()}/hola`, /ECONNREFUSED/],
    ['the password is wrong', async () => connectionString.replace(/:[^:@]+@/, ':hunter2@'), /password/],
  ]
  test.each(someOf('databases that cannot be reached', dead, 1))(
    'and %s: one line without the password',
    async (_, url, reason) => {
      const server = await startOnFreePort({ DATABASE_URL: await url() })
      expect(await server.exitCode).toBe(1)
      const line = server.output().trimEnd().split('\n').at(-1)
      expect(line).toMatch(/^DATABASE_URL leads to no database \(.+\): check it, and that PostgreSQL runs there$/)
      expect(line).toMatch(reason)
      expect(server.output()).not.toContain('hunter2')
    },
  )
})
