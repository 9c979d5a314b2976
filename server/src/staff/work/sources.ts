import { caseCode, personCode } from '@hola/core/desk-contract/codes.ts'
import type { WorkKind, WorkName } from '@hola/core/desk-contract/queue.ts'
import { workKindNames } from '@hola/core/desk-contract/queue.ts'
import type { Centavos } from '@hola/core/money.ts'
import { centavos } from '@hola/core/money.ts'
import type { WaitingDay } from '../../lending/reconciliation/public.ts'
import { countWaitingDays, listWaitingDays } from '../../lending/reconciliation/public.ts'
import type { WaitingPayout } from '../../lending/payout/public.ts'
import { countWaitingPayouts, listWaitingPayouts } from '../../lending/payout/public.ts'
import { countWaitingReceipts, listWaitingReceipts } from '../../lending/repayment/public.ts'
import { listManualCases } from '../../lending/review/public.ts'
import { countWaitingApplications } from '../../person/application/public.ts'
import { listStandingReasons } from '../../person/identity/public.ts'
import type { Tx, WaitingPage } from '../../platform/db/public.ts'
import type { RequestKind } from '../../rights/consumer/public.ts'
import { countStaffRequests, listStaffRequests } from '../../rights/consumer/public.ts'
import type { ProposalRow } from '../proposal/public.ts'
import { listProposalsToSign } from '../proposal/public.ts'
import type { Services } from '../services.ts'
import { dueAt, PAYOUT_SILENT_MS } from './deadlines.ts'

/** One thing that waits for the staff. Nothing in it says who it is about. */
export type Waiting = {
  readonly kind: WorkKind
  readonly name: WorkName
  readonly itemId: string
  readonly since: Date
  readonly dueAt: Date
  readonly amount: Centavos | null
  readonly reference: string | null
  readonly reasons: readonly string[]
  readonly facts: Readonly<Record<string, string | number | null>>
}

export type Reader = Pick<Services, 'clock' | 'reference' | 'jobs' | 'sealer'> & { readonly memberId: string }

/** Where a part of the queue comes from: each in the order in which it is due. */
export type Source = {
  readonly name: WorkName
  readonly kind: WorkKind
  readonly list: (tx: Tx, reader: Reader, page: WaitingPage) => Promise<Waiting[]>
  readonly count: (tx: Tx, reader: Reader, page: WaitingPage) => Promise<number>
}

/** The contract's bound. */
const REASONS_MAX = 10

const due = (name: Exclude<WorkName, 'proposal'>, since: Date, { reference }: Reader): Date =>
  dueAt(name, since, reference.holidays)

const cases: Source = {
  name: 'case',
  kind: 'case',
  list: async (tx, reader, page) => {
    const found = await listManualCases(tx, reader, page)
    const ofPhotos = await listStandingReasons(
      tx,
      found.map(({ userId }) => userId),
    )
    return found.map(({ userId, applicationId, submittedAt, since, reasons, proposedLimit }) => ({
      kind: 'case',
      name: 'case',
      itemId: applicationId,
      since,
      dueAt: due('case', since, reader),
      // What the rules would lend; nothing is no amount.
      amount: proposedLimit === 0 ? null : proposedLimit,
      reference: caseCode(applicationId),
      // What the photos showed says more than that somebody has to look at them.
      reasons: [...reasons, ...(ofPhotos.get(userId) ?? [])].slice(0, REASONS_MAX),
      facts: { person: personCode(userId), submitted_at: submittedAt.toISOString() },
    }))
  },
  count: (tx, _, page) => countWaitingApplications(tx, page),
}

const showPayout = (name: 'payout_silent' | 'payout_failed', one: WaitingPayout, reader: Reader): Waiting => ({
  kind: 'payout',
  name,
  itemId: `${one.userId}/${one.orderId}`,
  since: one.since,
  dueAt: due(name, one.since, reader),
  amount: one.amount,
  reference: one.orderNumber,
  reasons:
    name === 'payout_failed'
      ? [one.failureReason ?? 'other']
      : [one.attemptState === 'failed' ? (one.failureReason ?? 'failed') : (one.attemptState ?? 'not_sent')],
  facts: {
    person: personCode(one.userId),
    order_number: one.orderNumber,
    provider: one.provider,
    asked_count: one.asks,
  },
})

/** Money that is on its way is nobody's work until nobody knows any more what became of it. */
const beforeSilence = ({ clock }: Reader, { until, ...page }: WaitingPage): WaitingPage => {
  const silent = new Date(clock.now().getTime() - PAYOUT_SILENT_MS)
  return { ...page, until: until === undefined || until > silent ? silent : until }
}

const silentPayouts: Source = {
  name: 'payout_silent',
  kind: 'payout',
  list: async (tx, reader, page) =>
    (await listWaitingPayouts(tx, 'pending', beforeSilence(reader, page))).map((one) =>
      showPayout('payout_silent', one, reader),
    ),
  count: (tx, reader, page) => countWaitingPayouts(tx, 'pending', beforeSilence(reader, page)),
}

const failedPayouts: Source = {
  name: 'payout_failed',
  kind: 'payout',
  list: async (tx, reader, page) =>
    (await listWaitingPayouts(tx, 'payout_failed', page)).map((one) => showPayout('payout_failed', one, reader)),
  count: (tx, _, page) => countWaitingPayouts(tx, 'payout_failed', page),
}

