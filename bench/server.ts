import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/platform/clock.ts'
import { findRunningPostgres } from '../server/src/platform/db/embedded.ts'
import { openPool } from '../server/src/platform/db/pool.ts'
import { keptSecrets } from '../server/src/platform/kept-secrets.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Services } from '../server/src/edge/services.ts'
import { readSettings, SettingsProblem, type Settings } from '../server/src/edge/settings.ts'
import { freePort } from '../server/src/platform/free-port.ts'

/** A server in a process of its own, on a database that is gone afterwards. */
export type RunningServer = {
  readonly url: string
  readonly pid: number
  readonly connectionString: string
  readonly settings: Settings
  /** On the same database and with the same secrets, for what a measurement prepares. */
  readonly openServices: () => Promise<{ readonly services: Services; readonly close: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

const processes = {
  /** As anybody starts it. */
  whole: { file: join(import.meta.dirname, '..', 'server', 'src', 'main.ts'), ready: /Ctrl-C stops everything\./ },
  without_workers: { file: join(import.meta.dirname, 'server-process.ts'), ready: /^ready$/m },
} as const

/** `nodeOptions` are for the process: `--cpu-prof` writes down where its time goes. */
export const startServer = async (
  kind: keyof typeof processes,
  { nodeOptions = [] }: { readonly nodeOptions?: readonly string[] } = {},
): Promise<RunningServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
  const secret = (): string => randomBytes(32).toString('base64')
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    CODE_PEPPER: secret(),
    FIELD_KEY: secret(),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  const settings = readSettings(env, (folder) => keptSecrets(folder, systemRandom))
  if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
  const { file, ready } = processes[kind]
  const child = spawn(process.execPath, [...nodeOptions, file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (ready.test(output)) resolve()
    })
    void ended.then(() => reject(new Error(`the server ended:\n${output}`)))
  })
  const connectionString = await findRunningPostgres(dataDir)
  if (connectionString === undefined) throw new Error('the server runs without its database')
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    pid: child.pid ?? 0,
    connectionString,
    settings,
    openServices: async () => {
      const log = createLog('silent')
      const pool = openPool(connectionString, { log })
      const services = await openServices({ settings, pool, log })
      const close = async (): Promise<void> => {
        await services.jobs.stop()
        await services.identity.close()
        await services.printer.close()
        await pool.end()
      }
      return { services, close }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
