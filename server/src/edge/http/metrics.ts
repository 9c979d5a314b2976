import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { readHour, readerOf } from '../../person/account/public.ts'
import { buildOf } from '../../platform/build.ts'
import { findHalt } from '../../lending/payout/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { holidayTableDaysLeft } from '../../platform/reference/public.ts'
import { DEAD_LETTER } from '../../platform/jobs/public.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'

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

/** A registry of its own for each server, so that several can live in one process (tests do). */
export const openMetrics = (
  services: Pick<Services, 'pool' | 'jobs' | 'clock' | 'settings' | 'reference'>,
): Metrics => {
  const { pool, jobs, clock, settings } = services
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  new Gauge({
    name: 'hola_build_info',
    help: 'Always 1; its labels say which version and commit runs, and in which role.',
    labelNames: ['version', 'commit', 'role'],
    registers: [registry],
  }).set({ ...buildOf(settings), role: settings.role }, 1)

  const duration = new Histogram({
    name: 'hola_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer, by call and envelope code.',
    labelNames: ['path', 'code'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })

  const unverified = new Counter({
    name: 'hola_webhooks_unverified_total',
    help: 'Webhooks whose signature could not be verified: refused, or taken as a reason to ask the provider.',
    labelNames: ['path', 'outcome'],
    registers: [registry],
  })

  const events = new Counter({
    name: 'hola_webhook_events_total',
    help: 'Events that providers told of, by address and kind; "undelivered" are messages that did not arrive.',
    labelNames: ['path', 'kind'],
    registers: [registry],
  })

  const poolGauge: Gauge = new Gauge({
    name: 'hola_pool_connections',
    help: 'Database connections: open, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })

  const jobGauge: Gauge = new Gauge({
    name: 'hola_jobs',
    help: 'Jobs by queue and state. Anything in the queue "dead-letter" failed for good and wants a person.',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      // A database that is away shows at /readyz; the other figures can still be read.
      const counts = await jobs.counts().catch(() => [])
      this.reset()
      // Always there, so that an alarm can tell "none" from "not measured".
      this.set({ queue: DEAD_LETTER, state: 'created' }, 0)
      for (const { queue, state, count } of counts) this.set({ queue, state }, count)
    },
  })

  const messageGauge: Gauge = new Gauge({
    name: 'hola_messages_last_hour',
    help: 'Codes and answers to consumer requests of the last hour, and the most that may be sent.',
    labelNames: ['figure'],
    registers: [registry],
    async collect() {
      const hour = await readHour(readerOf(pool), clock.now()).catch(() => undefined)
      this.reset()
      this.set({ figure: 'max' }, settings.messagesPerHourMax)
      if (hour !== undefined) this.set({ figure: 'sent' }, hour.count)
    },
  })

  new Gauge({
    name: 'hola_holiday_table_days_left',
    help: 'Days until the table of holidays ends; later due dates go by the law alone, without bridge days.',
    registers: [registry],
    collect() {
      this.set(holidayTableDaysLeft(services))
    },
  })

  new Gauge({
    name: 'hola_payouts_halted',
    help: 'Whether payouts stand still by themselves, because the provider refuses every one: 1 wants a person at once.',
    registers: [registry],
    async collect() {
      const halt = await inTransaction(pool, findHalt).catch(() => undefined)
      this.set(halt === undefined ? 0 : 1)
    },
  })

  const delayGauge: Gauge = new Gauge({
    name: 'hola_job_delay_seconds',
    help: 'How long the oldest job that could start now has been waiting, by queue.',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      const delays = await jobs.delays().catch(() => [])
      this.reset()
      for (const { queue, seconds } of delays) this.set({ queue }, seconds)
    },
  })

  return {
    contentType: registry.contentType,
    print: () => registry.metrics(),
    observeRequest: (path, code, seconds) => duration.observe({ path, code }, seconds),
    countEvent: (path, kind) => events.inc({ path, kind }),
    countUnverified: (path, outcome) => unverified.inc({ path, outcome }),
    close: () => {
      poolGauge.reset()
      jobGauge.reset()
      messageGauge.reset()
      delayGauge.reset()
      registry.clear()
    },
  }
}

/**
 * Figures about the business are not for strangers. With a METRICS_TOKEN the scraper shows it as a bearer token; without
 * one only the machine itself may read, and a request that some proxy passed on is not the machine itself. Not every proxy
 * says so; therefore nobody reads in production without a token.
 */
export const mayReadMetrics = (request: FastifyRequest, { mode, metricsToken }: Settings): boolean => {
  if (metricsToken !== undefined) return sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
  if (mode === 'production') return false
  const passedOn = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined
  return !passedOn && isLoopback(request.socket.remoteAddress ?? '')
}

const isLoopback = (address: string) => /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address)

/** Takes the same time whatever is wrong with the guess. */
const sameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const digest = (text: string) => createHash('sha256').update(text).digest()
