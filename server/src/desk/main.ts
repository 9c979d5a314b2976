import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from '../clock.ts'
import { pendingMigrations } from '../db/migrate.ts'
import type { Pool } from '../db/pool.ts'
import { openPool } from '../db/pool.ts'
import { keptSecrets } from '../kept-secrets.ts'
import type { Log } from '../log.ts'
import { createLog } from '../log.ts'
import type { Services } from '../services.ts'
import type { Secrets, Settings } from '../settings.ts'
import { SettingsProblem, readSettings } from '../settings.ts'
import { openDatabase } from './database.ts'
import { DeskProblem } from './problem.ts'
import { runDesk } from './run.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Builds what the commands stand on; the application's own way, handed in by whoever starts the desk. */
export type OpenServices = (ground: { settings: Settings; pool: Pool; log: Log }) => Promise<Services>

/** The server makes its secrets at its first start. The desk finds them: new ones would open nothing. */
const secretsOfServer = (dataDir: string): Secrets => {
  if (!existsSync(join(dataDir, 'secrets')))
    throw new DeskProblem(
      `There are no secrets in DATA_DIR ${dataDir}: start the server once, or set FIELD_KEY and CODE_PEPPER as it has them`,
    )
  return keptSecrets(dataDir, systemRandom)
}

const demandTables = async (pool: Pool): Promise<void> => {
  const pending = await pendingMigrations(pool).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new DeskProblem(
      `The database does not answer (${reason}): check DATABASE_URL, and that PostgreSQL runs there`,
    )
  })
  if (pending.length > 0)
    throw new DeskProblem('The database has not the tables of this version: start the server of this version once')
}

const open = async (env: Environment, openServices: OpenServices, signal: AbortSignal) => {
  const settings = readSettings(env, secretsOfServer)
  if (settings instanceof SettingsProblem) throw new DeskProblem(settings.lines.join('\n'))
  const closings: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closing of closings.toReversed()) await closing()
  }
  try {
    const database = await openDatabase(settings, signal)
    closings.push(database.close)
    // Standard output is for the answer.
    const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
    const pool = openPool(database.connectionString, { log })
    closings.push(() => pool.end())
    await demandTables(pool)
    const services = await openServices({ settings, pool, log })
    closings.push(services.identity.reader.close, services.jobs.stop)
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** From a command line to an exit code. A signal in the middle lets a command end: it is done or it is not, never half. */
export const main = async (args: readonly string[], env: Environment, openServices: OpenServices): Promise<number> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  const { exitCode, said, complaint } = await runDesk(args, env, () => open(env, openServices, stopping.signal))
  if (said !== '') await written(process.stdout, `${said}\n`)
  if (complaint !== '') await written(process.stderr, `${complaint}\n`)
  return exitCode
}

/** Ends when it is on its way: leaving at once would cut a long answer that goes through a pipe. */
const written = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => {
    // Whoever reads may have seen enough, as `head` does.
    stream.on('error', () => resolve())
    stream.write(text, () => resolve())
  })
