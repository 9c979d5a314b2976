import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClearedLoan, levelOf, loansToNextLevel, type MembershipLevel } from './membership.ts'

const levels: MembershipLevel[] = [
  { level: 1, loansClearedOnTime: 0, feeBasisPoints: 1000, limitOpenedBasisPoints: 5000 },
  { level: 2, loansClearedOnTime: 1, feeBasisPoints: 900, limitOpenedBasisPoints: 7000 },
  { level: 3, loansClearedOnTime: 3, feeBasisPoints: 800, limitOpenedBasisPoints: 8500 },
  { level: 4, loansClearedOnTime: 6, feeBasisPoints: 700, limitOpenedBasisPoints: 10_000 },
]

/** `+` for a loan paid on time and `-` for one paid late, the oldest first. */
const historyOf = (signs: string): ClearedLoan[] => [...signs].map((sign) => (sign === '+' ? 'on_time' : 'late'))

describe('four levels by loans cleared on time: 0, 1, 3, 6', () => {
  test.each([
    // [history, level, loans to the next]
    ['', 1, 1],
    ['+', 2, 2],
    ['++', 2, 1],
    ['+++', 3, 3],
    ['+++++', 3, 1],
    ['++++++', 4, null],
    ['+'.repeat(60), 4, null],
    // A late one puts her at the foot of the level below.
    ['+-', 1, 1],
    ['++-', 1, 1],
    ['+++-', 2, 2],
    ['+++++-', 2, 2],
    ['++++++-', 3, 3],
    [`${'+'.repeat(60)}-`, 3, 3],
    ['++++++--', 2, 2],
    ['++++++---', 1, 1],
    // She climbs again from there, also to the top.
    ['+-+', 2, 2],
    ['+++-++', 3, 3],
    ['++++++-++', 3, 1],
    ['++++++-+++', 4, null],
    ['++++++---++++++', 4, null],
    // Never below the first, and nothing is owed for what lay below it.
    ['-', 1, 1],
    ['---------', 1, 1],
    ['---------+', 2, 2],
    // Early lateness does not weigh on what came after.
    ['-+++', 3, 3],
  ])('%j: level %d, %s to the next', (signs, level, toNext) => {
    expect(levelOf(levels, historyOf(signs))).toBe(levels[level - 1])
    expect(loansToNextLevel(levels, historyOf(signs))).toBe(toNext)
  })

  test('in whatever order the rows are', () => {
    expect(levelOf(levels.toReversed(), historyOf('+++-')).level).toBe(2)
    expect(loansToNextLevel(levels.toReversed(), historyOf('+++-'))).toBe(2)
  })
})

const anyHistory = fc.array(fc.constantFrom<ClearedLoan>('on_time', 'late'), { maxLength: 40 })
const onTime = (count: number): ClearedLoan[] => Array.from({ length: count }, () => 'on_time' as const)

test('so many more on time lead to exactly the next level, and one fewer to none', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const { level } = levelOf(levels, history)
      const toNext = loansToNextLevel(levels, history)
      expect(toNext === null).toBe(level === levels.length)
      if (toNext === null) return
      expect(levelOf(levels, [...history, ...onTime(toNext)]).level).toBe(level + 1)
      expect(levelOf(levels, [...history, ...onTime(toNext - 1)]).level).toBe(level)
    }),
  )
})

test('a late loan drops exactly one level, and one on time never drops any', () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      const { level } = levelOf(levels, history)
      expect(levelOf(levels, [...history, 'late']).level).toBe(Math.max(1, level - 1))
      expect(levelOf(levels, [...history, 'on_time']).level).toBeGreaterThanOrEqual(level)
    }),
  )
})

test('levels without a first one are a bug in the data', () => {
  expect(() => levelOf(levels.slice(1), [])).toThrow('first loan')
})
