import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { BODY_LIMIT_BYTES } from '@hola/core/contract/call.ts'
import type { Call } from '@hola/core/contract/call.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findLiveSession, updateLanguage } from '../../person/account/public.ts'
import { KeptAnswer } from '../../platform/handler.ts'
import type { CallContext } from '../services.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess, refuseUnread, sendRefusal } from './answer.ts'
import { openBodyAdmission } from './body-admission.ts'
import { TimedOut } from './failure.ts'
import { openGate } from './gate.ts'
import type { Gate, Leave } from './gate.ts'
import { readCallHeaders } from './request-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives back the place of a large body. */
    leaveBody: Leave | undefined
  }
}

/**
 * How many calls of one account are worked on at the same time, and how many more may wait. They wait here, before they
 * take a connection to the database, where they would only wait for each other's locks.
 */
const CALLS_OF_ACCOUNT_MAX = 4
const WAITING_CALLS_OF_ACCOUNT_MAX = 50
const WAITING_RETRY_SECONDS = 2

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
 * Every row as `POST /api/<path>`. The way of a request: rate limit, headers and token, a place for a large body (all
 * before a byte of the body is read), body size, JSON, schema, its turn among the calls of the account, handler, and the
 * check of what the handler returned.
 */
export const mountApi = (app: FastifyInstance, services: Services, rows: readonly ApiRow[]): void => {
  app.register(async (api) => {
    const admitBody = openBodyAdmission(api)
    const turns = openGate({ insideMax: CALLS_OF_ACCOUNT_MAX, waitingMax: WAITING_CALLS_OF_ACCOUNT_MAX })
    api.decorateRequest('leaveBody', undefined)
    for (const { path, call, handler } of rows) {
      api.route({
        method: 'POST',
        url: `/api/${path}`,
        config: { label: path },
        bodyLimit: call.body_limit_bytes ?? BODY_LIMIT_BYTES,
        schema: { body: call.body },
        preParsing: async (request, reply) => {
          const refusal = await identifyCaller(request, call, services)
          if (refusal !== undefined) return void (await sendRefusal(request, reply, refusal))
          const leaveBody = await admitBody(request, path, call)
          if (leaveBody instanceof Refusal) return void (await refuseUnread(request, reply, leaveBody))
          request.leaveBody = leaveBody
          // Whatever becomes of a request that never reaches its handler.
          reply.raw.once('close', leaveBody)
        },
        handler: async (request, reply) => {
          const run = () => handler(contextOf(request, services) as never, request.body as never)
          const result = await withinTime(inTurn(turns, request, reply, run))
          if (result instanceof Refusal) return answerRefusal(request, reply, result)
          const ret = result instanceof KeptAnswer ? result.ret : checkedRet(path, call, result)
          return answerSuccess(request, reply, ret)
        },
      })
    }
  })
}

/** Runs a call of an account when it is its turn. Whoever has hung up meanwhile is not worked for. */
const inTurn = async (
  turns: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const { caller, leaveBody } = request
  const gone = new AbortController()
  const hangUp = (): void => gone.abort()
  reply.raw.once('close', hangUp)
  try {
    const leave = caller === undefined ? () => {} : await turns.enter(caller.userId, gone.signal)
    if (leave === undefined) return refuse('too_many_requests', { seconds: WAITING_RETRY_SECONDS })
    // From here on the body is needed until the handler is done, whether or not anybody still waits for the answer.
    if (leaveBody !== undefined) reply.raw.off('close', leaveBody)
    try {
      return await run()
    } finally {
      leave()
    }
  } finally {
    reply.raw.off('close', hangUp)
    leaveBody?.()
  }
}

/** What runs on after its time is over still holds its turn; nobody waits for its answer. */
export const withinTime = async (work: Promise<unknown>): Promise<unknown> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TimedOut()), REQUEST_TIMEOUT_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
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
  const session = await findLiveSession(pool, headers.token, (offsetMs) => {
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
export const checkedRet = (path: string, call: Pick<Call, 'ret'>, ret: unknown): unknown => {
  const checked = call.ret.safeParse(ret)
  if (checked.success) return checked.data
  const found = checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ')
  throw new Error(`${path} returned what its contract does not allow: ${found}`)
}
