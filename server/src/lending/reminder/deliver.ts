import type { Owner } from '../../person/account/public.ts'
import { sendToOwner } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { SendProblem } from '../../providers/messages/public.ts'
import type { Services } from '../services.ts'

/** Far longer than a try takes: when the next one looks, this one is over. */
export const NEXT_TRY_MS = 15 * 60_000
export const TRIES_MAX = 3

/** A message to the borrower herself, written down as tried. */
export type Prepared = { readonly owner: Owner; readonly words: { readonly subject: string; readonly text: string } }

export type Outcome = 'sent' | 'unreachable'

/** Hands over a message that is written down as tried, and has written down what became of it. */
export const deliver = async (
  { pool, messages, log }: Pick<Services, 'pool' | 'messages' | 'log'>,
  { owner, words }: Prepared,
  writeOutcome: (tx: Tx, outcome: Outcome) => Promise<void>,
): Promise<void> => {
  const sent = await sendToOwner(messages, owner, words)
  if (sent instanceof SendProblem) {
    log[sent.kind === 'misconfigured' ? 'error' : 'warn']({ code: sent.reason }, 'a message to a borrower was not sent')
    if (sent.kind === 'misconfigured' || sent.kind === 'unavailable') return
  }
  // What may have gone out is not sent again: to be told twice is worse than to be told in the app alone.
  const isUnreachable = sent instanceof SendProblem && sent.kind === 'unreachable'
  await inTransaction(pool, (tx) => writeOutcome(tx, isUnreachable ? 'unreachable' : 'sent'))
}
