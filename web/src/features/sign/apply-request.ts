import type { BodyOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { storage } from '../../lib/storage.ts'
import type { Refused } from './offer.ts'
import { refusalCodes } from './refusal-codes.ts'
import { rememberSigned } from './signed.ts'

export type ApplyBody = BodyOf<'loan/apply'>

/** What came of a request to sign. `unknown`: it may have been signed, and only the same request tells. */
export type Outcome =
  | { readonly kind: 'signed'; readonly orderId: string }
  | ({ readonly kind: 'refused' } & Refused)
  | { readonly kind: 'unknown' }

/** The request that was sent and not answered, if there is one: nothing else may be signed before it is. */
export const unansweredOf = (userId: string): ApplyBody | undefined => storage.get('unanswered-apply')?.[userId]

const keep = (userId: string, body: ApplyBody): void =>
  storage.set('unanswered-apply', { ...storage.get('unanswered-apply'), [userId]: body })

/** Another tab may have begun a newer request meanwhile; that one stays. */
const forget = (userId: string, { apply_id: applyId }: ApplyBody): void => {
  const { [userId]: kept, ...others } = storage.get('unanswered-apply') ?? {}
  if (kept?.apply_id !== applyId) return
  if (Object.keys(others).length === 0) storage.remove('unanswered-apply')
  else storage.set('unanswered-apply', others)
}

/** Answers that say nothing about the request: it may have come through before, or come through yet. */
const saysNothing: ReadonlySet<string | undefined> = new Set([
  refusalCodes.too_many_requests,
  refusalCodes.internal,
  refusalCodes.unavailable,
  refusalCodes.timed_out,
])

const outcomeOf = (problem: unknown): Outcome => {
  if (!(problem instanceof ApiError)) throw problem
  const code = problem.response?.code
  // After the end of the session too: who logs in again asks again.
  if (problem.kind !== 'refused' || saysNothing.has(code)) return { kind: 'unknown' }
  return { kind: 'refused', code: code ?? '', message: problem.message }
}

/**
 * Sends a request to sign. It is kept, letter by letter, from before it leaves until it is answered, and as long as one
 * is unanswered that one is sent and no other: so a second tap, a reload, a lost answer or another tab ask about the
 * same signature, and the server answers them all alike.
 */
export const sendApply = async (userId: string, body: ApplyBody): Promise<Outcome> => {
  const request = unansweredOf(userId) ?? body
  keep(userId, request)
  try {
    const answer = await api.call('loan/apply', request, { quiet: true })
    // The client answers null for a term that is not offered, whoever asked.
    if (!answer) {
      forget(userId, request)
      return { kind: 'refused', code: refusalCodes.invalid_loan_daycount, message: m.sign_term_gone() }
    }
    const orderId = answer.order.order_id
    rememberSigned(answer)
    storage.set('last-signed', { userId, applyId: request.apply_id, orderId })
    storage.remove('sign-code')
    forget(userId, request)
    return { kind: 'signed', orderId }
  } catch (problem) {
    const outcome = outcomeOf(problem)
    if (outcome.kind === 'refused') forget(userId, request)
    return outcome
  }
}

/** The last signature of this person on this device. */
export const lastSignedOf = (userId: string): { applyId: string; orderId: string } | undefined => {
  const last = storage.get('last-signed')
  return last?.userId === userId ? last : undefined
}
