import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { m } from '../../i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import css from './legal-links.module.css'

/** The law wants these two in sight at once: a guest's Home has them in its dock, where no screen is too small. */
export function RegretLink(): ReactNode {
  return (
    <a className={css.right} {...linkTo('/pages/consumer/regret')}>
      {m.home_regret()}
    </a>
  )
}

export function UnsubscribeLink(): ReactNode {
  return (
    <a className={css.right} {...linkTo('/pages/consumer/unsubscribe')}>
      {m.home_unsubscribe()}
    </a>
  )
}

/** Who lends, under which law, and where to complain: the foot of every Home. */
export function LegalFoot(): ReactNode {
  return (
    <footer className={css.foot}>
      <p>
        <a className={css.link} {...linkTo('/pages/policy/policy?type=adhesion')}>
          {m.home_adhesion()}
        </a>
      </p>
      <p>
        {brand.legalEntity} ·{' '}
        <span className={css.whole}>
          {brand.cuitIsDemo ? m.home_cuit_demo({ cuit: brand.cuit }) : m.home_cuit({ cuit: brand.cuit })}
        </span>
      </p>
      <p>
        {m.home_consumer_defence()}{' '}
        <a className={css.link} {...linkTo('/pages/custom-service/custom-service')}>
          {m.home_complain()}
        </a>
      </p>
    </footer>
  )
}

/** The same two rights in a row, for a page whose dock is busy with other words. */
export function ConsumerLinks(): ReactNode {
  return (
    <nav className={css.rights} aria-label={m.home_legal()}>
      <RegretLink />
      <UnsubscribeLink />
    </nav>
  )
}
