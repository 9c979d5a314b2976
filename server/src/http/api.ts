import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { BODY_LIMIT_BYTES } from '@hola/core/contract/call.ts'
import type { Call } from '@hola/core/contract/call.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findLiveSession, updateLanguage } from '../account/store.ts'
import { hashToken } from '../account/token.ts'
import type { CallContext } from '../handler.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess, sendRefusal } from './answer.ts'
import { callDocument } from './openapi.ts'
import { readCallHeaders } from './request-headers.ts'

/**
 * A call with the function behind it. The table in handlers.ts has checked that the function fits its own row, so here it
 * only has to be some function of the two.
 */
export type ApiRow = {
  readonly path: string
  readonly call: Call
  readonly handler: (context: never, body: never) => Promise<unknown>
}

/**
 * Every row as `POST /api/<path>`. The way of a request: rate limit, headers and token (before a byte of the body is
 * read), body size, JSON, schema, handler, and the check of what the handler returned.
 */
export const mountApi = (app: FastifyInstance, services: Services, rows: readonly ApiRow[]): void => {
  app.register(async (api) => {
    for (const { path, call, handler } of rows) {
      api.route({
        method: 'POST',
        url: `/api/${path}`,
        config: { label: path },
        handlerTimeout: REQUEST_TIMEOUT_MS,
        bodyLimit: call.body_limit_bytes ?? BODY_LIMIT_BYTES,
        schema: callDocument(path, call),
        preParsing: async (request, reply) => {
          const refusal = await identifyCaller(request, call, services)
          if (refusal !== undefined) await sendRefusal(request, reply, refusal)
        },
        handler: async (request, reply) => {
          const result = await handler(contextOf(request, services) as never, request.body as never)
          if (result instanceof Refusal) return answerRefusal(request, reply, result)
          return answerSuccess(request, reply, checkedRet(path, call, result))
        },
      })
    }
  })
}

/** Reads the headers and finds whose token it is. A token that was sent must be live, also where a guest may call. */
const identifyCaller = async (
  request: FastifyRequest,
  call: Call,
  { pool, clock, sandboxClock }: Services,
): Promise<Refusal | undefined> => {
  const headers = readCallHeaders(request.headers)
  if (headers === undefined) return refuse('bad_request')
  if (headers.token === undefined) {
    await sandboxClock?.refresh()
    return call.access === 'user' ? refuse('login_needed') : undefined
  }
  const session = await findLiveSession(pool, hashToken(headers.token), (offsetMs) => {
    sandboxClock?.follow(offsetMs)
    return clock.now()
  })
  if (session === undefined) return refuse('login_needed')
  if (session.blocked) return refuse('account_blocked')
  request.caller = { userId: session.userId, sessionId: session.sessionId }
  // One that was not named says nothing about the person.
  if (headers.namedLanguage !== undefined && headers.namedLanguage !== session.language)
    await updateLanguage(pool, session.userId, headers.namedLanguage)
  return undefined
}

const contextOf = (request: FastifyRequest, services: Services): CallContext => ({
  services,
  language: request.language,
  requestId: request.id,
  address: request.ip,
  userAgent: request.headers['user-agent'],
  ...(request.caller === undefined ? {} : { user: request.caller }),
})

/**
 * What leaves is what the contract names and nothing else, in production as in tests: a field too many could be somebody
 * else's secret. A mismatch is a bug of ours, so it throws; the message names fields and never values.
 */
const checkedRet = (path: string, call: Call, ret: unknown): unknown => {
  const checked = call.ret.safeParse(ret)
  if (checked.success) return checked.data
  const found = checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')
  throw new Error(`${path} returned what its contract does not allow: ${found}`)
}
