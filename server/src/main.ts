import type { FastifyInstance } from 'fastify'
import { buildServer, openServices, startWorkers } from './app.ts'
import { systemRandom } from './clock.ts'
import { DatabaseProblem } from './db/database-problem.ts'
import { startEmbeddedPostgres } from './db/embedded.ts'
import type { EmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openPool } from './db/pool.ts'
import type { Pool } from './db/pool.ts'
import { SecretsProblem, keptSecrets } from './kept-secrets.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'
import { SettingsProblem, readSettings } from './settings.ts'

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

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const checkConnection = async (pool: Pool, isEmbedded: boolean): Promise<void> => {
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(codeOf(error)) : String(error)
    if (isEmbedded) throw error
    throw new StartProblem(`DATABASE_URL leads to no database (${reason}): check it, and that PostgreSQL runs there`)
  }
}

const listen = async (app: FastifyInstance, { host, port }: Settings): Promise<void> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    switch (codeOf(error)) {
      case 'EADDRINUSE':
        throw new StartProblem(`PORT ${port} is in use by another program: stop it, or set another PORT`)
      case 'EACCES':
        throw new StartProblem(`PORT ${port} is not open to this user: set PORT to 1024 or above`)
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        throw new StartProblem(`HOST ${host} is no address of this machine: set HOST to 127.0.0.1 or 0.0.0.0`)
      default:
        throw error
    }
  }
}

const greeting = ({ publicUrl, mode }: Settings): string =>
  [
    '',
    'Hola is ready. Open:',
    `  the app              ${publicUrl}`,
    ...(mode === 'sandbox' ? [`  codes and the clock  ${publicUrl}/sandbox`] : []),
    `  the API              ${publicUrl}/openapi.json`,
    'Ctrl-C stops everything.',
    '',
    '',
  ].join('\n')

type Running = {
  /** Ends with a sentence when the server cannot go on. */
  readonly broken: Promise<string | undefined>
}

/** From settings to answering requests. Whatever was opened has its closing in `closings`, also when a later step fails. */
const start = async (
  settings: Settings,
  log: Log,
  signal: AbortSignal,
  closings: (() => Promise<unknown>)[],
): Promise<Running> => {
  const { databaseUrl, dataDir } = settings
  let embedded: EmbeddedPostgres | undefined
  if (databaseUrl === undefined) {
    embedded = await step('Starting the database', (say) => startEmbeddedPostgres({ dataDir, say, signal }))
    closings.push(embedded.stop)
  }
  const pool = openPool(databaseUrl ?? embedded?.connectionString ?? '', { log })
  closings.push(() => pool.end())
  await step('Preparing the tables', async (say) => {
    await checkConnection(pool, embedded !== undefined)
    const applied = await migrate(pool)
    if (applied.length > 0) say(`${applied.length} ${applied.length === 1 ? 'step' : 'steps'}`)
  })
  signal.throwIfAborted()
  const services = await step('Loading the catalogue', () => openServices({ settings, pool, log }))
  // Closed after the jobs, which may be reading a photo.
  closings.push(services.identity.reader.close, services.jobs.stop)
  signal.throwIfAborted()
  await step('Opening the doors', async () => {
    const app = buildServer(services)
    closings.push(() => app.close())
    await listen(app, settings)
    await startWorkers(services)
  })
  signal.throwIfAborted()
  write(greeting(settings))
  return { broken: embedded?.ended ?? new Promise<never>(() => {}) }
}

/** The last opened is closed first, so that nothing loses what it stands on; one that fails does not keep the others. */
const stop = async (closings: readonly (() => Promise<unknown>)[], fail: (error: unknown) => void): Promise<void> => {
  for (const close of closings.toReversed()) await close().catch(fail)
}

/** Runs until somebody asks it to stop or it cannot go on; what was opened is added to `closings`. */
const run = async (
  signal: AbortSignal,
  closings: (() => Promise<unknown>)[],
  crash: Promise<unknown>,
): Promise<void> => {
  const settings = readSettings(process.env, (dataDir) => keptSecrets(dataDir, systemRandom))
  if (settings instanceof SettingsProblem) throw new StartProblem(settings.lines.join('\n'))
  const asked = new Promise<'asked'>((resolve) => {
    signal.addEventListener('abort', () => resolve('asked'))
  })
  const { broken } = await start(settings, createLog(settings.logLevel), signal, closings)
  const reason = await Promise.race([asked, broken, crash])
  if (reason === 'asked') return
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

process.exit(await main())
