import type { Tx } from '../../platform/db/public.ts'
import type { LoanEffect } from '../loan/public.ts'
import { settleOrder, withEffect } from '../loan/public.ts'
import type { OrderKey } from '../order/public.ts'
import type { Services } from '../services.ts'
import { staffCollectorOf } from './methods.ts'
import { settlePayment } from './receive.ts'
import type { ReceiptKey, ReceiptRow } from './store.ts'
import {
  findLastReversal,
  findPayment,
  findPaymentByReference,
  findReceipt,
  insertReceiptReversal,
  listReceiptsOf,
  reopenPayment,
  updateCountedDay,
  updateReceipt,
} from './store.ts'

/** For the lender's staff: taking back what was entered or placed by hand. What a provider says is never undone here. */

type ReversalDone = {
  readonly receipt: ReceiptRow
  /** On the loan that it had been paid on; null for money that was nobody's. */
  readonly effect: LoanEffect | null
}

const orderOf = ({ userId, orderId }: ReceiptRow): OrderKey | null =>
  userId === null || orderId === null ? null : { userId, orderId }

/** The payment that money was for, made from what is left of it. */
const settlePaymentOf = async (
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { userId, paymentId }: ReceiptRow,
): Promise<void> => {
  const payment = userId === null || paymentId === null ? undefined : await findPayment(tx, { userId, paymentId })
  if (payment === undefined) return
  await settlePayment(tx, payment)
  const left = await listReceiptsOf(tx, payment)
  if (left.every(({ state }) => state === 'suspense')) await reopenPayment(tx, payment, clock.now())
}

/** What the staff enters is never asked for at a provider, and what it placed no reference of ours has named. */
const isByHand = async (tx: Tx, services: Services, receipt: ReceiptRow): Promise<boolean> => {
  if (staffCollectorOf(services)?.provider === receipt.provider || receipt.reference === null) return true
  const named = await findPaymentByReference(tx, receipt.reference)
  return named?.orderId !== receipt.orderId
}

export type UnplaceProblem =
  | 'no_such_receipt'
  /** It is in suspense, or was taken back. */
  | 'not_placed'
  /** The payer's own reference named the loan: nobody of the staff placed it, and nobody of the staff takes it away. */
  | 'not_placed_by_hand'

/** Takes money off the loan on which it was placed by hand: it is in suspense again, and can be placed on another. */
export const unplaceReceipt = async (
  tx: Tx,
  services: Services,
  key: ReceiptKey,
): Promise<ReversalDone | UnplaceProblem> => {
  const seen = await findReceipt(tx, key, { locked: false })
  if (seen === undefined) return 'no_such_receipt'
  const order = orderOf(seen)
  if (seen.state !== 'credited' || order === null) return 'not_placed'
  if (!(await isByHand(tx, services, seen))) return 'not_placed_by_hand'
  const done = await withEffect(tx, services, order, async (): Promise<{ receipt: ReceiptRow } | UnplaceProblem> => {
    // Whoever moved it while we waited for the loan has decided otherwise.
    const receipt = await findReceipt(tx, key, { locked: true })
    if (receipt?.state !== 'credited' || receipt.orderId !== order.orderId) return 'not_placed'
    const unplaced: ReceiptRow = { ...receipt, state: 'suspense', userId: null, orderId: null, paymentId: null }
    await updateReceipt(tx, key, unplaced)
    if (receipt.countedDay !== null) await updateCountedDay(tx, key, null)
    await insertReceiptReversal(tx, { ...key, kind: 'unplaced', order, madeAt: services.clock.now() })
    await settlePaymentOf(tx, services, receipt)
    await settleTakenBack(tx, services, order, receipt)
    return { receipt: { ...unplaced, countedDay: null } }
  })
  return done === 'no_such_order' ? 'not_placed' : done
}

/** A loan that this money had cleared is open again, exactly as when a provider takes a payment back. */
const settleTakenBack = (tx: Tx, services: Services, order: OrderKey, receipt: ReceiptRow): Promise<unknown> =>
  settleOrder(tx, services, order, {
    cause: 'receipt_reversal',
    sourceId: receipt.providerPaymentId,
    amount: receipt.amount,
  })

