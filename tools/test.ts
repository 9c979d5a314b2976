import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { compileMessages } from '../web/build/compile-messages.ts'
import { ensureBrowser, noBrowser } from './browser.ts'
import { projects, type Summary } from './test-summary.ts'

// Everything that must hold, in one run: each check counts as one test, then every suite, then one line with the sum.
//   node tools/test.ts           all of it
//   node tools/test.ts --fast    what needs neither a browser nor a database

const root = join(import.meta.dirname, '..')
const fast = process.argv.includes('--fast')
const checksAtOnce = 2
const summaryFile = join(root, '.cache', 'test-summary.json')

type Count = { passed: number; failed: number; skipped: number }
type Outcome = { ok: boolean; output: string }
type Check = { name: string; run: () => Promise<Outcome> }

const started = Date.now()
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`

const env = {
  ...process.env,
  // Tools start `node` by name: the one that npm put beside them, not an older one of the machine.
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
}

function command(name: string, program: string, args: string[]): Check {
  const run = () =>
    new Promise<Outcome>((resolve) => {
      const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
      child.on('error', (error) => resolve({ ok: false, output: error.message }))
      child.on('close', (code) => resolve({ ok: code === 0, output }))
    })
  return { name, run }
}

const types = ['core', 'server', 'web', '.'].map((folder) =>
  command(`types: ${folder === '.' ? 'tools, e2e, tidy, bench' : folder}`, 'tsc', ['-p', folder]),
)
const lint = command('lint', 'oxlint', ['--deny-warnings', '--report-unused-disable-directives'])
const format = command('format', 'oxfmt', ['--check'])
const unused = command('nothing unused', 'knip', ['--no-progress', '--treat-config-hints-as-errors'])
const build = command('build: web', 'vite', ['build', '--config', join('web', 'vite.config.ts')])
const budget = command('first-screen budget', 'node', [join('bench', 'web.ts'), '--built'])

const browser: Check = {
  name: 'browser',
  run: async () => {
    const found = await ensureBrowser((line) => console.log(line))
    return { ok: found !== undefined, output: found ? '' : noBrowser }
  },
}

async function runCheck({ name, run }: Check, count: Count): Promise<boolean> {
  const since = Date.now()
  const { ok, output } = await run()
  count[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${seconds(since)}`)
  if (!ok) console.log(output.trimEnd().replace(/^/gm, '      '))
  return ok
}

async function runChecks(checks: Check[], count: Count): Promise<void> {
  const waiting = [...checks]
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check, count)
  }
  await Promise.all(Array.from({ length: checksAtOnce }, lane))
}

function vitest(names: readonly string[]): Promise<void> {
  const args = ['run', '--reporter=default', `--reporter=${join(root, 'tools', 'test-summary.ts')}`]
  return new Promise((resolve) => {
    const child = spawn('vitest', [...args, ...names.flatMap((name) => ['--project', name])], {
      cwd: root,
      env: { ...env, TEST_SUMMARY_FILE: summaryFile },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    // Ctrl-C reaches the child too, which then closes its browser, servers and databases: wait for it.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })
}

async function runSuites(names: readonly string[], count: Count): Promise<void> {
  rmSync(summaryFile, { force: true })
  mkdirSync(join(root, '.cache'), { recursive: true })
  await vitest(names)
  if (!existsSync(summaryFile)) {
    console.log('FAIL  the suites did not run to their end')
    count.failed += 1
    return
  }
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary
  count.passed += summary.passed
  count.failed += summary.failed.length
  count.skipped += summary.skipped.length
  for (const name of names) {
    if (summary.testsByProject[name]) continue
    summary.failed.push(`${name}: the suite has no test`)
    count.failed += 1
  }
  for (const { name, reason } of summary.skipped) console.log(`skip  ${name}: ${reason}`)
  for (const name of summary.failed) console.log(`FAIL  ${name}`)
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
if (fast) {
  await runChecks([...types, lint, format], count)
  await runSuites(['core', 'web-unit', 'tidy'], count)
} else {
  await runChecks([browser, build, ...types, lint, format, unused], count)
  await runCheck(budget, count)
  await runSuites(projects, count)
}

console.log(`\ndone in ${seconds(started)}`)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = count.failed > 0 ? 1 : 0
