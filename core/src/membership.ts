/** One level: what it takes, and what it gives. */
export type MembershipLevel = {
  /** From 1, without gaps. */
  readonly level: number
  readonly loansClearedOnTime: number
  readonly feeBasisPoints: number
  readonly limitOpenedBasisPoints: number
}

/** How a loan was paid off. */
export type ClearedLoan = 'on_time' | 'late'

const ladderOf = <Level extends MembershipLevel>(levels: readonly Level[]): readonly Level[] =>
  levels.toSorted((one, other) => one.level - other.level)

/** The highest level that so many loans reach. */
const reachedBy = <Level extends MembershipLevel>(ladder: readonly Level[], loans: number): Level => {
  const level = ladder.findLast(({ loansClearedOnTime }) => loansClearedOnTime <= loans)
  if (level === undefined) throw new RangeError('no membership level is open to a first loan')
  return level
}

/**
 * How many loans on time count for somebody with this history, the oldest loan first. A late one puts her at the foot of
 * the level below, never under the first, and she climbs again from there: nothing is held against her for good.
 */
const loansCounted = (ladder: readonly MembershipLevel[], history: readonly ClearedLoan[]): number =>
  history.reduce((loans, cleared) => {
    if (cleared === 'on_time') return loans + 1
    const below = ladder[ladder.indexOf(reachedBy(ladder, loans)) - 1]
    return below?.loansClearedOnTime ?? 0
  }, 0)

/** The level of somebody with this history, the oldest loan first. */
export const levelOf = <Level extends MembershipLevel>(
  levels: readonly Level[],
  history: readonly ClearedLoan[],
): Level => {
  const ladder = ladderOf(levels)
  return reachedBy(ladder, loansCounted(ladder, history))
}

/** How many more loans on time lead to the next level; null at the highest. */
export const loansToNextLevel = (
  levels: readonly MembershipLevel[],
  history: readonly ClearedLoan[],
): number | null => {
  const ladder = ladderOf(levels)
  const loans = loansCounted(ladder, history)
  const next = ladder.find(({ loansClearedOnTime }) => loansClearedOnTime > loans)
  return next === undefined ? null : next.loansClearedOnTime - loans
}
