import { classes } from '@hola/ui/classes.ts'
import type { ReactNode } from 'react'
import css from './initials.module.css'

/** A person of the staff as a disc; her name stands beside it. */
export function Initials({ name, large }: { name: string; large?: boolean }): ReactNode {
  return (
    <span className={classes(css.disc, large && css.large)} aria-hidden="true">
      {name.slice(0, 2).toUpperCase()}
    </span>
  )
}
