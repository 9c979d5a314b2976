import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './ink-surface.module.css'

/**
 * The ink surface: once per screen, holds the main number, never a primary button. `top` is the head of Home, `card`
 * the offer. With `overlap` the next sibling lies over its lower edge.
 */
export function InkSurface({
  shape = 'top',
  overlap,
  as: Tag = 'section',
  children,
  className,
}: {
  shape?: 'top' | 'card'
  overlap?: boolean
  as?: 'section' | 'header' | 'div'
  children: ReactNode
  className?: string | undefined
}): ReactNode {
  return (
    <Tag data-surface="ink" className={classes(css.ink, css[shape], overlap && css.overlap, className)}>
      {children}
    </Tag>
  )
}
