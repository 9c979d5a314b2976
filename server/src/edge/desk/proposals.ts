import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import { say } from '@hola/i18n/words.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Preview, ProposalRow } from '../../staff/proposal/public.ts'
import {
  NotPossible,
  approveProposal,
  areDetailsOf,
  declineProposal,
  findProposal,
  listOpenProposals,
  propose as makeProposal,
  rehearse,
  stateOf,
  withdrawProposal,
} from '../../staff/proposal/public.ts'
import type { DeskHandler } from './context.ts'

const OPEN_MAX = 200

type Shown = DeskRetOf<'proposals/show'>

const show = (row: ProposalRow, now: Date): Shown['proposal'] => ({
  proposal_id: row.proposalId,
  kind: row.kind,
  user_id: row.userId,
  order_id: row.orderId,
  why: row.why,
  proposed_by: row.proposedBy,
  proposer: row.proposer,
  proposed_at: row.proposedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  state: stateOf(row, now),
  decided_by: row.decidedBy,
  decider: row.decider,
  decided_at: row.decidedAt?.toISOString() ?? null,
  decision_why: row.decisionWhy,
})

const showPreview = ({ effects, seenSha256 }: Preview): NonNullable<Shown['preview']> => ({
  effects: effects as NonNullable<Shown['preview']>['effects'],
  seen_sha256: seenSha256,
})

export const sayProblem = ({ problem, reason }: NotPossible, language: WireLanguage): string =>
  say(`desk_problem_${problem}`, language, { reason })

export const refusalOf = (problem: NotPossible, language: WireLanguage): Refusal =>
  refuse('proposal_not_possible', { problem: sayProblem(problem, language) })

export const listProposals: DeskHandler<'proposals/list'> = async (
  { services },
  { user_id: userId, order_id: orderId },
) => {
  const now = services.clock.now()
  const open = await inTransaction(services.pool, (tx) =>
    listOpenProposals(tx, { now, userId, orderId, limit: OPEN_MAX }),
  )
  return { proposals: open.map((row) => show(row, now)) }
}

export const showProposal: DeskHandler<'proposals/show'> = async ({ services, language }, { proposal_id: id }) => {
  const row = await inTransaction(services.pool, (tx) => findProposal(tx, id))
  if (row === undefined) return refuse('proposal_not_found')
  const proposal = show(row, services.clock.now())
  if (proposal.state !== 'open') return { proposal, preview: null, problem: null }
  const rehearsed = await rehearse(services, row)
  return rehearsed instanceof NotPossible
    ? { proposal, preview: null, problem: sayProblem(rehearsed, language) }
    : { proposal, preview: showPreview(rehearsed), problem: null }
}

export const previewProposal: DeskHandler<'proposals/preview'> = async (
  { services, member, language },
  { kind, details },
) => {
  if (!mayPropose(member.role, kind)) return refuse('not_your_role')
  if (!areDetailsOf(kind, details)) return refuse('bad_request')
  const rehearsed = await rehearse(services, { kind, details })
  return rehearsed instanceof NotPossible ? refusalOf(rehearsed, language) : showPreview(rehearsed)
}

export const propose: DeskHandler<'proposals/propose'> = async ({ services, member, language }, body) => {
  const made = await makeProposal(services, member, body)
  if (made instanceof NotPossible) return refusalOf(made, language)
  if (made instanceof Refusal) return made
  return { proposal: show(made.proposal, services.clock.now()), preview: showPreview(made.preview) }
}

export const approve: DeskHandler<'proposals/approve'> = async ({ services, member, language }, body) => {
  const { proposal_id: proposalId, seen_sha256: seenSha256, why } = body
  const approved = await approveProposal(services, member, { proposalId, seenSha256, why })
  if (approved instanceof NotPossible) return refusalOf(approved, language)
  if (approved instanceof Refusal) return approved
  return { proposal: show(approved.proposal, services.clock.now()), told: { ...approved.told } }
}

export const decline: DeskHandler<'proposals/decline'> = async (
  { services, member },
  { proposal_id: proposalId, why },
) => {
  const declined = await declineProposal(services, member, { proposalId, why })
  return declined instanceof Refusal ? declined : { proposal: show(declined, services.clock.now()) }
}

export const withdraw: DeskHandler<'proposals/withdraw'> = async (
  { services, member },
  { proposal_id: proposalId, why },
) => {
  const withdrawn = await withdrawProposal(services, member, { proposalId, why })
  return withdrawn instanceof Refusal ? withdrawn : { proposal: show(withdrawn, services.clock.now()) }
}
