import type { Entry, HistoryPort } from './router.ts'

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' &&
  state !== null &&
  'id' in state &&
  typeof state.id === 'number' &&
  'index' in state &&
  typeof state.index === 'number'

/** `#pages/x` typed without its slash means the same page; an empty hash is Home. */
const urlOfHash = (hash: string): string => {
  const text = hash.slice(1)
  return text.startsWith('/') ? text : `/${text}`
}

export const browserHistory = (): HistoryPort => {
  // Pages come and go in one document: the browser's own guess at scroll positions would fight with ours.
  window.history.scrollRestoration = 'manual'
  return {
    current: () => {
      const state: unknown = window.history.state
      return { url: urlOfHash(window.location.hash), entry: isEntry(state) ? state : undefined }
    },
    push: (url, { id, index }) => window.history.pushState({ id, index }, '', `#${url}`),
    replace: (url, { id, index }) =>
      window.history.replaceState({ id, index }, '', url === undefined ? undefined : `#${url}`),
    go: (delta) => window.history.go(delta),
    listen: (onPopState) => window.addEventListener('popstate', onPopState),
  }
}

export const documentScroll = {
  read: (): number => window.scrollY,
  write: (top: number): void => window.scrollTo({ top, left: 0, behavior: 'instant' }),
}
