import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon, clockIcon, undoIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'

type State = DeskRetOf<'loans/list'>['loans'][number]['state']

const says: Readonly<
  Record<
    State,
    { readonly name: () => string; readonly tone: 'done' | 'neutral' | 'late' | 'failed'; readonly icon: string }
  >
> = {
  pending: { name: m.desk_people_state_pending, tone: 'neutral', icon: clockIcon },
  payout_failed: { name: m.desk_people_state_payout_failed, tone: 'failed', icon: alertIcon },
  in_repayment: { name: m.desk_people_state_in_repayment, tone: 'done', icon: checkIcon },
  overdue: { name: m.desk_people_state_overdue, tone: 'late', icon: clockIcon },
  cleared: { name: m.desk_people_state_cleared, tone: 'done', icon: checkIcon },
  review_failed: { name: m.desk_people_state_review_failed, tone: 'neutral', icon: undoIcon },
  cancelled: { name: m.desk_people_state_cancelled, tone: 'neutral', icon: undoIcon },
}

export const sayState = (state: State, overdueDays: number): string =>
  state === 'overdue' ? m.desk_people_days({ count: overdueDays }) : says[state].name()

/** Where a loan stands; of one that is late, by how many days. A late borrower is never red: that is for what we failed at. */
export function StateBadge({ state, overdueDays }: { state: State; overdueDays: number }): ReactNode {
  const { tone, icon } = says[state]
  return (
    <Badge tone={tone} icon={icon}>
      {sayState(state, overdueDays)}
    </Badge>
  )
}
