import type { Finding } from '../../platform/finding.ts'
import { linesOf } from '../../platform/finding.ts'
import { systemClock, systemRandom } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/public.ts'
import { openPool, pendingMigrations } from '../../platform/db/public.ts'
import type { Log } from '../../platform/log.ts'
import { createLog } from '../../platform/log.ts'
import type { Configuration, Environment } from '../preflight/public.ts'
import { checkDatabase, checkMachine, readConfiguration } from '../preflight/public.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { SettingsProblem } from '../settings.ts'
import { openDatabase } from '../database.ts'
import { DeskProblem } from './problem.ts'
import { runDesk } from './run.ts'
import { sessionFile } from './session-file.ts'

/** Builds what the commands stand on; the application's own way, handed in by whoever starts the desk. */
export type OpenServices = (dependencies: { settings: Settings; pool: Pool; log: Log }) => Promise<Services>

/** The server makes its secrets at its first start. The desk finds them: new ones would open nothing. */
const configure = (env: Environment): Configuration => {
  const configuration = readConfiguration(env, systemRandom)
  if (configuration instanceof SettingsProblem) throw new DeskProblem(configuration.lines.join('\n'))
  if (configuration.areSecretsMissing)
    throw new DeskProblem(
      `There are no secrets in DATA_DIR ${configuration.settings.dataDir}: start the server once, or set FIELD_KEY and CODE_PEPPER as it has them`,
    )
  return configuration
}

/** Warns of what the desk can work with, and refuses what it cannot; as the server does at its start. */
const heed = (findings: readonly Finding[]): void => {
  const problems = linesOf(findings, 'problem')
  if (problems.length > 0) throw new DeskProblem(problems.join('\n'))
  for (const line of linesOf(findings, 'warning')) process.stderr.write(`Warning: ${line}\n`)
}

const demandTables = async (pool: Pool): Promise<void> => {
  if ((await pendingMigrations(pool)).length > 0)
    throw new DeskProblem('The database has not the tables of this version: start the server of this version once')
}

const open = async (env: Environment, openServices: OpenServices, signal: AbortSignal) => {
  const configuration = configure(env)
  const { settings } = configuration
  // What it warns of concerns a server.
  heed((await checkMachine(configuration, env, systemRandom)).filter(({ state }) => state === 'problem'))
  const closings: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const closing of closings.toReversed()) await closing()
  }
  try {
    const database = await openDatabase(settings, signal)
    closings.push(database.close)
    const given = { clock: systemClock, random: systemRandom, roles: ['hola_app', 'hola_desk'] } as const
    heed(await checkDatabase(database.connectionString, configuration, given))
    // Standard output is for the answer.
    const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
    const pool = openPool(database.connectionString, { log })
    closings.push(() => pool.end())
    await demandTables(pool)
    const services = await openServices({ settings, pool, log })
    closings.push(services.printer.close, services.identity.close, services.jobs.stop)
    const say = (line: string): void => void process.stderr.write(`${line}\n`)
    return { services, terminal: { session: sessionFile(settings.dataDir), say }, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** From a command line to an exit code. A signal in the middle lets a command end: it is done or it is not, never half. */
export const main = async (args: readonly string[], env: Environment, openServices: OpenServices): Promise<number> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  const { exitCode, said, complaint } = await runDesk(args, () => open(env, openServices, stopping.signal))
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
