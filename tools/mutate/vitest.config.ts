import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'core/src/{money,calendar,quota,coupon,membership}.test.ts',
      'core/src/loan/*.test.ts',
      'core/src/ledger/ledger.test.ts',
    ],
    // Every change has a process of its own, which its test files share.
    isolate: false,
    // A test that is slow on a busy machine has not noticed anything; Stryker itself ends what hangs.
    testTimeout: 0,
    // The same examples for every change and in every run, and no more of them than it takes to notice one.
    setupFiles: [join(import.meta.dirname, 'seed.ts')],
    env: { LOANS_SEED: '1', PROPERTY_RUNS_MAX: '100' },
  },
})
