import type { RetOf } from '@hola/core/contract/contract.ts'
import type { WireLanguage } from '@hola/core/language.ts'
import type { Tx } from '../../platform/db/public.ts'

/** What an application needs to know about decisions. Who reviews it tells it in the caller's `tx`. */
export type Decisions = {
  /** Why the last decision fell as it did, in the words of a language; none before the first. */
  readonly findLastReasons: (
    tx: Tx,
    applicant: { readonly userId: string; readonly language: WireLanguage },
  ) => Promise<RetOf<'loan/apply_info'>['reasons']>
}
