import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import { keptProposalDetails } from '@hola/core/stored/person.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import type { Tx } from '../../platform/db/public.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

type PartOfList = Readonly<Record<string, string | number>>
export type KeptDetails = Readonly<Record<string, string | number | readonly PartOfList[] | null>>

export type ProposalRow = {
  readonly proposalId: string
  readonly kind: ProposalKind
  readonly userId: string | null
  readonly orderId: string | null
  readonly details: KeptDetails
  readonly why: string
  readonly proposedBy: string
  readonly proposer: string
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly outcome: 'approved' | 'declined' | 'withdrawn' | null
  readonly decidedBy: string | null
  readonly decider: string | null
  readonly decidedAt: Date | null
  readonly decisionWhy: string | null
}

const selected = `proposal.proposal_id AS "proposalId", kind, user_id AS "userId", order_id AS "orderId", details, proposal.why,
  proposal.proposed_by AS "proposedBy", proposer.name AS proposer, proposal.proposed_at AS "proposedAt",
  proposal.expires_at AS "expiresAt", outcome, decided_by AS "decidedBy", decider.name AS decider, decided_at AS "decidedAt",
  decision.why AS "decisionWhy"`

const joined = `proposal
  JOIN staff_member AS proposer ON proposer.member_id = proposal.proposed_by
  LEFT JOIN proposal_decision AS decision ON decision.proposal_id = proposal.proposal_id
  LEFT JOIN staff_member AS decider ON decider.member_id = decision.decided_by`

type Row = Omit<ProposalRow, 'details'> & { readonly details: unknown }

const proposalOf = ({ details, ...row }: Row): ProposalRow => ({ ...row, details: keptProposalDetails.read(details) })

export const insertProposal = async (
  tx: Tx,
  proposal: Pick<
    ProposalRow,
    'proposalId' | 'kind' | 'userId' | 'orderId' | 'details' | 'why' | 'proposedBy' | 'proposedAt' | 'expiresAt'
  >,
): Promise<void> => {
  await tx.query(
    `INSERT INTO proposal (proposal_id, kind, user_id, order_id, details, why, proposed_by, proposed_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      proposal.proposalId,
      proposal.kind,
      proposal.userId,
      proposal.orderId,
      keptProposalDetails.writeText(proposal.details),
      proposal.why,
      proposal.proposedBy,
      proposal.proposedAt,
      proposal.expiresAt,
    ],
  )
}

export const findProposal = async (tx: Tx, proposalId: string): Promise<ProposalRow | undefined> => {
  const { rows } = await tx.query<Row>(`SELECT ${selected} FROM ${joined} WHERE proposal.proposal_id = $1`, [
    proposalId,
  ])
  return rows[0] && proposalOf(rows[0])
}

/** What waits for a decision, the ones that end first first. */
export const listOpenProposals = async (
  tx: Tx,
  {
    now,
    userId = null,
    orderId = null,
    limit,
  }: {
    readonly now: Date
    readonly userId?: string | null | undefined
    readonly orderId?: string | null | undefined
    readonly limit: number
  },
): Promise<ProposalRow[]> => {
  const { rows } = await tx.query<Row>(
    `SELECT ${selected} FROM ${joined} WHERE proposal.expires_at > $1 AND decision.proposal_id IS NULL
        AND ($3::uuid IS NULL OR proposal.user_id = $3) AND ($4::uuid IS NULL OR proposal.order_id = $4)
      ORDER BY proposal.expires_at, proposal.proposal_id LIMIT $2`,
    [now, limit, userId, orderId],
  )
  return rows.map(proposalOf)
}

/** Proposals of others than this member that wait for a decision, the ones that end first first. */
export const listProposalsToSign = async (
  tx: Tx,
  {
    now,
    memberId,
    after,
    limit,
  }: {
    readonly now: Date
    readonly memberId: string
    readonly after?: { readonly expiresAt: Date; readonly proposalId: string } | undefined
    readonly limit: number
  },
): Promise<ProposalRow[]> => {
  const { rows } = await tx.query<Row>(
    `SELECT ${selected} FROM ${joined}
      WHERE proposal.expires_at > $1 AND decision.proposal_id IS NULL AND proposal.proposed_by <> $2
        AND (proposal.expires_at, proposal.proposal_id) > ($3::timestamptz, $4::uuid)
      ORDER BY proposal.expires_at, proposal.proposal_id LIMIT $5`,
    [now, memberId, after?.expiresAt ?? now, after?.proposalId ?? NO_ID, limit],
  )
  return rows.map(proposalOf)
}

/** False when somebody has decided already, maybe at this moment: then this waits for the end of that one. */
export const insertDecision = async (
  tx: Tx,
  { proposalId, proposedBy, proposedAt, expiresAt }: ProposalRow,
  decision: {
    readonly outcome: 'approved' | 'declined' | 'withdrawn'
    readonly decidedBy: string
    readonly decidedAt: Date
    readonly why: string
  },
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `INSERT INTO proposal_decision (proposal_id, proposed_by, proposed_at, expires_at, outcome, decided_by, decided_at, why)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [
      proposalId,
      proposedBy,
      proposedAt,
      expiresAt,
      decision.outcome,
      decision.decidedBy,
      decision.decidedAt,
      decision.why,
    ],
  )
  return rowCount === 1
}

