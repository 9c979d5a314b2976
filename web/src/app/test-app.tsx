import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { onSessionChange } from '../lib/session.ts'
import { browserHistory, documentScroll } from '../router/browser-history.ts'
import { installRouter } from '../router/navigation.ts'
import type { RouteRow } from '../router/register.ts'
import { createRouter, type Router } from '../router/router.ts'
import { topOf, urlOf } from '../router/stack.ts'
import { App } from './app.tsx'
import { guard } from './guard.ts'
import { loadLaterPages } from './later-pages.ts'
import { routes } from './routes.ts'

/** The table of routes, except that the other pages need no server: each says only which it is. */
export const screensOf = (
  real: RegExp,
  other: (path: string) => ReactNode = (path) => <p>{`screen of ${path}`}</p>,
): readonly RouteRow[] =>
  routes.map((row: RouteRow) => (real.test(row.path) ? row : { ...row, screen: async () => () => other(row.path) }))

let lastId = 0
let stop = new AbortController()

/** What goes before a reload, and before another app is opened. */
export const closeApp = async (): Promise<void> => {
  stop.abort()
  await cleanup()
}

export type OpenApp = {
  readonly router: Router
  readonly here: () => string
  /** How many pages lie on each other. */
  readonly pages: () => number
}

/** The real app at an address, with its guard. Opening it again is what a reload does. */
export const openApp = async (url: string, table: readonly RouteRow[] = routes): Promise<OpenApp> => {
  stop = new AbortController()
  const { signal } = stop
  onTestFinished(closeApp)
  window.history.replaceState(null, '', `#${url}`)
  const router = createRouter({
    routes: table,
    history: {
      ...browserHistory(),
      listen: (onPopState) => window.addEventListener('popstate', onPopState, { signal }),
    },
    scroll: documentScroll,
    newId: () => (lastId += 1),
    guard,
    onRouteChange: () => undefined,
  })
  installRouter(router)
  signal.addEventListener('abort', onSessionChange(router.checkGuard))
  // As in the app itself soon after its first page has loaded.
  await loadLaterPages()
  await render(<App router={router} />)
  return {
    router,
    here: () => urlOf(topOf(router.snapshot().stack)),
    pages: () => router.snapshot().stack.pages.length,
  }
}
