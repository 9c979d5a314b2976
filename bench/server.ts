import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '../server/src/clock.ts'
import { keptSecrets } from '../server/src/kept-secrets.ts'
import { readSettings, SettingsProblem, type Settings } from '../server/src/settings.ts'

/** A server in a process of its own, on a database that is gone afterwards. */
export type RunningServer = {
  readonly port: number
  readonly connectionString: string
  /** Those of the server, for whoever writes to the same database. */
  readonly settings: Settings
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

/** `nodeOptions` are for the process: `--cpu-prof` writes down where its time goes. */
export const startServer = async ({
  nodeOptions = [],
}: { nodeOptions?: readonly string[] } = {}): Promise<RunningServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hola-bench-'))
  const port = await freePort()
  const secret = (): string => randomBytes(32).toString('base64')
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    CODE_PEPPER: secret(),
    FIELD_KEY: secret(),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  const settings = readSettings(env, (folder) => keptSecrets(folder, systemRandom))
  if (settings instanceof SettingsProblem) throw new Error(settings.lines.join('\n'))
  const child = spawn(process.execPath, [...nodeOptions, join(import.meta.dirname, 'server-process.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const connectionString = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, found] = /^ready (\S+)$/m.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`the server ended:\n${output}`)))
  })
  return {
    port,
    connectionString,
    settings,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
