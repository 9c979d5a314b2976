import { civilDayOf } from '@hola/core/calendar.ts'
import { findAccount, revokeSessions } from '../account/store.ts'
import type { Tx } from '../db/transaction.ts'
import type { OrderRow } from '../loan/store.ts'
import { changeOrder, insertOrderEvent, listOrders, lockOrder, moveOrder } from '../loan/store.ts'
import { listAttempts } from '../payout/store.ts'
import { settleQuota } from '../quota/public.ts'
import type { Services } from '../services.ts'
import { onlyOpenOrder, orderByNumber } from './link.ts'
import { openWords } from './sealed-fields.ts'
import type { Situation } from './situation.ts'
import { endOf, situationOf } from './situation.ts'
import type { RequestRow } from './store.ts'
import { findRequest, lockRequest, updateConcluded, updateLink } from './store.ts'

export type Settled = { readonly request: RequestRow; readonly situation: Situation }

const lookAt = async (tx: Tx, services: Services, request: RequestRow): Promise<Situation> => {
  const { userId, orderId } = request
  const orders = userId === null ? [] : await listOrders(tx, userId)
  return situationOf(request, {
    order: orders.find((order) => order.orderId === orderId),
    orders,
    today: civilDayOf(services.clock.now()),
    holidays: services.reference.holidays,
  })
}

/**
 * Carries out what can be carried out of a request by the facts as they are now, and writes down when that ends it. Asked
 * early, late or twice it does the same. An end that comes after the first message is told by another.
 */
export const settleRequest = async (tx: Tx, services: Services, trackingNumber: string): Promise<Settled> => {
  const { userId, orderId } = await findLinked(tx, services, trackingNumber)
  // The order before the request, as everywhere: whoever settles an order holds it already.
  const order = userId === null || orderId === null ? undefined : await lockOrder(tx, { userId, orderId })
  const request = await lockRequest(tx, trackingNumber)
  if (request === undefined) throw new Error(`request ${trackingNumber} is gone`)
  const seen = await lookAt(tx, services, request)
  if (request.concludedAt !== null) return { request, situation: seen }

  const now = services.clock.now()
  if (seen.name === 'to_cancel' && order !== undefined) await giveUp(tx, services, order, now)
  if (seen.name === 'to_end' && userId !== null) await revokeSessions(tx, userId, now)
  const situation: Situation =
    seen.name === 'to_end'
      ? { ...seen, name: 'ended' }
      : seen.name === 'to_cancel'
        ? await lookAt(tx, services, request)
        : seen

  const end = endOf(request, situation)
  if (end === undefined) return { request, situation }
  await updateConcluded(tx, trackingNumber, { ...end, at: now })
  if (request.acknowledgedAt !== null)
    await services.jobs.enqueue(tx, 'consumer-message', { tracking_number: trackingNumber })
  return { request: { ...request, ...end, concludedAt: now }, situation }
}

/**
 * An order whose money has not left ends here. When it is under way nobody can call it back: the order goes on as
 * withdrawn, and what arrives is given back.
 */
const giveUp = async (tx: Tx, services: Services, order: OrderRow, now: Date): Promise<void> => {
  const { userId, orderId, state } = order
  await insertOrderEvent(tx, { userId, orderId, kind: 'withdrawn', at: now, amount: null })
  if ((await listAttempts(tx, order)).some((attempt) => attempt.state !== 'failed')) {
    await changeOrder(tx, order, { withdrawnAt: now })
    return
  }
  await moveOrder(tx, order, { from: state, to: 'cancelled', at: now, withdrawnAt: now })
  await insertOrderEvent(tx, { userId, orderId, kind: 'cancelled', at: now, amount: null })
  await settleQuota(tx, services, userId)
}

/**
 * A request with whose it is, found out now if nobody knew. The number of a loan is on its papers: whoever has it beside
 * the borrower's address is taken for the borrower.
 */
const findLinked = async (tx: Tx, { sealer }: Services, trackingNumber: string): Promise<RequestRow> => {
  const request = await findRequest(tx, trackingNumber)
  if (request === undefined) throw new Error(`no request ${trackingNumber} to settle`)
  if (request.userId !== null) return request
  const account = await findAccount(tx, { kind: request.channel, addressIndex: request.addressIndex })
  if (account === undefined) return request
  const orders = await listOrders(tx, account.userId)
  const { orderNumber } = openWords(sealer, request)
  const named = orderNumber === '' ? undefined : orderByNumber(orders, orderNumber)
  const order = orderNumber === '' ? onlyOpenOrder(orders) : named
  const link = {
    userId: account.userId,
    orderId: request.kind === 'regret' ? (order?.orderId ?? null) : null,
    isProven: named !== undefined,
  }
  await updateLink(tx, trackingNumber, link)
  return { ...request, ...link }
}
