import { refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/db/public.ts'
import type { WebhookRequest, WebhookRoute } from '../../providers/webhook.ts'
import { handleEvent, isTooOld } from '../../providers/webhook-events.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'
import type { Metrics } from './metrics.ts'

/** A webhook has a few hundred bytes. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Many webhooks come from few addresses, and each costs one check of its signature. */
const WEBHOOKS_PER_MINUTE = 6_000
/** Providers wait for some seconds only, and send again. */
const ANSWER_LIMIT_MS = 5_000
/** Anybody can send what nobody can verify, and each costs a question at the provider: so many a minute, then none. */
const HINTS_PER_MINUTE = 30
const MINUTE_MS = 60_000

/** Says yes so many times in each minute. */
const openAllowance = (perMinute: number): (() => boolean) => {
  let [startedAtMs, used] = [performance.now(), 0]
  return () => {
    const nowMs = performance.now()
    if (nowMs - startedAtMs >= MINUTE_MS) [startedAtMs, used] = [nowMs, 0]
    used += 1
    return used <= perMinute
  }
}

/**
 * Where providers send their webhooks. Each is checked, recorded by its id and answered; the job that it enqueues asks the
 * adapter what is true, whatever the webhook says. Sent again it costs one look-up. What cannot be verified is counted.
 */
export const mountProviderWebhooks = (
  app: FastifyInstance,
  services: Services,
  routes: readonly WebhookRoute[],
  { countUnverified }: Pick<Metrics, 'countUnverified'>,
): void => {
  app.register(async (scope) => {
    // What is signed are bytes, whatever they are said to be.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of routes) {
      const path = `providers/${route.provider}/${route.subject}`
      const mayFollowHint = openAllowance(HINTS_PER_MINUTE)
      scope.route({
        method: 'POST',
        url: `/${path}`,
        config: { label: path, rateLimit: { max: WEBHOOKS_PER_MINUTE } },
        handlerTimeout: ANSWER_LIMIT_MS,
        bodyLimit: BODY_LIMIT_BYTES,
        handler: async (request, reply) => {
          const event = route.read(webhookRequestOf(request))
          const follow =
            typeof event === 'object' && 'hintAt' in event && mayFollowHint() ? route.enqueueHint : undefined
          if (typeof event === 'object' && 'hintAt' in event && follow !== undefined) {
            countUnverified(path, 'asked_about')
            services.log.warn({ path }, 'a webhook that cannot be verified: the provider is asked')
            await inTransaction(services.pool, (tx) => follow(tx, event))
            return answerSuccess(request, reply, {})
          }
          if (event === 'forged' || (typeof event === 'object' && 'hintAt' in event)) {
            countUnverified(path, 'refused')
            return answerRefusal(request, reply, refuse('unauthorised'))
          }
          // What is over is answered like everything else, so that nobody sends it again, and costs no statement.
          if (event === 'ignored' || (event !== 'unreadable' && isTooOld(event, services.machineClock.now())))
            return answerSuccess(request, reply, {})
          const outcome = event === 'unreadable' ? event : await handleEvent(services, route, event)
          if (outcome === 'handled') return answerSuccess(request, reply, {})
          services.log.error({ path }, `a signed webhook is refused: it is ${outcome}, and a person must look`)
          return answerRefusal(request, reply, refuse('bad_request'))
        },
      })
    }
  })
}

const webhookRequestOf = ({ body, headers, query }: FastifyRequest): WebhookRequest => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  header: (name) => one(headers[name]),
  query: (name) => one((query as Record<string, unknown>)[name]),
})

/** A header or parameter that comes twice is left out: nobody knows which of the two was signed. */
const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
