import type { ReactNode } from 'react'
import { Card } from '@hola/ui/layout/card.tsx'
import { InkSurface } from '@hola/ui/layout/ink-surface.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './order-skeleton.module.css'

/** A loan that is on its way: its number on ink, then a card. */
export function OrderSkeleton({ label }: { label: string }): ReactNode {
  return (
    <section className={css.page} aria-busy="true" aria-label={label}>
      <InkSurface shape="card">
        <Skeleton width="50%" />
        <Skeleton shape="figure" width="70%" />
        <Skeleton width="60%" />
      </InkSurface>
      <Card>
        <div className={css.lines}>
          <Skeleton width="60%" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      </Card>
    </section>
  )
}
