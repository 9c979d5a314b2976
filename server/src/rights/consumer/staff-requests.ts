import { isWritten } from '@hola/core/consumer.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../../lending/order/public.ts'
import { lockOrder } from '../../lending/order/public.ts'
import { undoWithdrawal } from '../../lending/repayment/public.ts'
import type { Services } from '../services.ts'
import { carryOut } from './carry-out.ts'
import { openAnswer, openRequestAddress, openWords, sealAnswer } from './sealed-fields.ts'
import type { TypedWords } from './sealed-fields.ts'
import type { Settled } from './settle.ts'
import { lookAt } from './settle.ts'
import type { RequestRow } from './store.ts'
import { findRequest, listOpenRequests, updateAnswer, updateConcluded, updateLink } from './store.ts'
import { readTrackingNumber } from './tracking-number.ts'

/** For the lender's staff: requests that a person has to look at, and what she says. */

/** Every request that is going on, and where it stands; the oldest first. */
export const listRequests = async (tx: Tx, services: Services): Promise<Settled[]> => {
  const all: Settled[] = []
  for (const request of await listOpenRequests(tx))
    all.push({ request, situation: await lookAt(tx, services, request) })
  return all
}

export type WholeRequest = Settled & {
  readonly address: string
  readonly typed: TypedWords
  /** What the desk has answered so far. */
  readonly said: string | undefined
}

/** One request with all that was typed; undefined when no request has this number. */
export const openRequest = async (tx: Tx, services: Services, typed: string): Promise<WholeRequest | undefined> => {
  const request = await findTyped(tx, typed)
  if (request === undefined) return undefined
  return {
    request,
    situation: await lookAt(tx, services, request),
    address: openRequestAddress(services.sealer, request),
    typed: openWords(services.sealer, request),
    said: openAnswer(services.sealer, request),
  }
}

export type StaffProblem = 'no_such_request' | 'has_ended' | 'not_to_confirm' | 'no_account' | 'not_hers'

const findTyped = async (tx: Tx, typed: string): Promise<RequestRow | undefined> => {
  const trackingNumber = readTrackingNumber(typed)
  return trackingNumber === undefined ? undefined : findRequest(tx, trackingNumber)
}

/** The desk has made sure who asked, and about which loan: what she asked for is carried out like anybody's. */
export const confirmRequest = async (
  tx: Tx,
  services: Services,
  { typed, order }: { readonly typed: string; readonly order: OrderKey | undefined },
): Promise<Settled | StaffProblem> => {
  const found = await findTyped(tx, typed)
  if (found === undefined) return 'no_such_request'
  const { request } = await carryOut(tx, services, found.trackingNumber)
  if (request.concludedAt !== null) return 'has_ended'
  if (isWritten(request.kind)) return 'not_to_confirm'
  const userId = request.userId ?? order?.userId
  if (userId === undefined) return 'no_account'
  if (order !== undefined && order.userId !== userId) return 'not_hers'
  const orderId = request.kind === 'regret' ? (order?.orderId ?? request.orderId) : null
  await updateLink(tx, found.trackingNumber, { userId, orderId, isProven: true, at: services.clock.now() })
  const settled = await carryOut(tx, services, found.trackingNumber)
  await enqueueMessage(tx, services, settled)
  return settled
}

/** Sends a person's words to whoever asked; `isEnd`, nothing more comes of the request. */
export const answerAsStaff = async (
  tx: Tx,
  services: Services,
  { typed, words, isEnd }: { readonly typed: string; readonly words: string; readonly isEnd: boolean },
): Promise<Settled | StaffProblem> => {
  const found = await findTyped(tx, typed)
  if (found === undefined) return 'no_such_request'
  const { trackingNumber } = found
  const { request, situation } = await carryOut(tx, services, trackingNumber)
  if (request.concludedAt !== null) return 'has_ended'
  const sealedAnswer = sealAnswer(services.sealer, trackingNumber, words)
  await updateAnswer(tx, trackingNumber, sealedAnswer)
  await services.jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
  if (!isEnd) return { request: { ...request, sealedAnswer }, situation }
  const { userId, orderId } = request
  if (request.kind === 'regret' && userId !== null && orderId !== null) {
    const order = await lockOrder(tx, { userId, orderId })
    if (order !== undefined) await undoWithdrawal(tx, services, order)
  }
  const at = services.clock.now()
  const end = isWritten(request.kind)
    ? ({ state: 'done', outcome: 'answered' } as const)
    : ({ state: 'not_possible', outcome: 'declined' } as const)
  await updateConcluded(tx, trackingNumber, { ...end, at })
  return {
    request: { ...request, sealedAnswer, ...end, concludedAt: at },
    situation: { ...situation, name: end.outcome },
  }
}

/** An end that comes after the first message has been told already. */
const enqueueMessage = async (tx: Tx, { jobs }: Services, { request }: Settled): Promise<void> => {
  const { trackingNumber, concludedAt, acknowledgedAt } = request
  if (concludedAt === null || acknowledgedAt === null)
    await jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
}
