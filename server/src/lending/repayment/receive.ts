import { civilDayOf } from '@hola/core/calendar.ts'
import { add } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import { inTransaction } from '../../platform/db/public.ts'
import { settleOrder } from '../loan/public.ts'
import type { OrderKey, OrderRow } from '../order/public.ts'
import { lockOrder } from '../order/public.ts'
import type { CollectionLine, FoundPayment } from '../../providers/collection/public.ts'
import { CollectionProblem } from '../../providers/collection/public.ts'
import type { Services } from '../services.ts'
import { collectorOf } from './methods.ts'
import type { PaymentRow, ReceiptKey, ReceiptRow } from './store.ts'
import {
  findPaymentByReference,
  findReceipt,
  insertReceipt,
  listReceiptsOf,
  updateCountedDay,
  updatePaymentState,
  updateReceipt,
} from './store.ts'

/**
 * Something happened to a payment, whoever says so: the provider is asked what, and its answer is written down, with the
 * books, the order and the quota, in one transaction. Told twice, out of order or by many at once it ends in the same.
 * Returns why there is no answer, if there is none: then it has to be asked again.
 */
export const handleReceipt = async (
  services: Services,
  { provider, providerPaymentId }: ReceiptKey,
): Promise<CollectionProblem | undefined> => {
  const collector = collectorOf(services, provider)
  if (collector === undefined)
    return new CollectionProblem('rejected', `${provider} is no longer set up and cannot be asked`)
  const askedAt = services.clock.now()
  const found = await collector.find(providerPaymentId)
  if (found instanceof CollectionProblem) {
    if (found.kind !== 'unknown') return found
    services.log.warn(`a message about a payment that is not ours: ${found.reason}`)
    return undefined
  }
  await inTransaction(services.pool, (tx) => writeDown(tx, services, { provider, found, askedAt }))
  return undefined
}

/** What a provider said, and when it was asked: of two answers the later one counts. */
export type Word = { readonly provider: string; readonly found: FoundPayment; readonly askedAt: Date }

export const writeDown = async (tx: Tx, services: Services, { provider, found, askedAt }: Word): Promise<void> => {
  // On its way: there is nothing to write down.
  if (found.state === 'pending') return
  const key = { provider, providerPaymentId: found.providerPaymentId }
  const seen = await findReceipt(tx, key, { locked: false })
  // Told again what is known: nobody waits for a lock to learn that nothing has changed.
  if (found.state === 'credited' && seen?.reversedAt === null) return
  const payment = found.reference === null ? undefined : await findPaymentByReference(tx, found.reference)
  const locked = await lockOrderOf(tx, seen, payment)
  const receipt = await findReceipt(tx, key, { locked: true })
  // A person may have placed it while we waited.
  const isElsewhere = receipt !== undefined && receipt.orderId !== null && receipt.orderId !== locked?.orderId
  const order = isElsewhere ? await lockOrderOf(tx, receipt, payment) : locked
  if (!('amount' in found)) {
    // A checkout can be tried again with another card; a slip cannot.
    if (found.state === 'rejected' && payment !== undefined && payment.methodId !== 'checkout')
      await updatePaymentState(tx, payment, { from: ['waiting'], to: 'rejected' })
    return
  }
  const state =
    receipt === undefined
      ? await writeNew(tx, services, { provider, found, payment, order })
      : await writeChange(tx, services, { receipt, found, order, askedAt })
  if (state === undefined) return
  if (payment !== undefined) await settlePayment(tx, payment)
  const isCreditMoved = state === 'credited' || receipt?.state === 'credited'
  if (!isCreditMoved || order === undefined) return
  await settleReceived(tx, services, order, {
    cause: state === 'credited' ? 'payment' : 'reversal',
    found: { ...key, amount: found.amount },
  })
}

/** Money is placed by the order it was placed on once, and before that by its reference. */
const lockOrderOf = async (
  tx: Tx,
  receipt: ReceiptRow | undefined,
  payment: PaymentRow | undefined,
): Promise<OrderRow | undefined> => {
  if (receipt?.userId && receipt.orderId) return lockOrder(tx, { userId: receipt.userId, orderId: receipt.orderId })
  return payment && lockOrder(tx, payment)
}

/** A loan whose money has left takes whatever is paid on it, also when it is repaid. Every other is for a person. */
const takes = (order: OrderRow | undefined): order is OrderRow => order !== undefined && order.payoutDay !== null

type ReceiptState = ReceiptRow['state']

