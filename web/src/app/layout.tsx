import { Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import css from './layout.module.css'

/** Room for the column and two sides that can be read. Phones never load what stands there. */
const wide = window.matchMedia('(min-width: 1024px)')

const onWideChange = (listener: () => void): (() => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Decoration and links that every page has too: without them nothing is missing. */
const Surround = lazyPart(async () => (await import('./surround.tsx')).Surround)

/** A column of paper, centred; on a wide screen the brand stands on its left, help and legal links on its right. */
export const Layout = ({ children }: { children: ReactNode }): ReactNode => {
  const isWide = useSyncExternalStore(onWideChange, () => wide.matches)
  return (
    <div className={css.layout}>
      <div className={css.column}>{children}</div>
      {isWide && (
        <Suspense>
          <Surround />
        </Suspense>
      )}
    </div>
  )
}