export type ReversalProblem =
  | 'no_such_receipt'
  /** A provider has said that it came: only the provider can take it back. */
  | 'not_entered_by_hand'
  | 'already_reversed'

/** Takes back a transfer that the staff has entered by mistake: it never came. */
export const reverseTransfer = async (
  tx: Tx,
  services: Services,
  key: ReceiptKey,
): Promise<ReversalDone | ReversalProblem> => {
  if (staffCollectorOf(services)?.provider !== key.provider) return 'not_entered_by_hand'
  const seen = await findReceipt(tx, key, { locked: false })
  if (seen === undefined) return 'no_such_receipt'
  const order = orderOf(seen)
  const reverse = async (): Promise<{ receipt: ReceiptRow } | ReversalProblem> => {
    const receipt = await findReceipt(tx, key, { locked: true })
    if (receipt === undefined || receipt.state === 'reversed' || receipt.orderId !== seen.orderId)
      return 'already_reversed'
    const madeAt = services.clock.now()
    const reversed: ReceiptRow = { ...receipt, state: 'reversed', reversedAt: madeAt }
    await updateReceipt(tx, key, reversed)
    await insertReceiptReversal(tx, { ...key, kind: 'reversed', order, madeAt })
    await settlePaymentOf(tx, services, receipt)
    if (order !== null) await settleTakenBack(tx, services, order, receipt)
    return { receipt: reversed }
  }
  if (seen.state === 'reversed') return 'already_reversed'
  if (order === null) {
    const done = await reverse()
    return typeof done === 'string' ? done : { ...done, effect: null }
  }
  const done = await withEffect(tx, services, order, reverse)
  return done === 'no_such_order' ? 'no_such_receipt' : done
}

export type ReturnProblem = 'no_such_receipt' | 'not_entered_by_hand' | 'not_in_suspense'

/** A transfer that is nobody's was sent back at the bank to whoever had sent it: it is not ours any more. */
export const returnTransfer = async (
  tx: Tx,
  services: Services,
  key: ReceiptKey,
): Promise<ReversalDone | ReturnProblem> => {
  if (staffCollectorOf(services)?.provider !== key.provider) return 'not_entered_by_hand'
  const receipt = await findReceipt(tx, key, { locked: true })
  if (receipt === undefined) return 'no_such_receipt'
  if (receipt.state !== 'suspense') return 'not_in_suspense'
  const madeAt = services.clock.now()
  const returned: ReceiptRow = { ...receipt, state: 'reversed', reversedAt: madeAt }
  await updateReceipt(tx, key, returned)
  await insertReceiptReversal(tx, { ...key, kind: 'returned', order: null, madeAt })
  return { receipt: returned, effect: null }
}

/** A transfer that was taken back as a mistake, or sent back, has come after all: it is in suspense, to be placed again. */
export const restoreTransfer = async (
  tx: Tx,
  services: Services,
  key: ReceiptKey,
): Promise<ReversalDone | 'no_such_receipt' | 'not_reversed_by_hand'> => {
  const receipt = await findReceipt(tx, key, { locked: true })
  if (receipt === undefined) return 'no_such_receipt'
  const last = await findLastReversal(tx, key)
  if (receipt.state !== 'reversed' || (last !== 'reversed' && last !== 'returned')) return 'not_reversed_by_hand'
  const restored: ReceiptRow = {
    ...receipt,
    state: 'suspense',
    userId: null,
    orderId: null,
    paymentId: null,
    reversedAt: null,
    reversalCause: null,
  }
  await updateReceipt(tx, key, restored)
  if (receipt.countedDay !== null) await updateCountedDay(tx, key, null)
  await insertReceiptReversal(tx, { ...key, kind: 'restored', order: null, madeAt: services.clock.now() })
  return { receipt: { ...restored, countedDay: null }, effect: null }
}
