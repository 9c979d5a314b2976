import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDay } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos } from '../offers/quote-parts.ts'

type Order = Pick<NonNullable<RetOf<'app/home'>['active_order']>, 'state' | 'due_day' | 'next_part'>

/** Until when what is to be paid on a loan that runs: the next part of a plan, or all of it by the due day. */
export const dueWords = ({ state, due_day: dueDay, next_part: part }: Order): string => {
  if (part) {
    const { paid_count: paid, part_count: count, due_day: day, amount_centavos: amount } = part
    return m.orders_part_due({ number: paid + 1, count, date: formatDay(day), amount: exactPesos(amount) })
  }
  const date = dueDay === null ? '' : formatDay(dueDay)
  return state === 'overdue' ? m.orders_was_due_on({ date }) : m.orders_due_on({ date })
}
