import type { ReactNode } from 'react'
import css from './badge.module.css'
import { classes } from '../classes.ts'
import { Icon, type IconShape } from './icon.tsx'

/** A state as icon and word. Being late is never red; on ink all is well in a gold outline. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: 'done' | 'neutral' | 'late' | 'failed'
  icon?: IconShape | undefined
  children: ReactNode
}): ReactNode {
  return (
    <span className={classes(css.badge, css[tone])}>
      {icon && <Icon shape={icon} size="small" />}
      {children}
    </span>
  )
}
