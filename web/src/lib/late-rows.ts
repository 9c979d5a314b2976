import { multiplyRate, type Centavos } from '@hola/core/money.ts'
import { WHOLE_BASIS_POINTS } from '@hola/core/loan/quote.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatShortRate } from '../i18n/format.ts'
import { m } from '../i18n/compiled/messages.js'
import { exactPesos } from './quote-parts.ts'

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
  {
    name: m.orders_late_one_time(),
    under: m.orders_late_one_time_rate({ rate: formatShortRate(order.late_one_time_basis_points) }),
    text: exactPesos(order.late_one_time_centavos),
  },
  { name: m.orders_late_daily(), under: dailyWords(order), text: exactPesos(order.late_daily_centavos) },
]

/** Line by line where it is days times the same amount; after a part was paid, or at the ceiling, it is not. */
const dailyWords = (order: Order): string => {
  const { late_daily_basis_points: rate, amount_centavos: amount, overdue_days: days, late_daily_centavos: sum } = order
  const perDay: Centavos = multiplyRate(amount, rate, WHOLE_BASIS_POINTS)
  const words = { rate: formatShortRate(rate), amount: exactPesos(perDay), days }
  if (perDay * days !== sum) return m.orders_late_daily_rate(words)
  return days === 1 ? m.orders_late_daily_day(words) : m.orders_late_daily_days(words)
}
