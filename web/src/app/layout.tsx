import { Suspense, useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { RouteRow } from '../router/register.ts'
import css from './layout.module.css'

/** Room for the column and two sides that can be read. Phones never load what stands there. */
const wide = window.matchMedia('(min-width: 1024px)')

const onWideChange = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Decoration and links that every page has too: without them nothing is missing. */
const Surround = lazyPart(async () => (await import('./surround.tsx')).Surround)

/**
 * A column of paper, centred; on a wide screen the brand and where she stands are on its left, help and legal links on
 * its right. A long page gets a wider column, where there is room for it.
 */
export const Layout = ({ row, children }: { row: RouteRow | undefined; children: ReactNode }): ReactNode => {
  const isWide = useSyncExternalStore(onWideChange, () => wide.matches)
  const isLong = row?.wide === true
  useLayoutEffect(() => {
    // The tokens make the room by this mark, for the column and for what is fixed to the screen.
    document.documentElement.toggleAttribute('data-long', isLong)
  }, [isLong])
  return (
    <div className={css.layout}>
      <div className={css.column}>{children}</div>
      {isWide && (
        <Suspense>
          <Surround row={row} />
        </Suspense>
      )}
    </div>
  )
}
