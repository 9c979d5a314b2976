import { refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/db/public.ts'
import type { SignedEvent, WebhookRequest, WebhookRoute } from '../../providers/webhook.ts'
import { handleEvent, isTooOld } from '../../providers/webhook-events.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'
import type { Metrics } from '../metrics/public.ts'

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
  { countUnverified, countEvent }: Pick<Metrics, 'countUnverified' | 'countEvent'>,
): void => {
  app.register(async (scope) => {
    // What is signed are bytes, whatever they are said to be.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of routes) {
      const path = `providers/${route.provider}/${route.subject}`
      const mayFollowHint = openAllowance(HINTS_PER_MINUTE)
      const handleAll = async (events: readonly SignedEvent[]): Promise<'contradicted' | undefined> => {
        for (const event of events) {
          // What is over is answered like everything else, so that nobody sends it again, and costs no statement.
          if (isTooOld(event, services.machineClock.now())) continue
          const outcome = await handleEvent(services, route, event)
          if (outcome === 'contradicted') return outcome
          if (outcome === 'handled') countEvent(path, event.kind)
        }
        return undefined
      }
      const { verify } = route
      if (verify !== undefined)
        scope.get(`/${path}`, { config: { label: path } }, (request, reply) => {
          const answer = verify(webhookRequestOf(request).query)
          if (answer === undefined) return answerRefusal(request, reply, refuse('unauthorised'))
          return reply.type('text/plain').send(answer)
        })
      scope.route({
        method: 'POST',
        url: `/${path}`,
        config: { label: path, rateLimit: { max: WEBHOOKS_PER_MINUTE } },
        handlerTimeout: ANSWER_LIMIT_MS,
        bodyLimit: BODY_LIMIT_BYTES,
        handler: async (request, reply) => {
          const read = route.read(webhookRequestOf(request))
          if (typeof read === 'object' && 'hintAt' in read && route.enqueueHint !== undefined && mayFollowHint()) {
            const { enqueueHint } = route
            countUnverified(path, 'asked_about')
            services.log.warn({ path }, 'a webhook that cannot be verified: the provider is asked')
            await inTransaction(services.pool, (tx) => enqueueHint(tx, read))
            return answerSuccess(request, reply, {})
          }
          if (read === 'forged' || (typeof read === 'object' && 'hintAt' in read)) {
            countUnverified(path, 'refused')
            return answerRefusal(request, reply, refuse('unauthorised'))
          }
          if (read === 'ignored') return answerSuccess(request, reply, {})
          const problem = read === 'unreadable' ? read : await handleAll(eventsIn(read))
          if (problem === undefined) return answerSuccess(request, reply, {})
          services.log.error({ path }, `a signed webhook is refused: it is ${problem}, and a person must look`)
          return answerRefusal(request, reply, refuse('bad_request'))
        },
      })
    }
  })
}

const eventsIn = (read: SignedEvent | readonly SignedEvent[]): readonly SignedEvent[] =>
  'kind' in read ? [read] : read

const webhookRequestOf = ({ body, headers, query }: FastifyRequest): WebhookRequest => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  header: (name) => one(headers[name]),
  query: (name) => one((query as Record<string, unknown>)[name]),
})

/** A header or parameter that comes twice is left out: nobody knows which of the two was signed. */
const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
