import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

/** Words that a picture says to the eye, for those who listen. */
export function VisuallyHidden({ children }: { children: ReactNode }): ReactNode {
  return <span className={css.hidden}>{children}</span>
}
