import fastifySwagger from '@fastify/swagger'
import { brand } from '@hola/core/brand.ts'
import type { Call } from '@hola/core/contract/call.ts'
import { messageOf, refusals, Refusal } from '@hola/core/errors.ts'
import type { RefusalName } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { SUCCESS_CODE } from './envelope.ts'
import { callHeaders } from './request-headers.ts'

const groups: Readonly<Record<string, string>> = {
  app: 'Home, the steps of an application, and the lists behind them.',
  user: 'Logging in, orders, and what a device may send.',
  loan: 'Application, preview, signing, agreements and orders.',
  deal: 'Repayment.',
  coupon: 'Coupons.',
  consumer: 'Withdrawing from a contract and ending the service.',
  privacy: 'What is held about a person: her consents, a copy, the erasure.',
}

/** Shown as an example where a refusal has words to fill in. */
const exampleWords = {
  field: 'parent_id',
  problem: 'it is missing',
  seconds: 30,
  minutes: 55,
  tries: 4,
  days: 14,
  available: '$ 50.000',
  min: '$ 20.000',
  max: '$ 500.000',
  step: '$ 5.000',
  request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
}

const refusalsWith = (status: number): RefusalName[] =>
  (Object.keys(refusals) as RefusalName[]).filter((name) => refusals[name].status === status)

/** The refusals of one HTTP status, with the codes of the closed list and their English words. */
const refusalComponent = (status: number) => {
  const names = refusalsWith(status)
  return {
    type: 'object' as const,
    properties: {
      code: {
        type: 'string' as const,
        enum: [...new Set(names.map((name) => refusals[name].code))],
        description: names.map((name) => `${refusals[name].code} ${name}`).join(', '),
      },
      msg: {
        type: 'string' as const,
        description: "For the person, in the request's language.",
        examples: names.map((name) => messageOf(new Refusal(name, exampleWords), 'en')),
      },
      ret: { type: 'null' as const },
    },
    required: ['code', 'msg', 'ret'],
    additionalProperties: false,
  }
}

const componentName = (status: number) => `Refusal${status}`

/** Schemas that calls only refer to by name. */
const named = z.registry<{ id: string }>()

const referTo = (status: number): z.ZodMiniUnknown => {
  const reference = z.unknown()
  named.add(reference, { id: componentName(status) })
  return reference
}

/** Statuses that any call may answer with; what is a page of the web app's business (404 aside) is not among them. */
const sharedStatuses = [400, 401, 403, 413, 429, 500, 503] as const

const statusWords: Readonly<Record<number, string>> = {
  400: 'The headers or the body are not as described here.',
  401: 'The token is missing, expired or revoked.',
  403: 'The account is blocked.',
  413: 'The body is larger than this call allows.',
  429: 'Too many requests from one address.',
  500: 'Our fault. The message carries the request id.',
  503: 'Not available, or not in time.',
}

const sharedResponses = Object.fromEntries(
  sharedStatuses.map((status) => [
    status,
    {
      description: statusWords[status],
      content: { 'application/json': { schema: referTo(status) } },
    },
  ]),
)

const businessRefusal = referTo(200)

/** The Fastify schema of a call: its body is what validates, the rest is for the reader of /openapi.json. */
export const callDocument = (path: string, call: Call): FastifySchema => ({
  operationId: path.replaceAll('/', '_'),
  tags: [path.split('/')[0] ?? 'other'],
  summary: call.summary,
  security: call.access === 'user' ? [{ token: [] }] : [{}, { token: [] }],
  body: call.body,
  response: {
    200: {
      description: 'The answer, or a refusal of the business.',
      content: {
        'application/json': {
          schema: z.union([
            z.strictObject({ code: z.literal(SUCCESS_CODE), msg: z.literal(''), ret: call.ret }),
            businessRefusal,
          ]),
        },
      },
    },
    ...sharedResponses,
  },
})

/** Every header but the token, which OpenAPI calls a security scheme. */
const headerDocument = () => {
  const { properties = {} } = z.toJSONSchema(z.omit(callHeaders, { token: true }), { target: 'openapi-3.0' })
  return { type: 'object', properties }
}

const transform = createJsonSchemaTransform({ schemaRegistry: named })

/** Collects what the routes say about themselves. Must be registered before them. */
export const collectOpenApi = (app: FastifyInstance): void => {
  app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        version: '1',
        description:
          'Every call is a POST with a JSON body and answers `{code, msg, ret}`. Code "0" with an empty msg is success; ' +
          'anything else is a refusal of one closed list, in English or Spanish by the `language` header.',
      },
      servers: [{ url: '/' }],
      tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
      components: {
        schemas: Object.fromEntries(
          [200, ...sharedStatuses].map((status) => [componentName(status), refusalComponent(status)]),
        ),
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'token',
            description: '32 bytes as base64url or hex, from user/login. One that is sent must be live.',
          },
        },
      },
    },
    transform: (document) => {
      const transformed = transform(document)
      if (document.url.startsWith('/api/')) transformed.schema.headers = headerDocument()
      return transformed
    },
  })
}

export const serveOpenApi = (app: FastifyInstance): void => {
  app.register(async (scope) => {
    // The routes do not change while the server runs, so the text is made once.
    let text: string | undefined
    scope.get('/openapi.json', { schema: { hide: true }, config: { label: 'openapi' } }, async (_request, reply) => {
      text ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
    })
  })
}
