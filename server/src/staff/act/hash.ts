import { hash } from 'node:crypto'
import type { ActName } from '@hola/core/desk-contract/act-names.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'

/** Something that the lender's staff did by hand. */
export type Act = {
  readonly actId: string
  readonly actedAt: Date
  /** The name of the member at that time. */
  readonly actor: string
  /** Null for what was done before there were members. */
  readonly memberId: string | null
  readonly act: ActName
  /** About whom; null when it is about nobody. */
  readonly userId: string | null
  /** Ids, amounts, codes of reasons; never a name or a number of a person. */
  readonly details: Readonly<Record<string, string | number | null>>
  readonly why: string
}

/** An act with its place in the one chain of all acts. */
export type ChainedAct = Act & { readonly entryNumber: number; readonly previousSha256: Buffer | null }

export type HashedAct = ChainedAct & { readonly entrySha256: Buffer }

/**
 * Of everything that the act says and the hash of the act before it: whoever changes, takes out or exchanges one has to
 * change all that follow. Migration 0029 hashed the acts from before in the same way, in SQL. `details` is hashed as it is
 * kept, whichever version of its shape that is.
 */
export const hashOf = (act: Omit<ChainedAct, 'details'> & { readonly details: unknown }): Buffer =>
  hash(
    'sha256',
    canonicalJson({
      act: act.act,
      act_id: act.actId,
      acted_at: act.actedAt.toISOString(),
      actor: act.actor,
      details: act.details,
      entry_number: act.entryNumber,
      member_id: act.memberId,
      previous_sha256: act.previousSha256?.toString('hex') ?? null,
      user_id: act.userId,
      why: act.why,
    }),
    'buffer',
  )
