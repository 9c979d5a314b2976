import type { Clock, Random } from '@hola/core/clock.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Pool } from '../../platform/db/public.ts'
import type { Sealer } from '../../platform/sealed/public.ts'
import type { Adapter } from '../registry.ts'
import type { Webhook } from '../webhook.ts'

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
  /** Comes back when the message could not be delivered; null for one that nobody waits for. */
  readonly deliveryId: string | null
  /** Delivered later than this it would say nothing true any more; null for what stays true. */
  readonly validForMs: number | null
}

/**
 * Why a message did not go out: nobody can be reached at that address, our account with the provider needs a person's
 * attention, or it is a matter of time. Or nobody knows whether it did: sent again it may come twice.
 */
export type SendProblemKind = 'unreachable' | 'misconfigured' | 'unavailable' | 'unknown'

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

/** Where a provider says what became of messages that it took on. Its events are of the kind UNDELIVERED. */
export type MessageWebhook = Webhook & { readonly provider: string }

/** The kind of the events of these webhooks; their subject is the delivery id, or NO_DELIVERY_ID. */
export const UNDELIVERED = 'undelivered'
export const NO_DELIVERY_ID = 'none'

export type Messages = {
  readonly send: (message: Message) => Promise<Sent>
  readonly webhooks?: readonly MessageWebhook[]
}

/** What an adapter is opened with. */
export type MessageMeans = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly sealer: Sealer
  /** The machine's time, which is also that of the providers. */
  readonly machineClock: Clock
  readonly publicUrl: string
}

export type MessageAdapter = Adapter<MessageMeans, Messages>
