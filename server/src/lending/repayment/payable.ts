import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { OrderRow } from '../order/public.ts'
import { accountOf } from '../order/public.ts'

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

/** From this hour on in Argentina a day is too short to pay in: the money of an evening may leave after midnight. */
const EVENING_FROM_HOUR = 20
const HOUR_MS = 3_600_000

/** The last day on which everything can be paid, by transfer or checkout, for what it costs now. */
export const payoffUntilDay = (now: Date): CivilDay => {
  const today = civilDayOf(now)
  const eveningMs = startOfDay(today).getTime() + EVENING_FROM_HOUR * HOUR_MS
  return now.getTime() < eveningMs ? today : addDays(today, 1)
}

/** The last moment of a day in Argentina: what is paid until then is paid on that day. */
export const endOfDay = (day: CivilDay): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1)
