import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkResources } from './build.ts'
import { compile, coreFolder, filesOf, quick } from './jdk.ts'
import type { Build } from './manifest.ts'
import { frameworksFolder, libraryArchives, libraryJars } from './robolectric.ts'
import type { Toolchain } from './toolchain.ts'

export type TestResult = { readonly name: string; readonly problem: string | null }

const host = join(import.meta.dirname, '..', 'host', 'src')

/** Robolectric reaches into classes of the JDK, as it has to since Java 17. */
const opened = [
  'java.lang',
  'java.util',
  'java.net',
  'java.io',
  'java.nio',
  'java.util.concurrent',
  'java.text',
].flatMap((name) => ['--add-opens', `java.base/${name}=ALL-UNNAMED`])

/** What the tests run on: the build's own manifest, resources and assets, as they are in its APK. */
function writeConfig(work: string, linked: string): string {
  const config = {
    android_merged_manifest: join(work, 'AndroidManifest.xml'),
    android_merged_assets: join(work, 'assets'),
    android_resource_apk: linked,
    android_custom_package: 'hola.host',
  }
  const folder = join(work, 'config')
  mkdirSync(join(folder, 'com/android/tools'), { recursive: true })
  const lines = Object.entries(config).map(([key, value]) => `${key}=${value}`)
  writeFileSync(join(folder, 'com/android/tools/test_config.properties'), lines.join('\n'))
  return folder
}

/** The host of a build compiled with its tests: what follows `java` to run a class of them. */
export function compileHostTests(tools: Toolchain, build: Build, work: string): string[] {
  const linked = linkResources(tools, build, work)
  const unpacked = libraryArchives(tools.cache).map((archive, at) => {
    const folder = join(work, `archive-${at}`)
    mkdirSync(folder)
    const ran = spawnSync(tools.jdk.jar, ['-x', '-f', archive, 'classes.jar'], { cwd: folder, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`jar: ${ran.stderr}`)
    return join(folder, 'classes.jar')
  })
  const libraries = [...libraryJars(tools.cache), ...unpacked]
  const main = join(work, 'classes')
  const tests = join(work, 'test-classes')
  compile(tools.jdk, [coreFolder, join(host, 'main', 'java'), join(host, build, 'java'), join(work, 'java')], main, [
    tools.newestAndroidJar,
  ])
  const ofTheTests = [join(host, 'test', 'java')]
  compile(tools.jdk, ofTheTests, tests, [main, ...libraries, tools.newestAndroidJar], { release: 11 })
  const classPath = [writeConfig(work, linked), tests, main, ...libraries, tools.newestAndroidJar]
  return [
    ...quick,
    ...opened,
    '-Xmx1500m',
    // Four frameworks are more code than the first compiler has room for by itself.
    '-XX:ReservedCodeCacheSize=256m',
    `-Dhola.build=${build}`,
    '-Drobolectric.offline=true',
    '-Drobolectric.alwaysIncludeVariantMarkersInTestName=true',
    `-Drobolectric.dependency.dir=${frameworksFolder(tools.cache)}`,
    '-cp',
    classPath.join(':'),
  ]
}

const testClasses = (): string[] =>
  filesOf(join(host, 'test', 'java', 'hola', 'host'))
    .flatMap((file) => /^(\w+Test)\.java$/.exec(file)?.[1] ?? [])
    .filter((name) => name !== 'HostTest')

/** Where the two builds differ; everything else is the same code in both and is tested once, with `direct`. */
const ofBothBuilds = ['DeviceDataTest', 'PermissionsTest', 'SettingsTest']

const classesOf = (build: Build): string[] => (build === 'direct' ? testClasses() : ofBothBuilds)

/**
 * Every test on every Android of the list, or on the newest alone, by its name. Begun when this returns: its output goes to a
 * file, so that it runs on while this process waits for something else.
 */
export function startHostTests(
  tools: Toolchain,
  build: Build,
  work: string,
  { isNewestAlone = false, classes = classesOf(build) }: { isNewestAlone?: boolean; classes?: readonly string[] } = {},
): Promise<TestResult[]> {
  const java = [...compileHostTests(tools, build, work), ...(isNewestAlone ? ['-Drobolectric.enabledSdks=35'] : [])]
  const [out, problems] = [join(work, 'tests.out'), join(work, 'tests.err')]
  const child = spawn(tools.jdk.java, [...java, 'hola.host.HostTestRun', ...classes], {
    env: { ...process.env, ...tools.env },
    stdio: ['ignore', openSync(out, 'w'), openSync(problems, 'w')],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0)
        return reject(
          new Error(`the tests of the host ended by ${code}: ${readFileSync(problems, 'utf8').slice(-4000)}`),
        )
      // Java's own warnings go there as well.
      const lines = readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
      resolve(lines.map((line) => JSON.parse(line) as TestResult))
    })
  })
}
