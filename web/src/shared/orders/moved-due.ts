import { addDays, civilDayOf, type CivilDay } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDay, formatWeekday } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'

/** Why a loan is due later than the days of its term: the day they end on is no business day. */
export const movedWords = (counted: CivilDay, due: CivilDay): string =>
  m.loan_due_moved({ counted: formatDay(counted), weekday: formatWeekday(counted), due: formatWeekday(due) })

type Order = Pick<RetOf<'loan/order'>['order'], 'due_day' | 'repayment_day' | 'paid_out_at' | 'term_days'>

/** The same for a loan that runs; undefined where nothing was moved, or where a coupon has moved it since. */
export const movedWordsOf = (order: Order): string | undefined => {
  const { due_day: due, repayment_day: agreed, paid_out_at: paidOutAt, term_days: days } = order
  if (due === null || paidOutAt === null || due !== agreed) return undefined
  const counted = addDays(civilDayOf(new Date(paidOutAt)), days)
  return counted === due ? undefined : movedWords(counted, due)
}
