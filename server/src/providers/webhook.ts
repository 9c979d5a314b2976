import type { Tx } from '../platform/db/public.ts'

/** What a webhook of a provider is about. */
export type WebhookEvent = {
  /** The same event has the same id, however often it is sent. */
  readonly eventId: string
  readonly kind: string
  readonly subjectId: string
  /**
   * Only of a provider that notifies and cannot be asked: keeps what the event says, in the transaction that records it,
   * for the adapter to answer from later. Kept again it changes nothing. Contradicted: something else was kept under
   * this id before, and stays. Without this hook what an event says is not read: the provider is asked.
   */
  readonly keep?: (tx: Tx) => Promise<'kept' | 'contradicted'>
}

/** With the time at which its sender signed it, by the sender's clock. */
export type SignedEvent = WebhookEvent & { readonly signedAt: Date }

/**
 * A message that may be theirs and that nobody can verify. It proves nothing and changes nothing by itself; it only makes
 * us ask the provider about this subject, a bounded number of times.
 */
export type Hint = { readonly hintAt: string }

export type WebhookRequest = {
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
  readonly query: (name: string) => string | undefined
}

/** How an adapter reads the webhooks of its provider. Secret, signature and shape of a message are known to it alone. */
export type Webhook = {
  /**
   * Forged: nobody knows who sent it. Ignored: it is theirs and about something that we do not follow. Unreadable: it is
   * theirs and may be about money of ours, but not in the shape that was agreed on: refused, and a person must look.
   */
  readonly read: (
    request: WebhookRequest,
  ) => SignedEvent | readonly SignedEvent[] | Hint | 'forged' | 'ignored' | 'unreadable'
  /** For a provider that first asks by GET whether the address is ours: what to answer; undefined refuses. */
  readonly verify?: (query: WebhookRequest['query']) => string | undefined
}

/** Where the webhooks of one provider arrive: `POST /providers/<provider>/<subject>`. */
export type WebhookRoute = Webhook & {
  readonly provider: string
  readonly subject: string
  /** For an event that is new, in the transaction that records it: enqueues the job that asks the adapter for the truth. */
  readonly enqueue: (tx: Tx, event: WebhookEvent) => Promise<void>
  /** For a hint: enqueues one question. A route without it refuses hints. */
  readonly enqueueHint?: (tx: Tx, hint: Hint) => Promise<void>
}

/** Undefined when the body is no JSON. */
export const jsonIn = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
