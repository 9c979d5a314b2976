import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { refusals } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/handler.ts'
import { SUCCESS_CODE, refusalEnvelope, successEnvelope } from './envelope.ts'
import type { Envelope } from './envelope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What to answer in; English until the header is read. */
    language: WireLanguage
    /** Set by the token check. */
    caller: Caller | undefined
    /** The envelope's code, for the log and the metrics; empty for an answer without an envelope. */
    answerCode: string
  }
  interface FastifyContextConfig {
    /** The name of the route in metrics and logs. */
    label?: string
  }
}

/** When to come again, where the refusal itself does not know. */
const RETRY_SECONDS = 5

/** How long a connection stays open after a body was refused, and how much of the body is thrown away meanwhile. */
const LINGER_MS = 2_000
const THROWN_AWAY_BYTES_MAX = 256 * 1024

/** Handlers return these envelopes instead of sending them: a handler that outlived its time limit then sends nothing. */
export const answerSuccess = (request: FastifyRequest, reply: FastifyReply, ret: unknown): Envelope => {
  request.answerCode = SUCCESS_CODE
  reply.code(200).header('cache-control', 'no-store')
  return successEnvelope(ret)
}

export const answerRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Envelope => {
  const envelope = refusalEnvelope(refusal, request.language)
  request.answerCode = envelope.code
  const { status } = refusals[refusal.name]
  reply.code(status).header('cache-control', 'no-store')
  const isBusy = status === 429 || status === 503
  const seconds = refusal.retryAfterSeconds ?? (isBusy ? (refusal.words['seconds'] ?? RETRY_SECONDS) : undefined)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  return envelope
}

/** For hooks and the error exit, which have to send by themselves. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(answerRefusal(request, reply, refusal))

/**
 * For a body that is refused before it is read: answered at once, and the connection is closed, but not at the same
 * moment: a sender whose connection is cut while it sends often never sees the answer. A small body is thrown away
 * meanwhile; a large one is left in the network, where it costs nothing.
 */
export const refuseUnread = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const text = JSON.stringify(answerRefusal(request, reply, refusal))
  const lingering = async function* (): AsyncGenerator<string> {
    yield text
    let thrownAwayBytes = 0
    const body = request.raw.on('data', (chunk: Buffer) => {
      thrownAwayBytes += chunk.length
      if (thrownAwayBytes > THROWN_AWAY_BYTES_MAX) request.raw.pause()
    })
    await Promise.race([finished(body, { writable: false }).catch(() => {}), wait(LINGER_MS)])
  }
  return reply
    .type('application/json; charset=utf-8')
    .header('connection', 'close')
    .header('content-length', String(Buffer.byteLength(text)))
    .send(Readable.from(lingering()))
}
