import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '../server/src/app.ts'
import { systemRandom } from '../server/src/clock.ts'
import { findRunningPostgres } from '../server/src/db/embedded.ts'
import { openPool } from '../server/src/db/pool.ts'
import { keptSecrets } from '../server/src/kept-secrets.ts'
import { createLog } from '../server/src/log.ts'
import type { Services } from '../server/src/services.ts'
import { readSettings, SettingsProblem } from '../server/src/settings.ts'

export type WholeServer = {
  readonly url: string
  readonly pid: number
  /** On the same database and with the same secrets, for what a measurement prepares. */
  readonly services: Services
  readonly stop: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The server as anybody starts it, with the database that comes with it and its workers; all of it is gone afterwards. */
export const startWholeServer = async (): Promise<WholeServer> => {
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
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'src', 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Ctrl-C stops everything.')) resolve()
    })
    void ended.then(() => reject(new Error(`the server ended:\n${output}`)))
  })
  const settings = readSettings(env, (folder) => keptSecrets(folder, systemRandom))
  if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
  const connectionString = await findRunningPostgres(dataDir)
  if (connectionString === undefined) throw new Error('the server runs without its database')
  const log = createLog('silent')
  const pool = openPool(connectionString, { log })
  const services = await openServices({ settings, pool, log })
  return {
    url: `http://127.0.0.1:${env.PORT}`,
    pid: child.pid ?? 0,
    services,
    stop: async () => {
      await services.jobs.stop()
      await services.identity.close()
      await pool.end()
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
