import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { downIcon } from '../ui/icons.ts'
import css from './fold.module.css'

/** Something that opens when its title is pressed. */
export function Fold({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <details className={css.fold}>
      <summary className={css.title}>
        {title}
        <span className={css.mark}>
          <Icon shape={downIcon} size="small" />
        </span>
      </summary>
      {children}
    </details>
  )
}
