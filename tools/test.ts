import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileMessages } from '../i18n/build/compile-messages.ts'
import { ensureBrowser, noBrowser } from './browser.ts'
import type { Summary } from './test-summary.ts'

// Everything that must hold, in one run: each check counts as one test, then every suite, then one line with the sum.
//   node tools/test.ts           all of it
//   node tools/test.ts --fast    what needs neither a browser nor a database

const root = join(import.meta.dirname, '..')
const fast = process.argv.includes('--fast')

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

const types = ['core', 'i18n', 'ui', 'server', 'web', 'web/service-worker', '.'].map((folder) =>
  command(`types: ${folder === '.' ? 'tools, e2e, tidy, bench' : folder}`, 'tsc', ['-p', folder]),
)
const lint = command('lint', 'oxlint', ['--deny-warnings', '--report-unused-disable-directives'])
const format = command('format', 'oxfmt', ['--check'])
const unused = command('nothing unused', 'knip', ['--no-progress', '--treat-config-hints-as-errors'])
const licences = command('licences', 'node', [join('tools', 'notices.ts'), '--check'])
const build = command('build: web', 'vite', ['build', '--config', join('web', 'vite.config.ts')])
const budget = command('first-screen budget', 'node', [join('bench', 'weight.ts')])

const browser: Check = {
  name: 'browser',
  run: async () => {
    const found = await ensureBrowser((line) => console.log(line))
    return { ok: found !== undefined, output: found ? '' : noBrowser }
  },
}

const indented = (text: string): string => text.replace(/^/gm, '      ')

async function runCheck({ name, run }: Check, count: Count): Promise<boolean> {
  const since = Date.now()
  const { ok, output } = await run()
  count[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${seconds(since)}`)
  if (!ok) console.log(indented(output.trimEnd()))
  return ok
}

async function runChecks(checks: readonly Check[], count: Count): Promise<void> {
  for (const check of checks) if (!isStopped) await runCheck(check, count)
}

// A run of its own for each suite that brings processes along: should its server or its database not start, the other
// suites still tell their results. Two of them run at a time: each line says whose it is.
function vitest(names: readonly string[], summaryFile: string): Promise<void> {
  const args = ['run', '--reporter=default', `--reporter=${join(root, 'tools', 'test-summary.ts')}`]
  const projects = names.flatMap((name) => ['--project', name])
  const child = start('vitest', [...args, ...projects], { TEST_SUMMARY_FILE: summaryFile })
  const speaker = (names.length === 1 ? names[0] : 'quick')?.padEnd(6)
  for (const input of [child.stdout, child.stderr]) {
    if (input) createInterface({ input }).on('line', (line) => line.trim() && console.log(`${speaker} ${line}`))
  }
  return new Promise((resolve) => {
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })
}

async function runSuites(names: readonly string[], count: Count): Promise<string[]> {
  if (isStopped) return []
  const since = Date.now()
  const summaryFile = join(root, '.cache', `test-summary-${names.join('-')}.json`)
  rmSync(summaryFile, { force: true })
  mkdirSync(join(root, '.cache'), { recursive: true })
  await vitest(names, summaryFile)
  const summary: Summary = existsSync(summaryFile)
    ? (JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary)
    : { passed: 0, failed: [], again: [], skipped: [], testsByProject: {} }
  const empty = names.filter((name) => !summary.testsByProject[name]).map((name) => ({ name, why: 'no test ran' }))
  const failed = [...summary.failed, ...empty]
  count.passed += summary.passed
  count.failed += failed.length
  count.skipped += summary.skipped.length
  console.log(`${failed.length === 0 ? 'ok  ' : 'FAIL'}  tests: ${names.join(', ')}  ${seconds(since)}`)
  return [
    ...summary.skipped.map(({ name, reason }) => `skip  ${name}: ${reason}`),
    ...summary.again.map(({ name, why }) => `again ${name}\n${indented(why)}`.trimEnd()),
    ...failed.map(({ name, why }) => `FAIL  ${name}\n${indented(why)}`.trimEnd()),
  ]
}

if (!process.versions.node.startsWith('24.')) {
  console.log(`warning: this is Node ${process.versions.node}; the project runs on Node 24 (start it by "npm test")`)
}

const count: Count = { passed: 0, failed: 0, skipped: 0 }
const messages: Check = {
  name: 'messages',
  run: () =>
    compileMessages().then(
      () => ({ ok: true, output: '' }),
      (problem: unknown) => ({ ok: false, output: String(problem) }),
    ),
}
await runCheck(messages, count)

const quick = ['core', 'web-unit', 'tidy']
const remarks: string[] = []
const run = async (...names: string[]): Promise<void> => {
  remarks.push(...(await runSuites(names, count)))
}
if (fast) {
  await runChecks([...types, lint, format, licences], count)
  await run(...quick)
} else {
  // Two at a time: each leaves a core idle now and then, waiting for something, and the other takes it.
  const built = runChecks([browser, build, budget], count)
  const inPieces = async (): Promise<void> => {
    await runChecks([...types, lint, format, unused, licences], count)
    await run(...quick)
    await built
    await run('server', 'next-form')
    await run('web')
  }
  await Promise.all([inPieces(), built.then(() => run('e2e'))])
  // Alone: it keeps one core busy, and its database the other.
  await run('loan-book')
}
for (const remark of remarks) console.log(remark)

console.log(`\ndone in ${seconds(started)}`)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = isStopped ? 130 : count.failed > 0 ? 1 : 0
