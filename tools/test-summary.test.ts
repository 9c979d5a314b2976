import { expect, test } from 'vitest'
import { tooManySecondTries } from './test-summary.ts'

const again = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `test ${at}`, why: '' }))

test('two tests of a run may pass at their second try', () => {
  expect(tooManySecondTries(again(2))).toEqual([])
})

test('three second tries fail the run', () => {
  expect(tooManySecondTries(again(3))).toHaveLength(1)
})
