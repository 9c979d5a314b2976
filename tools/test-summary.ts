import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { UserConsoleLog } from 'vitest'
import { FIGURE_LINE, PROOF_LINE } from '../core/src/test-proof.ts'

/** A file whose tests need a program that is not there says so at its top. */
export const SKIPPED_LINE = 'skipped: '

/** One line of the report of `npm run prove`. */
export type Figure = { part: string; what: string; figure: string }

export type Summary = {
  passed: number
  /** Its name, and what it said: the words of a failure stand far above the last line. */
  failed: { name: string; why: string }[]
  /** Passed, but not at the first try. */
  again: { name: string; why: string }[]
  skipped: { name: string; reason: string }[]
  testsByProject: Record<string, number>
  /** How many cases each proof tried, of how many. */
  proofs: string[]
  figures: Figure[]
  /** What could not be tried at all because a program is not there, as its file says. */
  missing: string[]
}

export const emptySummary = (): Summary => ({
  passed: 0,
  failed: [],
  again: [],
  skipped: [],
  testsByProject: {},
  proofs: [],
  figures: [],
  missing: [],
})

/** A browser may lose a key or a frame once. What happens more often is a fault, and a second try would hide it. */
const SECOND_TRIES_MAX = 2

export const tooManySecondTries = (again: Summary['again']): Summary['failed'] =>
  again.length > SECOND_TRIES_MAX
    ? [{ name: `${again.length} tests passed only at their second try; at most ${SECOND_TRIES_MAX} may`, why: '' }]
    : []

const WHY_LINES = 15

const whyOf = (errors: readonly SerializedError[]): string => {
  const [error] = errors
  if (!error) return ''
  const at = error.stacks?.[0]
  const place = at ? [`at ${at.file}:${at.line}`] : []
  return stripVTControlCharacters([...place, error.message, error.diff ?? ''].join('\n'))
    .split('\n')
    .slice(0, WHY_LINES)
    .join('\n')
    .trimEnd()
}

const nameOf = (test: TestCase | TestSuite): string => `${test.module.relativeModuleId} > ${test.fullName}`

function addModule(summary: Summary, module: TestModule): void {
  const project = module.project.name.replace(/ \(.*\)$/, '')
  for (const test of module.children.allTests()) {
    const result = test.result()
    summary.testsByProject[project] = (summary.testsByProject[project] ?? 0) + 1
    if (result.state === 'passed') {
      summary.passed += 1
      if (test.diagnostic()?.flaky) summary.again.push({ name: nameOf(test), why: whyOf(result.errors ?? []) })
    } else if (result.state === 'failed') summary.failed.push({ name: nameOf(test), why: whyOf(result.errors) })
    else if (result.state === 'skipped') {
      summary.skipped.push({ name: nameOf(test), reason: result.note ?? 'no reason given' })
    } else summary.failed.push({ name: `${nameOf(test)} (did not finish)`, why: '' })
  }
  // A file that does not load, or a hook that throws, runs no test at all: without this it would count as nothing.
  const add = (name: string, errors: readonly SerializedError[]): void => {
    if (errors.length > 0) summary.failed.push({ name, why: whyOf(errors) })
  }
  add(`${module.relativeModuleId} (the file itself)`, module.errors())
  for (const suite of module.children.allSuites()) add(`${nameOf(suite)} (its hooks)`, suite.errors())
}

/** The part and what was measured end at their first colon; a figure may have some of its own. */
export const figureOf = (line: string): Figure[] => {
  const [, part, what, figure] = /^([^:]+): (.+?): (.+)$/.exec(line.slice(FIGURE_LINE.length)) ?? []
  return line.startsWith(FIGURE_LINE) && part && what && figure ? [{ part, what, figure }] : []
}

/** Writes what the whole run came to into the file that `npm test` reads for its last line. */
export default class TestSummary implements Reporter {
  private readonly proofs: string[] = []
  private readonly figures: Figure[] = []
  private readonly missing: string[] = []

  onUserConsoleLog({ content }: UserConsoleLog): void {
    const lines = stripVTControlCharacters(content).split('\n')
    this.proofs.push(...lines.filter((line) => line.startsWith(PROOF_LINE)))
    this.figures.push(...lines.flatMap(figureOf))
    this.missing.push(...lines.filter((line) => line.startsWith(SKIPPED_LINE)))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: string): void {
    const summary: Summary = { ...emptySummary(), proofs: this.proofs, figures: this.figures, missing: this.missing }
    for (const module of modules) addModule(summary, module)
    for (const error of unhandled) summary.failed.push({ name: 'an error outside every test', why: whyOf([error]) })
    if (reason === 'interrupted') summary.failed.push({ name: 'the run was interrupted', why: '' })
    if (reason === 'failed' && summary.failed.length === 0)
      summary.failed.push({ name: 'the run failed without a failing test', why: '' })
    const file = process.env['TEST_SUMMARY_FILE']
    if (file) writeFileSync(file, JSON.stringify(summary))
  }
}
