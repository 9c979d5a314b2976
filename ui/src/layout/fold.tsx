import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { downIcon } from './icons.ts'
import css from './fold.module.css'

/** What few need is one tap away, and out of the way of everybody else. */
export function Fold({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className={css.fold}>
      <summary className={css.title}>
        {title}
        <span className={css.mark}>
          <Icon shape={downIcon} />
        </span>
      </summary>
      {children}
    </details>
  )
}
