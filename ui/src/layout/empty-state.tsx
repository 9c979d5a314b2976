import type { ReactNode } from 'react'
import css from './empty-state.module.css'
import { SunTile } from '../overlay/sun-sheet.tsx'

/** A place that is still empty: says why, and offers the next step. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }): ReactNode {
  return (
    <div className={css.empty}>
      <SunTile />
      <h2>{title}</h2>
      <p className={css.text}>{text}</p>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
