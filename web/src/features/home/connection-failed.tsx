import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { Drawing } from '@hola/ui/drawings/drawing.tsx'
import { Spinner } from '@hola/ui/layout/spinner.tsx'
import css from './connection-failed.module.css'

/** The whole screen is the button: whoever reads "click the screen" may press anywhere but on what stands above it. */
export function ConnectionFailed({
  onRetry,
  trying = false,
  note,
}: {
  onRetry: () => void
  trying?: boolean
  /** What waits on this phone meanwhile. */
  note?: ReactNode
}): ReactNode {
  return (
    <div className={css.screen}>
      <div className={css.note}>{note}</div>
      <button type="button" className={css.retry} onClick={onRetry} aria-busy={trying}>
        <Drawing of="night" />
        <span className={css.text}>
          {trying && <Spinner />} {trying ? m.home_connection_trying() : m.home_connection_timed_out()}
        </span>{' '}
        <span className={css.kept}>{m.home_connection_kept()}</span>
      </button>
    </div>
  )
}
