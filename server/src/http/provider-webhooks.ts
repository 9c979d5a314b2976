import { refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Knock, ProviderDoor } from '../providers/door.ts'
import { hearOnce, isTooOld } from '../providers/heard.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess } from './answer.ts'

/** Theirs have a few hundred bytes. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Many messages come from few addresses, and each costs one look at its signature. */
const MESSAGES_PER_MINUTE = 6_000
/** They wait for some seconds only, and send again. */
const ANSWER_LIMIT_MS = 5_000

/**
 * The doors through which providers tell us that something happened. A message is checked, remembered by its id and
 * answered; what it says is believed by nobody: the job that it files asks the provider. Sent again it costs one look-up.
 */
export const mountProviderWebhooks = (
  app: FastifyInstance,
  services: Services,
  doors: readonly ProviderDoor[],
): void => {
  app.register(async (scope) => {
    // What is signed are bytes, whatever they are said to be.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const door of doors) {
      const path = `providers/${door.provider}/${door.subject}`
      scope.route({
        method: 'POST',
        url: `/${path}`,
        config: { label: path, rateLimit: { max: MESSAGES_PER_MINUTE } },
        handlerTimeout: ANSWER_LIMIT_MS,
        bodyLimit: BODY_LIMIT_BYTES,
        schema: { hide: true },
        handler: async (request, reply) => {
          const message = door.read(knockOf(request))
          if (message === 'forged') return answerRefusal(request, reply, refuse('unauthorised'))
          const realNow = (): Date => services.sandboxClock?.realNow() ?? services.clock.now()
          // What is over is answered like everything else, so that nobody sends it again, and costs no statement.
          if (message !== 'ignored' && !isTooOld(message, realNow())) await hearOnce(services, door, message)
          return answerSuccess(request, reply, {})
        },
      })
    }
  })
}

const knockOf = ({ body, headers, query }: FastifyRequest): Knock => ({
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  header: (name) => one(headers[name]),
  query: (name) => one((query as Record<string, unknown>)[name]),
})

/** Given twice, it is as good as not given: nobody knows which of the two was signed. */
const one = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
