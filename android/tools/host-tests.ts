import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linkResources } from './build.ts'
import { compile, coreSources, filesOf, quick } from './jdk.ts'
import type { Build } from './manifest.ts'
import { apiLevels, frameworksFolder, libraryArchives, libraryJars, NEWEST_API } from './robolectric.ts'
import type { Toolchain } from './toolchain.ts'

export type TestResult = { readonly name: string; readonly problem: string | null }

const folder = join(import.meta.dirname, '..')
const testSources = join(folder, 'host', 'src', 'test', 'java')

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

const classesIn = (work: string): string => join(work, 'classes')

/** Core and host of a build without their tests, after its resources were linked; from a copy of the sources, if one is named. */
export function compileHost(tools: Toolchain, build: Build, work: string, android = folder): void {
  const host = join(android, 'host', 'src')
  const sources = [
    join(android, coreSources),
    join(host, 'main', 'java'),
    join(host, build, 'java'),
    join(work, 'java'),
  ]
  compile(tools.jdk, sources, classesIn(work), [tools.newestAndroidJar])
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
  const main = classesIn(work)
  const tests = join(work, 'test-classes')
  compileHost(tools, build, work)
  compile(tools.jdk, [testSources], tests, [main, ...libraries, tools.newestAndroidJar], { release: 11 })
  const classPath = [writeConfig(work, linked), tests, main, ...libraries, tools.newestAndroidJar]
  return [
    ...quick,
    ...opened,
    '-Xmx1500m',
    // Several frameworks are more code than the first compiler has room for by itself.
    '-XX:ReservedCodeCacheSize=256m',
    `-Dhola.build=${build}`,
    '-Drobolectric.offline=true',
    '-Drobolectric.alwaysIncludeVariantMarkersInTestName=true',
    `-Drobolectric.dependency.dir=${frameworksFolder(tools.cache)}`,
    '-cp',
    classPath.join(':'),
  ]
}

export const hostTestClasses = (): string[] =>
  filesOf(join(testSources, 'hola', 'host'))
    .flatMap((file) => /^(\w+Test)\.java$/.exec(file)?.[1] ?? [])
    .filter((name) => name !== 'HostTest')

/** Where the two builds differ; everything else is the same code in both and is tested once, with `direct`. */
const ofBothBuilds = ['DeviceDataTest', 'PermissionsTest', 'SettingsTest']

/**
 * Classes of tests, or single ones (`CameraTest.aSelfieAsksForTheFrontCamera`), that were compiled before, on these Androids. Begun
 * when this returns: the output goes to a file, so that they run on while this process waits for something else.
 */
export function runHostTests(
  tools: Toolchain,
  java: readonly string[],
  work: string,
  names: readonly string[],
  apis: readonly number[] = [NEWEST_API],
): Promise<TestResult[]> {
  const file = join(work, `tests-${apis.join('-')}`)
  const [out, problems] = [`${file}.out`, `${file}.err`]
  const options = [`-Drobolectric.enabledSdks=${apis.join(',')}`, ...java]
  const child = spawn(tools.jdk.java, [...options, 'hola.host.HostTestRun', ...names], {
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

/** Some classes of tests on the newest Android. */
export const startSomeHostTests = (
  tools: Toolchain,
  build: Build,
  work: string,
  classes: readonly string[],
): Promise<TestResult[]> => runHostTests(tools, compileHostTests(tools, build, work), work, classes)

/** Every test of a build on every Android of the list. `direct` has most of them, and two processes for two cores. */
export async function startHostTests(tools: Toolchain, build: Build, work: string): Promise<TestResult[]> {
  const java = compileHostTests(tools, build, work)
  const [classes, shares] =
    build === 'direct' ? [hostTestClasses(), [apiLevels.slice(0, 2), apiLevels.slice(2)]] : [ofBothBuilds, [apiLevels]]
  return (await Promise.all(shares.map((apis) => runHostTests(tools, java, work, classes, apis)))).flat()
}
