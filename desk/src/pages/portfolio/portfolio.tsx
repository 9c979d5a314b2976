import { lazy, Suspense, type ReactNode } from 'react'
import { Waiting } from '../../parts/state-words.tsx'

/** With its charts it is loaded when it is opened: most of the desk's people never do. */
const View = lazy(async () => ({ default: (await import('./view.tsx')).PortfolioView }))

export function PortfolioPage(): ReactNode {
  return (
    <Suspense fallback={<Waiting />}>
      <View />
    </Suspense>
  )
}
