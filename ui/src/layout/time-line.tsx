import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import css from './time-line.module.css'
import { classes } from '../classes.ts'
import { Icon, type IconShape } from './icon.tsx'
import { checkIcon } from './icons.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type TimeLineItem = {
  state: 'done' | 'now' | 'later'
  title: string
  detail?: ReactNode
  /** Drawn in the marker of what comes later; numbers make a list of steps. */
  mark?: IconShape | number | undefined
}

/** Done is a filled check, now a ring, later an outline; the state is also said in words. */
export function TimeLine({ items }: { items: readonly TimeLineItem[] }): ReactNode {
  const words = { done: m.ui_timeline_done(), now: m.ui_timeline_now(), later: m.ui_timeline_later() }
  return (
    <ol>
      {items.map((item) => (
        <li
          key={item.title}
          className={classes(css.item, css[item.state])}
          aria-current={item.state === 'now' ? 'step' : undefined}
        >
          <span className={css.marker} aria-hidden="true">
            <Mark item={item} />
          </span>
          <div className={css.words}>
            <p className={css.title}>
              <VisuallyHidden>{words[item.state]}: </VisuallyHidden>
              {item.title}
            </p>
            {item.detail && <p className={css.detail}>{item.detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ item: { state, mark } }: { item: TimeLineItem }): ReactNode {
  if (state === 'done') return <Icon shape={checkIcon} size="small" />
  if (typeof mark === 'number') return mark
  if (state === 'now') return <span className={css.dot} />
  return mark && <Icon shape={mark} size="small" />
}
