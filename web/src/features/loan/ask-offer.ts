import type { RetOf } from '@hola/core/contract/contract.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { bodyOf, type Choice } from './choice.ts'
import { refusalCodes } from './refusal-codes.ts'

export type Preview = RetOf<'loan/preview'>

/** Why there is nothing to choose at all. */
export type Closed = 'not_approved' | 'approval_expired' | 'quota_too_small'

/** A part of the choice that is not offered any more, so that the server's own takes its place. */
export type Dropped = 'term' | 'amount' | 'coupon'

export type Answer =
  | { readonly kind: 'offer'; readonly preview: Preview }
  | { readonly kind: 'dropped'; readonly part: Dropped; readonly choice: Choice }
  | { readonly kind: 'closed'; readonly why: Closed; readonly text: string }
  | { readonly kind: 'failed'; readonly problem: string | undefined }

const refusedWith = (choice: Choice, code: string | undefined, text: string): Answer => {
  switch (code) {
    case refusalCodes.amount_not_offered:
    case refusalCodes.quota_too_small:
      // Without an amount the server takes one that fits; if none does, there is nothing to borrow.
      if (choice.amount !== undefined) {
        return { kind: 'dropped', part: 'amount', choice: { ...choice, amount: undefined } }
      }
      return { kind: 'closed', why: 'quota_too_small', text }
    case refusalCodes.coupon_not_usable:
      if (choice.couponId === undefined) return { kind: 'failed', problem: text }
      return { kind: 'dropped', part: 'coupon', choice: { ...choice, couponId: undefined } }
    case refusalCodes.not_approved:
      return { kind: 'closed', why: 'not_approved', text }
    case refusalCodes.approval_expired:
      return { kind: 'closed', why: 'approval_expired', text }
    default:
      return { kind: 'failed', problem: text }
  }
}

/** One question and everything that can come of it. Undefined: nobody waits for the answer any more. */
export const askOffer = async (choice: Choice, signal: AbortSignal): Promise<Answer | undefined> => {
  try {
    const preview = await api.call('loan/preview', bodyOf(choice), { signal, quiet: true })
    if (preview) return { kind: 'offer', preview }
    // The term is not offered: the default one, without a word.
    if (choice.termDays === undefined) return { kind: 'failed', problem: undefined }
    return { kind: 'dropped', part: 'term', choice: { ...choice, termDays: undefined } }
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // At the end of a session the router shows the log-in in place of this page.
    if (problem.kind === 'aborted' || problem.kind === 'logged_out') return undefined
    if (problem.kind === 'refused') return refusedWith(choice, problem.response?.code, problem.message)
    return { kind: 'failed', problem: undefined }
  }
}
