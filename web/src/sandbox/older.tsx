import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '@hola/ui/classes.ts'
import { Fold } from '@hola/ui/layout/fold.tsx'
import css from './older.module.css'

const NEWEST_SHOWN = 5

/** A list of which only the newest are open: what somebody tries is at the top. */
export function Older<Item>({
  items,
  tight = false,
  children,
}: {
  items: readonly Item[]
  /** Without a line between them. */
  tight?: boolean
  children: (item: Item) => ReactNode
}): ReactNode {
  const list = classes(css.list, tight && css.tight)
  const older = items.slice(NEWEST_SHOWN)
  return (
    <>
      <ul className={list}>{items.slice(0, NEWEST_SHOWN).map(children)}</ul>
      {older.length > 0 && (
        <Fold title={m.sandbox_older({ count: older.length })}>
          <ul className={list}>{older.map(children)}</ul>
        </Fold>
      )}
    </>
  )
}
