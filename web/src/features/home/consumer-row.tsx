import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import css from './consumer-links.module.css'
import { RegretLink, UnsubscribeLink } from './consumer-links.tsx'

/** The two rights of every consumer in a row, for a page whose dock is busy with other words. */
export function ConsumerRow(): ReactNode {
  return (
    <nav className={css.rights} aria-label={m.home_legal()}>
      <RegretLink />
      <UnsubscribeLink />
    </nav>
  )
}
