import rateLimit from '@fastify/rate-limit'
import { REQUEST_TIMEOUT_MS } from '@hola/core/constants.ts'
import { BODY_LIMIT_BYTES } from '@hola/core/contract/call.ts'
import { refuse } from '@hola/core/errors.ts'
import { LogController, fastify } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type * as z from 'zod/mini'
import type { Task } from '../../platform/task.ts'
import { inTask, newTask, orderFields } from '../../platform/task.ts'
import type { Metrics } from '../metrics/public.ts'
import type { Services } from '../services.ts'
import { sendRefusal } from './answer.ts'
import { bodyValidator } from './body-problem.ts'
import { refusalEnvelope } from './envelope.ts'
import { RateLimited, UnreadableBody, refusalFor } from './failure.ts'
import { findJsonProblem } from './json-body.ts'
import { DEFAULT_LANGUAGE, languageOf } from './request-headers.ts'
import { securityHeaders, transportSecurity } from './security-headers.ts'
import { endOfFile, notFoundPage } from './static-files.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What its lines in the log are about. */
    task: Task
  }
}

/** Addresses are names, not data: ours are far shorter. */
const URL_PARAMETER_LENGTH_MAX = 100

const RATE_WINDOW_MS = 60_000

/**
 * Not counted: load balancers and scrapers, which ask often and must never be turned away, and the files of the web app,
 * of which one page needs dozens and one cache holds all.
 */
const uncounted: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/*', '/sandbox'])

/** A name or an address, and maybe a port. It may be empty: HTTP wants the line, not what is in it. */
const HOST = /^((\[[0-9a-f:.]+\]|[\w.~-]+)(:\d{1,5})?)?$/i

/** HTTP/1.1: a request with two Host lines, or with one that is no host, is refused: nobody knows whom it is meant for. */
const hasOneHost = ({ raw }: FastifyRequest): boolean => {
  const lines = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return lines.length <= 1 && HOST.test(raw.headers.host ?? '')
}

/** Whoever sent the request went away before it was looked at. */
class SenderGone extends Error {
  override readonly name = 'SenderGone'
}

/** The sender went away before or in the middle of its own body: nobody is there to answer, and nothing of ours failed. */
const isBrokenOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  error instanceof SenderGone || (raw.destroyed && !raw.complete)

/**
 * A Fastify with the house rules and no routes: limits on everything, one way to parse a body, security headers on every
 * answer, one exit for errors, one for unknown paths, one log line and one measurement for each request.
 */
