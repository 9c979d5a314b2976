import type { Finding } from './platform/finding.ts'
import { linesOf } from './platform/finding.ts'
import { buildDeskServer, openServices } from './app.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import { openPool, pendingMigrations } from './platform/db/public.ts'
import { createLog } from './platform/log.ts'
import { watchKeys } from './platform/sealed/public.ts'
import type { Environment } from './edge/preflight/public.ts'
import { checkDatabase, checkMachine, listenProblem, readConfiguration } from './edge/preflight/public.ts'
import type { Services } from './edge/services.ts'
import { SettingsProblem } from './edge/settings.ts'

/** A sentence for whoever started the desk, instead of a stack. */
class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

const heed = (findings: readonly Finding[]): void => {
  const problems = linesOf(findings, 'problem')
  if (problems.length > 0) throw new StartProblem(problems.join('\n'))
  for (const line of linesOf(findings, 'warning')) process.stderr.write(`Warning: ${line}\n`)
}

/** Stands for a provider whose key this process was never given. */
const absent = <Port extends object>(): Port =>
  new Proxy({} as Port, {
    get: () => {
      throw new Error('the desk holds no key of a provider')
    },
  })

/** Nothing here reaches a provider: what the staff decides is sent by the jobs of the server. */
const withoutProviders = (services: Services): Services => ({
  ...services,
  messages: absent(),
  bureau: absent(),
  payouts: absent(),
})

/** The desk of the staff as a process of its own, on the database that the server has prepared. Ends when it is told to. */
export const runDeskServer = async (env: Environment, signal: AbortSignal): Promise<void> => {
  const configuration = readConfiguration(env, systemRandom, 'desk')
  if (configuration instanceof SettingsProblem) throw new StartProblem(configuration.lines.join('\n'))
  const { settings } = configuration
  const { databaseUrl, desk } = settings
  if (databaseUrl === undefined)
    throw new StartProblem('DATABASE_URL is missing: in the sandbox npm start serves the desk beside the app')
  heed((await checkMachine(configuration, env, systemRandom)).filter(({ state }) => state === 'problem'))
  heed(
    await checkDatabase(databaseUrl, configuration, { clock: systemClock, random: systemRandom, roles: ['hola_desk'] }),
  )
  const log = createLog(settings.logLevel)
  // The login of this process may have the rights of the desk and no others.
  const pool = openPool(databaseUrl, { log, transactionRole: 'hola_desk' })
  const closings: (() => Promise<unknown>)[] = [() => pool.end()]
  try {
    if ((await pendingMigrations(pool)).length > 0)
      throw new StartProblem('The database has not the tables of this version: start the server of this version first')
    const services = await openServices({ settings, pool, log })
    const watch = watchKeys(pool, services.keyring)
    closings.push(
      async () => services.tracing?.stop(),
      watch.stop,
      services.printer.close,
      services.identity.close,
      services.jobs.stop,
    )
    const app = buildDeskServer(withoutProviders(services))
    closings.push(() => app.close())
    await app.listen({ host: desk.host, port: desk.port }).catch((error: unknown) => {
      const line = listenProblem(error, desk, 'DESK_')
      throw line === undefined ? error : new StartProblem(line)
    })
    process.stdout.write(`The desk is ready: ${desk.origin}\n`)
    const asked = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
    const lost = signal.aborted ? undefined : await Promise.race([asked, watch.lost])
    if (lost !== undefined) throw new StartProblem(lost)
  } finally {
    for (const close of closings.toReversed()) await close()
  }
}

/** From a start to an exit code. */
export const main = async (env: Environment): Promise<number> => {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  try {
    await runDeskServer(env, stopping.signal)
    return 0
  } catch (error) {
    const stack = error instanceof Error ? error.stack : undefined
    process.stderr.write(`${error instanceof StartProblem ? error.message : (stack ?? String(error))}\n`)
    return 1
  }
}
