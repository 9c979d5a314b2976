import type { FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { buildDeskServer, buildJobsServer, buildServer, openServices, startWorkers } from './app.ts'
import { buildOf } from './platform/build.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import type { EmbeddedPostgres } from './platform/db/public.ts'
import { DatabaseProblem, hasEmbeddedPostgres, migrate, openPool, startEmbeddedPostgres } from './platform/db/public.ts'
import { SecretsProblem } from './platform/kept-secrets.ts'
import { createLog } from './platform/log.ts'
import { watchKeys } from './platform/sealed/public.ts'
import { main as migrateMain } from './migrate-main.ts'
import type { Log } from './platform/log.ts'
import type { Finding } from './platform/finding.ts'
import { linesOf } from './platform/finding.ts'
import type { Configuration } from './edge/preflight/public.ts'
import {
  checkDatabase,
  checkMachine,
  listenProblem,
  providerWarnings,
  readConfiguration,
  rememberSecrets,
} from './edge/preflight/public.ts'
import { isDeskBuilt } from './edge/http/public.ts'
import type { Services } from './edge/services.ts'
import type { Settings } from './edge/settings.ts'
import { SettingsProblem } from './edge/settings.ts'

const STOP_LIMIT_MS = 40_000

/** A sentence for the person who started the server, instead of a stack. */
class StartProblem extends Error {
  override readonly name = 'StartProblem'
}

const write = (text: string): boolean => process.stdout.write(text)

let isLineOpen = false

/** Says what is going on and, when it is done, how long it took; what `work` says meanwhile stands between. */
const step = async <Result>(
  name: string,
  work: (say: (words: string) => void) => Result | Promise<Result>,
): Promise<Result> => {
  const started = performance.now()
  write(`${name} …`)
  isLineOpen = true
  const result = await work((words) => write(` ${words} …`))
  write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  isLineOpen = false
  return result
}

const complain = (line: string): void => {
  if (isLineOpen) write('\n')
  isLineOpen = false
  process.stderr.write(`${line}\n`)
}

/** Warns of what it can start with, and ends the start with what it cannot. */
const heed = (findings: readonly Finding[]): void => {
  const problems = linesOf(findings, 'problem')
  if (problems.length > 0) throw new StartProblem(problems.join('\n'))
  for (const line of linesOf(findings, 'warning')) complain(`Warning: ${line}`)
}

const listen = async (
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  of: '' | 'DESK_' = '',
): Promise<void> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const line = listenProblem(error, { host, port }, of)
    throw line === undefined ? error : new StartProblem(line)
  }
}

/** The desk of the sandbox. A port that nobody chose may be another program's: borrowers do without the desk then. */
const openDesk = async (services: Services, closings: (() => Promise<unknown>)[]): Promise<void> => {
  const { desk } = services.settings
  const app = buildDeskServer(services)
  closings.push(() => app.close())
  try {
    await listen(app, desk, 'DESK_')
  } catch (error) {
    if (desk.isPortChosen || !(error instanceof StartProblem)) throw error
    complain(`Warning: there is no desk of the staff: ${error.message}`)
  }
}

const greeting = ({ publicUrl, mode, desk, role, port }: Settings): string =>
  role === 'jobs'
    ? `\nHola works off its queue; port ${port} says how it is doing.\nCtrl-C stops everything.\n\n`
    : greetingOfApp({ publicUrl, mode, desk })

const greetingOfApp = ({ publicUrl, mode, desk }: Pick<Settings, 'publicUrl' | 'mode' | 'desk'>): string =>
  [
    '',
    'Hola is ready.',
    ...(mode === 'sandbox'
      ? [
          `Next: open ${publicUrl}/sandbox, make a test person at one tap, and borrow as her.`,
          'Five steps there take you to a loan that is paid back; the codes that the app sends show there too.',
          '',
        ]
      : []),
    `  the app      ${publicUrl}`,
    ...(mode === 'sandbox' ? [`  the sandbox  ${publicUrl}/sandbox`] : []),
    `  the API      ${publicUrl}/openapi.json`,
    ...(mode === 'sandbox' && isDeskBuilt()
      ? [`  the desk     ${desk.origin}  (the lender's staff: choose a made-up member there)`]
      : []),
    ...(mode === 'sandbox' && isDeskBuilt()
      ? [
          '  an empty desk is filled with 300 made-up borrowers by its button "Fill the desk", or by npm start -- --fill-desk',
        ]
      : []),
    'Ctrl-C stops everything.',
    '',
    '',
  ].join('\n')

const FILL_TICK_MS = 250
const BAR_WIDTH = 30

/** Asked for at the start: six months of a made-up book, with a bar that says how far it is. */
const fillDesk = async ({ fill }: Services): Promise<void> => {
  if (fill === undefined) return complain('Warning: only a sandbox can be filled with a made-up book.')
  const { state } = await fill.state()
  if (state === 'filled') return void write('The desk was filled before.\n')
  if (state === 'not_here')
    return complain('Warning: only a sandbox with its own providers of payouts and payments can be filled.')
  await fill.start()
  const draw = async (): Promise<void> => {
    const { doneOfThousand } = await fill.state()
    const done = Math.round((doneOfThousand / 1000) * BAR_WIDTH)
    write(
      `\rFilling the desk [${'#'.repeat(done)}${'.'.repeat(BAR_WIDTH - done)}] ${Math.round(doneOfThousand / 10)} %`,
    )
  }
  const ticking = setInterval(() => void draw(), FILL_TICK_MS)
  await fill.ended()
  clearInterval(ticking)
  write((await fill.state()).state === 'filled' ? '\rThe desk is filled.'.padEnd(70) + '\n' : '\nIt was not filled.\n')
}

