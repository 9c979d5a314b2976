import { describe, expect, test } from 'vitest'
import { readMembership } from './levels.ts'

const { levels: shipped, loanCountsFromDays } = readMembership()
const [first, second, ...others] = shipped
const written = [first, second, ...others].map((level) => ({
  level: level?.level,
  name: level?.name,
  loans_cleared_on_time: level?.loansClearedOnTime,
  fee_basis_points: level?.feeBasisPoints,
  limit_opened_basis_points: level?.limitOpenedBasisPoints,
}))

test('four levels, by loans cleared on time', () => {
  expect(written.map((level) => Object.values(level).filter((value) => typeof value === 'number'))).toEqual([
    [1, 0, 1000, 7500],
    [2, 1, 900, 8500],
    [3, 3, 800, 9500],
    [4, 6, 700, 10_000],
  ])
})

test('a loan counts when it was out for fourteen days', () => {
  expect(loanCountsFromDays).toBe(14)
})

describe('a ladder that cannot be climbed keeps the server from starting', () => {
  test.each([
    ['nobody can begin', 0, { loans_cleared_on_time: 1 }, 'open to everybody'],
    ['a level is left out', 1, { level: 3 }, 'place 2'],
    ['a level that asks for no more', 2, { loans_cleared_on_time: 1 }, 'no more loans'],
    ['a higher fee', 3, { fee_basis_points: 801 }, 'higher fee'],
    ['less of the limit', 3, { limit_opened_basis_points: 9_499 }, 'opens less'],
    ['more than the limit', 3, { limit_opened_basis_points: 10_001 }, 'limit_opened_basis_points'],
    ['a fee that takes everything', 0, { fee_basis_points: 10_000 }, 'fee_basis_points'],
    ['a word nobody knows', 0, { colour: 'gold' }, 'colour'],
  ])('levels are refused: %s', (_, index, change, reason) => {
    const levels = written.map((level, at) => (at === index ? { ...level, ...change } : level))
    expect(() => readMembership(JSON.stringify({ loan_counts_from_days: 14, levels }))).toThrow(reason)
  })

  test.each([[-1], [1.5], ['14'], [undefined]])('a loan that counts after %o days', (days) => {
    const text = JSON.stringify({ loan_counts_from_days: days, levels: written })
    expect(() => readMembership(text)).toThrow('loan_counts_from_days')
  })
})
