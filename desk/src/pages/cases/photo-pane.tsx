import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { minusIcon, plusIcon, refreshIcon } from '@hola/ui/layout/icons.ts'
import type { CSSProperties, ReactNode } from 'react'
import { Kbd } from '../../parts/kbd.tsx'
import css from './case.module.css'

const ZOOM_MAX = 4
const ZOOM_STEP = 0.5
const QUARTER = 90

/** How a photo is looked at: how large, and turned how far. */
export type View = { readonly zoom: number; readonly turn: number }

export const wholeView: View = { zoom: 1, turn: 0 }

export const zoomed = ({ zoom, turn }: View, by: 1 | -1): View => ({
  zoom: Math.min(ZOOM_MAX, Math.max(1, zoom + by * ZOOM_STEP)),
  turn,
})

export const turned = ({ zoom, turn }: View): View => ({ zoom, turn: turn + QUARTER })

/** A photo as it is looked at. What does not fit is scrolled to. */
export function Photo({ jpeg, alt, view }: { jpeg: string | undefined; alt: string; view: View }): ReactNode {
  if (jpeg === undefined) return <p className={css.noPhoto}>{m.desk_queue_case_no_photo()}</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a photo that was made larger is scrolled by keys too
    <div className={css.photo} tabIndex={0}>
      <img
        src={`data:image/jpeg;base64,${jpeg}`}
        alt={alt}
        style={{ '--zoom': String(view.zoom), '--turn': `${view.turn}deg` } as CSSProperties}
      />
    </div>
  )
}

/** One photo of a case with its buttons; its number makes it large. */
export function PhotoPane({
  title,
  number,
  jpeg,
  isClosed,
  view,
  onView,
  isFocused,
  onFocus,
}: {
  title: string
  number: number
  jpeg: string | undefined
  /** Nobody has given a reason to open the case yet. */
  isClosed: boolean
  view: View
  onView: (view: View) => void
  isFocused: boolean
  onFocus: () => void
}): ReactNode {
  const buttons = [
    { says: m.desk_queue_case_zoom_out(), icon: minusIcon, run: () => onView(zoomed(view, -1)) },
    { says: m.desk_queue_case_zoom_in(), icon: plusIcon, run: () => onView(zoomed(view, 1)) },
    { says: m.desk_queue_case_turn(), icon: refreshIcon, run: () => onView(turned(view)) },
  ]
  return (
    <section className={classes(css.panel, css.pane, isFocused && css.focused)} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {!isClosed &&
          buttons.map(({ says, icon, run }) => (
            <button
              key={says}
              type="button"
              className={css.tool}
              aria-label={`${says}: ${title}`}
              title={says}
              onClick={run}
            >
              <Icon shape={icon} size="small" />
            </button>
          ))}
        <button
          type="button"
          className={css.tool}
          aria-label={m.desk_queue_case_focus({ panel: title, key: number })}
          aria-pressed={isFocused}
          onClick={onFocus}
        >
          <Kbd keys={String(number)} />
        </button>
      </header>
      {isClosed ? (
        <p className={css.noPhoto} aria-hidden="true" />
      ) : (
        <Photo jpeg={jpeg} alt={m.desk_queue_case_photo_alt({ panel: title })} view={view} />
      )}
    </section>
  )
}
