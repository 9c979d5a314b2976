import type { AccessOf, BodyOf, CallPath, RetOf } from '@hola/core/contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'

/** Who is calling, as the token check found it. */
export type Caller = { readonly userId: string; readonly sessionId: string }

/** What a handler knows of a request, with the services of its storey. There is no HTTP in it. */
export type CallContext<Services> = {
  readonly services: Services
  readonly language: WireLanguage
  readonly requestId: string
  /** The caller's network address, for limits; stored with a person only as evidence of her signature, sealed. */
  readonly address: string
  readonly userAgent: string | undefined
  readonly user?: Caller
}

/** A call that only a logged-in user may make always has a user; its handler need not ask. */
export type ContextOf<P extends CallPath, Services> =
  AccessOf<P> extends 'user' ? CallContext<Services> & { readonly user: Caller } : CallContext<Services>

/**
 * The answer that the same request got the first time. It leaves as it was given, by whichever version of the server: the
 * contract may ask for more by now.
 */
export class KeptAnswer {
  readonly ret: unknown

  constructor(ret: unknown) {
    this.ret = ret
  }
}

/** An answer for somebody in this very process, whose kept ones are of this version too. */
export const retOfAnswer = <Ret>(answer: Ret | KeptAnswer): Ret =>
  answer instanceof KeptAnswer ? (answer.ret as Ret) : answer

/** One call: the body is already checked, the refusal is a value, and what throws is a bug. */
export type Handler<P extends CallPath, Services> = (
  context: ContextOf<P, Services>,
  body: BodyOf<P>,
) => Promise<RetOf<P> | KeptAnswer | Refusal>
