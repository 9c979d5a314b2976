import type { BodyOf, RetOf } from '@hola/core/contract/contract.ts'
import { ApiError } from '../../lib/api-client.ts'
import { api } from '../../lib/api.ts'
import { storage } from '../../lib/storage.ts'
import { refusalCodes } from './refusal-codes.ts'

export type RepayBody = BodyOf<'deal/repay_request'>
export type RepayAnswer = RetOf<'deal/repay_request'>

/** Whose loan. */
export type OrderKey = { readonly userId: string; readonly orderId: string }

/** What came of a request. `unknown`: it may have come through, and only the same request tells. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: RepayAnswer; readonly asked: RepayBody['kind'] }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown' }

const nameOf = ({ userId, orderId }: OrderKey): string => `${userId} ${orderId}`

/** The request on this loan that was sent and not answered, if there is one: nothing else is asked before it is. */
export const unansweredOf = (key: OrderKey): RepayBody | undefined => storage.get('unanswered-repay')?.[nameOf(key)]

const keep = (key: OrderKey, body: RepayBody): void =>
  storage.set('unanswered-repay', { ...storage.get('unanswered-repay'), [nameOf(key)]: body })

/** Another tab may have begun a newer request meanwhile; that one stays. */
const forget = (key: OrderKey, { request_id: requestId }: RepayBody): void => {
  const { [nameOf(key)]: kept, ...others } = storage.get('unanswered-repay') ?? {}
  if (kept?.request_id !== requestId) return
  if (Object.keys(others).length === 0) storage.remove('unanswered-repay')
  else storage.set('unanswered-repay', others)
}

/** Answers that say nothing about the request: it may have come through before, or come through yet. */
const saysNothing: ReadonlySet<string | undefined> = new Set(Object.values(refusalCodes))

const outcomeOf = (problem: unknown): Outcome => {
  if (!(problem instanceof ApiError)) throw problem
  // After the end of the session too: who logs in again asks again.
  if (problem.kind !== 'refused' || saysNothing.has(problem.response?.code)) return { kind: 'unknown' }
  return { kind: 'refused', message: problem.message }
}

/**
 * Sends a request to pay or to extend. It is kept from before it leaves until it is answered, and as long as one is
 * unanswered that one is sent and no other: so a second tap, a reload, a lost answer or another tab ask about the same
 * payment, and the server answers them all alike.
 */
export const sendRepay = async (key: OrderKey, body: RepayBody): Promise<Outcome> => {
  const request = unansweredOf(key) ?? body
  keep(key, request)
  try {
    const answer = await api.call('deal/repay_request', request, { quiet: true })
    forget(key, request)
    return { kind: 'answered', answer, asked: request.kind }
  } catch (problem) {
    const outcome = outcomeOf(problem)
    if (outcome.kind === 'refused') forget(key, request)
    return outcome
  }
}
