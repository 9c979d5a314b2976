import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

// npm run mutate [-- --mutate core/src/money.ts]   changes the money modules of core in every small way that Stryker knows
// and runs their tests on each: fewer than 85 of 100 noticed, in all or in one module, fails.

const SCORE_MIN = 85

const folder = import.meta.dirname
const root = join(folder, '..', '..')
const reportFile = join(root, '.cache', 'mutate', 'report.json')

/** What is read of Stryker's report. */
type Report = {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>
}
type Mutants = Report['files'][string]['mutants']

const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0

const writtenAtMs = (file: string): number => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whoever does not try mutations need not fetch what tries them: it has a lock of its own. */
const fetched = (): boolean =>
  writtenAtMs('node_modules/.package-lock.json') >= writtenAtMs('package-lock.json') ||
  run('npm', ['ci', '--prefix', folder])

const mutate = (): boolean =>
  run('node', [
    join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js'),
    'run',
    join(folder, 'stryker.config.json'),
    ...process.argv.slice(2),
  ])

/** As Stryker counts: a change that hangs was noticed; one that does not even load proves nothing. */
const scoreOf = (mutants: Mutants): number => {
  const count = (...statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const noticed = count('Killed', 'Timeout')
  return (100 * noticed) / (noticed + count('Survived', 'NoCoverage'))
}

rmSync(reportFile, { force: true })
if (!fetched() || !mutate() || !existsSync(reportFile)) process.exit(1)

const { files } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
const scores = [
  ['all', scoreOf(Object.values(files).flatMap(({ mutants }) => mutants))] as const,
  ...Object.entries(files).map(([file, { mutants }]) => [file, scoreOf(mutants)] as const),
]
const low = scores.filter(([, score]) => score < SCORE_MIN)
for (const [name, score] of low) console.log(`${name}: ${score.toFixed(2)} %, less than ${SCORE_MIN} %`)
process.exitCode = low.length > 0 ? 1 : 0
