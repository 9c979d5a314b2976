import type { ReactNode } from 'react'
import { Drawing } from '../drawings/drawing.tsx'
import type { DrawingName } from '../drawings/shapes.tsx'
import css from './empty-state.module.css'

/** A place that has nothing to show: its drawing, why, and the next step. */
export function EmptyState({
  title,
  text,
  action,
  drawing = 'drawer',
}: {
  title: string
  text: string
  action?: ReactNode
  drawing?: DrawingName
}): ReactNode {
  return (
    <div className={css.empty}>
      <Drawing of={drawing} />
      <h2>{title}</h2>
      <p className={css.text}>{text}</p>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
