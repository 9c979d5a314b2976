import type { Tx } from '../db/transaction.ts'

/** A message of a provider, as far as it is read: what it is about, never what it says of it. */
export type ProviderMessage = {
  /** The same message has the same id, however often it comes. */
  readonly messageId: string
  readonly kind: string
  readonly subjectId: string
}

/** With the time at which its sender signed it, by the sender's clock. */
export type SignedMessage = ProviderMessage & { readonly signedAt: Date }

/** A request as it came in by a door. */
export type Knock = {
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
  readonly query: (name: string) => string | undefined
}

/** A way in for the messages of one provider: `POST /providers/<provider>/<subject>`. */
export type ProviderDoor = {
  readonly provider: string
  readonly subject: string
  /** Forged: nobody knows who sent it. Ignored: it is theirs and about something that we do not follow. */
  readonly read: (knock: Knock) => SignedMessage | 'forged' | 'ignored'
  /** For a message that was not heard before, in the transaction that remembers it: files the job that asks for the truth. */
  readonly hear: (tx: Tx, message: ProviderMessage) => Promise<void>
}
