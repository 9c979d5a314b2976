import { lazy, type ComponentType } from 'react'

/**
 * A part of a screen that comes after the first paint. Without a connection it stays away and the rest stands alone;
 * a screen itself is loaded by the router, which says when that fails.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }))
