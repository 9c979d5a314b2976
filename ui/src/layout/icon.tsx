import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './icon.module.css'

/** A path of `icons.ts`. */
export type IconShape = string

/** A drawing without words of its own: the text or label beside it names the control. */
export function Icon({
  shape,
  size,
  tint,
}: {
  shape: IconShape
  size?: 'small' | 'medium' | undefined
  tint?: boolean | undefined
}): ReactNode {
  return (
    <svg className={classes(css.icon, size && css[size], tint && css.tint)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
