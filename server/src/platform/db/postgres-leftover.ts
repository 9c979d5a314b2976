import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseProblem } from './database-problem.ts'

const STOP_LIMIT_MS = 20_000
const POLL_MS = 10

const pidFile = (folder: string): string => join(folder, 'postmaster.pid')

const readPid = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A number alone proves nothing: after a crash or a restart of the machine it may belong to any other process. */
const isServerOf = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }))
    return stdout.includes('postgres') && stdout.includes(folder)
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  const workingIn = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
  const data = await stat(folder)
  return name.trim() === 'postgres' && workingIn?.ino === data.ino && workingIn.dev === data.dev
}

/** The process number of a PostgreSQL that still runs on this folder. */
export const findLeftover = async (folder: string): Promise<number | undefined> => {
  const pid = await readPid(folder)
  return pid !== undefined && isAlive(pid) && (await isServerOf(pid, folder)) ? pid : undefined
}

/** The line of the pid file in which a running server says where it listens, counted from 0. */
const PORT_LINE = 3

/** The port of a PostgreSQL that still runs on this folder; undefined also in the moment before it listens. */
export const findLeftoverPort = async (folder: string): Promise<number | undefined> => {
  if ((await findLeftover(folder)) === undefined) return undefined
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '')
  const port = Number(text.split('\n')[PORT_LINE])
  return Number.isSafeInteger(port) && port > 0 ? port : undefined
}

/** It is not our child, so nobody tells us when it is gone: ask until it is. */
export const stopLeftover = async (pid: number, folder: string): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_LIMIT_MS
    while (Date.now() < deadline) {
      if (!isAlive(pid) || !(await isServerOf(pid, folder))) return
      await wait(POLL_MS)
    }
  }
  throw new DatabaseProblem(`The database left running by an earlier server does not stop: end process ${pid} by hand`)
}

/**
 * A pid file that names a living stranger would keep PostgreSQL from starting. Naming us instead, its parent, makes it
 * see that the file is old, and still check that no process of the old server holds its memory.
 */
export const giveUpPidFile = async (folder: string): Promise<void> => {
  const pid = await readPid(folder)
  if (pid === undefined || !isAlive(pid)) return
  const [, ...rest] = (await readFile(pidFile(folder), 'utf8')).split('\n')
  await writeFile(pidFile(folder), [String(process.pid), ...rest].join('\n'))
}
