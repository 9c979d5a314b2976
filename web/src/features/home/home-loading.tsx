import type { ReactNode } from 'react'
import { Card } from '@hola/ui/layout/card.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import { ConsumerRow } from './consumer-row.tsx'
import { HomeHead, HomeWordsSkeleton } from './home-head.tsx'
import { LegalFoot } from './legal-foot.tsx'
import page from './page.module.css'

/** A user's Home before its answer: nothing in it says where she stands, and there is nothing to press by mistake. */
export function HomeLoading(): ReactNode {
  return (
    <>
      <HomeHead onHome>
        <HomeWordsSkeleton />
      </HomeHead>
      <div className={`${page.column} ${page.padded}`}>
        <Card>
          <Skeleton width="40%" />
          <Skeleton width="100%" />
          <Skeleton width="80%" />
        </Card>
        <ConsumerRow />
        <LegalFoot />
      </div>
    </>
  )
}
