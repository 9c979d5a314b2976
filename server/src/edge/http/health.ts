import { setTimeout as wait } from 'node:timers/promises'
import { refuse } from '@hola/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import { buildOf } from '../../platform/build.ts'
import type { Migration } from '../../platform/db/public.ts'
import { hasTables, readMigrations } from '../../platform/db/public.ts'
import type { Metrics } from '../metrics/public.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'
import { mayReadMetrics } from './metrics-access.ts'

/** Whoever probes has a limit of its own, usually of some seconds: an answer after it would be none. */
const READY_LIMIT_MS = 2_000

/**
 * Whether the database answers and has its tables. Asked once at a time, however many probes come; and nobody waits
 * longer than the limit, neither for a connection of the pool nor for a database that is silent.
 */
const openReadiness = ({ pool, log }: Pick<Services, 'pool' | 'log'>): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | undefined
  let wanted: readonly Migration[] | undefined
  const ask = async (): Promise<boolean> => {
    try {
      // Once: later the files of the next version may lie there, whose tables this process does without.
      wanted ??= await readMigrations()
      return await hasTables(pool, wanted, READY_LIMIT_MS)
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return false
    } finally {
      asking = undefined
    }
  }
  return () => {
    asking ??= ask()
    return Promise.race([asking, wait(READY_LIMIT_MS, false, { ref: false })])
  }
}

/** What the machinery around the server asks: is the process up, may it get traffic, how is it doing. */
export const mountHealth = (
  app: FastifyInstance,
  { pool, settings, log }: Services,
  { metrics, isStopping }: { readonly metrics: Metrics; readonly isStopping: () => boolean },
): void => {
  const isReady = openReadiness({ pool, log })
  const up = { status: 'up', ...buildOf(settings) }
  app.register(async (scope) => {
    scope.get('/healthz', { config: { label: 'healthz' } }, async (request, reply) => answerSuccess(request, reply, up))

    scope.get('/readyz', { config: { label: 'readyz' } }, async (request, reply) => {
      // The proxy sends the next requests to others, and the port is still open for those that are on their way.
      if (isStopping() || !(await isReady())) return answerRefusal(request, reply, refuse('unavailable'))
      return answerSuccess(request, reply, { status: 'ready' })
    })

    scope.get('/metrics', { config: { label: 'metrics' } }, async (request, reply) => {
      if (!mayReadMetrics(request, settings)) return reply.callNotFound()
      return reply
        .type(metrics.contentType)
        .header('cache-control', 'no-store')
        .send(await metrics.print())
    })
  })
}
