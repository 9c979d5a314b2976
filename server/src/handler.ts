import type { AccessOf, BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Services } from './services.ts'

/** Who is calling, as the token check found it. */
export type Caller = { readonly userId: string; readonly sessionId: string }

/** What a handler knows of a request. There is no HTTP in it. */
export type CallContext = {
  readonly services: Services
  readonly language: WireLanguage
  readonly requestId: string
  /** The caller's network address, for limits; stored with a person only as evidence of her signature, sealed. */
  readonly address: string
  readonly userAgent: string | undefined
  readonly user?: Caller
}

/** A call that only a logged-in user may make always has a user; its handler need not ask. */
export type ContextOf<P extends CallPath> =
  AccessOf<P> extends 'user' ? CallContext & { readonly user: Caller } : CallContext

/** One call: the body is already checked, the refusal is a value, and what throws is a bug. */
export type Handler<P extends CallPath> = (context: ContextOf<P>, body: BodyOf<P>) => Promise<RetOf<P> | Refusal>
