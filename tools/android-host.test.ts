import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hostTestClasses, startSomeHostTests, type TestResult } from '../android/tools/host-tests.ts'
import { cachedToolchain, noFrameworks } from '../android/tools/toolchain.ts'
import { someOf } from '../core/src/test-proof.ts'

// The wrapper's host on the newest Android's own classes, where they are in the cache of this machine. `npm run android`
// fetches them, and runs all of these tests on the other Androids and for the other build too; here some have to be enough.

/** Of ten: half a minute. */
const FEW = 3

const tools = cachedToolchain()
const isBuilt = existsSync(join(import.meta.dirname, '..', 'web', 'dist', 'index.html'))
const missing = tools ? (isBuilt ? undefined : 'the web app is not built, which is part of the APK') : noFrameworks

async function results(): Promise<TestResult[]> {
  if (!tools || missing !== undefined) return []
  const work = mkdtempSync(join(tmpdir(), 'hola-android-host-'))
  try {
    const classes = someOf('tests of the wrapper on Android’s classes, by their files', hostTestClasses(), FEW)
    return await startSomeHostTests(tools, 'direct', work, classes)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

test('there are Android’s own classes to test the host of the wrapper with', ({ skip }) => {
  if (missing !== undefined) skip(missing)
  expect(tools).toBeDefined()
})

test.each(await results())('the host: $name', ({ problem }) => {
  expect(problem).toBeNull()
})
