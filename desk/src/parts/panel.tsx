import { useId, type ReactNode } from 'react'
import css from './panel.module.css'

/** One subject of a record: its name, what stands beside it, and what it says. */
export function Panel({
  title,
  note,
  aside,
  flush,
  children,
}: {
  title: string
  /** Quieter, behind the title. */
  note?: ReactNode
  aside?: ReactNode
  /** Its rows go from edge to edge. */
  flush?: boolean
  children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {note && <span className={css.note}>{note}</span>}
        {aside && <span className={css.aside}>{aside}</span>}
      </header>
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}
