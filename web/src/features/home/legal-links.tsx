import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { m } from '../../i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import css from './legal-links.module.css'

/** The two buttons that the law wants at hand: seen on a phone without scrolling, so they stand below the offer. */
export function ConsumerLinks(): ReactNode {
  return (
    <nav className={css.rights} aria-label={m.home_legal()}>
      <a className={css.link} {...linkTo('/pages/consumer/regret')}>
        {m.home_regret()}
      </a>
      <a className={css.link} {...linkTo('/pages/consumer/unsubscribe')}>
        {m.home_unsubscribe()}
      </a>
    </nav>
  )
}

/** Who lends, under which law, and where to complain: the foot of every Home. */
export function LegalFoot(): ReactNode {
  const words = { entity: brand.legalEntity, cuit: brand.cuit }
  return (
    <footer className={css.foot}>
      <p>
        <a className={css.link} {...linkTo('/pages/policy/policy?type=adhesion')}>
          {m.home_adhesion()}
        </a>
      </p>
      <p>{brand.cuitIsDemo ? m.home_legal_entity_demo(words) : m.home_legal_entity(words)}</p>
      <p>
        {m.home_consumer_defence()}{' '}
        <a className={css.link} {...linkTo('/pages/custom-service/custom-service')}>
          {m.home_complain()}
        </a>
      </p>
    </footer>
  )
}
