import type { ReactNode } from 'react'
import { HowItWorks } from './how-it-works.tsx'
import { LegalFoot } from './legal-foot.tsx'
import { Promises } from './promises.tsx'

/** What a guest's Home has below the offer. */
export function HomeBelow(): ReactNode {
  return (
    <>
      <HowItWorks />
      <Promises />
      <LegalFoot />
    </>
  )
}