/** An export of this loan's borrower that was approved since an instant, asked for by this member, and not used yet. */
export const findUnusedExport = async (
  tx: Tx,
  { userId, orderId, memberId, since }: OrderKey & { readonly memberId: string; readonly since: Date },
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ proposalId: string }>(
    `SELECT proposal.proposal_id AS "proposalId"
       FROM proposal JOIN proposal_decision AS decision ON decision.proposal_id = proposal.proposal_id
      WHERE kind = 'export' AND user_id = $1 AND order_id = $2 AND proposal.proposed_by = $3
        AND outcome = 'approved' AND decided_at >= $4
        AND NOT EXISTS (SELECT FROM desk_act WHERE desk_act.user_id = $1 AND act = 'see_erased'
                           AND desk_act.details->>'proposal_id' = proposal.proposal_id::text)
      ORDER BY decided_at LIMIT 1`,
    [userId, orderId, memberId, since],
  )
  return rows[0]?.proposalId
}

/** The debtors' reports that she has proposed and somebody else has allowed since an instant. */
export const listAllowedReports = async (
  tx: Tx,
  { memberId, since }: { readonly memberId: string; readonly since: Date },
): Promise<{ proposalId: string; day: string; why: string; decidedAt: Date }[]> => {
  const { rows } = await tx.query<{ proposalId: string; day: string; why: string; decidedAt: Date }>(
    `SELECT proposal.proposal_id AS "proposalId", proposal.details->>'day' AS day, proposal.why,
            decision.decided_at AS "decidedAt"
       FROM proposal JOIN proposal_decision AS decision ON decision.proposal_id = proposal.proposal_id
      WHERE kind = 'debtors_report' AND proposal.proposed_by = $1 AND outcome = 'approved' AND decided_at >= $2
      ORDER BY decided_at DESC LIMIT 50`,
    [memberId, since],
  )
  return rows
}

/** The orders that somebody calls by this number: one, unless two people's happen to be alike. */
export const listOrdersByNumber = async (tx: Tx, orderNumber: string): Promise<OrderKey[]> => {
  const { rows } = await tx.query<OrderKey>(
    `SELECT user_id AS "userId", order_id AS "orderId" FROM loan_order WHERE upper(order_number) = upper($1) LIMIT 2`,
    [orderNumber],
  )
  return rows
}

/**
 * Proposals that wait for a second person, up to a limit: since when the first, and when the next of them is over. Each is
 * looked up by itself among the decisions: OFFSET 0 keeps the database from reading all of these.
 */
export const sumOpenProposals = async (
  tx: Tx,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<{ readonly count: number; readonly since: Date | null; readonly endsAt: Date | null }> => {
  const { rows } = await tx.query<{ count: number; since: Date | null; endsAt: Date | null }>(
    `SELECT count(*) AS count, min(proposed_at) AS since, min(expires_at) AS "endsAt"
       FROM (SELECT proposed_at, expires_at FROM proposal
              WHERE expires_at > $1
                AND NOT EXISTS (SELECT FROM proposal_decision AS decision WHERE decision.proposal_id = proposal.proposal_id OFFSET 0)
              ORDER BY expires_at LIMIT $2) AS open`,
    [now, limit],
  )
  return rows[0] ?? { count: 0, since: null, endsAt: null }
}