export const openHttpServer = (
  { settings, random, log, tracing }: Services,
  metrics: Pick<Metrics, 'observeRequest'>,
  headers = securityHeaders,
): FastifyInstance => {
  // In production nothing of the sandbox can be told from an address that never was.
  const apiPath = settings.mode === 'sandbox' ? /^\/(api|sandbox\/api)(\/|\?|$)/ : /^\/api(\/|\?|$)/

  /** A client of the API gets an envelope; a person who mistyped an address gets a page with a way Home. */
  const answerUnknownPath = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    apiPath.test(request.url)
      ? sendRefusal(request, reply, refuse('unknown_path'))
      : reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(notFoundPage)

  // Named by the wider type: with pino's own, the instance would fit nothing that takes a plain FastifyInstance.
  const logger: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance: logger,
    // Our own line for each request, below, names only what the log may hold.
    logController: new LogController({ disableRequestLogging: true }),
    // A caller cannot choose the id that our log will know its request by.
    genReqId: () => random.uuid(),
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // While closing, requests on open connections are still answered properly instead of by a bare 503.
    return503OnClosing: false,
    routerOptions: { maxParamLength: URL_PARAMETER_LENGTH_MAX },
    frameworkErrors: (_error, request, reply) => {
      // A path that cannot be decoded never reached the hooks.
      request.language = languageOf(request.headers)
      reply.headers(headers)
      answerUnknownPath(request, reply)
    },
    clientErrorHandler: refuseBrokenHttp,
  })

  app.decorateRequest('language', DEFAULT_LANGUAGE)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('answerCode', '')
  app.decorateRequest('task')

  app.setValidatorCompiler<z.ZodMiniType>(({ schema }) => bodyValidator(schema))
  readOnlyJson(app)

  app.addHook('onRequest', (request, _reply, done) => {
    // A place in a trace that a stranger sends is not believed: the trace begins here.
    request.task = newTask(tracing?.start('server'))
    inTask(request.task, done)
  })
  // Once more: whoever waits for a body goes on from the connection's own work.
  app.addHook('preHandler', (request, _reply, done) => inTask(request.task, done))

  app.addHook('onRequest', async (request, reply) => {
    // A connection that was reset has no address any more, and everything below goes by it.
    if (request.socket.remoteAddress === undefined) throw new SenderGone('the sender is gone')
    request.language = languageOf(request.headers)
    reply.headers(headers).header('x-request-id', request.id)
    if (settings.mode === 'production') reply.header('strict-transport-security', transportSecurity)
    if (!hasOneHost(request)) await sendRefusal(request, reply.header('connection', 'close'), refuse('bad_request'))
  })

  app.addHook('onResponse', async (request, reply) => {
    const path = pathLabel(request)
    const code = request.answerCode || String(reply.statusCode)
    metrics.observeRequest(path, code, reply.elapsedTime / 1000)
    const line = {
      request_id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      code,
      duration_ms: Math.round(reply.elapsedTime),
    }
    inTask(request.task, () => log.info(line, 'request'))
    request.task.span?.end(path, { path, status: reply.statusCode, code, ...orderFields(request.task) })
  })

  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) {
      log.info({ request_id: request.id, path: pathLabel(request) }, 'request broken off by its sender')
      return sendRefusal(request, reply, refuse('bad_request'))
    }
    const fileEnd = endOfFile(error)
    if (fileEnd !== undefined) return reply.code(416).header('content-range', fileEnd).send()
    const refusal = refusalFor(error, request.body, request.language)
    // The file server finds fault with an odd path; to the person there is just nothing there.
    if (refusal?.name === 'bad_request' && !apiPath.test(request.url)) return answerUnknownPath(request, reply)
    if (refusal === undefined || refusal.name === 'unavailable' || refusal.name === 'timed_out')
      inTask(request.task, () =>
        log.error({ request_id: request.id, path: pathLabel(request), err: error }, 'request failed'),
      )
    return sendRefusal(request, reply, refusal ?? refuse('internal', { request_id: request.id }))
  })

  // An IPv6 household has a whole /64, so that counts as one address; the plugin's own key does it.
  app.register(rateLimit, {
    max: settings.rateLimitPerMinute,
    timeWindow: RATE_WINDOW_MS,
    ipv6Subnet: 64,
    allowList: (request) => uncounted.has(request.routeOptions.url ?? ''),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => new RateLimited(Math.max(1, Math.ceil(ttl / 1000))),
  })
  app.after(() => {
    app.setNotFoundHandler({ preHandler: app.rateLimit() }, answerUnknownPath)
  })

  return app
}

/** A call by its name, the files of the web app as one, and everything that does not exist as another. */
const pathLabel = (request: FastifyRequest): string =>
  request.is404 ? 'unknown' : (request.routeOptions.config.label ?? 'web')

/** JSON is the only body there is, and it is looked over before it is parsed. */
const readOnlyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const problem = findJsonProblem(text)
    if (problem !== undefined) return done(new UnreadableBody(problem))
    // Also refuses the keys that would reach into an object's prototype.
    return parse(request, text, (error, body) => done(error === null ? null : new UnreadableBody('not_json'), body))
  })
}

/** What arrives is not HTTP at all, so there is no request to answer: the refusal is written by hand. */
const refuseBrokenHttp = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(refusalEnvelope(refuse('bad_request'), DEFAULT_LANGUAGE))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
