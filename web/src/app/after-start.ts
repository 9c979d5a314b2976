import { loadDrawings } from '@hola/ui/drawings/drawing.tsx'
import { isInWrapper } from '../bridge/in-wrapper.ts'
import { storage } from '../lib/storage.ts'
import type { Router } from '../router/router.ts'
import { loadLaterPages } from './later-pages.ts'

// What nobody waits for at a launch: it comes after the first screen, and is no part of its weight.

/**
 * What is to stay on the phone comes after what is on the screen: on a slow one they would be in each other's way. Where
 * it is there already, little comes.
 */
const FIRST_KEPT_AFTER_MS = 5_000

const keepAppLater = (): void => {
  const keep = (): void => void import('./keep-app.ts').then(({ keepApp }) => keepApp()).catch(() => undefined)
  setTimeout(keep, navigator.serviceWorker.controller ? 0 : FIRST_KEPT_AFTER_MS)
}

const load = (): void => {
  // Whatever is tapped next is then one round trip away and not two.
  loadLaterPages().catch(() => undefined)
  loadDrawings().catch(() => undefined)
  // The dev server changes its files under the same names, and the wrapper brings them along.
  if (import.meta.env.PROD && 'serviceWorker' in navigator && !isInWrapper()) keepAppLater()
}

export const afterStart = (router: Router): void => {
  if (isInWrapper())
    import('../shared/device/learn-app-info.ts').then(({ learnAppInfo }) => learnAppInfo()).catch(() => undefined)
  // Whoever has given no consent does not load what follows one.
  if (Object.keys(storage.get('consents')?.live ?? {}).length > 0)
    import('../shared/consents/consented.ts')
      .then((consented) => consented.startConsented(router))
      .catch(() => undefined)
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load)
}
