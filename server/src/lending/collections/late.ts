import type { CivilDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { OrderRow } from '../order/public.ts'
import { accountOf, planStateOf, withdrawalStateOf } from '../order/public.ts'

/** How a loan past its day stands: only one that is late is anybody’s to write about. */
export type LateStanding = 'late' | 'plan' | 'withdrawing' | 'written_off' | 'not_late'

export const standingOf = (order: OrderRow, today: CivilDay): LateStanding => {
  if (order.state !== 'in_repayment' || order.dueDay === null) return 'not_late'
  if (order.writtenOffDay !== null) return 'written_off'
  if (withdrawalStateOf(order, today) === 'waiting') return 'withdrawing'
  if (planStateOf(order, today) === 'running') return 'plan'
  return (accountOf(order, today)?.overdueDays ?? 0) > 0 ? 'late' : 'not_late'
}

export type Late = { readonly dueDay: CivilDay; readonly daysLate: number; readonly payoff: Centavos }

/** What is owed on a loan that is late; undefined when it is not, or is paid in parts, given back or written off. */
export const lateOf = (order: OrderRow, today: CivilDay): Late | undefined => {
  const account = accountOf(order, today)
  if (standingOf(order, today) !== 'late' || account === null || order.dueDay === null) return undefined
  return { dueDay: order.dueDay, daysLate: account.overdueDays, payoff: account.payoff }
}
