import { m } from '@hola/i18n/compiled/messages.js'
import type { ReactNode } from 'react'
import { Initials } from './initials.tsx'
import css from './owner.module.css'

/** Who of the staff has something in hand; null is nobody. */
export function Owner({ name }: { name: string | null }): ReactNode {
  return (
    <span className={css.owner} data-nobody={name === null || undefined}>
      {name === null ? <span className={css.nobody} aria-hidden="true" /> : <Initials name={name} />}
      <span className={css.name}>{name ?? m.desk_queue_nobody()}</span>
    </span>
  )
}
