import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import css from './consumer-links.module.css'

/** The law wants these two in sight at once: a guest's Home has them in its dock, where no screen is too small. */
export function RegretLink(): ReactNode {
  return (
    <a className={css.right} data-beside="links" {...linkTo('/pages/consumer/regret')}>
      {m.home_regret()}
    </a>
  )
}

export function UnsubscribeLink(): ReactNode {
  return (
    <a className={css.right} data-beside="links" {...linkTo('/pages/consumer/unsubscribe')}>
      {m.home_unsubscribe()}
    </a>
  )
}
