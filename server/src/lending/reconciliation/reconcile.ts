import type { CivilDay } from '@hola/core/calendar.ts'
import { centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { CollectionLine, Collector, FoundPayment } from '../../providers/collection/public.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { NotKnown, PayoutResult, Statement } from '../../providers/payout/public.ts'
import { StatementProblem } from '../../providers/payout/public.ts'
import type { Services } from '../services.ts'
import type { Comparison } from './compare.ts'
import { comparePayouts, compareReceipts, isExplained } from './compare.ts'
import type { Finding, OurPayout, OurReceipt, OurRefund } from './store.ts'
import { listOurPayouts, listOurPayoutsByKey, listOurReceipts, listOurRefunds, saveFinding } from './store.ts'

/** Asked about one by one when they are not on a statement; a statement that lacks more is itself the difference. */
const ASKED_MAX = 200

/**
 * Compares the books of a day with the statement of every provider that has part in it, writes down what was found, and
 * files the questions about what we had not heard. Done twice it finds the same.
 */
export const reconcile = async (services: Services, day: CivilDay): Promise<Finding[]> => {
  const findings = [...(await reconcilePayouts(services, day)), ...(await reconcileCollection(services, day))]
  await inTransaction(services.pool, async (tx) => {
    for (const finding of findings) {
      await saveFinding(tx, finding, services.clock.now())
      await askAgain(tx, services, finding)
    }
  })
  return findings
}

type Kept = Pick<Finding, 'provider' | 'kind' | 'day'>

const compared = (kept: Kept, { matchedCount, ours, theirs, differences }: Comparison): Finding => ({
  ...kept,
  outcome: 'compared',
  problem: null,
  matchedCount,
  ours,
  theirs,
  differences,
  unexplainedCount: differences.filter((difference) => !isExplained(difference)).length,
})

/** Without a statement the day is not in order, whatever the books say; ours is what there is to compare. */
const uncompared = (
  kept: Kept,
  ours: readonly { readonly booked: number }[],
  { outcome, problem }: { readonly outcome: 'outage' | 'no_statement'; readonly problem: string },
): Finding => ({
  ...kept,
  outcome,
  problem,
  matchedCount: 0,
  ours: centavos(ours.reduce((sum, { booked }) => sum + booked, 0)),
  theirs: null,
  differences: [],
  unexplainedCount: 0,
})

/** The books at one moment. */
const readBooks = <Books>({ pool }: Services, read: (tx: Tx) => Promise<Books>): Promise<Books> =>
  inTransaction(pool, read, { isolation: 'repeatable read' })

const NOT_SET_UP = 'no longer set up: it cannot be asked'

/** The rows of a day, and those that a statement of the day speaks of although ours have them elsewhere. */
const together = <Row>(ofDay: readonly Row[], spokenOf: readonly Row[], idOf: (row: Row) => string): Row[] => {
  const known = new Set(ofDay.map(idOf))
  return [...ofDay, ...spokenOf.filter((row) => !known.has(idOf(row)))]
}

/** Asks about each in turn: they are few, and a provider that is in trouble is not asked for all at once. */
const askAbout = async <Asked, Answer>(
  asked: readonly Asked[],
  idOf: (one: Asked) => string,
  find: (one: Asked) => Promise<Answer>,
): Promise<Map<string, Answer>> => {
  const answers = new Map<string, Answer>()
  for (const one of asked.slice(0, ASKED_MAX)) answers.set(idOf(one), await find(one))
  return answers
}

const reconcilePayouts = async (services: Services, day: CivilDay): Promise<Finding[]> => {
  const { payouts } = services
  // Before our own books: what is heard meanwhile is in them and not on the statement, and is asked about.
  const statement = await payouts.statement(day)
  const keys = statement instanceof StatementProblem ? [] : statement.lines.map(({ key }) => key)
  const all = await readBooks(services, async (tx) =>
    together(await listOurPayouts(tx, day), await listOurPayoutsByKey(tx, keys), ({ key }) => key),
  )
  const isOther = ({ provider }: OurPayout): boolean => provider !== null && provider !== payouts.provider
  const others = [...new Set(all.filter(isOther).map(({ provider }) => provider ?? ''))]
  return [
    await reconcileOnePayouts(
      services,
      day,
      statement,
      all.filter((one) => !isOther(one)),
    ),
    ...others.map((provider) =>
      uncompared(
        { provider, kind: 'payout', day },
        all.filter((one) => one.provider === provider),
        { outcome: 'no_statement', problem: NOT_SET_UP },
      ),
    ),
  ]
}

const reconcileOnePayouts = async (
  { payouts }: Services,
  day: CivilDay,
  statement: Statement | StatementProblem,
  ours: readonly OurPayout[],
): Promise<Finding> => {
  const kept = { provider: payouts.provider, kind: 'payout', day } as const
  if (statement instanceof StatementProblem)
    return uncompared(kept, ours, { outcome: 'outage', problem: statement.reason })
  const listed = new Set(statement.lines.map(({ key }) => key))
  const answers = await askAbout<OurPayout, PayoutResult | NotKnown>(
    ours.filter(({ key }) => !listed.has(key)),
    ({ key }) => key,
    ({ key, amount, providerPayoutId }) => payouts.find({ key, amount }, providerPayoutId),
  )
  return compared(kept, comparePayouts(day, ours, statement, answers))
}

type CollectorStatement = {
  readonly collector: Collector
  readonly lines: readonly CollectionLine[] | CollectionProblem
}

const idsOf = (lines: CollectorStatement['lines']): string[] =>
  lines instanceof CollectionProblem ? [] : lines.map(({ providerPaymentId }) => providerPaymentId)

type Collected = { readonly receipts: readonly OurReceipt[]; readonly refunds: readonly OurRefund[] }

const reconcileCollection = async (services: Services, day: CivilDay): Promise<Finding[]> => {
  const { collectors } = services
  // Before our own books, as with the payouts.
  const statements: CollectorStatement[] = []
  for (const collector of collectors) statements.push({ collector, lines: await collector.statement(day) })
  const books: Collected = await readBooks(services, async (tx) => {
    const spokenOf: OurReceipt[] = []
    for (const { collector, lines } of statements)
      spokenOf.push(...(await listOurReceipts(tx, { provider: collector.provider, ids: idsOf(lines) })))
    return {
      receipts: together(
        await listOurReceipts(tx, { day }),
        spokenOf,
        ({ provider, providerPaymentId }) => `${provider} ${providerPaymentId}`,
      ),
      refunds: await listOurRefunds(tx, day),
    }
  })
  const findings: Finding[] = []
  for (const statement of statements) findings.push(await reconcileCollector(statement, day, books))
  const others = [...books.receipts, ...books.refunds].filter(
    ({ provider }) => !collectors.some((collector) => collector.provider === provider),
  )
  for (const provider of new Set(others.map((one) => one.provider)))
    findings.push(
      uncompared(
        { provider, kind: 'collection', day },
        others.filter((one) => one.provider === provider),
        { outcome: 'no_statement', problem: NOT_SET_UP },
      ),
    )
  return findings
}

const reconcileCollector = async (
  { collector, lines }: CollectorStatement,
  day: CivilDay,
  books: Collected,
): Promise<Finding> => {
  const { provider } = collector
  const kept = { provider, kind: 'collection', day } as const
  const receipts = books.receipts.filter((one) => one.provider === provider)
  const refunds = books.refunds.filter((one) => one.provider === provider)
  if (lines instanceof CollectionProblem)
    return uncompared(kept, [...receipts, ...refunds], {
      outcome: lines.kind === 'unknown' ? 'no_statement' : 'outage',
      problem: lines.reason,
    })
  const listed = new Set(idsOf(lines))
  const answers = await askAbout<OurReceipt, FoundPayment | CollectionProblem>(
    receipts.filter(({ providerPaymentId }) => !listed.has(providerPaymentId)),
    ({ providerPaymentId }) => providerPaymentId,
    ({ providerPaymentId }) => collector.find(providerPaymentId),
  )
  return compared(kept, compareReceipts(day, { receipts, refunds }, lines, answers))
}

/** What the provider has said otherwise than we knew is asked about, and heard like any message of its own. */
const askAgain = async (tx: Tx, { jobs }: Services, { provider, kind, differences }: Finding): Promise<void> => {
  for (const { cause, providerId } of differences) {
    if (providerId === null) continue
    if (kind === 'payout' && (cause === 'not_heard' || cause === 'failed_in_books'))
      await jobs.enqueue(tx, 'payout-heard', { provider_payout_id: providerId })
    if (kind === 'collection' && (cause === 'missing_in_books' || cause === 'reversed' || cause === 'not_reversed'))
      await jobs.enqueue(tx, 'receipt-heard', { provider, provider_payment_id: providerId, try_number: 0 })
  }
}
