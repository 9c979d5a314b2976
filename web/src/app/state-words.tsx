import type { ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { exactPesos, shortPesos } from '../shared/offers/quote-parts.ts'
import { dueWords } from '../shared/orders/due-words.ts'
import { OrderBadge } from '../shared/orders/order-badge.tsx'
import { retryFrom } from '../shared/home/retry-from.ts'
import { reviewWords } from '../shared/home/review-words.ts'
import type { DrawingName } from '@hola/ui/drawings/shapes.tsx'

type Home = RetOf<'app/home'>
type Order = NonNullable<Home['active_order']>

export type StateWords = {
  title: string
  text?: string | undefined
  drawing?: DrawingName | undefined
  badge?: ReactNode
}

const stepNames = {
  basic: m.pages_step_basic,
  social: m.pages_step_social,
  withdrawal: m.pages_step_withdrawal,
  photos: m.pages_upload_id_card,
} as const

/** How a user's application or loan stands, short enough for the side of a desk. */
export const stateWords = (home: Home): StateWords => {
  const { state, active_order: order, next_action: next, expires_at: expiresAt, retry_at: retryAt } = home
  if (order) return orderWords(order)
  switch (state) {
    case 'in_review':
      return {
        drawing: 'calendar',
        title: reviewWords({ stage: home.review_stage, expectedAt: home.review_expected_at, nowAt: home.now_at }).title,
      }
    case 'approved': {
      const upTo = home.quota?.available_centavos ?? home.limit_centavos
      return {
        drawing: 'sunrise',
        title: upTo === null ? m.home_approved() : `${m.home_approved_up_to()} ${shortPesos(upTo)}`,
        text: expiresAt ? `${m.home_valid_until()} ${whenOf(expiresAt)}` : undefined,
      }
    }
    case 'refused':
      return {
        drawing: 'calendar',
        title: m.home_refused_title(),
        text: retryAt ? `${m.home_refused_from()} ${m.home_at(retryFrom(retryAt))}` : undefined,
      }
    case 'expired':
      return { drawing: 'calendar', title: m.home_expired_title() }
    default:
      return next.step
        ? { title: m.shell_state_begun(), text: m.shell_state_step({ step: stepNames[next.step]() }) }
        : { title: m.home_init_title() }
  }
}

const whenOf = (instant: string): string => m.home_at({ date: formatDate(instant), time: formatTime(instant) })

const orderWords = (order: Order): StateWords => {
  const badge = <OrderBadge order={order} />
  switch (order.state) {
    case 'pending':
      return { badge, drawing: 'signed', title: m.orders_on_its_way({ amount: exactPesos(order.arrival_centavos) }) }
    case 'payout_failed':
      return { badge, title: m.orders_needs_account() }
    case 'in_repayment':
    case 'overdue':
      return {
        badge,
        drawing: 'calendar',
        title: m.orders_settle_today({ amount: exactPesos(order.payoff_centavos) }),
        text: order.due_day && order.state === 'in_repayment' ? dueWords(order) : undefined,
      }
    case 'cleared':
      return { badge, drawing: 'sunrise', title: m.home_cleared_title() }
    default:
      return { badge, title: m.orders_number({ number: order.order_number }) }
  }
}
