import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

export type Jdk = {
  readonly java: string
  readonly javac: string
  readonly keytool: string
  readonly jar: string
  /** Undefined when its programs are found by their names alone. */
  readonly home: string | undefined
}

const android = join(import.meta.dirname, '..')

/** The file that core/src/bridge makes: the wrapper is told by it what may be said. */
export const fixtures = join(android, '..', 'core', 'src', 'bridge', 'fixtures')

/** For a small program the machine code of the first compiler is enough, and is there sooner. */
export const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto']

const runs = (program: string): boolean => spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0

/** Java names itself by its release: `openjdk version "17.0.15"`. */
const releaseOf = ({ java }: Jdk): number =>
  Number(/version "(\d+)/.exec(spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr)?.[1] ?? 0)

const jdkAt = (home: string | undefined): Jdk => {
  const program = (name: string): string => (home === undefined ? name : join(home, 'bin', name))
  return { java: program('java'), javac: program('javac'), keytool: program('keytool'), jar: program('jar'), home }
}

/** The one that is there already: nothing is fetched. Undefined on a machine without a Java compiler of this release. */
export function installedJdk(more: readonly string[] = [], releaseMin = 11): Jdk | undefined {
  const home = process.env['JAVA_HOME']
  return [...(home === undefined ? [] : [home]), undefined, ...more]
    .map(jdkAt)
    .find((jdk) => runs(jdk.javac) && releaseOf(jdk) >= releaseMin)
}

export const noJdk = 'no Java compiler on this machine (a JDK of version 11 or later; Debian: default-jdk-headless)'

/** Every file of a folder, in an order that is the same everywhere. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()

/** Beneath the folder of the wrapper. */
export const coreSources = join('core', 'src', 'main', 'java')
export const coreFolder = join(android, coreSources)
const coreTests = [join(android, 'core', 'src', 'test', 'java'), join(android, 'tools', 'stdio')]

/**
 * Java 8 has what Android 7 has of the language and, but for a few classes that the build looks for by name, of the
 * library: a newer method would not be there on an old phone.
 */
export function compile(
  jdk: Jdk,
  folders: readonly string[],
  out: string,
  classPath: readonly string[] = [],
  { without = /^$/, release = 8 }: { without?: RegExp; release?: number } = {},
): void {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const options = `--release ${release} -encoding UTF-8 -proc:none -implicit:none -g:source,lines`.split(' ')
  // That release 8 is old is known; what the phone's own classes lack is not ours to say.
  const checks = ['-Xlint:all,-options,-classfile,-deprecation', '-Werror']
  const libraries = classPath.length > 0 ? ['-cp', classPath.join(':')] : []
  const files = folders
    .flatMap((folder) => filesOf(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.java') && !without.test(file))
  const ran = spawnSync(
    jdk.javac,
    [...quick.map((option) => `-J${option}`), ...options, ...checks, ...libraries, '-d', out, ...files],
    { encoding: 'utf8' },
  )
  if (ran.status !== 0) throw new Error(`javac: ${ran.stderr}${ran.stdout}${ran.error?.message ?? ''}`)
}

/** The core with its tests and the host that speaks over stdio. */
export const compileForTests = (jdk: Jdk, out: string): void => compile(jdk, [coreFolder, ...coreTests], out)
