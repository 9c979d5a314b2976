import { refusals } from '@hola/core/errors.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../handler.ts'
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

/** Handlers return these envelopes instead of sending them: a handler that outlived its time limit then sends nothing. */
export const answerSuccess = (request: FastifyRequest, reply: FastifyReply, ret: unknown): Envelope => {
  request.answerCode = SUCCESS_CODE
  reply.code(200).header('cache-control', 'no-store')
  return successEnvelope(ret)
}

export const answerRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Envelope => {
  const envelope = refusalEnvelope(refusal, request.language)
  request.answerCode = envelope.code
  reply.code(refusals[refusal.name].status).header('cache-control', 'no-store')
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return envelope
}

/** For hooks and the error exit, which have to send by themselves. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(answerRefusal(request, reply, refusal))
