import { addDays, type CivilDay, daysBetween } from '../calendar.ts'
import type { Centavos } from '../money.ts'
import { accountOn, type LoanTerms } from './account.ts'

export type WhatIf = {
  readonly day: CivilDay
  /** Negative before the due day. */
  readonly fromDueDays: number
  readonly payoff: Centavos
  readonly lateOneTime: Centavos
  readonly lateDaily: Centavos
}

/** Early enough to save something worth knowing; late enough to see the one-time charge, a week and a month. */
const SHOWN_FROM_DUE_DAYS = [-30, -15, 0, 1, 7, 30]

/** The days worth showing before signing, without those on which there is no loan yet. */
export const whatIfDays = ({ payoutDay, dueDay }: LoanTerms): readonly CivilDay[] =>
  SHOWN_FROM_DUE_DAYS.map((count) => addDays(dueDay, count)).filter((day) => day > payoutDay)

/** What paying everything at once on each of these days would take, if nothing was paid before. */
export const whatIf = (terms: LoanTerms, days: readonly CivilDay[]): readonly WhatIf[] =>
  days.map((day) => {
    const { payoff, lateOneTime, lateDaily } = accountOn(terms, [], day)
    return { day, fromDueDays: daysBetween(terms.dueDay, day), payoff, lateOneTime, lateDaily }
  })
