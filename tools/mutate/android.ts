import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileHost, compileHostTests, runHostTests } from '../../android/tools/host-tests.ts'
import { toolchain } from '../../android/tools/toolchain.ts'
import { buildIfStale } from '../web-build.ts'

// npm run mutate:android [-- camera]   takes one check after the other out of the Android wrapper, those in whose name
// `camera` stands or all of android/host/mutations.json, and runs the test that has to notice it. One that nobody notices fails.

type Mutation = {
  readonly what: string
  /** Beneath android/. */
  readonly file: string
  readonly from: string
  readonly to: string
  readonly test: string
}

const android = join(import.meta.dirname, '..', '..', 'android')
const list = JSON.parse(readFileSync(join(android, 'host', 'mutations.json'), 'utf8')) as readonly Mutation[]
const mutations = list.filter(({ what }) => what.includes(process.argv[2] ?? ''))

const tools = await toolchain(console.log)
await buildIfStale('web')
const work = mkdtempSync(join(tmpdir(), 'hola-mutate-android-'))
const [compiled, sources] = [join(work, 'compiled'), join(work, 'sources')]
const java = compileHostTests(tools, 'direct', compiled)

/** The whole output of the tests named, on the newest Android. */
const run = (tests: readonly string[]) => runHostTests(tools, java, compiled, tests)

/** What the test that has to notice it said, or undefined when it noticed nothing. */
async function noticed({ file, from, to, test }: Mutation): Promise<string | undefined> {
  for (const part of ['core', 'host']) cpSync(join(android, part), join(sources, part), { recursive: true })
  const text = readFileSync(join(sources, file), 'utf8')
  if (text.split(from).length !== 2) throw new Error(`not once in ${file}: ${from}`)
  writeFileSync(
    join(sources, file),
    text.replace(from, () => to),
  )
  compileHost(tools, 'direct', compiled, sources)
  const [result, ...others] = await run([test])
  if (!result || others.length > 0) throw new Error(`${test} is not one test`)
  return result.problem?.split('\n')[0]
}

try {
  const tests = [...new Set(mutations.map(({ test }) => test))]
  const untouched = await run(tests)
  const failing = untouched.filter(({ problem }) => problem !== null)
  if (untouched.length !== tests.length || failing.length > 0) throw new Error('the tests fail without a mutation')
  console.log(`${tests.length} tests pass without a mutation`)

  let unnoticed = 0
  for (const mutation of mutations) {
    const problem = await noticed(mutation)
    if (problem === undefined) unnoticed += 1
    console.log(`${problem === undefined ? 'UNNOTICED' : 'noticed  '}  ${mutation.what}: ${problem ?? mutation.test}`)
  }
  console.log(`${mutations.length - unnoticed} of ${mutations.length} mutations noticed`)
  process.exitCode = unnoticed > 0 || mutations.length === 0 ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}
