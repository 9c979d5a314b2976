import { lazy, Suspense, useRef, type ReactNode, type RefObject } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { linkTo } from '../../lib/link.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useSession } from '../../lib/session.ts'
import type { Product } from '../../shared/offers/quote-parts.ts'
import type { Remote } from '../../lib/remote.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { ButtonLink } from '@hola/ui/controls/button.tsx'
import { Dock } from '@hola/ui/layout/dock.tsx'
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
    <GuestHome
      area={area}
      offer={offer}
      onRetry={refresh}
      above={
        <Suspense>
          <HomeRefresh area={area} onRefresh={refresh} />
        </Suspense>
      }
      below={
        <Suspense>
          <HomeBelow />
        </Suspense>
      }
    />
  )
}

/** A guest's Home without what moves: the build draws it into the page, so that it is seen before any script has run. */
export function GuestHome({
  area,
  offer,
  onRetry,
  above,
  below,
}: {
  area?: RefObject<HTMLDivElement | null>
  offer: Remote<{ products: readonly Product[] }>
  onRetry?: () => void
  above?: ReactNode
  below?: ReactNode
}): ReactNode {
  return (
    <>
      <div ref={area}>
        {above}
        <HomeHero offer={offer} />
        <div className={page.column}>
          <OfferCard offer={offer} onRetry={onRetry} />
          {below}
        </div>
      </div>
      <Dock note={<RegretLink />} aside={<UnsubscribeLink />}>
        <ButtonLink {...linkTo('/pages/step/step-basic/step-basic')}>{m.home_start()}</ButtonLink>
      </Dock>
    </>
  )
}
