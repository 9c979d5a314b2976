import type { ReactNode } from 'react'
import css from './spinner.module.css'

/** Turns beside the words that say what is happening; still when motion is reduced. */
export function Spinner(): ReactNode {
  return (
    <svg className={css.spinner} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M12.4 2.4A8 8 0 1 0 18 10" />
    </svg>
  )
}
