import { workNames } from '@hola/core/desk-contract/queue.ts'
import { lateBuckets } from '@hola/core/portfolio.ts'
import { callMetrics } from '../../platform/call-meter.ts'
import { DEAD_LETTER, jobTable } from '../../platform/jobs/public.ts'
import type { MetricRow } from '../../platform/metric-row.ts'
import { roles } from '../settings.ts'

const queues = Object.keys(jobTable)
const dailyQueues = Object.entries(jobTable).flatMap(([name, row]) => ('dailyAt' in row ? [name] : []))

/** Counting what waits ends here: more than this is an alarm all the same. */
export const COUNTED_MAX = 10_000

/**
 * The one list of metrics of our own: alert rules and dashboards may name no other. A figure of the product needs a row
 * here and a sample in one of the readers of `figures.ts`.
 */
export const metricTable = {
  hola_build_info: {
    type: 'gauge',
    help: 'Always 1; its labels say which version and commit runs, and in which role.',
    labels: { version: 'build', commit: 'build', role: roles },
    of: 'process',
  },
  hola_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the first byte of a request to its answer, by call and envelope code.',
    labels: { path: 'routes', code: 'codes' },
    of: 'process',
  },
  hola_webhooks_unverified_total: {
    type: 'counter',
    help: 'Webhooks whose signature could not be verified: refused, or taken as a reason to ask the provider.',
    labels: { path: 'routes', outcome: ['refused', 'asked_about'] },
    of: 'process',
  },
  hola_webhook_events_total: {
    type: 'counter',
    help: 'Events that providers told of, by address and kind; "undelivered" are messages that did not arrive.',
    labels: { path: 'routes', kind: 'providers' },
    of: 'process',
  },
  hola_pool_connections: {
    type: 'gauge',
    help: 'Database connections: open, idle, and requests waiting for one.',
    labels: { state: ['open', 'idle', 'waiting'] },
    of: 'process',
  },
  hola_jobs_running: {
    type: 'gauge',
    help: 'Jobs that this process works on, by queue.',
    labels: { queue: queues },
    of: 'process',
  },
  hola_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space of the disk of the photographs, and of the database where it is the embedded one.',
    labels: { place: ['files', 'database'] },
    of: 'process',
  },
  hola_disk_size_bytes: {
    type: 'gauge',
    help: 'Size of these disks.',
    labels: { place: ['files', 'database'] },
    of: 'process',
  },
  hola_holiday_table_days_left: {
    type: 'gauge',
    help: 'Days until the table of holidays ends; later due dates go by the law alone, without bridge days.',
    labels: {},
    of: 'product',
  },
  hola_figures_read_timestamp_seconds: {
    type: 'gauge',
    help: 'When the figures of the product, which follow, were last read from the database. They are read at most every 30 s.',
    labels: {},
    of: 'process',
  },
  hola_jobs: {
    type: 'gauge',
    help: 'Jobs that wait, by queue and state. Anything in the queue "dead-letter" failed for good and wants a person.',
    labels: { queue: [...queues, DEAD_LETTER], state: ['created', 'retry'] },
    of: 'product',
  },
  hola_job_delay_seconds: {
    type: 'gauge',
    help: 'How long the oldest job that could start now has been waiting, by queue.',
    labels: { queue: queues },
    of: 'product',
  },
  hola_daily_job_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a daily job was last done, by queue; before the first time, when this database was set up for it.',
    labels: { queue: dailyQueues },
    of: 'product',
  },
  hola_messages_last_hour: {
    type: 'gauge',
    help: 'Codes and answers to consumer requests of the last hour, and the most that may be sent.',
    labels: { figure: ['sent', 'max'] },
    of: 'product',
  },
  hola_work_open: {
    type: 'gauge',
    help: 'What waits for the staff, by kind of work; counted up to 10000.',
    labels: { work: workNames },
    of: 'product',
  },
  hola_work_overdue: {
    type: 'gauge',
    help: 'What of it waits longer than the law or the house allows.',
    labels: { work: workNames },
    of: 'product',
  },
  hola_work_oldest_seconds: {
    type: 'gauge',
    help: 'How long the oldest of it has been waiting; 0 when nothing waits.',
    labels: { work: workNames },
    of: 'product',
  },
  hola_work_seconds_left: {
    type: 'gauge',
    help: 'Seconds until the nearest deadline, below zero when it has passed; there is none when nothing waits.',
    labels: { work: workNames },
    of: 'product',
  },
  hola_suspense_centavos: {
    type: 'gauge',
    help: 'Money that came and that nobody can place.',
    labels: {},
    of: 'product',
  },
  hola_payouts_halted: {
    type: 'gauge',
    help: 'Whether payouts stand still by themselves, because the provider refuses every one: 1 wants a person at once.',
    labels: {},
    of: 'product',
  },
  hola_transfers_open: {
    type: 'gauge',
    help: 'Payouts and refunds that were sent and whose end nobody knows yet.',
    labels: { kind: ['payout', 'refund'] },
    of: 'product',
  },
  hola_transfers_open_oldest_seconds: {
    type: 'gauge',
    help: 'Since when the oldest of them is under way; 0 when there is none.',
    labels: { kind: ['payout', 'refund'] },
    of: 'product',
  },
  hola_reconciliation_last_day_timestamp_seconds: {
    type: 'gauge',
    help: 'The end of the last day whose books were compared with a statement; there is none before the first.',
    labels: {},
    of: 'product',
  },
  hola_reconciliation_differences: {
    type: 'gauge',
    help: 'Differences between books and statements that nothing explains.',
    labels: {},
    of: 'product',
  },
  hola_today: {
    type: 'gauge',
    help: 'Since midnight in Argentina: applications that were looked at, approvals, refusals, payouts, payments.',
    labels: { event: ['application', 'approval', 'refusal', 'payout', 'payment'] },
    of: 'product',
  },
  hola_today_centavos: {
    type: 'gauge',
    help: 'Since midnight in Argentina: money that was paid out, and that came back.',
    labels: { event: ['payout', 'payment'] },
    of: 'product',
  },
  hola_loans: {
    type: 'gauge',
    help: 'Loans that were owed on at the end of the last day that was closed, by how late they were.',
    labels: { bucket: lateBuckets },
    of: 'product',
  },
  hola_loans_principal_centavos: {
    type: 'gauge',
    help: 'Principal that was owed on them.',
    labels: { bucket: lateBuckets },
    of: 'product',
  },
  ...callMetrics,
} as const satisfies Readonly<Record<string, MetricRow>>

export type MetricName = keyof typeof metricTable
