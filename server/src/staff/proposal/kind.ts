import type { ProposalDetails, ProposalKind, ProposalProblem } from '@hola/core/desk-contract/proposals.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { Act } from '../act/public.ts'
import type { Services } from '../services.ts'

/** One thing that changes when a proposal is carried out: what it was, and what it is then. */
export type Effect = {
  readonly name: string
  readonly before: string | number | null
  readonly after: string | number | null
}

/** Why it cannot be carried out now. `reason`: in English, of what only an expert writes, like a file of products. */
export class NotPossible {
  readonly problem: ProposalProblem
  readonly reason: string

  constructor(problem: ProposalProblem, reason = '') {
    this.problem = problem
    this.reason = reason
  }
}

export type CarriedOut = {
  /** Whom and which loan it was about; null when it is about nobody. */
  readonly userId: string | null
  readonly orderId: string | null
  /** Everything that changed, and nothing that differs from one try to the next, like a new id. */
  readonly effects: readonly Effect[]
  readonly act: Pick<Act, 'act' | 'details'>
  /** For the eyes of whoever approves, once. */
  readonly told?: Readonly<Record<string, string>>
}

/**
 * One kind of what takes two people. There is no preview of its own: what a proposal would do is found by doing it in a
 * transaction that is rolled back, so what is shown and what is done cannot differ.
 */
export type Kind<Name extends ProposalKind> = {
  /** `approver`: under whose name it is published or decided. */
  readonly carryOut: (
    tx: Tx,
    services: Services,
    details: ProposalDetails<Name>,
    approver: { readonly name: string },
  ) => Promise<CarriedOut | NotPossible>
}
