import type { Clock } from '@hola/core/clock.ts'
import type { BureauFile } from '@hola/core/review/inputs.ts'
import type { Adapter } from '../registry.ts'

/** Why there is nothing to decide by: a matter of time, or the bureau does not take the question and a person must look. */
export class BureauProblem {
  readonly kind: 'unavailable' | 'rejected'
  /** For the log: what failed, never about whom. */
  readonly reason: string

  constructor(kind: BureauProblem['kind'], reason: string) {
    this.kind = kind
    this.reason = reason
  }
}

/** The register of debtors: what it holds about the person with this CUIL (eleven digits). */
export type Bureau = { readonly ask: (cuil: string) => Promise<BureauFile | BureauProblem> }

/** What an adapter is opened with. */
export type BureauMeans = { readonly clock: Clock }

export type BureauAdapter = Adapter<BureauMeans, Bureau>
