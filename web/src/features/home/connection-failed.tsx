import type { ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { offlineIcon } from '../../ui/icons.ts'
import { Spinner } from '../../ui/spinner.tsx'
import css from './connection-failed.module.css'

/** The whole screen is the button: whoever reads "click the screen" may press anywhere. */
export function ConnectionFailed({ onRetry, trying = false }: { onRetry: () => void; trying?: boolean }): ReactNode {
  return (
    <button type="button" className={css.screen} onClick={onRetry} aria-busy={trying}>
      <span className={css.disc}>{trying ? <Spinner /> : <Icon shape={offlineIcon} />}</span>
      <span className={css.text}>{trying ? m.home_connection_trying() : m.home_connection_timed_out()}</span>{' '}
      <span className={css.kept}>{m.home_connection_kept()}</span>
    </button>
  )
}
