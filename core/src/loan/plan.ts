import { addDays, type CivilDay, type Holidays, nextBusinessDay } from '../calendar.ts'
import { add, type Centavos, subtract } from '../money.ts'

/** More parts than these are not a way out of a small loan. */
export const PLAN_PARTS_MAX = 24

/** One installment of a plan, with the last day on which it can be paid. */
export type PlanPart = { readonly dueDay: CivilDay; readonly amount: Centavos }

/**
 * What lender and borrower agreed on instead of the due day: all that was owed on the plan's day, in parts. While each part
 * is paid by its day, time costs nothing. A part that is not ends the plan, and the loan is the agreed one from the plan's
 * day on, as if there had been no plan.
 */
export type PaymentPlan = { readonly day: CivilDay; readonly parts: readonly PlanPart[] }

/** The parts with the days that count: one on which banks are closed can be paid on the next business day. */
export const movedParts = (parts: readonly PlanPart[], holidays: Holidays): PlanPart[] =>
  parts.map(({ dueDay, amount }) => ({ dueDay: nextBusinessDay(dueDay, holidays), amount }))

/** Each part with what may still be owed at the end of its day. */
export const planSteps = ({ parts }: PaymentPlan): readonly (PlanPart & { readonly leftAfter: Centavos })[] => {
  let left = add(...parts.map(({ amount }) => amount))
  return parts.map((part) => {
    left = subtract(left, part.amount)
    return { ...part, leftAfter: left }
  })
}

/**
 * The first day up to `day` on which a plan is broken, null while it is kept. `payoffOn` says what is owed on a day if the
 * plan is kept. What is owed decides, and not which payment was meant for which part: money that came early or that we
 * hear of late counts, and money that is taken back is missing.
 */
export const planBrokenDay = (
  plan: PaymentPlan,
  day: CivilDay,
  payoffOn: (day: CivilDay) => Centavos,
): CivilDay | null => {
  const missed = planSteps(plan).find(({ dueDay, leftAfter }) => dueDay < day && payoffOn(dueDay) > leftAfter)
  return missed === undefined ? null : addDays(missed.dueDay, 1)
}
