import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Making a dump is no part of the tests, but it is made with what they use.
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['server/src/test-make-{dump,fixtures}.ts'],
    // The fixtures are taken from the dumps.
    fileParallelism: false,
    globalSetup: ['server/src/platform/db/test-cluster.ts'],
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})
