import { sentBody } from '@hola/core/desk-contract/call.ts'
import type { DeskCall } from '@hola/core/desk-contract/call.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseToken } from '../../person/account/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { Confirmation, SignedIn } from '../../staff/member/public.ts'
import { findSignedIn, isConfirmed } from '../../staff/member/public.ts'
import type { Services } from '../services.ts'
import { answerRefusal, answerSuccess, sendRefusal } from './answer.ts'
import { checkedRet, withinTime } from './api.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the check of the desk's session. */
    staffMember: SignedIn | undefined
  }
}

/** A call of the desk with the function behind it; its own table has checked that they fit. */
export type DeskRow = {
  readonly path: string
  readonly call: DeskCall
  readonly handler: (context: never, body: never) => Promise<unknown>
}

/** The strictest cookie there is where the desk speaks HTTPS; on http://localhost some browsers would not keep that one. */
const cookieOf = (origin: string): { readonly name: string; readonly attributes: string } =>
  origin.startsWith('https:')
    ? { name: '__Host-desk', attributes: 'Path=/; Secure; HttpOnly; SameSite=Strict' }
    : { name: 'desk', attributes: 'Path=/; HttpOnly; SameSite=Strict' }

const readCookie = (header: string | undefined, name: string): string | undefined => {
  const found = (header ?? '').split(';').filter((part) => part.trimStart().startsWith(`${name}=`))
  // Two of one name: somebody has put another one beside ours.
  return found.length === 1 ? found[0]?.trim().slice(name.length + 1) : undefined
}

/** A page of another address can make a browser send the cookie, and cannot make it say that it is ours. */
const isFromDesk = ({ headers }: FastifyRequest, origin: string): boolean =>
  headers.origin === origin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/**
 * The cookie is that of the whole browser. A page of one member, left open at a tab while another one signs in at the next,
 * must not act in her name: it says whose it is.
 */
const isItsOwnPage = ({ headers }: FastifyRequest, { memberId }: SignedIn): boolean =>
  headers['desk-member'] === undefined || headers['desk-member'] === memberId

/**
 * Every row as `POST /api/<path>` of the desk's own server. The way of a request: rate limit, origin, session and role
 * (all before a byte of the body is read), body, the passkey's signature where the call asks for it, handler, the check of
 * what the handler returned. `services` has the desk's pool.
 */
export const mountDeskApi = (app: FastifyInstance, services: Services, rows: readonly DeskRow[]): void => {
  const { origin } = services.settings.desk
  const cookie = cookieOf(origin)
  app.decorateRequest('staffMember', undefined)

  const identify = async (request: FastifyRequest, { power }: DeskCall): Promise<Refusal | undefined> => {
    if (!isFromDesk(request, origin)) return refuse('unauthorised')
    await services.sandboxClock?.refresh()
    if (power === null) return undefined
    const token = parseToken(readCookie(request.headers.cookie, cookie.name) ?? '')
    const member = token && (await inTransaction(services.pool, (tx) => findSignedIn(tx, services, token)))
    if (member === undefined || !isItsOwnPage(request, member)) return refuse('login_needed')
    if (!may(member.role, power)) return refuse('not_your_role')
    request.staffMember = member
    return undefined
  }

  const contextOf = (request: FastifyRequest, reply: FastifyReply) => ({
    services,
    language: request.language,
    keepSession: (token: string) => void reply.header('set-cookie', `${cookie.name}=${token}; ${cookie.attributes}`),
    forgetSession: () => void reply.header('set-cookie', `${cookie.name}=; ${cookie.attributes}; Max-Age=0`),
    ...(request.staffMember === undefined ? {} : { member: request.staffMember }),
  })

  /** The body of a call, once the member has confirmed it where she must. */
  const confirmedBody = async (request: FastifyRequest, { path, call }: DeskRow): Promise<unknown> => {
    if (call.kind !== 'confirmed') return request.body
    const { body, confirmation } = request.body as { body: unknown; confirmation: Confirmation }
    const { staffMember } = request
    if (staffMember === undefined) throw new Error(`${path} is confirmed by nobody`)
    const isDone = await inTransaction(services.pool, (tx) =>
      isConfirmed(tx, services, services.settings.desk, staffMember, { confirmation, call: { path, body } }),
    )
    return isDone ? body : refuse('passkey_needed')
  }

  app.register(async (api) => {
    for (const row of rows) {
      const { path, call, handler } = row
      api.route({
        method: 'POST',
        url: `/api/${path}`,
        config: { label: `desk ${path}` },
        ...(call.body_limit_bytes === undefined ? {} : { bodyLimit: call.body_limit_bytes }),
        schema: { body: sentBody(call) },
        preParsing: async (request, reply) => {
          const refusal = await identify(request, call)
          if (refusal !== undefined) await sendRefusal(request, reply, refusal)
        },
        handler: async (request, reply) => {
          const body = await confirmedBody(request, row)
          if (body instanceof Refusal) return answerRefusal(request, reply, body)
          const result = await withinTime(handler(contextOf(request, reply) as never, body as never))
          if (result instanceof Refusal) return answerRefusal(request, reply, result)
          return answerSuccess(request, reply, checkedRet(path, call, result))
        },
      })
    }
  })
}
