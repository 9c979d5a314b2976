import { useSyncExternalStore } from 'react'
import type { RouteRow } from '../router/register.ts'
import type { LaterPages } from './route-table.ts'

const arrival = Promise.withResolvers<void>()
let pages: LaterPages | undefined

/** Titles and screens of all pages but Home: a list that the first screen would otherwise carry. */
export const loadLaterPages = async (): Promise<LaterPages> => {
  pages = (await import('./screens.ts')).screens
  arrival.resolve()
  return pages
}

/** Empty until the list has come, which is before any of its screens. */
export const laterTitle = (path: keyof LaterPages): string => {
  const page = pages?.[path]
  return page && 'title' in page ? page.title() : ''
}

const onArrival = (listener: () => void): (() => void) => {
  void arrival.promise.then(listener)
  return () => undefined
}

/** The title of a row in the table, as soon as it is known. */
export const useTitle = (row: RouteRow | undefined): string | undefined =>
  useSyncExternalStore(onArrival, () => row?.title())
