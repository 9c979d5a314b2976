import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isInWrapper } from '../bridge/in-wrapper.ts'
import { startLocale } from '@hola/i18n/locale.ts'
import { onSessionChange, startSession } from '../lib/session.ts'
import { storage } from '../lib/storage.ts'
import { browserHistory, documentScroll } from '../router/browser-history.ts'
import { loadScreen, watchLoadErrors } from '../router/lazy-screen.ts'
import { installRouter } from '../router/navigation.ts'
import { createRouter } from '../router/router.ts'
import { topOf } from '../router/stack.ts'
import { cleanStartUrl } from '../router/start-url.ts'
import { loadDrawings } from '@hola/ui/drawings/drawing.tsx'
import { closePopups } from '@hola/ui/overlay/feedback.ts'
import { App } from './app.tsx'
import { guard } from './guard.ts'
import { loadLaterPages } from './later-pages.ts'
import { routes } from './routes.ts'

/** The Android wrapper puts this into its user agent. */
const APP_MARKER = 'HolaApp/'

/** Ids of pages stay in the history over a reload, so they may not start again at one. */
const rising = (): (() => number) => {
  let last = 0
  return () => (last = Math.max(Date.now(), last + 1))
}

/**
 * What is to stay on the phone comes after what is on the screen: on a slow one they would be in each other's way. Where
 * it is there already, little comes.
 */
const FIRST_KEPT_AFTER_MS = 5_000

const keepAppLater = (): void => {
  const keep = (): void => void import('./keep-app.ts').then(({ keepApp }) => keepApp()).catch(() => undefined)
  setTimeout(keep, navigator.serviceWorker.controller ? 0 : FIRST_KEPT_AFTER_MS)
}

export const start = (root: HTMLElement): void => {
  const { href } = window.location
  const clean = cleanStartUrl(href, navigator.userAgent, APP_MARKER)
  if (clean !== href) window.history.replaceState(window.history.state, '', clean)
  startLocale()
  startSession()
  watchLoadErrors()
  const router = createRouter({
    routes,
    history: browserHistory(),
    scroll: documentScroll,
    newId: rising(),
    guard,
    onRouteChange: closePopups,
  })
  installRouter(router)
  onSessionChange(router.checkGuard)
  // Asked for before the first render: what comes with the entry is then there at once, and the rest is on its way.
  const row = router.rowOf(topOf(router.snapshot().stack).path)
  if (row) loadScreen(row).catch(() => undefined)
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  )
  if (isInWrapper())
    import('../shared/device/learn-app-info.ts').then(({ learnAppInfo }) => learnAppInfo()).catch(() => undefined)
  // Whoever has given no consent does not load what follows one.
  if (Object.keys(storage.get('consents')?.live ?? {}).length > 0)
    import('../shared/consents/consented.ts')
      .then((consented) => consented.startConsented(router))
      .catch(() => undefined)
  window.addEventListener('load', () => {
    // Whatever is tapped next is then one round trip away and not two.
    loadLaterPages().catch(() => undefined)
    loadDrawings().catch(() => undefined)
    // The dev server changes its files under the same names, and the wrapper brings them along.
    if (import.meta.env.PROD && 'serviceWorker' in navigator && !isInWrapper()) keepAppLater()
  })
}
