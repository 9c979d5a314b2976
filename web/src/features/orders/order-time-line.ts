import { formatDate, formatDay, formatLongDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos } from '../../shared/offers/quote-parts.ts'
import { calendarIcon } from '@hola/ui/layout/icons.ts'
import type { TimeLineItem } from '@hola/ui/layout/time-line.tsx'
import type { Order } from './api.ts'

type Entry = Order['timeline'][number]

/** What happened to a loan and what is still to come, in words. */
export const timeLineOf = (
  order: Pick<Order, 'timeline' | 'arrival_centavos' | 'term_days' | 'withdrawn_at'>,
): TimeLineItem[] =>
  order.timeline.map((entry) => ({
    state: entry.progress,
    title: titleOf(entry, order),
    detail: detailOf(entry, order),
    ...(entry.kind === 'due' && { mark: calendarIcon }),
  }))

const titleOf = (
  { kind, progress, amount_centavos: amount }: Entry,
  { arrival_centavos: arrival, withdrawn_at: withdrawnAt }: Pick<Order, 'arrival_centavos' | 'withdrawn_at'>,
): string => {
  switch (kind) {
    case 'signed':
      return m.orders_line_signed()
    case 'paid_out': {
      const words = { amount: exactPesos(amount ?? arrival) }
      if (progress === 'done') return m.orders_line_paid_out(words)
      return withdrawnAt === null ? m.orders_line_will_pay_out(words) : m.orders_line_if_arrives(words)
    }
    case 'payout_failed':
      return m.orders_line_payout_failed()
    case 'withdrawal_open':
      if (withdrawnAt !== null && amount !== null) return m.orders_line_return({ amount: exactPesos(amount) })
      if (withdrawnAt !== null && progress === 'done') return m.orders_line_not_returned()
      return progress === 'done' ? m.orders_line_withdrawal_over() : m.orders_line_withdrawal()
    case 'withdrawn':
      return m.orders_line_withdrawn()
    case 'payment':
      return amount === null ? m.orders_payments() : m.orders_line_payment({ amount: exactPesos(amount) })
    case 'extended':
      return m.orders_line_extended()
    case 'due':
      return m.orders_line_due()
    case 'overdue':
      return m.orders_line_overdue()
    case 'waived':
      return m.orders_line_waived({ amount: exactPesos(amount ?? arrival) })
    case 'part':
      return m.orders_line_part({ amount: exactPesos(amount ?? arrival) })
    case 'written_off':
      return m.orders_line_written_off()
    case 'cleared':
      return m.orders_line_cleared()
    case 'cancelled':
      return m.orders_line_cancelled()
  }
}

const detailOf = ({ kind, progress, at, day }: Entry, { term_days: days }: Pick<Order, 'term_days'>) => {
  if (at) return m.orders_at({ date: formatDate(at), time: formatTime(at) })
  if (kind === 'paid_out' && progress === 'now') return m.orders_line_transferring()
  if (day && (kind === 'withdrawal_open' || kind === 'part')) return m.orders_until({ date: formatDay(day) })
  // At noon it is the same day in every zone that shows it.
  if (day && kind === 'due') return formatLongDate(`${day}T15:00:00.000Z`)
  if (day) return formatDay(day)
  return kind === 'due' ? m.orders_due_after({ days }) : undefined
}
