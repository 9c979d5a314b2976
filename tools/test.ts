import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileMessages } from '../i18n/build/compile-messages.ts'
import { ensureBrowser, noBrowser } from './browser.ts'
import { longTests } from './long-tests.ts'
import { provenHere, type ReportedRun, reportOf } from './prove-report.ts'
import { proofFiles, roomsNamed, type TestFile, testFiles, workspacesOf } from './test-files.ts'
import { type App, appNames } from './web-build.ts'
import { emptySummary, tooManySecondTries, type Summary } from './test-summary.ts'

// Everything that must hold, in one run: each check counts as one test, then every suite, then one line with the sum.
//   node tools/test.ts                  everything but the long tests; of the proofs a sample
//   node tools/test.ts --prove --short  the long tests; of the proofs a sample; writes a report
//   node tools/test.ts --prove          the long tests and the proofs, every case of them; writes a report
//   node tools/test.ts --check          what needs neither a browser nor a database
//   node tools/test.ts --check loan     and the server's tests in whose path this stands; types of those workspaces alone

const root = join(import.meta.dirname, '..')
const [mode = '--test', ...names] = process.argv.slice(2)

type Count = { passed: number; failed: number; skipped: number }
type Outcome = { ok: boolean; output: string }
type Check = { name: string; run: () => Promise<Outcome> }

const started = Date.now()
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

const env = {
  // Vitest paints only for a terminal; here its words go through a pipe first.
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
  ...process.env,
  // Whatever the shell says: the build is the one that people get, and vitest sets its own.
  NODE_ENV: undefined,
  // Tools start `node` by name: the one that npm put beside them, not an older one of the machine.
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
}

// Ctrl-C reaches the children as well. They close their browser, server and database, and this process waits for that;
// asked a second time, it does not.
const children = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopped) process.exit(130)
    isStopped = true
    for (const child of children) child.kill(signal)
  })
}

