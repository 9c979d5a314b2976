import { m } from '@hola/i18n/compiled/messages.js'
import { formatTime, formatDate, formatWeekday } from '@hola/i18n/format-date.ts'
import { classes } from '@hola/ui/classes.ts'
import type { IconShape } from '@hola/ui/layout/icon.tsx'
import { Icon } from '@hola/ui/layout/icon.tsx'
import type { ReactNode } from 'react'
import css from './event-line.module.css'
import { Initials } from './initials.tsx'

export type LineEvent = {
  readonly id: string
  /** An instant, as the contract has it. */
  readonly at: string
  readonly icon: IconShape
  readonly tone?: 'done' | 'late' | 'failed' | undefined
  readonly title: string
  readonly text?: ReactNode
  /** A member of the staff by her name; whoever else by a word. */
  readonly who: { readonly name: string; readonly isMember: boolean }
}

const dayOf = (at: string): string => formatDate(at).split('/').toReversed().join('-')

const sayDay = (at: string, now: string | undefined): string => {
  if (now !== undefined && dayOf(now) === dayOf(at)) return m.desk_people_today({ day: formatDate(at) })
  return `${formatWeekday(dayOf(at))} ${formatDate(at)}`
}

/** What happened, the newest first, under the days on which it did. `now`: the server's, for the word "today". */
export function EventLine({
  label,
  events,
  now,
  selectedId,
}: {
  label: string
  events: readonly LineEvent[]
  now?: string | undefined
  selectedId?: string | undefined
}): ReactNode {
  const days = Map.groupBy(events, ({ at }) => dayOf(at))
  return (
    <section aria-label={label} className={css.line}>
      {[...days].map(([day, list]) => (
        <div key={day}>
          <h3 className={css.day}>{sayDay(list[0]?.at ?? '', now)}</h3>
          <ol>
            {list.map(({ id, at, icon, tone, title, text, who }) => (
              <li key={id} id={`event-${id}`} className={css.event} data-selected={id === selectedId || undefined}>
                <time className={css.time} dateTime={at}>
                  {formatTime(at)}
                </time>
                <span className={classes(css.mark, tone && css[tone])}>
                  <Icon shape={icon} size="small" />
                </span>
                <p className={css.words}>
                  <b>{title}</b> {text}
                </p>
                <span className={css.who}>
                  {who.isMember && <Initials name={who.name} />}
                  {who.name}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
