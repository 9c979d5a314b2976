import { describe, expect, test } from 'vitest'
import { levelOf, loansToNextLevel, type MembershipLevel } from './membership.ts'

const levels: MembershipLevel[] = [
  { level: 1, loansClearedOnTime: 0, feeBasisPoints: 1000, limitOpenedBasisPoints: 5000 },
  { level: 2, loansClearedOnTime: 1, feeBasisPoints: 900, limitOpenedBasisPoints: 7000 },
  { level: 3, loansClearedOnTime: 3, feeBasisPoints: 800, limitOpenedBasisPoints: 8500 },
  { level: 4, loansClearedOnTime: 6, feeBasisPoints: 700, limitOpenedBasisPoints: 10_000 },
]

describe('four levels by loans cleared on time: 0, 1, 3, 6', () => {
  test.each([
    // [cleared on time, cleared late, level, loans to the next]
    [0, 0, 1, 1],
    [1, 0, 2, 2],
    [2, 0, 2, 1],
    [3, 0, 3, 3],
    [5, 0, 3, 1],
    [6, 0, 4, null],
    [60, 0, 4, null],
    // Each late one drops one level, which takes the next threshold to win back.
    [0, 1, 1, 3],
    [1, 1, 1, 2],
    [3, 1, 2, 3],
    [6, 1, 3, null],
    [6, 2, 2, null],
    [6, 3, 1, null],
    // Never below the first.
    [6, 30, 1, null],
    [0, 9, 1, null],
  ])('%d on time and %d late: level %d, %s to the next', (clearedOnTime, clearedLate, level, toNext) => {
    const history = { clearedOnTime, clearedLate }
    expect(levelOf(levels, history)).toBe(levels[level - 1])
    expect(loansToNextLevel(levels, history)).toBe(toNext)
  })

  test('in whatever order the rows are', () => {
    expect(levelOf(levels.toReversed(), { clearedOnTime: 3, clearedLate: 1 }).level).toBe(2)
  })
})

test('levels without a first one are a bug in the data', () => {
  expect(() => levelOf(levels.slice(1), { clearedOnTime: 0, clearedLate: 0 })).toThrow('first loan')
})
