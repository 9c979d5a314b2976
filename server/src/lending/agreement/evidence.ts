import { createHash } from 'node:crypto'
import { argentineTime } from '@hola/core/calendar.ts'
import type { keptSignature } from '@hola/core/stored/loan.ts'
import type { Frozen } from '@hola/core/stored/versions.ts'
import type { AddressKind } from '../../person/account/public.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'

/**
 * What proves one signature. The hash of an entry is of its canonical JSON, and the entry holds the hash of the one
 * before it: whoever changes, takes out or exchanges one has to change all that follow, and the last hash with them.
 */
export type Evidence = Frozen<ReturnType<typeof keptSignature.read>>

export type Signature = {
  readonly userId: string
  readonly orderId: string
  readonly agreement: { readonly version: string; readonly sha256: string }
  readonly codeChallengeId: string
  readonly channel: AddressKind
  readonly contact: string
  readonly networkAddress: string
  readonly userAgent: string
  readonly signedAt: Date
}

const NETWORK_ADDRESS_LENGTH_MAX = 45
const USER_AGENT_LENGTH_MAX = 500

/** What a client says of itself, as one line that can be shown. */
const lineOf = (text: string, lengthMax: number): string => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, lengthMax)

/** The entry that follows the last one of a person's chain. */
export const nextEntry = (
  signature: Signature,
  last: { readonly entryNumber: number; readonly entrySha256: Buffer } | undefined,
): Evidence => ({
  entry_number: (last?.entryNumber ?? 0) + 1,
  user_id: signature.userId,
  order_id: signature.orderId,
  document_sha256: signature.agreement.sha256,
  document_version: signature.agreement.version,
  code_challenge_id: signature.codeChallengeId,
  channel: signature.channel,
  contact: signature.contact,
  signed_at_utc: signature.signedAt.toISOString(),
  signed_at_argentina: argentineTime(signature.signedAt),
  network_address: lineOf(signature.networkAddress, NETWORK_ADDRESS_LENGTH_MAX),
  user_agent: lineOf(signature.userAgent, USER_AGENT_LENGTH_MAX),
  previous_entry_sha256: last?.entrySha256.toString('hex') ?? null,
})

/** Of an entry in whatever version. */
export const hashOf = (entry: unknown): Buffer => createHash('sha256').update(canonicalJson(entry)).digest()

export type EvidenceProblem =
  /** A number of the chain is not there. */
  | 'entry_missing'
  /** Its bytes were changed, or it was sealed for another place. */
  | 'entry_unreadable'
  /** It does not say what it said when its hash was taken. */
  | 'entry_changed'
  /** It names another entry before it than the one that is there. */
  | 'chain_broken'
  /** The order is of another document than the one that the entry says was signed. */
  | 'other_document'
  /** The document that was signed is not there, or is not the one with that hash. */
  | 'document_changed'
  /** An order was signed and nothing proves it. */
  | 'order_without_evidence'

export type EvidenceCheck =
  | { readonly isIntact: true; readonly entryCount: number; readonly lastEntrySha256: string | null }
  | { readonly isIntact: false; readonly problem: EvidenceProblem; readonly entryNumber: number | null }
