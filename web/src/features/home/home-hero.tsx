import type { ReactNode } from 'react'
import { brand } from '@hola/core/brand.ts'
import { pesos } from '@hola/core/money.ts'
import { formatChoices } from '@hola/i18n/format.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { shortPesos } from '../../shared/offers/quote-parts.ts'
import type { Product } from '../../shared/offers/quote-parts.ts'
import type { Remote } from '../../lib/remote.ts'
import { BrandMark } from '@hola/ui/layout/brand-mark.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { SunSheet } from '@hola/ui/drawings/sun-sheet.tsx'
import css from './home-hero.module.css'

/** The first thing anybody sees: who we are, what it is about, and how much over how long. */
export function HomeHero({ offer }: { offer: Remote<{ products: readonly Product[] }> }): ReactNode {
  return (
    <InkSurface as="header" overlap>
      <div className={css.top}>
        <span data-beside="brand">
          <BrandMark name={brand.name} />
        </span>
        <a className={css.logIn} {...linkTo('/pages/account/get-code-page/get-code-page')}>
          {m.home_log_in()}
        </a>
      </div>
      <div className={css.main}>
        <div className={css.words}>
          <h1 className={css.headline}>{m.home_headline()}</h1>
          <Range offer={offer} />
        </div>
        <SunSheet />
      </div>
    </InkSurface>
  )
}

function Range({ offer }: { offer: Remote<{ products: readonly Product[] }> }): ReactNode {
  if (offer.status === 'loading') {
    return (
      <p className={css.range} aria-hidden="true">
        <span className={css.ghost}>{rangeOf(ghostProduct)}</span>
      </p>
    )
  }
  const product = offer.status === 'ready' && offer.data.products[0]
  return product && <p className={css.range}>{rangeOf(product)}</p>
}

type Ranged = Pick<Product, 'amount_min_centavos' | 'amount_max_centavos'> & {
  terms: readonly Pick<Product['terms'][number], 'term_days'>[]
}

/** Figures of the usual length: the sentence that is not there yet takes exactly its room. */
const ghostProduct: Ranged = {
  amount_min_centavos: pesos(10_000),
  amount_max_centavos: pesos(100_000),
  terms: [{ term_days: 10 }, { term_days: 10 }, { term_days: 100 }],
}

const rangeOf = (product: Ranged): string =>
  m.home_range({
    from: shortPesos(product.amount_min_centavos),
    to: shortPesos(product.amount_max_centavos),
    // The terms stay together: a line never ends in the middle of them.
    terms: formatChoices(product.terms.map((term) => term.term_days)).replaceAll(' ', '\u00A0'),
  })
