import { statfs } from 'node:fs/promises'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { buildOf } from '../../platform/build.ts'
import { holidayTableDaysLeft } from '../../platform/reference/public.ts'
import { filesFolder } from '../../providers/files/public.ts'
import type { Services } from '../services.ts'
import type { FigureServices, Sample } from './figures.ts'
import { openFigures } from './figures.ts'
import type { MetricName } from './metric-table.ts'
import { metricTable } from './metric-table.ts'

export type Metrics = {
  readonly contentType: string
  readonly print: () => Promise<string>
  /** `path` comes from the route table and never from the request, so a stranger cannot make up series. */
  readonly observeRequest: (path: string, code: string, seconds: number) => void
  /** A webhook that nobody can verify: refused, or taken as a reason to ask. `path` as above. */
  readonly countUnverified: (path: string, outcome: 'refused' | 'asked_about') => void
  /** An event that a provider has told of; `kind` is of the adapter's own list. */
  readonly countEvent: (path: string, kind: string) => void
  readonly close: () => void
}

const isGauge = (name: MetricName): boolean => metricTable[name].type === 'gauge'

/** What only this process knows. */
const ofProcess = (services: Pick<Services, 'pool' | 'jobs' | 'settings' | 'clock' | 'reference'>): Sample[] => {
  const { pool, jobs, settings } = services
  const connections = { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
  return [
    { name: 'hola_build_info', labels: { ...buildOf(settings), role: settings.role }, value: 1 },
    { name: 'hola_holiday_table_days_left', labels: {}, value: holidayTableDaysLeft(services) },
    ...Object.entries(connections).map(([state, value]): Sample => ({
      name: 'hola_pool_connections',
      labels: { state },
      value,
    })),
    ...[...jobs.running()].map(([queue, value]): Sample => ({ name: 'hola_jobs_running', labels: { queue }, value })),
  ]
}

/** The disks that we fill: not an object store's, nor that of a PostgreSQL of the lender's own. */
const ofDisks = async ({ settings }: Pick<Services, 'settings'>): Promise<Sample[]> => {
  const { dataDir, databaseUrl, providers } = settings
  const places = [
    ...(providers.files.store === 'disk' ? [{ place: 'files', folder: filesFolder(dataDir) }] : []),
    ...(databaseUrl === undefined ? [{ place: 'database', folder: dataDir }] : []),
  ]
  const samples: Sample[] = []
  for (const { place, folder } of places) {
    // The folder of the photographs comes with the first of them.
    const disk = await statfs(folder).catch(() => statfs(dataDir).catch(() => undefined))
    if (disk === undefined) continue
    samples.push({ name: 'hola_disk_free_bytes', labels: { place }, value: disk.bavail * disk.bsize })
    samples.push({ name: 'hola_disk_size_bytes', labels: { place }, value: disk.blocks * disk.bsize })
  }
  return samples
}

/** A registry of its own for each server, so that several can live in one process (tests do). */
export const openMetrics = (
  services: FigureServices & Pick<Services, 'callMeter'>,
  { figuresKeptMs }: { readonly figuresKeptMs?: number | undefined } = {},
): Metrics => {
  const { settings, callMeter } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const duration = new Histogram({
    name: 'hola_request_duration_seconds',
    help: metricTable.hola_request_duration_seconds.help,
    labelNames: ['path', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  const counterOf = (name: 'hola_webhooks_unverified_total' | 'hola_webhook_events_total'): Counter => {
    const { help, labels } = metricTable[name]
    return new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
  }
  const unverified = counterOf('hola_webhooks_unverified_total')
  const events = counterOf('hola_webhook_events_total')
  registry.registerMetric(callMeter.calls)
  registry.registerMetric(callMeter.unsent)

  const gauges = new Map(
    (Object.keys(metricTable) as MetricName[]).filter(isGauge).map((name) => {
      const { help, labels } = metricTable[name]
      return [name, new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })]
    }),
  )
  // A process that only answers requests leaves the figures of the product to those that work for it: each of a hundred
  // web servers would ask the database for the same.
  const figures = settings.role === 'web' ? async () => undefined : openFigures(services, figuresKeptMs)

  const samplesNow = async (): Promise<Sample[]> => {
    const [read, disks] = await Promise.all([figures(), ofDisks(services)])
    const readAt = read && read.readAt.getTime() / 1000
    return [
      ...ofProcess(services),
      ...disks,
      ...(readAt === undefined
        ? []
        : [{ name: 'hola_figures_read_timestamp_seconds', labels: {}, value: readAt } as const]),
      ...(read?.samples ?? []),
    ]
  }

  return {
    contentType: registry.contentType,
    print: async () => {
      const samples = await samplesNow()
      for (const gauge of gauges.values()) gauge.reset()
      // A gauge without labels is zero after a reset, and zero would be a claim.
      for (const [name, gauge] of gauges) if (Object.keys(metricTable[name].labels).length === 0) gauge.remove()
      for (const { name, labels, value } of samples) gauges.get(name)?.set(labels, value)
      return registry.metrics()
    },
    observeRequest: (path, code, seconds) => duration.observe({ path, code }, seconds),
    countUnverified: (path, outcome) => unverified.inc({ path, outcome }),
    countEvent: (path, kind) => events.inc({ path, kind }),
    close: () => registry.clear(),
  }
}
