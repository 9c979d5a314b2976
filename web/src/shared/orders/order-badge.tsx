import type { RetOf } from '@hola/core/contract/contract.ts'
import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon, clockIcon, closeIcon } from '@hola/ui/layout/icons.ts'

type Order = Pick<RetOf<'loan/order'>['order'], 'state' | 'overdue_days'>

/** Where a loan stands, as icon and word: the same on Home, in the lists and on its own page. */
export function OrderBadge({ order }: { order: Order }): ReactNode {
  const { tone, icon } = looks[order.state]
  return (
    <Badge tone={tone} icon={icon}>
      {orderStateName(order)}
    </Badge>
  )
}

const looks = {
  pending: { tone: 'neutral', icon: clockIcon },
  payout_failed: { tone: 'failed', icon: alertIcon },
  in_repayment: { tone: 'done', icon: checkIcon },
  overdue: { tone: 'late', icon: clockIcon },
  cleared: { tone: 'done', icon: checkIcon },
  review_failed: { tone: 'neutral', icon: closeIcon },
  cancelled: { tone: 'neutral', icon: closeIcon },
} as const

const orderStateName = ({ state, overdue_days: days }: Order): string => {
  switch (state) {
    case 'pending':
      return m.orders_state_pending()
    case 'payout_failed':
      return m.orders_state_payout_failed()
    case 'in_repayment':
      return m.orders_state_in_repayment()
    case 'overdue':
      return days === 1 ? m.orders_state_overdue_day({ days }) : m.orders_state_overdue({ days })
    case 'cleared':
      return m.orders_state_cleared()
    case 'review_failed':
      return m.orders_state_review_failed()
    case 'cancelled':
      return m.orders_state_cancelled()
  }
}
