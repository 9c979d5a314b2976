/** How late a loan is, by the days since it was due: the buckets of the portfolio, from the best to the worst. */
export const lateBuckets = ['current', 'd1_30', 'd31_60', 'd61_90', 'd91_180', 'd181'] as const

export type LateBucket = (typeof lateBuckets)[number]

/** The first day late of each bucket. */
export const bucketFromDays: Readonly<Record<LateBucket, number>> = {
  current: 0,
  d1_30: 1,
  d31_60: 31,
  d61_90: 61,
  d91_180: 91,
  d181: 181,
}

/** What becomes of a loan from one end of a month to the next: it is in a bucket, paid off, or written off. */
export const rollEnds = [...lateBuckets, 'paid', 'written_off'] as const

export type RollEnd = (typeof rollEnds)[number]

/**
 * The situation of a debtor by days late, as the central bank counts consumer loans: 1 to 31 days, 2 to 90, 3 to 180, 4 to
 * a year, 5 beyond.
 */
export const situationOf = (daysLate: number): 1 | 2 | 3 | 4 | 5 => {
  if (daysLate <= 31) return 1
  if (daysLate <= 90) return 2
  if (daysLate <= 180) return 3
  return daysLate <= 365 ? 4 : 5
}
