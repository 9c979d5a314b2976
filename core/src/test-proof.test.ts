import { afterEach, describe, expect, test, vi } from 'vitest'

// Core knows none; its tests run where one is.
declare const console: { log: (line: string) => void }

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
  vi.restoreAllMocks()
})

/** The helper as a run sees it that was started as a proof, or not. */
const inRun = async (prove: string) => {
  vi.stubEnv('PROVE', prove)
  vi.stubEnv('PROPERTY_RUNS_MAX', undefined)
  vi.resetModules()
  const told = vi.spyOn(console, 'log').mockImplementation(() => {})
  return { ...(await import('./test-proof.ts')), told }
}
const cases = Array.from({ length: 64 }, (_, at) => at)

describe('a proof', () => {
  test('tries every case and says so', async () => {
    const { someOf, told } = await inRun('1')
    expect(someOf('specimens', cases, 6)).toEqual(cases)
    expect(told.mock.calls).toEqual([['proof: specimens: 64 of 64']])
  })

  test('tries a property as often as it is asked to', async () => {
    expect((await inRun('1')).runs(100_000)).toBe(100_000)
  })
})

describe('a test run', () => {
  test('tries some cases, spread over all, and says how many of how many', async () => {
    const { someOf, told } = await inRun('')
    const some = someOf('specimens', cases, 8)
    expect(some).toHaveLength(8)
    expect(new Set(some.map((at) => Math.floor((at - (some[0] ?? 0)) / 8))).size).toBe(8)
    expect(told.mock.calls).toEqual([['proof: specimens: 8 of 64, all by npm run prove']])
  })

  test('sooner or later tries each of them', async () => {
    const { someOf } = await inRun('')
    const tried = new Set<number>()
    for (let run = 0; run < 2_000; run += 1) for (const at of someOf('specimens', cases, 6)) tried.add(at)
    expect(tried.size).toBe(cases.length)
  })

  test('tries all of a list that is no longer than the sample', async () => {
    expect((await inRun('')).someOf('few', [1, 2, 3], 6)).toEqual([1, 2, 3])
  })

  test('tries a property a tenth as often, and a hundred times at least', async () => {
    const { runs } = await inRun('')
    expect([100_000, 2_000, 300, 50].map(runs)).toEqual([10_000, 200, 100, 50])
  })
})

test.each([
  ['1', 9, 'proof: long tests: 9 of 9'],
  ['', 3, 'proof: long tests: 3 of 9, all by npm run prove'],
])('of nine long tests, PROVE=%s runs %i', async (prove, count, line) => {
  const { oneTestIn, told } = await inRun(prove)
  const names: string[] = []
  let end = (): void => {}
  const long = oneTestIn(3, 'long tests', {
    test: (name) => names.push(name),
    afterAll: (run) => {
      end = run
    },
  })
  for (let at = 0; at < 9; at += 1) long(`test ${at}`, () => {})
  end()
  expect(new Set(names).size).toBe(count)
  expect(told.mock.calls).toEqual([[line]])
})

test('a figure is told in one line, with its part of the report', async () => {
  const { tellFigure, told } = await inRun('')
  tellFigure('load', 'calls a second', '412')
  expect(told.mock.calls).toEqual([['figure: load: calls a second: 412']])
})
