import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon } from '@hola/ui/layout/icons.ts'
import type { ReactNode } from 'react'

/** Whether everything runs, in a few words. */
type Switches = DeskRetOf<'switches/list'>

export function SwitchState({
  stops,
  isHalted,
}: {
  stops: Switches['stops']
  /** Payouts stand still by themselves. */
  isHalted: boolean
}): ReactNode {
  const count = new Set([...stops.map(({ target }) => target), ...(isHalted ? ['payouts'] : [])]).size
  return count === 0 ? (
    <Badge tone="done" icon={checkIcon}>
      {m.desk_care_switches_all_run()}
    </Badge>
  ) : (
    <Badge tone="late" icon={alertIcon}>
      {count === 1 ? m.desk_care_switches_stopped_count({ count }) : m.desk_care_switches_stopped_counts({ count })}
    </Badge>
  )
}
