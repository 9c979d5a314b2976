import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The pictures are no part of the tests, but they are taken with what the browser tests use.
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['e2e/gallery/*.pictures.ts'],
    globalSetup: ['e2e/gallery/parts-server.ts'],
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
