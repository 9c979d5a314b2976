import type { CivilDay, Holidays } from '@hola/core/calendar.ts'
import { civilDayOf } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { OrderRow } from '../../lending/order/public.ts'
import { isOpenOrder, withdrawalOf, withdrawalStateOf } from '../../lending/order/public.ts'
import type { Outcome, RequestRow, RequestState } from './store.ts'

/**
 * Where a request stands when it has not ended. A complaint is in hand until a person has answered it. The two last are
 * carried out as soon as they are seen.
 */
type Waiting =
  | 'which_loan'
  | 'confirm_regret'
  | 'on_its_way'
  | 'return'
  | 'no_account'
  | 'confirm_end'
  | 'after_loan'
  | 'in_hand'
  | 'to_cancel'
  | 'to_end'

export type SituationName = Waiting | Outcome

export type Situation = {
  readonly name: SituationName
  readonly orderNumber: string | null
  /** What is to be given back, and until when. */
  readonly giveBack: { readonly amount: Centavos; readonly untilDay: CivilDay } | null
  /** What the loan is when that is not given back in time. */
  readonly agreed: { readonly repayment: Centavos; readonly dueDay: CivilDay; readonly untilDay: CivilDay } | null
  /** The day on which she has withdrawn from it. */
  readonly withdrawnDay: CivilDay | null
  /** That was before this request came. */
  readonly isWithdrawnBefore: boolean
}

export type Facts = {
  /** The loan that the request is about. */
  readonly order: OrderRow | undefined
  /** All of the person's. */
  readonly orders: readonly OrderRow[]
  readonly today: CivilDay
  readonly holidays: Holidays
}

/**
 * How a request has ended, unless the facts have changed since: money that was paid in time is heard of late, and money
 * that was said not to leave has arrived after all.
 */
const lastingOutcome = ({ outcome }: RequestRow, order: OrderRow | undefined): Outcome | null => {
  if (outcome === 'not_returned') return null
  return outcome === 'cancelled' && order !== undefined && order.payoutDay !== null ? null : outcome
}

/** Where a request stands by the facts as they are now. */
export const situationOf = (request: RequestRow, facts: Facts): Situation => {
  const { order, today, holidays } = facts
  const withdrawal = order === undefined ? null : withdrawalOf(order, today, holidays)
  const withdrawnAt = order?.withdrawnAt ?? null
  return {
    name: lastingOutcome(request, order) ?? nameOf(request, facts),
    orderNumber: order?.orderNumber ?? null,
    giveBack:
      order === undefined || withdrawal === null
        ? null
        : {
            amount: order.payoutDay === null ? order.arrival : withdrawal.return_centavos,
            untilDay: withdrawal.until_day,
          },
    agreed:
      order === undefined
        ? null
        : {
            repayment: order.repayment,
            dueDay: order.dueDay ?? order.agreedDueDay,
            untilDay: order.withdrawalUntilDay,
          },
    withdrawnDay: withdrawnAt === null ? null : civilDayOf(withdrawnAt),
    isWithdrawnBefore: withdrawnAt !== null && withdrawnAt < request.receivedAt,
  }
}

const nameOf = (request: RequestRow, facts: Facts): SituationName => {
  switch (request.kind) {
    case 'regret':
      return regretOf(request, facts)
    case 'unsubscribe':
      return unsubscribeOf(request, facts)
    case 'complaint':
    case 'data_access':
    case 'data_change':
      return 'in_hand'
  }
}

/** The loans that can be meant by whoever names none: those that are going on; else those repaid within the days. */
export const regrettable = ({ orders, today, holidays }: Pick<Facts, 'orders' | 'today' | 'holidays'>): OrderRow[] => {
  const open = orders.filter(isOpenOrder)
  return open.length > 0 ? open : orders.filter((order) => withdrawalOf(order, today, holidays) !== null)
}

const regretOf = ({ isProven, receivedAt }: RequestRow, facts: Facts): SituationName => {
  const { order, today, holidays } = facts
  switch (order?.state) {
    case undefined:
      return isProven && regrettable(facts).length === 0 ? 'no_loan' : 'which_loan'
    case 'review_failed':
      return 'no_loan'
    case 'cancelled':
      return order.paidOutAt === null ? 'cancelled' : 'withdrawn'
    case 'cleared':
    case 'in_repayment': {
      if (order.withdrawnAt !== null) return withdrawalStateOf(order, today) === 'lapsed' ? 'not_returned' : 'return'
      // Whoever is known is judged by the day on which she asked, also when that was found out later.
      if (isProven && civilDayOf(receivedAt) <= order.withdrawalUntilDay) return 'to_cancel'
      const withdrawal = withdrawalOf(order, today, holidays)
      if (isProven || withdrawal === null) return order.state === 'cleared' ? 'paid' : 'too_late'
      return withdrawal.return_centavos > 0 ? 'return' : 'confirm_regret'
    }
    case 'pending':
    case 'payout_failed':
      if (order.withdrawnAt !== null) return 'on_its_way'
      return isProven ? 'to_cancel' : 'confirm_regret'
  }
}

const unsubscribeOf = ({ userId, isProven }: RequestRow, { orders }: Facts): SituationName => {
  if (userId === null) return 'no_account'
  if (!isProven) return 'confirm_end'
  return orders.some(isOpenOrder) ? 'after_loan' : 'to_end'
}

const endStates: Readonly<Record<Outcome, RequestState>> = {
  cancelled: 'done',
  withdrawn: 'done',
  ended: 'done',
  answered: 'done',
  paid: 'not_possible',
  too_late: 'not_possible',
  not_returned: 'not_possible',
  no_loan: 'not_possible',
  declined: 'not_possible',
}

const isOutcome = (name: SituationName): name is Outcome => name in endStates

/**
 * How a request in this situation ends, if it does. Whoever has not proven who she is learns of no loan by it: for her it
 * only ends when the loan itself has been given up.
 */
export const endOf = (
  { isProven }: RequestRow,
  { name }: Situation,
): { readonly outcome: Outcome; readonly state: RequestState } | undefined => {
  if (!isOutcome(name)) return undefined
  const state = endStates[name]
  return isProven || state === 'done' ? { outcome: name, state } : undefined
}
