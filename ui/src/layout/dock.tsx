import { useEffect, useRef, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './dock.module.css'

const heights = new Map<Element, number>()

/** The page's end and the toast keep clear of the dock; a cached page's hidden dock counts zero. */
function publishHeight(): void {
  document.documentElement.style.setProperty('--dock-height', `${Math.max(0, ...heights.values())}px`)
}

export type DockMissing = { title: string; items: readonly { label: string; begun?: boolean | undefined }[] }

/**
 * Holds the one primary action at the thumb. `missing` stands above an inactive button and says what it waits for;
 * with the keyboard open it folds to one line.
 */
export function Dock({
  note,
  aside,
  missing,
  children,
}: {
  note?: ReactNode
  aside?: ReactNode
  missing?: DockMissing | undefined
  children: ReactNode
}): ReactNode {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dock = ref.current
    if (!dock) return
    const observer = new ResizeObserver(() => {
      heights.set(dock, dock.offsetHeight)
      publishHeight()
    })
    observer.observe(dock)
    return () => {
      observer.disconnect()
      heights.delete(dock)
      publishHeight()
    }
  }, [])
  return (
    <div ref={ref} className={css.dock}>
      {missing && missing.items.length > 0 && (
        <div className={css.missing}>
          <p className={css.title}>{missing.title}</p>
          <ul className={css.list}>
            {missing.items.map(({ label, begun }) => (
              <li key={label} className={css.item}>
                <span className={classes(css.mark, begun && css.part)} />
                {label}
              </li>
            ))}
          </ul>
          <p className={css.folded} aria-hidden="true">
            {missing.items.map(({ label }) => label).join(' · ')}
          </p>
        </div>
      )}
      {(note || aside) && (
        <div className={css.line}>
          <span>{note}</span>
          <span>{aside}</span>
        </div>
      )}
      <div className={css.buttons}>{children}</div>
    </div>
  )
}
