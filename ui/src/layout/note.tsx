import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconShape } from './icon.tsx'
import { infoIcon } from './icons.ts'
import css from './note.module.css'

/** A fact that helps to decide, in a well of its own. `live` announces a note that comes up by itself. */
export function Note({
  tone,
  icon = infoIcon,
  live,
  children,
}: {
  tone?: 'good' | 'warn' | 'bad' | undefined
  icon?: IconShape
  live?: boolean | undefined
  children: ReactNode
}): ReactNode {
  return (
    <div className={classes(css.note, tone && css[tone])} role={live ? 'status' : undefined}>
      <Icon shape={icon} size="medium" />
      <div className={css.words}>{children}</div>
    </div>
  )
}
