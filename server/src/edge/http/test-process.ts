import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { systemRandom } from '../../platform/clock.ts'
import type { Settings } from '../settings.ts'
import { freePort } from '../../platform/free-port.ts'

export type ProcessAnswer = {
  readonly status: number
  /** The whole body, as it came. */
  readonly text: string
  readonly code: string
  readonly msg: string
  readonly ret: Record<string, unknown>
}

export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** `from` is a network address, for a server that trusts this machine as its proxy. */
  readonly call: (path: string, body: object, token?: string, from?: string) => Promise<ProcessAnswer>
  /** Everything it has written so far. */
  readonly output: () => string
  /** Ends it without a last word, wherever it is. */
  readonly kill: () => Promise<unknown>
  /** Asks it to stop; its exit code. */
  readonly stop: () => Promise<number | null>
}

/**
 * Real server processes on one database, with the same secrets. Call it at the top of a test file: whatever is started
 * later, also by a test, is stopped after the last one.
 */
export const serverProcesses = async (
  connectionString: string,
): Promise<{
  readonly secrets: Settings['secrets']
  readonly start: (env?: Record<string, string>) => Promise<ServerProcess>
}> => {
  const secrets = { codePepper: systemRandom.bytes(32), fieldKey: systemRandom.bytes(32) }
  const dataDir = await mkdtemp(join(tmpdir(), 'hola-processes-'))
  const shared = {
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    CODE_PEPPER: Buffer.from(secrets.codePepper).toString('base64'),
    FIELD_KEY: Buffer.from(secrets.fieldKey).toString('base64'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'trace',
    // Reading the whole server anew is a third of the work of a start.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', '..', '..', '.cache', 'compiled'),
  }
  const stops: (() => Promise<unknown>)[] = []
  const running = new Set<ChildProcess>()
  // A file that fails before its first test has no last one.
  process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await rm(dataDir, { recursive: true, force: true })
  })

  const start = async (env: Record<string, string> = {}): Promise<ServerProcess> => {
    const port = Number(env['PORT'] ?? (await freePort()))
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'main.ts')], {
      env: { ...shared, PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const ended = once(child, 'close').finally(() => running.delete(child))
    stops.push(() => {
      child.kill('SIGTERM')
      return ended
    })
    let output = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          if (output.includes('Ctrl-C stops everything.')) resolve()
        })
      void ended.then(() => reject(new Error(`it ended:\n${output}`)))
    })
    const url = `http://127.0.0.1:${port}`
    const call = async (path: string, body: object, token?: string, from?: string): Promise<ProcessAnswer> => {
      const headers = {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { token }),
        ...(from === undefined ? {} : { 'x-forwarded-for': from }),
      }
      const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await answer.text()
      return { status: answer.status, text, ...(JSON.parse(text) as Pick<ProcessAnswer, 'code' | 'msg' | 'ret'>) }
    }
    const kill = (): Promise<unknown> => {
      child.kill('SIGKILL')
      return ended
    }
    const stop = async (): Promise<number | null> => {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    }
    return { url, pid: child.pid ?? 0, call, output: () => output, kill, stop }
  }
  return { secrets, start }
}

/** How many answers have which code. */
export const countCodes = (answers: readonly { readonly code: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
