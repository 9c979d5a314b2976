import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './skeleton.module.css'

/**
 * A place held in the shape of what comes: a line takes exactly the height of a line of text, so nothing shifts. It is
 * silent; the region around it carries `aria-busy` and a name.
 */
export function Skeleton({
  shape = 'line',
  width,
}: {
  shape?: 'line' | 'figure' | 'block' | 'disc' | 'bar'
  /** A percentage of the room there is. */
  width?: `${number}%` | undefined
}): ReactNode {
  return <span className={classes(css.skeleton, css[shape])} style={{ width }} aria-hidden="true" />
}
