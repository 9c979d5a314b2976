import { expect, test } from 'vitest'
import { provenHere, type Report, reportOf } from './prove-report.ts'
import { emptySummary } from './test-summary.ts'

const report: Report = {
  form: 'short',
  product: { version: '1.2.3', commit: 'abc' },
  machine: { cores: 2, memoryGb: 24, model: 'a chip', node: '24.0.0' },
  startedAt: new Date('2026-11-17T05:20:31Z'),
  seconds: 61.4,
  runs: [
    { name: 'server', seconds: 51.26, passed: 9, failed: 1, skipped: 1 },
    { name: 'build: web', seconds: 10, passed: 1, failed: 0, skipped: 0 },
  ],
  summary: emptySummary(),
}
const withSummary = (summary: Partial<Report['summary']>): string =>
  reportOf({ ...report, summary: { ...emptySummary(), ...summary } })

test('the report says what was run, on what, and how long each suite took', () => {
  const text = reportOf(report)
  for (const row of [
    '| result | everything holds |',
    '| form | short: the long tests with samples of the proofs |',
    '| version | 1.2.3 |',
    '| commit | abc |',
    '| machine | 2 cores (a chip), 24 GB, Node 24.0.0 |',
    '| started | 2026-11-17 05:20 UTC |',
    '| took | 61 s |',
    '| tests | 10 passed, 1 failed, 1 skipped |',
    '| server | 51.3 | 9 | 1 | 1 |',
  ])
    expect(text).toContain(`\n${row}\n`)
})

test('figures stand in a table for each part, the four great ones first', () => {
  const figures = [
    { part: 'a standby', what: 'lost', figure: '0 of 400' },
    { part: 'soak', what: 'memory', figure: '1.01 times' },
    { part: 'load', what: 'p50 | p99', figure: '2 | 9 ms' },
  ]
  const text = withSummary({ figures })
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title).slice(0, 5)).toEqual([
    'Load',
    'Faults',
    'Attack',
    'Soak',
    'A standby',
  ])
  expect(text).toContain('## Faults\n\nNo figure was told.\n')
  expect(text).toContain('## Soak\n\n| what | figure |\n| --- | --- |\n| memory | 1.01 times |\n')
  expect(text).toContain('| p50 \\| p99 | 2 \\| 9 ms |')
})

test('what failed, was skipped, tried again or tried in part is named', () => {
  const text = withSummary({
    proofs: ['proof: specimens: 6 of 64'],
    failed: [{ name: 'a test', why: 'expected 1\nto be 2' }],
    again: [{ name: 'a key', why: '' }],
    missing: ['skipped: no haproxy'],
    skipped: [{ name: 'another', reason: 'not on this day' }],
  })
  expect(text).toContain('\n| result | 1 failed |\n')
  expect(text).toContain('\n- specimens: 6 of 64\n')
  expect(text).toContain('\n- a test\n\n      expected 1\n      to be 2\n')
  expect(text).toContain('## Passed only at the second try\n\n- a key\n')
  expect(text).toContain('## Skipped\n\n- no haproxy\n- another: not on this day\n')
})

test('it knows the version, the commit and the machine', () => {
  const { product, machine } = provenHere('.')
  expect(product.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(product.commit).toMatch(/^(?:[0-9a-f]{40}|unknown)/)
  expect(machine.cores).toBeGreaterThan(0)
})
