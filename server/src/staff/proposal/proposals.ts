import { createHash } from 'node:crypto'
import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { mayPropose, proposalKinds } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Pool, Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { recordAct } from '../act/public.ts'
import type { SignedIn } from '../member/public.ts'
import type { Services } from '../services.ts'
import type { CarriedOut, Effect, Kind } from './kind.ts'
import { NotPossible } from './kind.ts'
import { registry } from './registry.ts'
import type { KeptDetails, ProposalRow } from './store.ts'
import { findProposal, insertDecision, insertProposal } from './store.ts'

const PROPOSAL_MS = 24 * 3_600_000

/** Exactly what would happen now, and a name for it: whoever approves says which she saw. */
export type Preview = { readonly effects: readonly Effect[]; readonly seenSha256: string }

const previewOf = ({ effects }: Pick<CarriedOut, 'effects'>): Preview => ({
  effects,
  seenSha256: createHash('sha256').update(canonicalJson(effects)).digest('hex'),
})

/** Who acts; her role is what the two checks go by. */
export type Actor = Pick<SignedIn, 'memberId' | 'name' | 'role'>

/** What is thrown to undo a transaction that is not to be, with what it found out. */
class RolledBack<Result> extends Error {
  override readonly name = 'RolledBack'
  readonly result: Result