function start(program: string, args: string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(program, args, { cwd: root, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

const outputOf = (child: ChildProcess): Promise<Outcome> =>
  new Promise((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })

const command = (name: string, program: string, args: string[]): Check => ({
  name,
  run: () => outputOf(start(program, args)),
})

const typesOf = (folders: readonly string[]): Check[] =>
  folders.map((folder) =>
    command(`types: ${folder === '.' ? 'tools, e2e, tidy, bench' : folder}`, 'tsc', ['-p', folder]),
  )
const types = typesOf(['core', 'i18n', 'ui', 'server', 'web', 'web/service-worker', 'desk', '.'])
const lint = command('lint', 'oxlint', ['--deny-warnings', '--report-unused-disable-directives'])
const format = command('format', 'oxfmt', ['--check'])
const unused = command('nothing unused', 'knip', ['--no-progress', '--treat-config-hints-as-errors'])
// What only its own tests use is not used: the product alone, and what the npm scripts start.
const tested = command('nothing that only tests use', 'knip', [
  '--no-progress',
  '--treat-config-hints-as-errors',
  '--production',
  '--include=files,exports',
])
const licences = command('licences', 'node', [join('tools', 'notices.ts'), '--check'])
const buildOf = (app: App): Check =>
  command(`build: ${app}`, 'vite', ['build', '--config', join(app, 'vite.config.ts')])
const builds = appNames.map(buildOf)
const budget = command('first-screen budget', 'node', [join('bench', 'weight.ts')])

const browser: Check = {
  name: 'browser',
  run: async () => {
    const found = await ensureBrowser((line) => console.log(line))
    return { ok: found !== undefined, output: found ? '' : noBrowser }
  },
}

const indented = (text: string): string => text.replace(/^/gm, '      ')

/** What the report of a proof tells, beside the last lines of this run. */
const runs: ReportedRun[] = []
const whole = emptySummary()

async function runCheck({ name, run }: Check, count: Count): Promise<boolean> {
  const since = Date.now()
  const { ok, output } = await run()
  count[ok ? 'passed' : 'failed'] += 1
  runs.push({ name, seconds: (Date.now() - since) / 1000, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
  if (!ok) whole.failed.push({ name, why: output.trimEnd() })
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${seconds(since)}`)
  if (!ok) console.log(indented(output.trimEnd()))
  return ok
}

async function runChecks(checks: readonly Check[], count: Count): Promise<void> {
  for (const check of checks) if (!isStopped) await runCheck(check, count)
}

/** Which projects of Vitest, of all their test files or of these alone. */
type Suite = { projects: readonly string[]; files?: readonly string[]; prove?: boolean }

/** A subject that is named is tried whole. */
const leavesLong = mode === '--test' || (mode === '--check' && names.length === 0)

// A run of its own for each suite that brings processes along: should its server or its database not start, the other
// suites still tell their results. Two of them run at a time: each line says whose it is.
function vitest({ projects, files = [], prove = false }: Suite, summaryFile: string): Promise<void> {
  const args = ['run', '--reporter=default', `--reporter=${join(root, 'tools', 'test-summary.ts')}`]
  const child = start('vitest', [...args, ...projects.flatMap((name) => ['--project', name]), ...files], {
    TEST_SUMMARY_FILE: summaryFile,
    PROVE: prove ? '1' : undefined,
    TESTS: leavesLong ? 'short' : undefined,
  })
  const speaker = (projects.length === 1 ? projects[0] : 'quick')?.padEnd(6)
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => line.trim() && console.log(`${speaker} ${line}`))
  }
  return new Promise((resolve) => {
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })
}

const count: Count = { passed: 0, failed: 0, skipped: 0 }
const remarks: string[] = []

const failure = ({ name, why }: Summary['failed'][number]): string => `FAIL  ${name}\n${indented(why)}`.trimEnd()

async function runSuite(suite: Suite): Promise<void> {
  if (isStopped) return
  const since = Date.now()
  const suiteName = suite.projects.join(', ')
  const summaryFile = join(root, '.cache', `test-summary-${suite.projects.join('-')}.json`)
  rmSync(summaryFile, { force: true })
  mkdirSync(join(root, '.cache'), { recursive: true })
  await vitest(suite, summaryFile)
  const summary: Summary = existsSync(summaryFile)
    ? (JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary)
    : emptySummary()
  const empty = suite.projects.filter((name) => !summary.testsByProject[name])
  const failed = [...summary.failed, ...empty.map((name) => ({ name, why: 'no test ran' }))]
  count.passed += summary.passed
  count.failed += failed.length
  count.skipped += summary.skipped.length
  whole.again.push(...summary.again)
  whole.failed.push(...failed)
  whole.skipped.push(...summary.skipped)
  whole.proofs.push(...summary.proofs)
  whole.figures.push(...summary.figures)
  whole.missing.push(...summary.missing)
  runs.push({
    name: `tests: ${suiteName}`,
    seconds: (Date.now() - since) / 1000,
    passed: summary.passed,
    failed: failed.length,
    skipped: summary.skipped.length,
  })
  console.log(`${failed.length === 0 ? 'ok  ' : 'FAIL'}  tests: ${suiteName}  ${seconds(since)}`)
  remarks.push(
    ...summary.proofs,
    ...summary.missing,
    ...summary.skipped.map(({ name, reason }) => `skip  ${name}: ${reason}`),
    ...summary.again.map(({ name, why }) => `again ${name}\n${indented(why)}`.trimEnd()),
    ...failed.map(failure),
  )
}

const run = (...projects: string[]): Promise<void> => runSuite({ projects })

if (!process.versions.node.startsWith('24.')) {
  console.log(`warning: this is Node ${process.versions.node}; the project runs on Node 24 (start it by "npm test")`)
}

const messages: Check = {
  name: 'messages',
  run: () =>
    compileMessages().then(
      () => ({ ok: true, output: '' }),
      (problem: unknown) => ({ ok: false, output: String(problem) }),
    ),
}
/** Types, lint, builds and most tests read the messages as they are compiled. */
const compiled = runCheck(messages, count)

const quick = ['core', 'web-unit', 'tidy']

// Checks go two at a time. A suite has two workers, which start servers, databases and browsers of their own: two suites at
// once kept two cores so busy that tests ran into their limits.
const modes: Record<string, () => Promise<unknown>> = {
  '--check': async () => {
    if (names.length === 0) await runChecks([format, licences], count)
    await compiled
    if (names.length === 0) return Promise.all([runChecks([lint, ...types], count), run(...quick)])
    const files = roomsNamed(testFiles(root), names)
    const inPieces = async (): Promise<void> => {
      await run('core', 'tidy')
      for (const project of ['web-unit', 'server']) {
        const own = files.filter((file) => file.project === project).map(({ path }) => path)
        if (own.length > 0) await runSuite({ projects: [project], files: own })
      }
      if (files.length > 0) return
      count.failed += 1
      remarks.push(failure({ name: names.join(' '), why: 'no test file has this in its path' }))
    }
    return Promise.all([runChecks([...typesOf(workspacesOf(files)), lint, format], count), inPieces()])
  },

  '--prove': async () => {
    await compiled
    const prove = !names.includes('--short')
    const isLong = ({ path }: TestFile): boolean => longTests.some(({ file }) => file === path)
    const files = testFiles(root)
    const proofs = prove ? proofFiles(root, files) : []
    const chosen = files.filter((file) => isLong(file) || proofs.includes(file))
    await runChecks([browser, ...builds], count)
    for (const project of ['core', 'tidy', 'server', 'web', 'e2e'] as const) {
      const own = chosen.filter((file) => file.project === project).map(({ path }) => path)
      if (own.length > 0) await runSuite({ projects: [project], files: own, prove })
    }
  },

  '--test': async () => {
    const typed = compiled.then(() => runChecks([...types, licences], count))
    await runChecks([format, browser], count)
    await compiled
    await runChecks([lint, ...builds, budget, unused, tested], count)
    await typed
    await run(...quick)
    await run('server', 'next-form')
    await run('web', 'desk')
    await run('e2e')
    remarks.push(`left  ${longTests.length} files of long tests: npm run prove -- --short`)
  },
}
const chosen = modes[mode]
if (chosen === undefined) throw new Error(`${mode} is none of ${Object.keys(modes).join(', ')}`)
await chosen()

const tooMany = tooManySecondTries(whole.again)
whole.failed.push(...tooMany)
count.failed += tooMany.length
for (const remark of [...remarks, ...tooMany.map(failure)]) console.log(remark)

if (mode === '--prove') {
  const form = names.includes('--short') ? 'short' : 'full'
  if (isStopped) whole.failed.push({ name: 'it was stopped before its end', why: '' })
  const file = join('.cache', form === 'full' ? 'prove-report.md' : 'prove-report-short.md')
  const seconds = (Date.now() - started) / 1000
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(
    join(root, file),
    reportOf({ form, ...provenHere(root), startedAt: new Date(started), seconds, runs, summary: whole }),
  )
  console.log(`\nthe report is ${file}`)
}

console.log(`\ndone in ${seconds(started)}`)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = isStopped ? 130 : count.failed > 0 ? 1 : 0