/** Money that we hear of for the first time. Undefined when another process was faster. */
const writeNew = async (
  tx: Tx,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  {
    provider,
    found,
    payment,
    order,
  }: {
    readonly provider: string
    readonly found: CollectionLine
    readonly payment: PaymentRow | undefined
    readonly order: OrderRow | undefined
  },
): Promise<ReceiptState | undefined> => {
  const now = clock.now()
  const today = civilDayOf(now)
  // Nobody has paid tomorrow: a provider's clock can be ahead of ours.
  const paidDay = found.paidDay < today ? found.paidDay : today
  const isTaken = takes(order)
  const state = found.state === 'reversed' ? 'reversed' : isTaken ? 'credited' : 'suspense'
  if (state === 'suspense') log.warn('money came that nobody can place: it is in suspense')
  const isFirst = await insertReceipt(tx, {
    provider,
    providerPaymentId: found.providerPaymentId,
    amount: found.amount,
    paidDay,
    countedDay: null,
    reference: found.reference,
    state,
    userId: payment?.userId ?? null,
    orderId: isTaken ? order.orderId : null,
    paymentId: payment?.paymentId ?? null,
    heardAt: now,
    reversedAt: state === 'reversed' ? now : null,
    reversalCause: causeOf(found),
  })
  return isFirst ? state : undefined
}

const causeOf = (found: CollectionLine): ReceiptRow['reversalCause'] =>
  found.state === 'reversed' ? (found.reversalCause ?? null) : null

/** Money that we know of was taken back, or given again after all. Undefined when that is not new. */
const writeChange = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  {
    receipt,
    found,
    order,
    askedAt,
  }: {
    readonly receipt: ReceiptRow
    readonly found: CollectionLine
    readonly order: OrderRow | undefined
    readonly askedAt: Date
  },
): Promise<ReceiptState | undefined> => {
  if (found.state === 'reversed') {
    if (receipt.state === 'reversed') return undefined
    const reversed = { ...receipt, state: 'reversed', reversedAt: clock.now(), reversalCause: causeOf(found) } as const
    await updateReceipt(tx, receipt, reversed)
    return 'reversed'
  }
  // An answer that was on its way while we heard of the reversal says what was before it.
  if (receipt.reversedAt === null || receipt.reversedAt >= askedAt) return undefined
  const isTaken = takes(order)
  const state = isTaken ? 'credited' : 'suspense'
  await updateReceipt(tx, receipt, { ...receipt, state, orderId: isTaken ? order.orderId : null, reversedAt: null })
  return state
}

/**
 * To pay everything costs another amount each day, and some have time beyond the day. What a quote says, paid while it is
 * good, at once or in pieces, counts on the day it was asked for, and so leaves exactly zero. What counts on which day
 * instead of the one on which it was paid is made from all money of the quote, and made again when some is taken back.
 */
const settleQuote = async (tx: Tx, payment: PaymentRow, receipts: readonly ReceiptRow[]): Promise<void> => {
  const quotedDay = civilDayOf(payment.requestedAt)
  const untilDay = civilDayOf(payment.expiresAt)
  const inTime = receipts.filter(
    ({ state, orderId, paidDay }) => state === 'credited' && orderId === payment.orderId && paidDay <= untilDay,
  )
  const isPaid = payment.kind === 'payoff' && add(...inTime.map(({ amount }) => amount)) >= payment.amount
  for (const receipt of receipts) {
    const isMoved = isPaid && inTime.includes(receipt) && quotedDay < receipt.paidDay
    const countedDay = isMoved ? quotedDay : null
    if (receipt.countedDay !== countedDay) await updateCountedDay(tx, receipt, countedDay)
  }
}

/** A payment is credited while any of its money is. */
export const settlePayment = async (tx: Tx, payment: PaymentRow): Promise<void> => {
  const receipts = await listReceiptsOf(tx, payment)
  await settleQuote(tx, payment, receipts)
  const states = receipts.map(({ state }) => state)
  const to = states.includes('credited') ? 'credited' : states.includes('reversed') ? 'reversed' : undefined
  if (to === undefined) return
  const from = ['asked', 'failed', 'waiting', 'credited', 'expired', 'rejected', 'reversed'] as const
  await updatePaymentState(tx, payment, { from, to })
}

/** The order as the money that has come or gone makes it. The caller holds its lock; she is told of either. */
export const settleReceived = async (
  tx: Tx,
  services: Services,
  { userId, orderId }: OrderKey,
  { cause, found }: { readonly cause: 'payment' | 'reversal'; readonly found: ReceiptKey & Pick<ReceiptRow, 'amount'> },
): Promise<void> => {
  const { provider, providerPaymentId, amount } = found
  await settleOrder(tx, services, { userId, orderId }, { cause, sourceId: providerPaymentId, amount })
  const money = `${provider} ${providerPaymentId}`
  await services.jobs.enqueue(tx, 'news', {
    user_id: userId,
    kind: cause === 'payment' ? 'payment_credited' : 'payment_reversed',
    // Money that was given again can be taken back again, and she is told of each time.
    subject: cause === 'payment' ? money : `${money} ${services.clock.now().toISOString()}`,
    order_id: orderId,
    amount_centavos: amount,
    try_number: 1,
  })
}
