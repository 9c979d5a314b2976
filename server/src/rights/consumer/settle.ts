import { civilDayOf } from '@hola/core/calendar.ts'
import { revokeSessions } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { listOrders, lockOrder } from '../../lending/order/public.ts'
import type { Services } from '../services.ts'
import type { Situation } from './situation.ts'
import { endOf, situationOf } from './situation.ts'
import type { RequestRow } from './store.ts'
import { findRequest, lockRequest, updateConcluded } from './store.ts'

export type Settled = { readonly request: RequestRow; readonly situation: Situation }

/** Where a request stands now. */
export const lookAt = async (tx: Tx, services: Services, request: RequestRow): Promise<Situation> => {
  const { userId, orderId } = request
  const orders = userId === null ? [] : await listOrders(tx, userId)
  return situationOf(request, {
    order: orders.find((order) => order.orderId === orderId),
    orders,
    today: civilDayOf(services.clock.now()),
    holidays: services.reference.holidays,
  })
}

/** What was not back in time can still turn out to have been: money that was paid in time is heard of late. */
const isOver = ({ concludedAt, outcome }: RequestRow): boolean => concludedAt !== null && outcome !== 'not_returned'

/**
 * Writes down the end of a request when the facts as they are now end it. Asked early, late or twice it does the same. An
 * end that comes after the first message is told by another.
 */
export const settleRequest = async (tx: Tx, services: Services, trackingNumber: string): Promise<Settled> => {
  const found = await findRequest(tx, trackingNumber)
  if (found === undefined) throw new Error(`no request ${trackingNumber} to settle`)
  // The order before the request, as everywhere: whoever settles an order holds it already.
  if (found.userId !== null && found.orderId !== null)
    await lockOrder(tx, { userId: found.userId, orderId: found.orderId })
  const request = await lockRequest(tx, trackingNumber)
  if (request === undefined) throw new Error(`request ${trackingNumber} is gone`)
  const seen = await lookAt(tx, services, request)
  if (isOver(request)) return { request, situation: seen }

  const now = services.clock.now()
  const { userId } = request
  if (seen.name === 'to_end' && userId !== null) await revokeSessions(tx, userId, now)
  const situation: Situation = seen.name === 'to_end' ? { ...seen, name: 'ended' } : seen
  const end = endOf(request, situation)
  if (end === undefined || end.outcome === request.outcome) return { request, situation }
  await updateConcluded(tx, trackingNumber, { ...end, at: now })
  if (request.acknowledgedAt !== null)
    await services.jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
  return { request: { ...request, ...end, concludedAt: now }, situation }
}
