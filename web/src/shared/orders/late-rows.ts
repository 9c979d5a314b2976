import { add, multiplyRate, type Centavos } from '@hola/core/money.ts'
import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatShortRate } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos } from '../offers/quote-parts.ts'

type Order = Pick<
  RetOf<'loan/order'>['order'],
  | 'amount_centavos'
  | 'overdue_days'
  | 'late_one_time_basis_points'
  | 'late_daily_basis_points'
  | 'late_one_time_centavos'
  | 'late_daily_centavos'
>

/** What being late has added, each line with the rate that makes it: the same on Home and on the page of the loan. */
export const lateRows = (order: Order): { name: string; under: string; text: string }[] => [
  // Nobody is charged it for a small remainder.
  ...(order.late_one_time_centavos === 0
    ? []
    : [{ name: m.orders_late_one_time(), under: onceWords(order), text: exactPesos(order.late_one_time_centavos) }]),
  { name: m.orders_late_daily(), under: dailyWords(order), text: exactPesos(order.late_daily_centavos) },
]

/** The share of the loan, or, when less was unpaid on the due day, just that. */
const onceWords = ({
  amount_centavos: amount,
  late_one_time_basis_points: rate,
  late_one_time_centavos: charged,
}: Order): string =>
  charged < multiplyRate(amount, rate, WHOLE_BASIS_POINTS)
    ? m.orders_late_one_time_unpaid()
    : m.orders_late_one_time_rate({ rate: formatShortRate(rate) })

/** Line by line where it is days times the same amount; after a part was paid, or at the ceiling, it is not. */
const dailyWords = (order: Order): string => {
  const { late_daily_basis_points: rate, amount_centavos: amount, overdue_days: days, late_daily_centavos: sum } = order
  const perDay: Centavos = multiplyRate(amount, rate, WHOLE_BASIS_POINTS)
  const words = { rate: formatShortRate(rate), amount: exactPesos(perDay), days }
  if (perDay * days !== sum) return m.orders_late_daily_rate(words)
  return days === 1 ? m.orders_late_daily_day(words) : m.orders_late_daily_days(words)
}

/** Whether late charges have reached their ceiling. A small remainder can also cost the same tomorrow before that. */
export const isAtLateMax = ({
  accrued,
  liquidated_damages_max_centavos: max,
}: Pick<RetOf<'loan/order'>['order'], 'accrued' | 'liquidated_damages_max_centavos'>): boolean =>
  accrued !== null && add(accrued.late_one_time_centavos, accrued.late_daily_centavos) >= max
