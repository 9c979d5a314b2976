import type { ProposalKind } from '@hola/core/desk-contract/proposals.ts'
import type { StaffRole } from '@hola/core/desk-contract/roles.ts'
import { Refusal } from '@hola/core/errors.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import { drawCode, hashCode } from '../../staff/member/public.ts'
import type { Effect, KeptDetails, ProposalRow } from '../../staff/proposal/public.ts'
import {
  NotPossible,
  approveProposal,
  declineProposal,
  findProposal,
  listOpenProposals,
  propose as makeProposal,
  rehearse,
  stateOf,
  withdrawProposal,
} from '../../staff/proposal/public.ts'
import { sayProblem } from '../desk/public.ts'
import type { Services } from '../services.ts'
import type { Answer } from './print.ts'
import { pairs, parts, showTime, table } from './print.ts'
import { DeskProblem, UsageProblem } from './problem.ts'

const OPEN_MAX = 200
/** So much of the name of a preview is typed; nobody makes another one that begins alike. */
const SEEN_LENGTH = 16

/** A member at the command line, and why she does it. */
export type By = { readonly member: SignedIn; readonly why: string }

const problemOf = (result: NotPossible | Refusal): DeskProblem =>
  new DeskProblem(
    result instanceof NotPossible ? `Not possible now: ${sayProblem(result, 'en')}` : sayRefusal(result, 'en'),
  )

const isNo = (result: object): result is NotPossible | Refusal =>
  result instanceof NotPossible || result instanceof Refusal

const shown = (value: Effect['before']): string => (value === null ? '-' : String(value))

const effectsTable = (effects: readonly Effect[]): string =>
  table(
    ['WHAT', 'BEFORE', 'AFTER'],
    effects.map(({ name, before, after }) => [name, shown(before), shown(after)]),
  )

const proposalJson = (row: ProposalRow, now: Date): object => ({
  proposal_id: row.proposalId,
  kind: row.kind,
  state: stateOf(row, now),
  user_id: row.userId,
  order_id: row.orderId,
  why: row.why,
  proposer: row.proposer,
  proposed_at: row.proposedAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  decider: row.decider,
  decision_why: row.decisionWhy,
})

/** Proposes what takes two people, and says what would happen and how the second one goes on. */
export const propose = async (
  services: Services,
  { member, why }: By,
  { kind, details, note = '' }: { readonly kind: ProposalKind; readonly details: KeptDetails; readonly note?: string },
): Promise<Answer> => {
  const made = await makeProposal(services, member, { kind, details, why })
  if (isNo(made)) throw problemOf(made)
  const { proposal, preview } = made
  return {
    text: parts(
      `Proposed as ${proposal.proposalId}: somebody else approves it until ${showTime(proposal.expiresAt)}. What will happen:`,
      effectsTable(preview.effects),
      note,
    ),
    json: {
      ...proposalJson(proposal, services.clock.now()),
      effects: preview.effects,
      seen_sha256: preview.seenSha256,
    },
  }
}

export const showProposals = async (services: Services): Promise<Answer> => {
  const now = services.clock.now()
  const open = await inTransaction(services.pool, (tx) => listOpenProposals(tx, { now, limit: OPEN_MAX }))
  return {
    text:
      open.length === 0
        ? 'No proposal waits.'
        : table(
            ['ID', 'KIND', 'BY', 'UNTIL', 'WHY'],
            open.map(({ proposalId, kind, proposer, expiresAt, why }) => [
              proposalId,
              kind,
              proposer,
              showTime(expiresAt),
              why,
            ]),
          ),
    json: open.map((row) => proposalJson(row, now)),
  }
}

/** One proposal with what would happen now; the code says which of it was seen. */
export const showProposal = async (services: Services, proposalId: string): Promise<Answer> => {
  const row = await inTransaction(services.pool, (tx) => findProposal(tx, proposalId))
  if (row === undefined) throw new DeskProblem('There is no such proposal.')
  const now = services.clock.now()
  const state = stateOf(row, now)
  const rehearsed = state === 'open' ? await rehearse(services, row) : undefined
  const about = pairs([
    ['kind', row.kind],
    ['state', state],
    ['by', `${row.proposer}, ${showTime(row.proposedAt)}`],
    ['why', row.why],
    ['until', showTime(row.expiresAt)],
    ['decided by', row.decider ?? '-'],
  ])
  if (rehearsed === undefined) return { text: about, json: proposalJson(row, now) }
  if (rehearsed instanceof NotPossible)
    return {
      text: parts(about, `Not possible now: ${sayProblem(rehearsed, 'en')}`),
      json: { ...proposalJson(row, now), problem: rehearsed.problem },
      exitCode: 1,
    }
  const { effects, seenSha256 } = rehearsed
  return {
    text: parts(
      about,
      `What will happen\n${effectsTable(effects)}`,
      `Approve exactly this by: approve-proposal ${proposalId} --seen ${seenSha256.slice(0, SEEN_LENGTH)} --why <words>`,
    ),
    json: { ...proposalJson(row, now), effects, seen_sha256: seenSha256 },
  }
}

export const approve = async (
  services: Services,
  { member, why }: By,
  { proposalId, seen }: { readonly proposalId: string; readonly seen: string },
): Promise<Answer> => {
  if (seen.length < SEEN_LENGTH) throw new UsageProblem(`--seen is "${seen}": it is the one that "proposal" shows.`)
  const row = await inTransaction(services.pool, (tx) => findProposal(tx, proposalId))
  const now = row && (await rehearse(services, row).catch(() => undefined))
  // What the code stands for, as long as it is what would happen now; anything else is refused as changed.
  const isSame = now !== undefined && !(now instanceof NotPossible) && now.seenSha256.startsWith(seen)
  const approved = await approveProposal(services, member, {
    proposalId,
    seenSha256: isSame ? now.seenSha256 : seen,
    why,
  })
  if (isNo(approved)) throw problemOf(approved)
  const { invitation_token: token } = approved.told
  const link = token === undefined ? undefined : `${services.settings.desk.origin}/#/invitation/${token}`
  return {
    text: parts(
      `${approved.proposal.kind} of ${approved.proposal.proposer} is carried out.`,
      link && `The new member opens this link once, with the code that ${approved.proposal.proposer} has:\n${link}`,
    ),
    json: { ...proposalJson(approved.proposal, services.clock.now()), ...(link === undefined ? {} : { link }) },
  }
}

const closed = async (services: Services, result: ProposalRow | Refusal): Promise<Answer> => {
  if (result instanceof Refusal) throw problemOf(result)
  const now = services.clock.now()
  return { text: `${result.proposalId} is ${stateOf(result, now)}.`, json: proposalJson(result, now) }
}

export const decline = async (services: Services, { member, why }: By, proposalId: string): Promise<Answer> =>
  closed(services, await declineProposal(services, member, { proposalId, why }))

export const withdraw = async (services: Services, { member, why }: By, proposalId: string): Promise<Answer> =>
  closed(services, await withdrawProposal(services, member, { proposalId, why }))

/** Proposes a new member; the code is for her, by whoever proposes. */
export const proposeMember = (
  services: Services,
  by: By,
  { name, role }: { readonly name: string; readonly role: StaffRole },
): Promise<Answer> => {
  const code = drawCode(services.random)
  const details = { name, role, code_sha256: hashCode(code).toString('hex') }
  const note = `Give ${name} this code yourself, it is shown once: ${code}`
  return propose(services, by, { kind: 'member', details, note })
}
