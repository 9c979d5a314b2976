import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLocale } from '@hola/i18n/locale.ts'
import { onSessionChange, startSession } from '../lib/session.ts'
import { browserHistory, documentScroll } from '../router/browser-history.ts'
import { loadScreen, watchLoadErrors } from '../router/lazy-screen.ts'
import { installRouter } from '../router/navigation.ts'
import { createRouter } from '../router/router.ts'
import { topOf } from '../router/stack.ts'
import { cleanStartUrl } from '../router/start-url.ts'
import { closePopups } from '@hola/ui/overlay/feedback.ts'
import { App } from './app.tsx'
import { guard } from './guard.ts'
import { routes } from './routes.ts'

/** The Android wrapper puts this into its user agent. */
const APP_MARKER = 'HolaApp/'

/** Ids of pages stay in the history over a reload, so they may not start again at one. */
const rising = (): (() => number) => {
  let last = 0
  return () => (last = Math.max(Date.now(), last + 1))
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
  import('./after-start.ts').then(({ afterStart }) => afterStart(router)).catch(() => undefined)
}