/** What the payer wrote stays out of it: people write their names. */
const suspense: Source = {
  name: 'suspense',
  kind: 'suspense',
  list: async (tx, reader, page) =>
    (await listWaitingReceipts(tx, page)).map(({ provider, providerPaymentId, heardAt, amount, paidDay }) => ({
      kind: 'suspense',
      name: 'suspense',
      itemId: `${provider}/${providerPaymentId}`,
      since: heardAt,
      dueAt: due('suspense', heardAt, reader),
      amount,
      reference: providerPaymentId,
      reasons: [],
      facts: { provider, provider_payment_id: providerPaymentId, paid_day: paidDay },
    })),
  count: (tx, _, page) => countWaitingReceipts(tx, page),
}

const requests = (kind: RequestKind): Source => ({
  name: kind,
  kind: 'request',
  list: async (tx, reader, page) =>
    (await listStaffRequests(tx, kind, page)).map(({ trackingNumber, receivedAt, userId, isProven }) => ({
      kind: 'request',
      name: kind,
      itemId: trackingNumber,
      since: receivedAt,
      dueAt: due(kind, receivedAt, reader),
      amount: null,
      reference: trackingNumber,
      reasons: [isProven ? 'proven' : 'not_proven'],
      facts: { tracking_number: trackingNumber, person: userId === null ? null : personCode(userId) },
    })),
  count: (tx, _, page) => countStaffRequests(tx, kind, page),
})

const amountIn = ({ details }: ProposalRow): Centavos | null => {
  const amount = details['amount_centavos'] ?? details['limit_centavos']
  return typeof amount === 'number' ? centavos(amount) : null
}

const textIn = ({ details }: ProposalRow, name: string): string | null => {
  const text = details[name]
  return typeof text === 'string' ? text : null
}

const showProposal = (row: ProposalRow): Waiting => ({
  kind: 'proposal',
  name: 'proposal',
  itemId: row.proposalId,
  since: row.proposedAt,
  dueAt: row.expiresAt,
  amount: amountIn(row),
  reference: textIn(row, 'order_number'),
  reasons: [row.kind],
  facts: { proposer: row.proposer, why: row.why, person: row.userId === null ? null : personCode(row.userId) },
})

/** They all live equally long: in the order of their time they are in the order of their end. */
const proposals: Source = {
  name: 'proposal',
  kind: 'proposal',
  list: async (tx, { clock, memberId }, { after, limit, ids }) => {
    if (ids !== undefined) return []
    const rows = await listProposalsToSign(tx, {
      now: clock.now(),
      memberId,
      after: after && { expiresAt: after.since, proposalId: after.id },
      limit,
    })
    return rows.map(showProposal)
  },
  count: async (tx, { clock, memberId }, { limit, until }) => {
    const rows = await listProposalsToSign(tx, { now: clock.now(), memberId, limit })
    return rows.filter(({ proposedAt }) => until === undefined || proposedAt <= until).length
  },
}

const jobs: Source = {
  name: 'job',
  kind: 'job',
  list: async (tx, reader, page) =>
    (await reader.jobs.listDead(tx, page)).map(({ jobId, name, diedAt, problem, data }) => ({
      kind: 'job',
      name: 'job',
      itemId: jobId,
      since: diedAt,
      dueAt: due('job', diedAt, reader),
      amount: null,
      reference: name,
      reasons: [name],
      facts: {
        job_id: jobId,
        problem: problem === null ? null : oneLine(problem),
        person: typeof data['user_id'] === 'string' ? personCode(data['user_id']) : null,
      },
    })),
  count: (tx, { jobs: queue }, page) => queue.countDead(tx, page),
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300)

const showDay = (one: WaitingDay, reader: Reader): Waiting => ({
  kind: 'difference',
  name: 'difference',
  itemId: `${one.provider}/${one.kind}/${one.day}`,
  since: one.since,
  dueAt: due('difference', one.since, reader),
  amount: one.theirs === null ? null : centavos(Math.abs(one.theirs - one.ours)),
  reference: one.day,
  reasons: [one.outcome === 'outage' ? 'outage' : `${one.kind}_differs`],
  facts: {
    provider: one.provider,
    compared_day: one.day,
    unexplained_count: one.unexplainedCount,
    ours_centavos: one.ours,
    theirs_centavos: one.theirs,
  },
})

const differences: Source = {
  name: 'difference',
  kind: 'difference',
  list: async (tx, reader, page) => (await listWaitingDays(tx, page)).map((one) => showDay(one, reader)),
  count: (tx, _, page) => countWaitingDays(tx, page),
}

export const sources: readonly Source[] = [
  cases,
  silentPayouts,
  failedPayouts,
  suspense,
  requests('regret'),
  requests('unsubscribe'),
  requests('complaint'),
  requests('data_access'),
  requests('data_change'),
  proposals,
  jobs,
  differences,
]

export const sourcesOf = (kind: WorkKind): readonly Source[] => sources.filter((source) => source.kind === kind)

/** In one order, whatever two things of different kinds are due at the same instant. */
export const kindOrder = (kind: WorkKind): number => workKindNames.indexOf(kind)
