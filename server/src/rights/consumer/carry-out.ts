import { findAccount, keyOf } from '../../person/account/public.ts'
import type { Tx } from '../../platform/db/public.ts'
import { listOrders, lockOrder } from '../../lending/order/public.ts'
import { withdraw } from '../../lending/repayment/public.ts'
import type { Services } from '../services.ts'
import { onlyOrderMeant, orderByNumber } from './link.ts'
import { openRequestAddress, openWords } from './sealed-fields.ts'
import type { Settled } from './settle.ts'
import { lookAt, settleRequest } from './settle.ts'
import type { RequestRow } from './store.ts'
import { findRequest, updateLink } from './store.ts'

/** Finds out whose a request is if nobody knew, carries out what can be carried out now, and says where it stands. */
export const carryOut = async (tx: Tx, services: Services, trackingNumber: string): Promise<Settled> => {
  const request = await findLinked(tx, services, trackingNumber)
  const { userId, orderId } = request
  const order = userId === null || orderId === null ? undefined : await lockOrder(tx, { userId, orderId })
  if (order !== undefined && (await lookAt(tx, services, request)).name === 'to_cancel')
    await withdraw(tx, services, order, request.receivedAt)
  return settleRequest(tx, services, trackingNumber)
}

/** The number of a loan is on its papers: whoever has it beside the borrower's address is taken for the borrower. */
const findLinked = async (tx: Tx, services: Services, trackingNumber: string): Promise<RequestRow> => {
  const request = await findRequest(tx, trackingNumber)
  if (request === undefined) throw new Error(`no request ${trackingNumber} to carry out`)
  if (request.userId !== null) return request
  const address = { kind: request.channel, value: openRequestAddress(services.sealer, request) }
  const account = await findAccount(tx, keyOf(services.sealer, address))
  if (account === undefined) return request
  const orders = await listOrders(tx, account.userId)
  const { orderNumber } = openWords(services.sealer, request)
  const named = orderNumber === '' ? undefined : orderByNumber(orders, orderNumber)
  const order = orderNumber === '' ? onlyOrderMeant(services, orders) : named
  const link = {
    userId: account.userId,
    orderId: request.kind === 'regret' ? (order?.orderId ?? null) : null,
    isProven: named !== undefined,
  }
  const at = services.clock.now()
  await updateLink(tx, trackingNumber, { ...link, at })
  return { ...request, ...link, provenAt: link.isProven ? at : null }
}
