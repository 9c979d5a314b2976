import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { PlanPart } from '@hola/core/loan/plan.ts'
import { movedParts, PLAN_PARTS_MAX } from '@hola/core/loan/plan.ts'
import { add } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { LoanEffect } from '../loan/public.ts'
import { settleOrder, withEffect } from '../loan/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { accountOf, bookingDay, planStateOf, withdrawalStateOf } from '../order/public.ts'
import type { Services } from '../services.ts'
import { insertPlan, insertPlanReversal } from './store.ts'

export type PlanProblem =
  | 'no_such_order'
  | 'nothing_owed'
  | 'written_off'
  | 'plan_running'
  /** She is giving it back and has time until the last day of that right. */
  | 'being_withdrawn'
  /** Interest still accrues: a plan of what is owed today would give the rest of it away. */
  | 'term_not_over'
  /** None, or more than there may be. */
  | 'wrong_number_of_parts'
  /** The days of the parts, moved to business days, are not one after the other from today on. */
  | 'days_not_in_order'
  /** Less than what can be paid at once on this loan; the last part may be. */
  | 'part_too_small'
  /** The parts are not what is owed today. */
  | 'parts_do_not_sum'

export type PlanResult = {
  readonly planId: string
  /** With the days that count. */
  readonly parts: readonly PlanPart[]
  readonly effect: LoanEffect
}

/** Before its last day interest is still to come. */
const isTermOver = ({ payoutDay, agreedPayoutDay, termDays }: OrderRow, today: string): boolean =>
  today >= addDays(payoutDay ?? agreedPayoutDay, termDays)

/**
 * Agrees on parts instead of the due day. They are all that is owed today; a day on which banks are closed moves to the
 * next business day. While each is paid by its day time costs nothing; the day after one that was not, core takes the
 * loan back to the agreed terms.
 */
export const makePlan = (
  tx: Tx,
  services: Services,
  { userId, orderId, parts: agreed }: OrderKey & { readonly parts: readonly PlanPart[] },
): Promise<PlanResult | PlanProblem> =>
  withEffect(tx, services, { userId, orderId }, async (order): Promise<Omit<PlanResult, 'effect'> | PlanProblem> => {
    const madeAt = services.clock.now()
    const day = bookingDay(order, civilDayOf(madeAt))
    const account = accountOf(order, day)
    if (account === null || account.clearedDay !== null) return 'nothing_owed'
    if (order.writtenOffDay !== null) return 'written_off'
    if (planStateOf(order, day) === 'running') return 'plan_running'
    if (withdrawalStateOf(order, day) === 'waiting') return 'being_withdrawn'
    if (!isTermOver(order, day)) return 'term_not_over'
    if (agreed.length === 0 || agreed.length > PLAN_PARTS_MAX) return 'wrong_number_of_parts'
    const parts = movedParts(agreed, services.reference.holidays)
    const isInOrder = parts.every(({ dueDay }, index) => dueDay >= day && dueDay > (parts[index - 1]?.dueDay ?? ''))
    if (!isInOrder) return 'days_not_in_order'
    const amount = add(...parts.map((part) => part.amount))
    if (amount !== account.payoff || parts.some((part) => part.amount <= 0)) return 'parts_do_not_sum'
    if (parts.slice(0, -1).some((part) => part.amount < order.partialPaymentMin)) return 'part_too_small'
    const planId = services.random.uuid()
    await insertPlan(tx, { userId, orderId, planId, day, amount, parts, madeAt })
    await settleOrder(tx, services, order, { cause: 'plan', sourceId: planId, amount })
    return { planId, parts }
  })

export type PlanReversalProblem =
  | 'no_such_order'
  | 'no_plan'
  /** She has paid everything that she was told she owes. */
  | 'already_paid_off'

/** Takes the plan of a loan back, kept or broken: the loan is as if it had never been. */
export const reversePlan = (
  tx: Tx,
  services: Services,
  key: OrderKey,
): Promise<{ readonly effect: LoanEffect } | PlanReversalProblem> =>
  withEffect(tx, services, key, async (order): Promise<object | PlanReversalProblem> => {
    if (order.plan === null) return 'no_plan'
    if (order.state === 'cleared') return 'already_paid_off'
    const { planId } = order.plan
    await insertPlanReversal(tx, { userId: key.userId, planId }, services.clock.now())
    await settleOrder(tx, services, order, { cause: 'plan_reversal', sourceId: planId })
    return {}
  })
