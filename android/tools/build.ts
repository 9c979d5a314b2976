import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand } from '../../core/src/brand.ts'
import { securityHeaders } from '../../server/src/edge/http/security-headers.ts'
import { compile, coreFolder, filesOf, fixtures, quick } from './jdk.ts'
import { manifestOf, MIN_SDK, readApp, readResource, type Build } from './manifest.ts'
import { policyProblems, type Declared } from './policy.ts'
import type { Toolchain } from './toolchain.ts'
import { readXml } from './xml.ts'

const android = join(import.meta.dirname, '..')
const webBuild = join(android, '..', 'web', 'dist')

/** In one time zone: the entries of an APK have times. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const ran = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC', ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (ran.status !== 0)
    throw new Error(`${program} ${args[0] ?? ''}: ${ran.stderr}${ran.stdout}${ran.error?.message ?? ''}`)
  return ran.stdout
}

export const runAapt2 = (tools: Toolchain, args: readonly string[]): string => run(tools.aapt2, args, tools.env)
export const runZipalign = (tools: Toolchain, args: readonly string[]): string => run(tools.zipalign, args, tools.env)
export const runApksigner = (tools: Toolchain, args: readonly string[]): string =>
  run(tools.jdk.java, [...quick, '-cp', tools.apksignerJars.join(':'), 'com.android.apksigner.ApkSignerTool', ...args])

/** The web app without its sandbox page and without the copies that are compressed for the network: an APK compresses itself. */
function bundledFiles(): string[] {
  return filesOf(webBuild).filter(
    (file) => file === 'index.html' || /^assets\/(?!sandbox-).*(?<!\.br|\.gz)$/.test(file),
  )
}

