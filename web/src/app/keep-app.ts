import { m } from '@hola/i18n/compiled/messages.js'
import { showToast } from '@hola/ui/overlay/feedback.ts'

const HOUR_MS = 3_600_000

const offer = (waiting: ServiceWorker): void =>
  showToast({
    title: m.shell_new_version(),
    icon: 'none',
    action: { label: m.shell_load_again(), onPress: () => waiting.postMessage('take over') },
  })

/** Keeps the app on the phone, and asks before a newer one takes its place: nobody loses what she is typing. */
export const keepApp = async (): Promise<void> => {
  const { serviceWorker } = navigator
  // The very first worker takes over a page that has everything already: there is nothing to load again.
  const hadOne = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne) window.location.reload()
  })
  const registration = await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  if (registration.waiting) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) offer(installing)
    })
  })
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < HOUR_MS) return
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