type Running = {
  /** Ends with a sentence when the server cannot go on. */
  readonly broken: Promise<string | undefined>
}

/** From settings to answering requests. Whatever was opened has its closing in `closings`, also when a later step fails. */
const start = async (
  configuration: Configuration,
  log: Log,
  signal: AbortSignal,
  closings: (() => Promise<unknown>)[],
): Promise<Running> => {
  const { databaseUrl, dataDir } = configuration.settings
  heed(await checkMachine(configuration, process.env, systemRandom))
  let embedded: EmbeddedPostgres | undefined
  if (databaseUrl === undefined) {
    // A new database has nothing that is sealed under others; once it is there, it is looked at first.
    if (!(await hasEmbeddedPostgres(dataDir))) configuration.keep()
    embedded = await step('Starting the database', (say) => startEmbeddedPostgres({ dataDir, say, signal }))
    closings.push(embedded.stop)
  }
  const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
  const found = await step('Looking at the database', () =>
    checkDatabase(connectionString, configuration, { clock: systemClock, random: systemRandom }),
  )
  heed(found)
  signal.throwIfAborted()
  const settings = configuration.keep()
  const pool = openPool(connectionString, { log })
  closings.push(() => pool.end())
  await step('Preparing the tables', async (say) => {
    const applied = await migrate(pool)
    if (applied.length > 0) say(`${applied.length} ${applied.length === 1 ? 'step' : 'steps'}`)
    await rememberSecrets(pool, settings.secrets, systemRandom)
  })
  signal.throwIfAborted()
  const services = await step('Loading the catalogue', () => openServices({ settings, pool, log }))
  const watch = watchKeys(pool, services.keyring)
  closings.push(watch.stop)
  // Closed after the jobs, which may be reading a photo.
  closings.push(
    async () => services.tracing?.stop(),
    services.printer.close,
    services.identity.close,
    services.jobs.stop,
  )
  signal.throwIfAborted()
  await step('Opening the port', async () => {
    const build = settings.role === 'jobs' ? buildJobsServer : buildServer
    const app = build(services, { isStopping: () => signal.aborted })
    closings.push(() => app.close())
    await listen(app, settings)
    if (settings.mode === 'sandbox' && settings.role !== 'jobs') await openDesk(services, closings)
    if (settings.role !== 'web') await startWorkers(services)
  })
  signal.throwIfAborted()
  log.info({ ...buildOf(settings), role: settings.role, mode: settings.mode, port: settings.port }, 'started')
  write(greeting(settings))
  // Nobody waits for it: a provider that is away keeps no server from starting.
  void providerWarnings(settings, systemClock).then((findings) => {
    for (const { words } of findings) log.warn(`a provider is not set up as it should be: ${words}`)
  })
  if (process.argv.includes('--fill-desk')) await fillDesk(services)
  return { broken: Promise.race([watch.lost, ...(embedded ? [embedded.ended] : [])]) }
}

/** The last opened is closed first, so that nothing loses what it stands on; one that fails does not keep the others. */
const stop = async (closings: readonly (() => Promise<unknown>)[], fail: (error: unknown) => void): Promise<void> => {
  for (const close of closings.toReversed()) await close().catch(fail)
}

/** Readiness says no from now on. The port stays open for as long as a proxy needs to see it, unless there is no point. */
const drain = async ({ drainSeconds }: Settings, end: Promise<unknown>): Promise<void> => {
  if (drainSeconds > 0) await Promise.race([wait(drainSeconds * 1000), end])
}

/** Runs until somebody asks it to stop or it cannot go on; what was opened is added to `closings`. */
const run = async (
  signal: AbortSignal,
  closings: (() => Promise<unknown>)[],
  crash: Promise<unknown>,
): Promise<void> => {
  const configuration = readConfiguration(process.env, systemRandom)
  if (configuration instanceof SettingsProblem) throw new StartProblem(configuration.lines.join('\n'))
  const asked = new Promise<'asked'>((resolve) => {
    signal.addEventListener('abort', () => resolve('asked'))
  })
  const { broken } = await start(configuration, createLog(configuration.settings.logLevel), signal, closings)
  const reason = await Promise.race([asked, broken, crash])
  if (reason === 'asked') return drain(configuration.settings, Promise.race([broken, crash]))
  throw typeof reason === 'string' ? new StartProblem(reason) : reason
}

const main = async (): Promise<number> => {
  const stopping = new AbortController()
  const crash = Promise.withResolvers<unknown>()
  // From the first moment on: a Ctrl-C in the middle of starting must not leave a database behind.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (error: unknown) => crash.resolve(error))
  // A terminal that was closed takes nothing any more; that is no reason not to stop in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  let exitCode = 0
  const fail = (error: unknown): void => {
    exitCode = 1
    complain(describe(error))
  }
  const closings: (() => Promise<unknown>)[] = []
  await run(stopping.signal, closings, crash.promise).catch((error: unknown) => {
    // A start that was broken off on purpose has nothing to complain about.
    if (!stopping.signal.aborted) fail(error)
  })
  if (stopping.signal.aborted) {
    write(isLineOpen ? ' stopping …' : 'Stopping …')
    isLineOpen = true
  }
  const late = setTimeout(() => {
    complain(`The server did not stop within ${STOP_LIMIT_MS / 1000} s and was ended.`)
    process.exit(1)
  }, STOP_LIMIT_MS)
  await stop(closings, fail)
  clearTimeout(late)
  if (isLineOpen) write(' stopped.\n')
  return exitCode
}

const describe = (error: unknown): string => {
  const isExpected =
    error instanceof StartProblem || error instanceof DatabaseProblem || error instanceof SecretsProblem
  if (isExpected) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

process.exit(process.argv[2] === 'migrate' ? await migrateMain(process.env) : await main())
