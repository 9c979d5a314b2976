import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock, systemRandom } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/public.ts'
import { hasEmbeddedPostgres, inTransaction, openPool, startEmbeddedPostgres } from '../../platform/db/public.ts'
import { createLog } from '../../platform/log.ts'
import type { FileStore } from '../../providers/files/public.ts'
import { openStores } from '../../providers/files/public.ts'
import { eraseAgain, listErased } from '../../rights/privacy/public.ts'
import { openDatabase } from '../database.ts'
import { runCommand } from '../run-command.ts'
import type { Means, Said } from '../run-command.ts'
import type { Environment } from '../preflight/public.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { backUp } from './backup.ts'
import { BackupProblem } from './encrypted-file.ts'
import type { Restored } from './restore.ts'
import { restore } from './restore.ts'
import type { Verified } from './verify.ts'
import { verifyStored } from './verify.ts'

const BACKUP_HELP = `npm run backup -- FILE            writes the database and the photographs into a new file, encrypted with BACKUP_KEY, and verifies it
npm run backup -- --erased LIST   writes the numbers of all accounts that were erased into LIST, for a restore of an older backup
`
const RESTORE_HELP = `npm run restore -- FILE                 restores a backup into an empty database (DATABASE_URL) and an empty DATA_DIR or bucket
npm run restore -- FILE --erased LIST   the same, and erases again whoever is on LIST
npm run restore -- FILE --try           restores it into a database of its own, proves that it is whole, and throws that away again
`

type Work = Means & { readonly key: Uint8Array }

const run = (env: Environment, work: (given: Work) => Promise<Said>): Promise<number> =>
  runCommand(env, {
    stopped: 'Stopped. Nothing of it is left.',
    isProblem: (error) => error instanceof BackupProblem,
    work: (means) => {
      const { backupKey: key } = means.settings
      if (key === undefined)
        throw new BackupProblem(
          'BACKUP_KEY is missing: make one by openssl rand -base64 32, and keep it elsewhere than the backups',
        )
      return work({ ...means, key })
    },
  })

const poolOn = ({ settings, closings }: Work, connectionString: string): Pool => {
  const pool = openPool(connectionString, { log: createLog(settings.logLevel) })
  closings.push(() => pool.end())
  return pool
}

const MEGABYTE = 1_000_000

const proofLine = ({ loans, signatures, acts, photographs }: Verified): string =>
  `In order: the books of ${loans} loans, ${signatures} signatures with their documents, ${acts} acts of the staff; ${photographs} photographs were opened.\n`

/** Nothing in it leads to a person: it may lie beside the backups, and is to be written often. */
const writeErased = (list: string, env: Environment): Promise<number> =>
  run(env, async (work) => {
    const database = await openDatabase(work.settings, work.signal)
    work.closings.push(database.close)
    const ids = await inTransaction(poolOn(work, database.connectionString), listErased)
    await writeFile(`${list}.partial`, ids.map((id) => `${id}\n`).join(''), { mode: 0o600 })
    await rename(`${list}.partial`, list)
    return { words: `${list}: ${ids.length} accounts that were erased.\n` }
  })

export const backupMain = async (args: readonly string[], env: Environment): Promise<number> => {
  if (args[0] === '--erased' && args[1] !== undefined && args.length === 2) return writeErased(resolve(args[1]), env)
  const [file, ...more] = args
  if (file === undefined || more.length > 0 || file.startsWith('-')) {
    process.stdout.write(BACKUP_HELP)
    return file === '--help' ? 0 : 2
  }
  return run(env, async (work) => {
    const { settings, key, signal, bar } = work
    const started = performance.now()
    const database = await openDatabase(settings, signal)
    work.closings.push(database.close)
    const pool = poolOn(work, database.connectionString)
    const stores = openStores(settings.providers.files, settings.dataDir)
    if (stores.from !== undefined)
      throw new BackupProblem(
        'FILES_FROM is set: let npm run files -- move finish first, then take it out of the settings',
      )
    const means = { pool, store: stores.to, random: systemRandom, signal, onProgress: bar.draw }
    const verified = await verifyStored({ ...means, secrets: settings.secrets })
    const made = await backUp({ ...means, key, madeAt: systemClock.now(), path: resolve(file) })
    const seconds = Math.round((performance.now() - started) / 1000)
    const words =
      `${file}: ${made.rows} rows and ${made.files} photographs, ${Math.ceil(made.bytes / MEGABYTE)} MB, in ${seconds} s; read again to its end.\n` +
      proofLine(verified)
    return { words, problems: verified.problems }
  })
}

