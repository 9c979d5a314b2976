// Keeps the app itself on the phone, so that it opens without a connection. It keeps files of the build and nothing
// else: no answer of the server passes through it, so neither a token nor anything personal ends up in its cache.

declare const self: ServiceWorkerGlobalScope
export {}

/** Filled in by the build. */
declare const SHELL_FILES: readonly string[]
declare const BUILD_HASH: string

const prefix = 'hola-'
const cacheName = prefix + BUILD_HASH

const keepShell = async (): Promise<void> => {
  const cache = await caches.open(cacheName)
  // The page is asked for anew; files with a hash in their name may come from where the browser has them already.
  await cache.addAll(SHELL_FILES.map((file) => new Request(file, file === '/' ? { cache: 'reload' } : {})))
}

const dropOlder = async (): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
  )
}

const fromCacheFirst = async (request: Request, key: string): Promise<Response> => {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(key, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(key, answer.clone())
  return answer
}

self.addEventListener('install', (event) => event.waitUntil(keepShell()))

self.addEventListener('activate', (event) => event.waitUntil(dropOlder().then(() => self.clients.claim())))

// A new version waits until somebody agrees to load it: half of one and half of the other would not fit.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === '/') event.respondWith(fromCacheFirst(request, '/'))
  else if (pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(request, pathname))
})
