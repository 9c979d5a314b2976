import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findLeftover, stopLeftover } from '../server/src/platform/db/postgres-leftover.ts'
import { POLL_LIMIT_MS } from '../tools/time-limits.ts'

// The product as a person starts it: its own process, its own port, its own data folder and database.

const main = join(import.meta.dirname, '..', 'server', 'src', 'main.ts')
/** Reading the whole server anew is a third of the work of a start. */
const compiled = join(import.meta.dirname, '..', '.cache', 'compiled')
const stopLimitMs = POLL_LIMIT_MS
const pollMs = 50

export type RunningServer = {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly child: ChildProcess
  readonly output: () => string
}

const folders = new Set<string>()
const running = new Set<RunningServer>()

export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hola-e2e-'))
  folders.add(folder)
  return folder
}

const pauseSync = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

function endDatabaseSync(dataDir: string): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGQUIT')
    for (let waitedMs = 0; waitedMs < stopLimitMs; waitedMs += pollMs) {
      process.kill(pid, 0)
      pauseSync(pollMs)
    }
  } catch {
    // None was running there, or it is gone now.
  }
}

/** Whatever ends this process, nothing that it started lives on. */
process.on('exit', () => {
  for (const { child, dataDir } of running) {
    child.kill('SIGKILL')
    endDatabaseSync(dataDir)
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function startProcess(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { child, output: () => output }
}

export async function startServer(
  dataDir: string,
  port: number,
  more: Record<string, string> = {},
): Promise<RunningServer> {
  const { child, output } = startProcess({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    MODE: 'sandbox',
    // A suite asks in minutes what a person asks in a week.
    RATE_LIMIT_PER_MINUTE: '1000000',
    // Each phone names a network of its own, so that the limit of codes for one of them holds and is never met.
    TRUST_PROXY: 'loopback',
    ...more,
  })
  const server = { url: `http://127.0.0.1:${port}`, port, dataDir, child, output }
  running.add(server)
  const deadline = Date.now() + POLL_LIMIT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${server.url}/readyz`).catch(() => undefined)
    if (answer?.ok) return server
    if (Date.now() > deadline) {
      await killServer(server)
      throw new Error(`the server is not ready after ${POLL_LIMIT_MS / 1000} s:\n${output()}`)
    }
    await wait(pollMs)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** As Ctrl-C does. Answers the exit code. */
export async function stopServer(server: RunningServer): Promise<number | null> {
  const { child, dataDir } = server
  child.kill('SIGTERM')
  await Promise.race([ended(child), wait(stopLimitMs, undefined, { ref: false })])
  if (child.exitCode === null) await killServer(server)
  const left = await findLeftover(join(dataDir, 'postgres')).catch(() => undefined)
  if (left !== undefined) await stopLeftover(left, join(dataDir, 'postgres'))
  running.delete(server)
  return child.exitCode
}

/** As a power cut for Node alone: the database that it started is left behind. */
export async function killServer({ child }: RunningServer): Promise<void> {
  child.kill('SIGKILL')
  await ended(child)
}

export async function removeDataDir(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  folders.delete(folder)
}

export async function discard(server: RunningServer): Promise<void> {
  await stopServer(server)
  await removeDataDir(server.dataDir)
}
