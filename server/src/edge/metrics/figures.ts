import { addDays, civilDayOf, startOfDay } from '@hola/core/calendar.ts'
import { lateBuckets } from '@hola/core/portfolio.ts'
import { findHalt, sumOpenAttempts, sumPaidOut } from '../../lending/payout/public.ts'
import { findLastClose, listAgeing } from '../../lending/portfolio/public.ts'
import { findStanding } from '../../lending/reconciliation/public.ts'
import { sumOpenTransfers } from '../../lending/refund/public.ts'
import { sumCredited, sumSuspense } from '../../lending/repayment/public.ts'
import { countDecisions } from '../../lending/review/public.ts'
import { readHour } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { DEAD_LETTER } from '../../platform/jobs/public.ts'
import { readWorkFigures } from '../../staff/work/public.ts'
import type { Services } from '../services.ts'
import { COUNTED_MAX } from './metric-table.ts'
import type { MetricName } from './metric-table.ts'

/** One value of a metric, with the values of its labels. */
export type Sample = {
  readonly name: MetricName
  readonly value: number
  readonly labels: Readonly<Record<string, string>>
}

export type FigureServices = Pick<
  Services,
  'pool' | 'jobs' | 'clock' | 'machineClock' | 'settings' | 'reference' | 'sealer' | 'log'
>

/** Reads the figures of one subject. Every statement goes by an index, and none by a table that grows. */
type Reader = (tx: Tx, services: FigureServices) => Promise<readonly Sample[]>

/** So long one server shows what it has read. */
export const FIGURES_KEPT_MS = 30_000
/** A figure is not worth a database that is busy. */
const STATEMENT_LIMIT_MS = 5_000

const sample = (name: MetricName, value: number, labels: Sample['labels'] = {}): Sample => ({ name, value, labels })

const secondsOf = (at: Date): number => at.getTime() / 1000

const secondsBetween = (from: Date | null, to: Date): number => (from === null ? 0 : secondsOf(to) - secondsOf(from))

const ofJobs: Reader = async (_, { jobs }) => {
  const [counts, delays, runs] = await Promise.all([jobs.counts(), jobs.delays(), jobs.dailyRuns()])
  const isDead = counts.some(({ queue, state }) => queue === DEAD_LETTER && state === 'created')
  return [
    // Always there, so that an alarm can tell "none" from "not measured".
    ...(isDead ? [] : [sample('hola_jobs', 0, { queue: DEAD_LETTER, state: 'created' })]),
    ...counts.map(({ queue, state, count }) => sample('hola_jobs', count, { queue, state })),
    ...delays.map(({ queue, seconds }) => sample('hola_job_delay_seconds', seconds, { queue })),
    ...runs.map(({ queue, doneAt }) =>
      sample('hola_daily_job_last_success_timestamp_seconds', secondsOf(doneAt), { queue }),
    ),
  ]
}

const ofMessages: Reader = async (tx, { clock, settings }) => {
  const { count } = await readHour(tx, clock.now())
  return [
    sample('hola_messages_last_hour', settings.messagesPerHourMax, { figure: 'max' }),
    sample('hola_messages_last_hour', count, { figure: 'sent' }),
  ]
}

const ofWork: Reader = async (tx, services) => {
  const now = services.clock.now()
  return (await readWorkFigures(tx, services, COUNTED_MAX)).flatMap(
    ({ name: work, openCount, overdueCount, first }) => [
      sample('hola_work_open', openCount, { work }),
      sample('hola_work_overdue', overdueCount, { work }),
      sample('hola_work_oldest_seconds', secondsBetween(first?.since ?? null, now), { work }),
      ...(first === undefined ? [] : [sample('hola_work_seconds_left', secondsBetween(now, first.dueAt), { work })]),
    ],
  )
}

