import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHostTests, type TestResult } from '../android/tools/host-tests.ts'
import { cachedToolchain, noFrameworks } from '../android/tools/toolchain.ts'

// The wrapper's host on the newest Android's own classes, where they are in the cache of this machine. `npm run android`
// fetches them, and runs these tests on the other Androids and for the other build too.

const tools = cachedToolchain()
const isBuilt = existsSync(join(import.meta.dirname, '..', 'web', 'dist', 'index.html'))
const missing = tools ? (isBuilt ? undefined : 'the web app is not built, which is part of the APK') : noFrameworks

async function results(): Promise<TestResult[]> {
  if (!tools || missing !== undefined) return []
  const work = mkdtempSync(join(tmpdir(), 'hola-android-host-'))
  try {
    return await startHostTests(tools, 'direct', work, { isNewestAlone: true })
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
