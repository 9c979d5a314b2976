import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, startOfDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import { accountOf } from '../loan/account-of.ts'
import type { OrderRow } from '../loan/store.ts'

/** What can be paid on an order. */
export type Payable = {
  readonly payoff: Centavos
  /** The smallest part; less than usual where less is owed. */
  readonly partMin: Centavos
}

/** What can be paid on an order on a day; undefined when nothing is owed. */
export const payableOf = (order: OrderRow, day: CivilDay): Payable | undefined => {
  const payoff = order.state === 'in_repayment' ? accountOf(order, day)?.payoff : undefined
  if (payoff === undefined || payoff === 0) return undefined
  return { payoff, partMin: payoff < order.partialPaymentMin ? payoff : order.partialPaymentMin }
}

/** The last moment of a day in Argentina: what is paid until then is paid on that day. */
export const endOfDay = (day: CivilDay): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1)
