import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
import { ConsumerRow } from './consumer-row.tsx'
import { OfferCard } from './offer-card.tsx'
import page from './page.module.css'

/** The offer and its full cost as a page of its own. */
export function HomeTopScreen(): ReactNode {
  useLocale()
  const { remote: offer, refresh } = useRemote('app/get_product_list')
  return (
    <>
      <div className={`${page.column} ${page.padded}`}>
        <OfferCard offer={offer} onRetry={refresh} />
        <ButtonLink kind="quiet" {...linkTo('/pages/product/product')}>
          {m.home_faq_see_products()}
        </ButtonLink>
        <ConsumerRow />
      </div>
      <Dock>
        <ButtonLink {...linkTo('/pages/step/step-basic/step-basic')}>{m.home_start()}</ButtonLink>
      </Dock>
    </>
  )
}
