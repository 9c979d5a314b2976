import type { ReactNode } from 'react'
import { isWritten } from '@hola/core/consumer.ts'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { checkIcon, clockIcon, infoIcon } from '@hola/ui/layout/icons.ts'
import css from './consumer.module.css'
import type { Kind, Request } from './request.ts'

const shown = {
  received: { tone: 'neutral', icon: clockIcon, text: () => m.consumer_state_received() },
  acknowledged: { tone: 'neutral', icon: checkIcon, text: () => m.consumer_state_acknowledged() },
  done: { tone: 'done', icon: checkIcon, text: () => m.consumer_state_done() },
  not_possible: { tone: 'neutral', icon: infoIcon, text: () => m.consumer_state_not_possible() },
} as const

/** What a person answers has its answer when she has written it. */
const shownOfWritten = {
  ...shown,
  acknowledged: { ...shown.acknowledged, icon: clockIcon, text: () => m.consumer_state_in_hand() },
  done: { ...shown.done, text: () => m.consumer_state_acknowledged() },
} as const

const kinds: Readonly<Record<Kind, () => string>> = {
  regret: () => m.consumer_kind_regret(),
  unsubscribe: () => m.consumer_kind_unsubscribe(),
  complaint: () => m.consumer_kind_complaint(),
  data_access: () => m.consumer_kind_data_access(),
  data_change: () => m.consumer_kind_data_change(),
}

/** A request and how far it is. */
export function RequestState({ request }: { request: Request }): ReactNode {
  const { tracking_number: number, kind, state, received_at: at, concluded_at: end, answer } = request
  const { tone, icon, text } = (isWritten(kind) ? shownOfWritten : shown)[state]
  return (
    <div className={css.state}>
      <p className={css.stateHead}>
        <strong>{number}</strong>
        <Badge tone={tone} icon={icon}>
          {text()}
        </Badge>
      </p>
      <p className={css.soft}>{kinds[kind]()}</p>
      {answer !== null && <p>{answer}</p>}
      <p className={css.soft}>{m.consumer_asked_on({ date: formatDate(at), time: formatTime(at) })}</p>
      {end !== null && (
        <p className={css.soft}>{m.consumer_concluded_on({ date: formatDate(end), time: formatTime(end) })}</p>
      )}
    </div>
  )
}
