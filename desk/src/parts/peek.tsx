import { m } from '@hola/i18n/compiled/messages.js'
import { Icon } from '@hola/ui/layout/icon.tsx'
import { closeIcon } from '@hola/ui/layout/icons.ts'
import { useState, type ReactNode } from 'react'
import { useMedia } from '../lib/use-media.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { Kbd } from './kbd.tsx'
import css from './peek.module.css'

/** Beside the list where there is room, above it when it is asked for where there is not. */
export const usePeek = (): { isOpen: boolean; isOver: boolean; toggle: () => void; close: () => void } => {
  const isWide = useMedia('(width >= 1200px)')
  const [asked, setAsked] = useState<boolean>()
  const isOpen = asked ?? isWide
  const toggle = (): void => setAsked(!isOpen)
  const close = (): void => setAsked(false)
  useShortcuts([
    { keys: 'space', says: m.desk_keys_peek(), inFoot: true, run: toggle },
    { keys: 'escape', says: m.desk_keys_back(), run: close },
  ])
  return { isOpen, isOver: !isWide, toggle, close }
}

/** What one row says, in full. */
export function Peek({
  title,
  isOver,
  onClose,
  children,
}: {
  title: string
  isOver: boolean
  onClose: () => void
  children: ReactNode
}): ReactNode {
  return (
    <aside className={css.peek} data-over={isOver || undefined} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <Kbd keys="space" />
        <button type="button" className={css.close} aria-label={m.desk_keys_close()} onClick={onClose}>
          <Icon shape={closeIcon} size="small" />
        </button>
      </header>
      <div className={css.body}>{children}</div>
    </aside>
  )
}

/** Names on the left, values on the right. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className={css.facts}>
      {of.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
