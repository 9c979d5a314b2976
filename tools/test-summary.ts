import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

export type Summary = {
  passed: number
  failed: string[]
  skipped: { name: string; reason: string }[]
  testsByProject: Record<string, number>
}

const nameOf = (test: TestCase | TestSuite): string => `${test.module.relativeModuleId} > ${test.fullName}`

function addModule(summary: Summary, module: TestModule): void {
  const project = module.project.name.replace(/ \(.*\)$/, '')
  for (const test of module.children.allTests()) {
    const result = test.result()
    summary.testsByProject[project] = (summary.testsByProject[project] ?? 0) + 1
    if (result.state === 'passed') summary.passed += 1
    else if (result.state === 'failed') summary.failed.push(nameOf(test))
    else if (result.state === 'skipped') {
      summary.skipped.push({ name: nameOf(test), reason: result.note ?? 'no reason given' })
    } else summary.failed.push(`${nameOf(test)} (did not finish)`)
  }
  // A file that does not load, or a hook that throws, runs no test at all: without this it would count as nothing.
  if (module.errors().length > 0) summary.failed.push(`${module.relativeModuleId} (the file itself)`)
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) summary.failed.push(`${nameOf(suite)} (its hooks)`)
  }
}

/** Writes what the whole run came to into the file that `npm test` reads for its last line. */
export default class TestSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: string): void {
    const summary: Summary = { passed: 0, failed: [], skipped: [], testsByProject: {} }
    for (const module of modules) addModule(summary, module)
    for (const _ of unhandled) summary.failed.push('an error outside every test')
    if (reason === 'interrupted') summary.failed.push('the run was interrupted')
    if (reason === 'failed' && summary.failed.length === 0) summary.failed.push('the run failed without a failing test')
    const file = process.env['TEST_SUMMARY_FILE']
    if (file) writeFileSync(file, JSON.stringify(summary))
  }
}
