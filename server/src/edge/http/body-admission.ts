import type { Call } from '@hola/core/contract/call.ts'
import { refuse } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openGate } from './gate.ts'
import type { Leave } from './gate.ts'

/** Bodies of one call that one account may be sending at the same time. The web app sends one, in each of its tabs. */
const BODIES_OF_ACCOUNT_MAX = 2

/**
 * Large bodies that the whole process holds at the same time, by the length that they announce. Until its answer is
 * made a photo takes up to three times as much memory: as text, as the parsed field, as bytes.
 */
const BODIES_BYTES_MAX = 96 * 1024 * 1024

/** Bodies of one call that one account may send in a minute: reading one of megabytes costs everybody a twentieth of a second. */
const BODIES_A_MINUTE_MAX = 30
const MINUTE_MS = 60_000

/** A body under way takes a few seconds. */
const RETRY_SECONDS = 3

export type AdmitBody = (request: FastifyRequest, path: string, call: Call) => Promise<Leave | Refusal>

/**
 * Decides about a body larger than usual before a byte of it is read: what one account may send, and what the process
 * can hold. Whoever is let in holds a place until the body is not needed any more. For the api scope, once the rate
 * limiter is there.
 */
export const openBodyAdmission = (api: FastifyInstance): AdmitBody => {
  const gate = openGate({ insideMax: BODIES_OF_ACCOUNT_MAX, waitingMax: 0 })
  let heldBytes = 0
  const countMinute = api.createRateLimit({
    max: BODIES_A_MINUTE_MAX,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => keyOf(request, request.routeOptions.config.label ?? ''),
  })

  return async (request, path, { body_limit_bytes: limitBytes }) => {
    if (limitBytes === undefined) return () => {}
    const minute = await countMinute(request)
    if (!minute.isAllowed && minute.isExceeded)
      return refuse('too_many_requests', { seconds: Math.max(1, minute.ttlInSeconds) })
    const bytes = Math.min(Number(request.headers['content-length'] ?? limitBytes), limitBytes)
    if (heldBytes + bytes > BODIES_BYTES_MAX) return refuse('too_many_requests', { seconds: RETRY_SECONDS })
    // Counted before the gate is asked, which takes a moment.
    heldBytes += bytes
    const leave = await gate.enter(keyOf(request, path))
    if (leave === undefined) {
      heldBytes -= bytes
      return refuse('too_many_requests', { seconds: RETRY_SECONDS })
    }
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      heldBytes -= bytes
      leave()
    }
  }
}

/** A call that nobody needs to be logged in for has no large bodies; should there be one, addresses are held apart. */
const keyOf = (request: FastifyRequest, path: string): string => `${request.caller?.userId ?? request.ip} ${path}`
