/** One level: what it takes, and what it gives. */
export type MembershipLevel = {
  /** From 1, without gaps. */
  readonly level: number
  readonly loansClearedOnTime: number
  readonly feeBasisPoints: number
  readonly limitOpenedBasisPoints: number
}

export type LoanHistory = { readonly clearedOnTime: number; readonly clearedLate: number }

/** The level reached by loans cleared on time, less one for each cleared late, never below the first. */
export const levelOf = <Level extends MembershipLevel>(levels: readonly Level[], history: LoanHistory): Level => {
  const reached = levels.filter((level) => level.loansClearedOnTime <= history.clearedOnTime)
  const byLevel = reached.toSorted((a, b) => a.level - b.level)
  const level = byLevel[Math.max(0, byLevel.length - 1 - history.clearedLate)]
  if (!level) throw new RangeError('no membership level is open to a first loan')
  return level
}

/** How many more loans on time lead to a higher level; null when none does. */
export const loansToNextLevel = (levels: readonly MembershipLevel[], history: LoanHistory): number | null => {
  const now = levelOf(levels, history).level
  const counts = levels
    .map((level) => level.loansClearedOnTime)
    .filter((clearedOnTime) => levelOf(levels, { ...history, clearedOnTime }).level > now)
  return counts.length === 0 ? null : Math.min(...counts) - history.clearedOnTime
}
