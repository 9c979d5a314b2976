import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { PROOF_LINE } from '../core/src/test-proof.ts'
import { type Figure, SKIPPED_LINE, type Summary } from './test-summary.ts'

// The report of `npm run prove`: what was run, on what, and every figure that a test has told.

/** A suite or a check: how long it took, and what came of it. */
export type ReportedRun = {
  readonly name: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export type Report = {
  readonly form: 'full' | 'short'
  readonly product: { readonly version: string; readonly commit: string }
  readonly machine: { readonly cores: number; readonly memoryGb: number; readonly model: string; readonly node: string }
  readonly startedAt: Date
  readonly seconds: number
  readonly runs: readonly ReportedRun[]
  readonly summary: Pick<Summary, 'figures' | 'proofs' | 'missing' | 'skipped' | 'again' | 'failed'>
}

/** These parts stand first and are named even when nothing was told of them. */
const firstParts = ['load', 'faults', 'attack', 'soak'] as const

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`)

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  `## ${title}`,
  '',
  ...(lines.length > 0 ? lines : ['None.']),
]

const figuresOf = (figures: readonly Figure[]): string[] => {
  const others = [...new Set(figures.map(({ part }) => part))].filter((part) => !firstParts.some((one) => one === part))
  return [...firstParts, ...others.toSorted()].flatMap((part) => {
    const rows = figures.filter((one) => one.part === part).map(({ what, figure }) => [what, figure])
    const title = `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`
    return section(title, rows.length > 0 ? table(['what', 'figure'], rows) : ['No figure was told.'])
  })
}

const indented = (text: string): string => text.replace(/^/gm, '      ')

export const reportOf = ({ form, product, machine, startedAt, seconds, runs, summary }: Report): string => {
  const { figures, proofs, missing, skipped, again, failed } = summary
  const total = (of: (run: ReportedRun) => number): number => runs.reduce((sum, run) => sum + of(run), 0)
  return [
    '# What npm run prove has shown',
    '',
    ...table(
      ['', ''],
      [
        ['result', failed.length === 0 ? 'everything holds' : `${failed.length} failed`],
        ['form', form === 'full' ? 'full: every case' : 'short: the long tests with samples of the proofs'],
        ['version', product.version],
        ['commit', product.commit],
        ['machine', `${machine.cores} cores (${machine.model}), ${machine.memoryGb} GB, Node ${machine.node}`],
        ['started', `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ['took', `${Math.round(seconds)} s`],
        [
          'tests',
          `${total((run) => run.passed)} passed, ${total((run) => run.failed)} failed, ${total((run) => run.skipped)} skipped`,
        ],
      ],
    ),
    ...figuresOf(figures),
    ...section(
      'Proofs: cases tried, of how many',
      proofs.map((line) => `- ${line.slice(PROOF_LINE.length)}`),
    ),
    ...section(
      'Failed',
      failed.flatMap(({ name, why }) => [`- ${name}`, ...(why === '' ? [] : ['', indented(why), ''])]),
    ),
    ...section(
      'Passed only at the second try',
      again.map(({ name }) => `- ${name}`),
    ),
    ...section(
      'Skipped',
      [
        ...missing.map((line) => line.slice(SKIPPED_LINE.length)),
        ...skipped.map(({ name, reason }) => `${name}: ${reason}`),
      ].map((line) => `- ${line}`),
    ),
    ...section(
      'Time',
      table(
        ['what', 'seconds', 'passed', 'failed', 'skipped'],
        runs.map((run) => [
          run.name,
          run.seconds.toFixed(1),
          String(run.passed),
          String(run.failed),
          String(run.skipped),
        ]),
      ),
    ),
    '',
  ].join('\n')
}

const git = (root: string, ...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** What is proven here, and on what. A checkout that is not the commit says so. */
export const provenHere = (root: string): Pick<Report, 'product' | 'machine'> => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = git(root, 'rev-parse', 'HEAD') ?? process.env['COMMIT'] ?? 'unknown'
  const isChanged = (git(root, 'status', '--porcelain') ?? '') !== ''
  return {
    product: { version, commit: isChanged ? `${commit}, with changes` : commit },
    machine: {
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      model: cpus()[0]?.model ?? 'unknown',
      node: process.versions.node,
    },
  }
}