const ofMoneyUnderWay: Reader = async (tx, { clock }) => {
  const now = clock.now()
  const [suspense, halt, payouts, refunds] = await Promise.all([
    sumSuspense(tx, COUNTED_MAX),
    findHalt(tx),
    sumOpenAttempts(tx, COUNTED_MAX),
    sumOpenTransfers(tx, COUNTED_MAX),
  ])
  return [
    sample('hola_suspense_centavos', suspense.amount),
    sample('hola_payouts_halted', halt === undefined ? 0 : 1),
    ...Object.entries({ payout: payouts, refund: refunds }).flatMap(([kind, { count, since }]) => [
      sample('hola_transfers_open', count, { kind }),
      sample('hola_transfers_open_oldest_seconds', secondsBetween(since, now), { kind }),
    ]),
  ]
}

const ofReconciliation: Reader = async (tx) => {
  const { lastDay, differences } = await findStanding(tx)
  const name = 'hola_reconciliation_last_day_timestamp_seconds'
  return [
    ...(lastDay === null ? [] : [sample(name, secondsOf(startOfDay(addDays(lastDay, 1))))]),
    sample('hola_reconciliation_differences', differences),
  ]
}

const ofToday: Reader = async (tx, { clock }) => {
  const from = startOfDay(civilDayOf(clock.now()))
  const [decisions, payouts, payments] = await Promise.all([
    countDecisions(tx, from),
    sumPaidOut(tx, from),
    sumCredited(tx, from),
  ])
  return [
    sample('hola_today', decisions.applications, { event: 'application' }),
    sample('hola_today', decisions.approved, { event: 'approval' }),
    sample('hola_today', decisions.refused, { event: 'refusal' }),
    sample('hola_today', payouts.count, { event: 'payout' }),
    sample('hola_today', payments.count, { event: 'payment' }),
    sample('hola_today_centavos', payouts.amount, { event: 'payout' }),
    sample('hola_today_centavos', payments.amount, { event: 'payment' }),
  ]
}

/** How late the loans are is counted once a night, when the day is closed: here it is only looked up. */
const ofLoans: Reader = async (tx) => {
  const day = await findLastClose(tx)
  if (day === undefined) return []
  const ageing = new Map((await listAgeing(tx, [day])).map((row) => [row.bucket, row]))
  return lateBuckets.flatMap((bucket) => [
    sample('hola_loans', ageing.get(bucket)?.loansCount ?? 0, { bucket }),
    sample('hola_loans_principal_centavos', ageing.get(bucket)?.principal ?? 0, { bucket }),
  ])
}

const readers: readonly Reader[] = [ofJobs, ofMessages, ofWork, ofMoneyUnderWay, ofReconciliation, ofToday, ofLoans]

/** All figures of the product as they are now. */
export const readFigures = (services: FigureServices): Promise<Sample[]> =>
  inTransaction(services.pool, async (tx) => {
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_LIMIT_MS}`)
    const samples: Sample[] = []
    for (const read of readers) samples.push(...(await read(tx, services)))
    return samples
  })

export type Figures = { readonly samples: readonly Sample[]; readonly readAt: Date }

/**
 * The figures for whoever scrapes: read when somebody asks and what is known is too old, once for however many ask. A
 * database that does not answer costs its readers the figures, and nothing else: it shows at /readyz and in their age.
 */
export const openFigures = (
  services: FigureServices,
  keptMs: number = FIGURES_KEPT_MS,
): (() => Promise<Figures | undefined>) => {
  let known: (Figures & { readonly atMs: number }) | undefined
  let reading: Promise<Figures | undefined> | undefined
  const read = async (): Promise<Figures | undefined> => {
    const atMs = performance.now()
    try {
      known = { samples: await readFigures(services), readAt: services.machineClock.now(), atMs }
    } catch (error) {
      services.log.warn({ err: error }, 'the figures could not be read')
      // Old figures would look like news; only their age is still told.
      known = known && { ...known, samples: [], atMs }
    } finally {
      reading = undefined
    }
    return known
  }
  return () => {
    if (known !== undefined && performance.now() - known.atMs < keptMs) return Promise.resolve(known)
    reading ??= read()
    return reading
  }
}
