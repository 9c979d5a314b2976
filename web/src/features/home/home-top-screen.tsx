import type { ReactNode } from 'react'
import { useLocale } from '@hola/i18n/locale.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { linkTo } from '../../lib/link.ts'
import { OutdatedNote } from '../../lib/outdated-note.tsx'
import { QuotaCard } from '../../shared/offers/quota-card.tsx'
import { useStanding } from '../../shared/home/use-standing.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { ConnectionFailed } from './connection-failed.tsx'
import { ConsumerRow } from './consumer-row.tsx'
import { HomeHead, HomeWords, HomeWordsSkeleton } from './home-head.tsx'
import { OfferCard } from './offer-card.tsx'
import page from './page.module.css'
import { StandingDock } from './standing-dock.tsx'

/** The offer, her limit and where she stands, as a page of its own. */
export function HomeTopScreen(): ReactNode {
  useLocale()
  const { remote: offer, refresh } = useRemote('app/get_product_list')
  const { remote: home, refresh: refreshHome } = useRemote('app/home')
  const standing = useStanding(home.status === 'ready' ? home.data : undefined)
  if (home.status === 'failed') return <ConnectionFailed onRetry={() => void Promise.all([refresh(), refreshHome()])} />
  // To a guest the offer itself says it all.
  const isGuest = home.status === 'ready' && home.data.state === 'guest'
  return (
    <>
      {!isGuest && (
        <HomeHead onHome={false}>
          {standing ? (
            <HomeWords as="h2" name={undefined} title={standing.title} text={standing.text} />
          ) : (
            <HomeWordsSkeleton />
          )}
        </HomeHead>
      )}
      <div className={`${page.column} ${page.padded}`}>
        <OutdatedNote remote={home} />
        {home.status === 'ready' && home.data.quota && <QuotaCard quota={home.data.quota} />}
        <OfferCard offer={offer} onRetry={refresh} />
        <ButtonLink kind="quiet" {...linkTo('/pages/product/product')}>
          {m.home_faq_see_products()}
        </ButtonLink>
        <ConsumerRow />
      </div>
      {standing && <StandingDock standing={standing} />}
    </>
  )
}
