import { expect, test } from 'vitest'
import { figureOf, tooManySecondTries } from './test-summary.ts'

const again = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `test ${at}`, why: '' }))

test('two tests of a run may pass at their second try', () => {
  expect(tooManySecondTries(again(2))).toEqual([])
})

test('three second tries fail the run', () => {
  expect(tooManySecondTries(again(3))).toHaveLength(1)
})

test('a line with a figure is read by its parts, any other is none', () => {
  expect(figureOf('figure: load: p50, p95: 2 ms, at 05:20: 9 ms')).toEqual([
    { part: 'load', what: 'p50, p95', figure: '2 ms, at 05:20: 9 ms' },
  ])
  expect(['figure: load', 'a figure: load: calls: 3', 'proof: load: calls: 3'].flatMap(figureOf)).toEqual([])
})