/** protocol.json for the core, the web app with the list of its files, and the headers that the server would send with it. */
function writeAssets(folder: string): void {
  const files = bundledFiles()
  mkdirSync(folder, { recursive: true })
  for (const file of files) cpSync(join(webBuild, file), join(folder, 'web', file))
  writeFileSync(join(folder, 'web.txt'), files.join('\n'))
  const headers = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`)
  writeFileSync(join(folder, 'headers.txt'), headers.join('\n'))
  writeFileSync(
    join(folder, 'protocol.json'),
    JSON.stringify(JSON.parse(readFileSync(join(fixtures, 'protocol.json'), 'utf8'))),
  )
}

function writeBuildResources(folder: string, build: Build, origin: string): void {
  const texts = { app_name: brand.name, build, origin }
  const lines = Object.entries(texts).map(
    ([name, text]) => `<string name="${name}" translatable="false">${text}</string>`,
  )
  mkdirSync(join(folder, 'values'), { recursive: true })
  writeFileSync(join(folder, 'values', 'build.xml'), `<resources>${lines.join('')}</resources>\n`)
}

/** What Java 8 has and Android 7 has not, and D8 does not bring along. */
const missingOnOldPhones = ['Ljava/time/', 'Ljava/util/Base64', 'Ljava/nio/file/']

function writeDex(tools: Toolchain, work: string, build: Build): void {
  const host = join(android, 'host', 'src')
  const folders = [coreFolder, join(host, 'main', 'java'), join(host, build, 'java'), join(work, 'java')]
  const classes = join(work, 'classes')
  compile(tools.jdk, folders, classes, [tools.newestAndroidJar])
  // Once more against the oldest Android, without the one file that asks for the version: nothing else may be newer.
  compile(tools.jdk, folders, join(work, 'classes-oldest'), [tools.oldestAndroidJar, classes], {
    without: /\/Newer\.java$/,
  })
  const files = filesOf(classes).map((file) => join(classes, file))
  const d8 = ['-cp', tools.bundletoolJar, 'com.android.tools.r8.D8']
  const options = ['--release', '--min-api', String(MIN_SDK), '--lib', tools.newestAndroidJar]
  mkdirSync(join(work, 'dex'))
  run(tools.jdk.java, [...quick, ...d8, ...options, '--output', join(work, 'dex'), ...files])
  const dex = readFileSync(join(work, 'dex', 'classes.dex'))
  const newer = missingOnOldPhones.filter((name) => dex.includes(name))
  if (newer.length > 0) throw new Error(`not on Android 7: ${newer.join(', ')}`)
  if (build === 'play' && dex.includes('Landroid/provider/Telephony'))
    throw new Error('the play build can read messages')
}

/** An entry gets the time of its file: a fixed one. */
function addDex(tools: Toolchain, folder: string, apk: string): void {
  const time = new Date('2000-01-01T00:00:00Z')
  utimesSync(join(folder, 'classes.dex'), time, time)
  const args = ['--update', '--no-manifest', '--file', apk, '-C', folder, 'classes.dex']
  run(tools.jdk.jar, args)
}

const KEY = { alias: 'debug', password: 'android' }

/** Made once on this machine and kept out of the repository. Whoever publishes signs with a key of her own. */
function debugKey(tools: Toolchain): string {
  const key = join(tools.cache, 'debug.p12')
  if (existsSync(key)) return key
  const what = ['-genkeypair', '-keyalg', 'RSA', '-keysize', '3072', '-validity', '10000', '-dname', 'CN=Debug']
  const where = ['-keystore', key, '-storetype', 'PKCS12', '-storepass', KEY.password, '-alias', KEY.alias]
  run(tools.jdk.keytool, [...what, ...where])
  return key
}

/** What a build declares by the files that it is made from. */
export const declaredBy = (manifest: string): Declared => ({
  manifest: readXml(manifest),
  backup: readXml(readResource('no_backup')),
  network: readXml(readResource('network')),
})

/** An APK without code and signature, and beside it what it was made from: manifest, assets, and R.java for the host. */
export function linkResources(tools: Toolchain, build: Build, work: string): string {
  const app = readApp()
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const inWork = (...path: string[]): string => join(work, ...path)

  const manifest = manifestOf(build, app)
  const problems = policyProblems(declaredBy(manifest), build, app)
  if (problems.length > 0) throw new Error(`the manifest of ${build}:\n${problems.join('\n')}`)
  writeFileSync(inWork('AndroidManifest.xml'), manifest)
  writeAssets(inWork('assets'))
  writeBuildResources(inWork('res'), build, app.origin)

  runAapt2(tools, ['compile', '--dir', join(android, 'host/src/main/res'), '-o', inWork('main.zip')])
  runAapt2(tools, ['compile', '--dir', inWork('res'), '-o', inWork('build.zip')])
  // Debian's aapt2 is older than <queries> and would refuse it; the manifest was looked at above.
  const link = ['link', '--warn-manifest-validation', '-I', tools.newestAndroidJar, '-A', inWork('assets')]
  const names = ['--manifest', inWork('AndroidManifest.xml'), '--java', inWork('java'), '--custom-package', 'hola.host']
  runAapt2(tools, [...link, ...names, '-o', inWork('linked.apk'), inWork('main.zip'), inWork('build.zip')])
  return inWork('linked.apk')
}

/** A signed APK, made from nothing in a folder of its own. The same sources and the same key give the same bytes. */
export function buildApk(tools: Toolchain, build: Build, work: string): string {
  const inWork = (...path: string[]): string => join(work, ...path)
  const linked = linkResources(tools, build, work)
  writeDex(tools, work, build)
  addDex(tools, inWork('dex'), linked)
  runZipalign(tools, ['-p', '-f', '4', linked, inWork('aligned.apk')])

  const apk = inWork(`hola-${build}.apk`)
  const key = ['--ks', debugKey(tools), '--ks-pass', `pass:${KEY.password}`, '--ks-key-alias', KEY.alias]
  const schemes = ['--v1-signing-enabled', 'false', '--v2-signing-enabled', 'true', '--v3-signing-enabled', 'true']
  const rest = ['--v4-signing-enabled', 'false', '--min-sdk-version', String(MIN_SDK)]
  runApksigner(tools, ['sign', ...key, ...schemes, ...rest, '--out', apk, inWork('aligned.apk')])
  return apk
}
