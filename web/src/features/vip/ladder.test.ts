import { describe, expect, test } from 'vitest'
import { fakeMembership } from './fake-membership.ts'
import { ladderOf, progressOf } from './ladder.ts'

describe('the ladder from where she stands', () => {
  test.each([
    // [level, loans to the next, what each level is, how many more loans lead to it, progress to the next]
    [1, 1, ['now', 'later', 'later', 'later'], [0, 1, 3, 6], 0],
    [2, 2, ['done', 'now', 'later', 'later'], [0, 0, 2, 5], 0],
    [2, 1, ['done', 'now', 'later', 'later'], [0, 0, 1, 4], 1 / 2],
    [3, 3, ['done', 'done', 'now', 'later'], [0, 0, 0, 3], 0],
    [3, 1, ['done', 'done', 'now', 'later'], [0, 0, 0, 1], 2 / 3],
    [4, null, ['done', 'done', 'done', 'now'], [0, 0, 0, 0], 1],
  ] as const)('level %d, %s to the next', (level, toNext, states, missing, progress) => {
    const standing = fakeMembership({ level, loans_to_next_level_count: toNext })
    const ladder = ladderOf(standing)
    expect(progressOf(standing)).toBeCloseTo(progress)
    expect(ladder.map(({ state }) => state)).toEqual(states)
    expect(ladder.map((rung) => rung.missing)).toEqual(missing)
  })

  test('in whatever order the levels come', () => {
    const membership = fakeMembership({ level: 2, loans_to_next_level_count: 2 })
    expect(ladderOf({ ...membership, levels: membership.levels.toReversed() })).toEqual(ladderOf(membership))
  })
})
