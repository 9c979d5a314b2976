import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { m } from '../../i18n/compiled/messages.js'
import { useLocale } from '../../i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dock } from '../../ui/dock.tsx'
import { RegretLink, UnsubscribeLink } from './consumer-links.tsx'
import { HomeHero } from './home-hero.tsx'
import { OfferCard } from './offer-card.tsx'
import page from './page.module.css'

/** Whoever is logged in has been here before; the first visit should not wait for what she does not see. */
const HomeForUser = lazy(async () => ({ default: (await import('./home-for-user.tsx')).HomeForUser }))

/** It stands below the offer and moves nothing, so it comes after the first paint. */
const HomeBelow = lazyPart(() => import('./home-below.tsx').then((part) => part.HomeBelow))

/** A pull that comes before it simply does nothing. */
const HomeRefresh = lazyPart(() => import('./home-refresh.tsx').then((part) => part.HomeRefresh))

export function HomeScreen(): ReactNode {
  useLocale()
  const { isLogged } = useSession()
  return isLogged ? <HomeForUser /> : <HomeForGuest />
}

/** Everything but the figures is there at once; the figures come from the server or not at all. */
function HomeForGuest(): ReactNode {
  const { remote: offer, refresh } = useRemote('app/get_product_list')
  const area = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={area}>
        <Suspense>
          <HomeRefresh area={area} onRefresh={refresh} />
        </Suspense>
        <HomeHero offer={offer} />
        <div className={page.column}>
          <OfferCard offer={offer} onRetry={refresh} />
          <Suspense>
            <HomeBelow />
          </Suspense>
        </div>
      </div>
      <Dock note={<RegretLink />} aside={<UnsubscribeLink />}>
        <ButtonLink {...linkTo('/pages/step/step-basic/step-basic')}>{m.home_start()}</ButtonLink>
      </Dock>
    </>
  )
}
