import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { formatChoices } from '../../i18n/format.ts'
import { m } from '../../i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { shortPesos } from '../../lib/quote-parts.ts'
import type { Product } from '../../lib/quote-parts.ts'
import type { Remote } from '../../lib/use-remote.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { InkSurface } from '../../ui/ink-surface.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SunSheet } from '../../ui/sun-sheet.tsx'
import css from './home-hero.module.css'

/** The first thing anybody sees: who we are, what it is about, and how much over how long. */
export function HomeHero({ offer }: { offer: Remote<{ products: readonly Product[] }> }): ReactNode {
  return (
    <InkSurface as="header" overlap>
      <div className={css.top}>
        <BrandMark name={brand.name} />
        <a className={css.logIn} {...linkTo('/pages/account/get-code-page/get-code-page')}>
          {m.home_log_in()}
        </a>
      </div>
      <div className={css.main}>
        <div className={css.words}>
          <h1 className={css.headline}>{m.home_headline()}</h1>
          <Range offer={offer} />
        </div>
        <div className={css.picture}>
          <SunSheet />
        </div>
      </div>
    </InkSurface>
  )
}

function Range({ offer }: { offer: Remote<{ products: readonly Product[] }> }): ReactNode {
  if (offer.status === 'failed') return null
  if (offer.status === 'loading') {
    return (
      <div className={css.range}>
        <Skeleton width="90%" />
        <Skeleton width="60%" />
      </div>
    )
  }
  const product = offer.data.products[0]
  if (!product) return null
  return (
    <p className={css.range}>
      {m.home_range({
        from: shortPesos(product.amount_min_centavos),
        to: shortPesos(product.amount_max_centavos),
        // The terms stay together: a line never ends in the middle of them.
        terms: formatChoices(product.terms.map((term) => term.term_days)).replaceAll(' ', '\u00A0'),
      })}
    </p>
  )
}
