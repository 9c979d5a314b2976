import type { Clock, Random } from '@hola/core/clock.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Pool } from '../../platform/db/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Adapter } from '../registry.ts'

/** A code or a notice on its way to a person. Whether a phone gets it by SMS or WhatsApp is the business of the adapter. */
export type Message = {
  readonly channel: 'phone' | 'mail'
  /** E.164 or an e-mail address. */
  readonly to: string
  readonly language: WireLanguage
  readonly subject: string
  readonly text: string
  /** The code inside the text, for those that write it into a template of their own; null in a notice, which has none. */
  readonly code: string | null
}

/**
 * Why a message did not go out: nobody can be reached at that address, our account with the provider needs a person's
 * attention, or it is a matter of time.
 */
export type SendProblemKind = 'unreachable' | 'misconfigured' | 'unavailable'

export class SendProblem {
  readonly kind: SendProblemKind
  /** For the log: the provider and its code, never its words, which may quote the address. */
  readonly reason: string
  /** How long the provider asks us to wait. */
  readonly retryAfterMs: number

  constructor(kind: SendProblemKind, reason: string, retryAfterMs = 0) {
    this.kind = kind
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

export type Sent = 'sent' | SendProblem

export type Messages = { readonly send: (message: Message) => Promise<Sent> }

/** What an adapter is opened with. */
export type MessageMeans = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly sealer: Sealer
}

export type MessageAdapter = Adapter<MessageMeans, Messages>
