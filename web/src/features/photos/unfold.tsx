import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { downIcon } from '../../ui/icons.ts'
import css from './unfold.module.css'

/** What few need is one tap away, and out of the way of everybody else. */
export function Unfold({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className={css.unfold}>
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
