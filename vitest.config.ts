import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { phoneFonts } from './tools/browser-fonts.ts'
import { installedBrowser } from './tools/browser.ts'
import { messages } from './i18n/build/compile-messages.ts'
import { longTests } from './tools/long-tests.ts'
import { POLL_LIMIT_MS, TIME_LIMIT_S } from './tools/time-limits.ts'

// Tuned for two cores. What has a database, a server or a browser of its own waits for it now and then: a third worker uses
// that time. A journey through the whole product waits half of its time. Three of what only computes would be in each
// other's way.
const workers = 2
const workersThatWait = 3
const workersThatWaitLong = 4

// Sixty seconds, but for the exceptions that tools/time-limits.ts names. A poll gives up before its test does, to say why.
const patience = {
  testTimeout: TIME_LIMIT_S * 1000,
  hookTimeout: TIME_LIMIT_S * 1000,
  expect: { poll: { timeout: POLL_LIMIT_MS } },
}
const exceptions = 'tools/set-time-limit.ts'

// A browser on a starved machine may lose a key or a frame. Whatever passes only at its second try is named at the end of
// the run, with what it said at the first, and more than two of them fail the run. Nobody else gets a second try.
const secondTry = { retry: 1 }

// The longest first: a worker that begins one of these when the others are done leaves the second core idle.
const longest = [
  'server/src/edge/simulation/',
  'server/src/person/identity/specimens',
  'server/src/person/identity/journey',
  'e2e/repaying',
  'e2e/borrowing',
  'e2e/every-route',
  'e2e/whole-way',
  'e2e/applying',
  'web/src/features/photos/upload-id-card',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((path) => moduleId.includes(path))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

// `npm test` leaves the long ones to `npm run prove -- --short`; without this setting every file can be run by its name.
const left = process.env['TESTS'] === 'short' ? longTests.map(({ file }) => file) : []

const browser = installedBrowser()

/** A page in a real browser for the tests of components. */
const inBrowser = (viewport: { width: number; height: number }) => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  ui: false,
  viewport,
  provider: playwright({
    launchOptions: browser ? { executablePath: browser.path, args: browser.args, env: phoneFonts() } : {},
  }),
  instances: [{ browser: 'chromium' as const }],
})

// The form of step 1 as it may be one day: with a required field more than any applicant of today has filled in.
const nextForm = {
  name: 'next-form',
  transform: (code: string, id: string): string | undefined => {
    if (!id.endsWith('/core/src/application/basic.ts')) return undefined
    const grown = code.replace('first_name:', 'field_of_the_next_form_centavos: typedPesos(0), first_name:')
    if (grown === code) throw new Error('the form of step 1 was not found in basic.ts')
    return grown
  },
}

const testCluster = 'server/src/platform/db/test-cluster.ts'
const database = existsSync(testCluster) ? { globalSetup: [testCluster] } : {}

export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    // The address of a page is the name of its test: whole, or two of them read alike.
    taskTitleValueFormatTruncate: 0,
    projects: [
      {
        // Pure functions leave nothing behind: the files may share their workers.
        test: {
          name: 'core',
          include: ['core/src/**/*.test.ts'],
          isolate: false,
          sequence: { groupOrder: 0 },
          ...patience,
          setupFiles: [exceptions],
        },
      },
      {
        plugins: [messages()],
        test: {
          name: 'web-unit',
          include: ['{web,ui,i18n,desk}/src/**/*.test.ts', '{web,i18n}/build/**/*.test.ts'],
          // A worker for each file took twice the time of the tests.
          isolate: false,
          sequence: { groupOrder: 0 },
          ...patience,
          setupFiles: ['tools/fresh-file.ts'],
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['tidy/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: left,
          // They read files and keep nothing.
          isolate: false,
          sequence: { groupOrder: 0 },
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          maxWorkers: workersThatWait,
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/next-form.test.ts', ...left],
          // Each file has a database of its own and leaves nothing else behind: loading the server anew for every one of
          // them took longer than testing it.
          isolate: false,
          sequence: { groupOrder: 1 },
          ...patience,
          ...database,
          setupFiles: [exceptions],
        },
      },
      {
        plugins: [nextForm],
        test: {
          name: 'next-form',
          maxWorkers: workersThatWait,
          include: ['server/src/{upgrade,next-form}.test.ts'],
          sequence: { groupOrder: 1 },
          ...patience,
          ...database,
        },
      },
      {
        plugins: [messages()],
        // A page has no environment: all that its tests ask for is whether this run is a proof.
        define: { 'process.env': JSON.stringify({ PROVE: process.env['PROVE'] }) },
        // Named here, so that the dev server does not meet one in the middle of a run and reload the page under a test.
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            '@tanstack/react-query',
            'react-hook-form',
            'zod/mini',
            'vitest-browser-react',
            'axe-core',
          ],
        },
        test: {
          name: 'web',
          maxWorkers: workersThatWait,
          include: ['{web,ui,i18n}/src/**/*.browser.test.tsx'],
          exclude: left,
          sequence: { groupOrder: 2 },
          ...patience,
          ...secondTry,
          browser: inBrowser({ width: 390, height: 844 }),
        },
      },
      {
        plugins: [messages()],
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'vitest-browser-react',
            'axe-core',
            '@tanstack/react-table',
            '@tanstack/react-virtual',
          ],
        },
        test: {
          name: 'desk',
          maxWorkers: workersThatWait,
          include: ['desk/src/**/*.browser.test.tsx'],
          sequence: { groupOrder: 2 },
          ...patience,
          ...secondTry,
          browser: inBrowser({ width: 1440, height: 900 }),
        },
      },
      {
        plugins: [messages()],
        test: {
          name: 'e2e',
          maxWorkers: workersThatWaitLong,
          include: ['e2e/**/*.test.ts'],
          exclude: left,
          // A browser for each worker instead of one for each file.
          isolate: false,
          sequence: { groupOrder: 3 },
          globalSetup: ['e2e/setup.ts'],
          ...patience,
          ...secondTry,
          setupFiles: [exceptions, 'e2e/each-file.ts'],
        },
      },
    ],
  },
})
