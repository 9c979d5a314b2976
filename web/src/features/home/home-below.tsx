import type { ReactNode } from 'react'
import { LegalFoot } from './legal-foot.tsx'
import { Promises } from './promises.tsx'

/** What a guest's Home has below the first screen. */
export function HomeBelow(): ReactNode {
  return (
    <>
      <Promises />
      <LegalFoot />
    </>
  )
}