type Place = { readonly pool: Pool; readonly store: FileStore }

/** A database and a folder that exist for as long as the trial. */
const trialPlace = async (work: Work): Promise<Place> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hola-restore-'))
  work.closings.push(() => rm(dataDir, { recursive: true, force: true }))
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, say: () => {}, signal: work.signal })
  work.closings.push(stop)
  return { pool: poolOn(work, connectionString), store: openStores({ store: 'disk' }, dataDir).to }
}

const lastingPlace = async (work: Work): Promise<Place> => {
  const { settings, signal, closings } = work
  const { databaseUrl, dataDir, providers } = settings
  const store = openStores(providers.files, dataDir).to
  if (databaseUrl !== undefined) return { pool: poolOn(work, databaseUrl), store }
  if (await hasEmbeddedPostgres(dataDir))
    throw new BackupProblem(`DATA_DIR ${dataDir} has a database already: name an empty one`)
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, say: () => {}, signal })
  closings.push(stop)
  return { pool: poolOn(work, connectionString), store }
}

const restoredLine = (file: string, { madeAt, rows, files, goneFiles, verified }: Restored): string =>
  `${file} of ${madeAt}: ${rows} rows and ${files} photographs.\n` +
  (goneFiles > 0 ? `${goneFiles} photographs were deleted while it was made, and are not in it.\n` : '') +
  proofLine(verified)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const readErased = async (list: string): Promise<string[]> => {
  const text = await readFile(list, 'utf8').catch((error: unknown) => {
    throw new BackupProblem(`${list} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })
  const ids = text.split('\n').filter((line) => line.trim() !== '')
  if (!ids.every((id) => UUID.test(id))) throw new BackupProblem(`${list} is no list of accounts that were erased`)
  return ids
}

type OpenServices = (given: {
  readonly settings: Settings
  readonly pool: Pool
  readonly log: ReturnType<typeof createLog>
}) => Promise<Services>

const eraseListed = async (
  services: Services,
  ids: readonly string[],
): Promise<{ readonly erased: number; readonly open: readonly string[] }> => {
  let erased = 0
  const open: string[] = []
  for (const id of ids) {
    const done = await eraseAgain(services, id)
    if (done === 'erased') erased += 1
    if (done === 'open_loan') open.push(id)
  }
  return { erased, open }
}

const NOT_ERASED =
  'Whoever has erased her account since is here again: before the servers start, see how she is erased (docs/OPERATIONS.md).\n'

const eraseAllListed = async (
  { settings, closings }: Work,
  { pool }: Place,
  openServices: OpenServices,
  ids: readonly string[],
): Promise<string> => {
  const services = await openServices({ settings, pool, log: createLog(settings.logLevel) })
  closings.push(services.printer.close, services.identity.close, services.jobs.stop)
  const { erased, open } = await eraseListed(services, ids)
  return (
    `${erased} accounts were erased again.\n` +
    (open.length > 0
      ? `A loan was open on the day of the backup, so these stay for a person to look at: ${open.join(', ')}\n`
      : '')
  )
}

/** `openServices`: the whole product, which knows how an account is erased. */
export const restoreMain = async (
  args: readonly string[],
  env: Environment,
  openServices: OpenServices,
): Promise<number> => {
  const isTrial = args.includes('--try')
  const listAt = args.indexOf('--erased')
  const list = listAt === -1 ? undefined : args[listAt + 1]
  const [file, ...more] = args.filter(
    (arg, at) => arg !== '--try' && (listAt === -1 || (at !== listAt && at !== listAt + 1)),
  )
  if (file === undefined || more.length > 0 || file.startsWith('-')) {
    process.stdout.write(RESTORE_HELP)
    return file === '--help' ? 0 : 2
  }
  return run(env, async (work) => {
    const { settings, key, signal, bar } = work
    const ids = list === undefined ? undefined : await readErased(resolve(list))
    const place = await (isTrial ? trialPlace(work) : lastingPlace(work))
    const restored = await restore({
      ...place,
      key,
      secrets: settings.secrets,
      path: resolve(file),
      random: systemRandom,
      log: createLog(settings.logLevel),
      signal,
      onProgress: bar.draw,
    })
    const again = ids && (await eraseAllListed(work, place, openServices, ids))
    const end = isTrial ? 'It was a trial: nothing of it is left.\n' : ''
    const words = restoredLine(file, restored) + (again ?? (isTrial ? '' : NOT_ERASED)) + end
    return { words, problems: restored.verified.problems }
  })
}
