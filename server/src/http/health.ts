import { refuse } from '@hola/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../db/migrate.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'
import { mayReadMetrics } from './metrics.ts'
import type { Metrics } from './metrics.ts'

/** What the machinery around the server asks: is the process up, may it get traffic, how is it doing. */
export const mountHealth = (app: FastifyInstance, { pool, settings, log }: Services, metrics: Metrics): void => {
  app.register(async (scope) => {
    scope.get('/healthz', { schema: { hide: true }, config: { label: 'healthz' } }, async (request, reply) =>
      answerSuccess(request, reply, { status: 'up' }),
    )

    scope.get('/readyz', { schema: { hide: true }, config: { label: 'readyz' } }, async (request, reply) => {
      const pending = await pendingMigrations(pool).catch((error: unknown) => {
        log.warn({ err: error }, 'not ready')
        return undefined
      })
      if (pending === undefined || pending.length > 0) return answerRefusal(request, reply, refuse('unavailable'))
      return answerSuccess(request, reply, { status: 'ready' })
    })

    scope.get('/metrics', { schema: { hide: true }, config: { label: 'metrics' } }, async (request, reply) => {
      if (!mayReadMetrics(request, settings.metricsToken)) return reply.callNotFound()
      return reply
        .type(metrics.contentType)
        .header('cache-control', 'no-store')
        .send(await metrics.print())
    })
  })
}
