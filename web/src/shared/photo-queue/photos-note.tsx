import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'

/** Whoever has an open application may have photos on this phone; no page waits for that question. */
const UnsentPhotos = lazyPart(() => import('./unsent-photos.tsx').then((part) => part.UnsentPhotos))

/** What became of photos that were taken and have not arrived. */
export function PhotosNote(): ReactNode {
  return (
    <Suspense>
      <UnsentPhotos />
    </Suspense>
  )
}
