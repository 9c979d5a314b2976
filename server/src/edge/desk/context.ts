import type { DeskBodyOf, DeskPath, DeskRetOf, PowerOf } from '@hola/core/desk-contract/contract.ts'
import type { Refusal } from '@hola/core/errors.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { SignedIn } from '../../staff/member/public.ts'
import type { Services } from '../services.ts'

/** What a handler of the desk knows of a request. There is no HTTP in it. */
export type DeskContext = {
  /** Its pool has the rights of the desk. */
  readonly services: Services
  readonly language: WireLanguage
  /** The session of the browser that asks: a token to keep from now on, or none any more. */
  readonly keepSession: (token: string) => void
  readonly forgetSession: () => void
  readonly member?: SignedIn
}

/** A call that needs a power always has a member; its handler need not ask. */
export type DeskContextOf<Path extends DeskPath> =
  PowerOf<Path> extends null ? DeskContext : DeskContext & { readonly member: SignedIn }

/** One call: the body is checked, the member may, and what had to be confirmed with the passkey is. */
export type DeskHandler<Path extends DeskPath> = (
  context: DeskContextOf<Path>,
  body: DeskBodyOf<Path>,
) => Promise<DeskRetOf<Path> | Refusal>
