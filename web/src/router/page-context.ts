import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { EventChannel } from './event-channel.ts'
import type { Query } from './query.ts'
import type { RouteRow } from './register.ts'
import type { Router } from './router.ts'
import type { Page } from './stack.ts'

export type PageContextValue = {
  readonly router: Router
  readonly page: Page
  readonly row: RouteRow | undefined
  readonly setTitle: (title: string | undefined) => void
}

export const PageContext = createContext<PageContextValue | undefined>(undefined)

const useContextValue = (): PageContextValue => {
  const value = use(PageContext)
  if (!value) throw new Error('used outside a page of the router')
  return value
}

/** The page this component stands on. `query` holds what the url carried, always text; `title` is the table's. */
export const usePage = (): { path: string; query: Query; title: string } => {
  const { page, row } = useContextValue()
  return { path: page.path, query: page.query, title: row?.title() ?? '' }
}

/** The end of the channel that leads to the page which opened this one by `navigateTo`. */
export const useOpenerChannel = (): EventChannel | undefined => {
  const { router, page } = useContextValue()
  return router.channelOf(page.id)
}

/** A title known only by the screen, such as a loan's number, instead of the one in the route table. */
export const usePageTitle = (title: string | undefined): void => {
  const { setTitle } = useContextValue()
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [setTitle, title])
}

/** Runs when the page comes on the screen: the first time, and each time it is shown again as it was left. */
export const useOnShow = (onShow: () => void): void => {
  const show = useEffectEvent(onShow)
  useEffect(() => {
    show()
  }, [])
}

/**
 * Runs when another page covers this one or another tab is chosen; not when the page is closed for good. The
 * specification's runtime has it; no screen needs it today.
 * @public
 */
export const useOnHide = (onHide: () => void): void => {
  const { router, page } = useContextValue()
  const hide = useEffectEvent(() => {
    if (router.isAlive(page.id)) onHide()
  })
  useEffect(() => () => hide(), [])
}

/**
 * Answering true keeps the page where it is. The browser's own back button does not ask. The specification's runtime has
 * it; no screen needs it today.
 * @public
 */
export const useOnBackPress = (onBackPress: () => boolean): void => {
  const { router, page } = useContextValue()
  const press = useEffectEvent(onBackPress)
  useEffect(() => router.onBackPress(page.id, () => press()), [router, page.id])
}
