import { useId, type ReactNode } from 'react'
import css from './card.module.css'
import { classes } from '../classes.ts'

/** A sheet of paper: hairline, radius 20, no shadow. With a title it is a named region. */
export function Card({
  title,
  aside,
  children,
  className,
}: {
  title?: ReactNode
  /** Stands on the right of the title. */
  aside?: ReactNode
  children: ReactNode
  className?: string | undefined
}): ReactNode {
  const id = useId()
  return (
    <section className={classes(css.card, className)} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          {aside && <span className={css.aside}>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  )
}