  constructor(result: Result) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Runs `work` and takes everything back that it did, unless it returns what is to stay. */
const undo = async <Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  try {
    return await inTransaction(pool, async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  }
}

const carryOut = async (
  tx: Tx,
  services: Services,
  { kind, details }: { readonly kind: ProposalKind; readonly details: KeptDetails },
  approver: { readonly name: string },
): Promise<CarriedOut | NotPossible> => {
  // Read again: what was kept must still be what this version takes.
  const read = proposalKinds[kind].details.safeParse(details)
  if (!read.success) throw new Error(`a proposal of the kind ${kind} says what its kind does not allow`)
  const { carryOut: run } = registry[kind] as Kind<never>
  return run(tx, services, read.data as never, approver)
}

/** What it would do now, found by doing it and taking it back. */
export const rehearse = async (
  services: Services,
  proposed: { readonly kind: ProposalKind; readonly details: KeptDetails },
): Promise<(Preview & Pick<CarriedOut, 'userId' | 'orderId'>) | NotPossible> => {
  const result = await undo(services.pool, (tx) => carryOut(tx, services, proposed, { name: 'nobody yet' }))
  if (result instanceof NotPossible) return result
  const { userId, orderId } = result
  return { ...previewOf(result), userId, orderId }
}

/** Whether these details are what the kind takes. */
export const areDetailsOf = (kind: ProposalKind, details: KeptDetails): boolean =>
  proposalKinds[kind].details.safeParse(details).success

type Proposed = { readonly kind: ProposalKind; readonly details: KeptDetails; readonly why: string }

/** Proposes something that is possible now, for somebody else to approve within a day. */
export const propose = async (
  services: Services,
  actor: Actor,
  { kind, details, why }: Proposed,
): Promise<{ readonly proposal: ProposalRow; readonly preview: Preview } | NotPossible | Refusal> => {
  if (!mayPropose(actor.role, kind)) return refuse('not_your_role')
  if (!areDetailsOf(kind, details)) return refuse('bad_request')
  const rehearsed = await rehearse(services, { kind, details })
  if (rehearsed instanceof NotPossible) return rehearsed
  const { userId, orderId, ...preview } = rehearsed
  const proposedAt = services.clock.now()
  const proposalId = services.random.uuid()
  const proposal = await inTransaction(services.pool, async (tx) => {
    await insertProposal(tx, {
      proposalId,
      kind,
      userId,
      orderId,
      details,
      why,
      proposedBy: actor.memberId,
      proposedAt,
      expiresAt: new Date(proposedAt.getTime() + PROPOSAL_MS),
    })
    await recordAct(
      tx,
      services,
      { ...actor, why },
      {
        act: 'propose',
        userId,
        details: { proposal_id: proposalId, kind, ...(orderId === null ? {} : { order_id: orderId }) },
      },
    )
    return findProposal(tx, proposalId)
  })
  if (proposal === undefined) throw new Error('a proposal that was made is gone')
  return { proposal, preview }
}

/** Where a proposal stands at an instant. */
export const stateOf = ({ outcome, expiresAt }: ProposalRow, now: Date) =>
  outcome ?? (now >= expiresAt ? ('expired' as const) : ('open' as const))

type Decision = { readonly proposalId: string; readonly why: string }

/** The open proposal; a refusal when there is none, or it is not hers to decide. */
const findOpen = async (
  tx: Tx,
  { clock }: Services,
  { actor, proposalId, isOwn }: { readonly actor: Actor; readonly proposalId: string; readonly isOwn: boolean },
): Promise<ProposalRow | Refusal> => {
  const proposal = await findProposal(tx, proposalId)
  if (proposal === undefined) return refuse('proposal_not_found')
  if (stateOf(proposal, clock.now()) !== 'open') return refuse('proposal_decided')
  if (!isOwn && proposal.proposedBy === actor.memberId) return refuse('proposal_own')
  if (isOwn && proposal.proposedBy !== actor.memberId) return refuse('not_your_role')
  return proposal
}

/** A sandbox whose clock was set back still decides after it was proposed. */
const decidedAt = ({ clock }: Services, { proposedAt }: ProposalRow): Date => {
  const now = clock.now()
  return now < proposedAt ? proposedAt : now
}

const isProposal = (found: ProposalRow | Refusal): found is ProposalRow => 'proposalId' in found

const reread = async (tx: Tx, proposalId: string): Promise<ProposalRow> => {
  const found = await findProposal(tx, proposalId)
  if (found === undefined) throw new Error('a proposal that was decided is gone')
  return found
}

export type Approved = { readonly proposal: ProposalRow; readonly told: Readonly<Record<string, string>> }

/**
 * Somebody else approves: it is carried out in the transaction that writes the decision, against the facts of this
 * moment. When that is not possible, or is not what she saw, nothing is written and the proposal stays open.
 */
export const approveProposal = async (
  services: Services,
  actor: Actor,
  { proposalId, seenSha256, why }: Decision & { readonly seenSha256: string },
): Promise<Approved | NotPossible | Refusal> => {
  if (!may(actor.role, 'decide_proposals')) return refuse('not_your_role')
  try {
    return await inTransaction(services.pool, async (tx) => {
      const proposal = await findOpen(tx, services, { actor, proposalId, isOwn: false })
      if (!isProposal(proposal)) return proposal
      const decision = {
        outcome: 'approved',
        decidedBy: actor.memberId,
        decidedAt: decidedAt(services, proposal),
        why,
      } as const
      if (!(await insertDecision(tx, proposal, decision))) return refuse('proposal_decided')
      const done = await carryOut(tx, services, proposal, actor)
      if (done instanceof NotPossible) throw new RolledBack(done)
      if (previewOf(done).seenSha256 !== seenSha256) throw new RolledBack(refuse('proposal_changed'))
      const { act, userId, told = {} } = done
      await recordAct(
        tx,
        services,
        { ...actor, why },
        {
          act: act.act,
          userId,
          details: { ...act.details, proposal_id: proposalId, proposed_by: proposal.proposedBy },
        },
      )
      return { proposal: await reread(tx, proposalId), told }
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as NotPossible | Refusal
    throw error
  }
}

const close = (
  services: Services,
  actor: Actor,
  { proposalId, why, outcome }: Decision & { readonly outcome: 'declined' | 'withdrawn' },
): Promise<ProposalRow | Refusal> =>
  inTransaction(services.pool, async (tx) => {
    const proposal = await findOpen(tx, services, { actor, proposalId, isOwn: outcome === 'withdrawn' })
    if (!isProposal(proposal)) return proposal
    const decision = { outcome, decidedBy: actor.memberId, decidedAt: decidedAt(services, proposal), why }
    if (!(await insertDecision(tx, proposal, decision))) return refuse('proposal_decided')
    await recordAct(
      tx,
      services,
      { ...actor, why },
      {
        act: outcome === 'declined' ? 'decline_proposal' : 'withdraw_proposal',
        userId: proposal.userId,
        details: { proposal_id: proposalId, kind: proposal.kind },
      },
    )
    return reread(tx, proposalId)
  })

export const declineProposal = async (
  services: Services,
  actor: Actor,
  decision: Decision,
): Promise<ProposalRow | Refusal> =>
  may(actor.role, 'decide_proposals')
    ? close(services, actor, { ...decision, outcome: 'declined' })
    : refuse('not_your_role')

/** Whoever proposed takes it back. */
export const withdrawProposal = (
  services: Services,
  actor: Actor,
  decision: Decision,
): Promise<ProposalRow | Refusal> => close(services, actor, { ...decision, outcome: 'withdrawn' })
