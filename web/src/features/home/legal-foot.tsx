import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { classes } from '@hola/ui/classes.ts'
import css from './legal-foot.module.css'

/** Who lends, under which law, and where to complain: the foot of every Home. */
export function LegalFoot(): ReactNode {
  return (
    <footer className={css.foot}>
      <p data-beside="links">
        <a className={css.link} {...linkTo('/pages/policy/policy?type=adhesion')}>
          {m.home_adhesion()}
        </a>
      </p>
      <p data-beside="links">
        {brand.legalEntity} ·{' '}
        <span className={css.whole}>
          {brand.cuitIsDemo ? m.home_cuit_demo({ cuit: brand.cuit }) : m.home_cuit({ cuit: brand.cuit })}
        </span>
      </p>
      <p>
        {m.home_consumer_defence()}{' '}
        <a className={classes(css.link, css.whole)} {...linkTo('/pages/custom-service/custom-service')}>
          {m.home_complain()}
        </a>
      </p>
    </footer>
  )
}
