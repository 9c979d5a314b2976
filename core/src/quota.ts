import { WHOLE_BASIS_POINTS } from './loan/quote.ts'
import { add, type Centavos, centavos, subtract } from './money.ts'

export type QuotaFacts = {
  /** What the review approved. */
  readonly limit: Centavos
  /** The share of the limit that the membership level opens. */
  readonly openedBasisPoints: number
  /** In centavos. A limit that covers it opens at least this much: nobody has a limit that she cannot use. */
  readonly smallestLoan: number
  /** Principal paid out and not yet repaid. */
  readonly used: Centavos
  /** Held by signed orders whose money has not left. */
  readonly frozen: Centavos
  /** False once the approval has expired, and while a loan is overdue. */
  readonly isOpen: boolean
}

/** Remaining + used + available = total, always; frozen is a part of remaining. */
export type Quota = {
  readonly total: Centavos
  readonly used: Centavos
  readonly frozen: Centavos
  readonly remaining: Centavos
  readonly available: Centavos
}

/** What may be borrowed. A limit that was lowered below what is lent already leaves a total of just that. */
export const quotaOf = ({ limit, openedBasisPoints, smallestLoan, used, frozen, isOpen }: QuotaFacts): Quota => {
  if (limit < 0 || used < 0 || frozen < 0) throw new RangeError('no part of a quota is below zero')
  if (!(openedBasisPoints >= 0 && openedBasisPoints <= WHOLE_BASIS_POINTS)) {
    throw new RangeError(`not a share of a limit: ${openedBasisPoints}`)
  }

  const held = add(used, frozen)
  const total = centavos(Math.max(limit, held))
  // Cut, not rounded: what is open is never more than the share.
  const share = Number((BigInt(limit) * BigInt(openedBasisPoints)) / BigInt(WHOLE_BASIS_POINTS))
  const opened = smallestLoan <= limit ? Math.max(share, smallestLoan) : share
  const available = centavos(isOpen ? Math.max(0, opened - held) : 0)
  return { total, used, frozen, remaining: subtract(total, add(used, available)), available }
}
