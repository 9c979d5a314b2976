import { brand } from '@hola/core/brand.ts'
import type { Call } from '@hola/core/contract/call.ts'
import { refusals, Refusal } from '@hola/core/errors.ts'
import type { RefusalName } from '@hola/core/errors.ts'
import { sayRefusal } from '@hola/i18n/say-refusal.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { SUCCESS_CODE } from './envelope.ts'
import { callHeaders } from './request-headers.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

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
  name: 'Vera',
  request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
}

const refusalsWith = (status: number): RefusalName[] =>
  (Object.keys(refusals) as RefusalName[]).filter((name) => refusals[name].status === status)

/** The refusals of one HTTP status, with the codes of the closed list and their English words. */
const refusalComponent = (status: number) => {
  const names = refusalsWith(status)
  return {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        enum: [...new Set(names.map((name) => refusals[name].code))],
        description: names.map((name) => `${refusals[name].code} ${name}`).join(', '),
      },
      msg: {
        type: 'string',
        description: "For the person, in the request's language.",
        examples: names.map((name) => sayRefusal(new Refusal(name, exampleWords), 'en')),
      },
      ret: { type: 'null' },
    },
    required: ['code', 'msg', 'ret'],
    additionalProperties: false,
  }
}

const componentName = (status: number) => `Refusal${status}`

/** A schema of the contract as OpenAPI 3.1 writes it, which is JSON Schema 2020-12; the document names that once. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

const referTo = (status: number): JsonSchema => ({ $ref: `#/components/schemas/${componentName(status)}` })

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

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
  sharedStatuses.map((status) => [status, { description: statusWords[status], content: json(referTo(status)) }]),
)

/** Every header but the token, which OpenAPI calls a security scheme. */
const headerParameters = () =>
  Object.entries(schemaOf(z.omit(callHeaders, { token: true }), 'input').properties ?? {}).map(([name, header]) => {
    const { description, ...schema } = header as JsonSchema
    return { in: 'header', name, required: false, description, schema }
  })

const successSchema = (ret: z.ZodMiniType): JsonSchema =>
  schemaOf(z.strictObject({ code: z.literal(SUCCESS_CODE), msg: z.literal(''), ret }), 'output')

const operationOf = (path: string, call: Call, parameters: ReturnType<typeof headerParameters>) => ({
  operationId: path.replaceAll('/', '_'),
  tags: [path.split('/')[0] ?? 'other'],
  summary: call.summary,
  security: call.access === 'user' ? [{ token: [] }] : [{}, { token: [] }],
  parameters,
  requestBody: { required: true, content: json(schemaOf(call.body, 'input')) },
  responses: {
    200: {
      description: 'The answer, or a refusal of the business.',
      content: json({ anyOf: [successSchema(call.ret), referTo(200)] }),
    },
    ...sharedResponses,
  },
})

/** What the contract says, for whoever writes another client of it. */
export const openApiDocument = (calls: Readonly<Record<string, Call>>) => {
  const parameters = headerParameters()
  return {
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
    paths: Object.fromEntries(
      Object.entries(calls).map(([path, call]) => [`/api/${path}`, { post: operationOf(path, call, parameters) }]),
    ),
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
  }
}

export const serveOpenApi = (app: FastifyInstance, calls: Readonly<Record<string, Call>>): void => {
  app.register(async (scope) => {
    // The contract does not change while the server runs, so the text is made once, and only if somebody asks.
    let text: string | undefined
    scope.get('/openapi.json', { config: { label: 'openapi' } }, async (_request, reply) => {
      text ??= JSON.stringify(openApiDocument(calls))
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
    })
  })
}
