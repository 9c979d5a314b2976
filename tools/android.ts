import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildApk } from '../android/tools/build.ts'
import { startHostTests } from '../android/tools/host-tests.ts'
import { builds } from '../android/tools/manifest.ts'
import { toolchain } from '../android/tools/toolchain.ts'
import { verifyApk } from '../android/tools/verify.ts'
import { buildIfStale } from './web-build.ts'

// Both APKs of the Android wrapper: built twice each and compared, signed with a debug key, verified and held against the rules
// of Google Play; and meanwhile the tests of the host on Android's own classes. It fetches what it needs on Debian by
// itself. android/README.md says more.

const root = join(import.meta.dirname, '..')
const out = join(root, '.cache', 'android')
const started = Date.now()
const seconds = (): string => `${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s`
const say = (line: string): void => console.log(`${seconds()}  ${line}`)

const tools = await toolchain(say)
say('tools are there')
await buildIfStale('web')
say('web app is built')
mkdirSync(out, { recursive: true })

let isGood = true
const tested = builds.map((build) => ({ build, results: startHostTests(tools, build, join(out, `${build}-tests`)) }))
say('tests of the host have begun')

for (const build of builds) {
  const apk = join(out, `hola-${build}.apk`)
  const works = ['first', 'second'].map((name) => join(out, `${build}-${name}`))
  const [first, second] = works.map((work) => verifyApk(tools, build, buildApk(tools, build, work)))
  if (!first || !second) throw new Error('unreachable: two builds were made')
  copyFileSync(join(out, `${build}-first`, `hola-${build}.apk`), apk)
  for (const work of works) rmSync(work, { recursive: true })
  const problems = [
    ...first.problems,
    ...(first.sha256 === second.sha256 ? [] : [`a second build differs: ${first.sha256} and ${second.sha256}`]),
  ]
  isGood &&= problems.length === 0
  say(`${relative(root, apk)}: ${first.bytes} bytes, built twice, ${problems.length === 0 ? 'verified' : 'NOT GOOD'}`)
  console.log(`          sha256 ${first.sha256}`)
  for (const permission of first.permissions) console.log(`          ${permission}`)
  for (const problem of problems) console.log(`          problem: ${problem}`)
}

for (const { build, results } of tested) {
  const all = await results
  const failed = all.filter(({ problem }) => problem !== null)
  isGood &&= failed.length === 0 && all.length > 0
  say(`${build}: ${all.length} tests on Android’s classes, ${failed.length} failed`)
  for (const { name, problem } of failed) console.log(`          ${name}\n${problem}`)
  rmSync(join(out, `${build}-tests`), { recursive: true })
}
process.exitCode = isGood ? 0 : 1
