import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileForTests, fixtures, installedJdk, noJdk, quick } from '../android/tools/jdk.ts'

type Result = { readonly name: string; readonly problem: string | null }

const jdk = installedJdk()

/** Each of the Java tests is one here, so that the run tells them by name. */
function results(): Result[] {
  if (!jdk) return []
  const out = mkdtempSync(join(tmpdir(), 'hola-android-core-'))
  try {
    compileForTests(jdk, out)
    const ran = spawnSync(jdk.java, [...quick, '-cp', out, 'hola.core.TestRun', fixtures], { encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(ran.stderr)
    return ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Result)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

test('there is a Java compiler to test the core of the wrapper with', ({ skip }) => {
  if (!jdk) skip(noJdk)
  expect(jdk).toBeDefined()
})

test.each(results())('$name', ({ problem }) => {
  expect(problem).toBeNull()
})
