import type { CivilDay } from '@hola/core/calendar.ts'
import { addDays, startOfDay } from '@hola/core/calendar.ts'
import type { Centavos } from '@hola/core/money.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey } from '../order/public.ts'
import { lockOrder } from '../order/public.ts'
import type { Services } from '../services.ts'
import { settlePayment, settleReceived, writeDown } from './receive.ts'
import type { ReceiptKey, ReceiptRow } from './store.ts'
import { findQuoteOf, findReceipt, listReceiptsInSuspense, updateReceipt } from './store.ts'

/** For the lender's staff: money that no rule can place. */

/** Everything that came and is nobody's yet, the oldest first. */
export const listSuspense = (tx: Tx): Promise<ReceiptRow[]> => listReceiptsInSuspense(tx)

/** Why money was not placed. */
export type PlaceProblem = 'no_such_receipt' | 'not_in_suspense' | 'no_such_order' | 'not_paid_out'

/**
 * Money in suspense is paid on an order, on the day on which the payer paid. A transfer often comes without its reference:
 * one of what an open quote says, paid while it was good, is that quote.
 */
export const placeSuspense = async (
  tx: Tx,
  services: Services,
  { provider, providerPaymentId, userId, orderId }: ReceiptKey & OrderKey,
): Promise<ReceiptRow | PlaceProblem> => {
  const key = { provider, providerPaymentId }
  const order = await lockOrder(tx, { userId, orderId })
  const receipt = await findReceipt(tx, key, { locked: true })
  if (receipt === undefined) return 'no_such_receipt'
  if (receipt.state !== 'suspense') return 'not_in_suspense'
  if (order === undefined) return 'no_such_order'
  if (order.payoutDay === null) return 'not_paid_out'
  const { amount, paidDay } = receipt
  const [from, before] = [startOfDay(paidDay), startOfDay(addDays(paidDay, 1))]
  const quote = await findQuoteOf(tx, order, { amount, from, before })
  const paymentId = receipt.paymentId ?? quote?.paymentId ?? null
  const placed: ReceiptRow = { ...receipt, state: 'credited', userId, orderId, paymentId }
  await updateReceipt(tx, key, placed)
  if (quote !== undefined && paymentId === quote.paymentId) await settlePayment(tx, quote)
  await settleReceived(tx, services, order, { cause: 'payment', found: receipt })
  return placed
}

/**
 * A transfer that stands in the statement of the lender's own account, as the staff has read it there. Entered twice
 * under the id that the bank gives it, it counts once; without a reference of ours it is in suspense.
 */
export const recordTransfer = async (
  tx: Tx,
  services: Services,
  {
    provider,
    ...transfer
  }: ReceiptKey & {
    readonly amount: Centavos
    readonly paidDay: CivilDay
    readonly reference: string | null
  },
): Promise<void> => {
  await writeDown(tx, services, {
    provider,
    found: { ...transfer, state: 'credited' },
    askedAt: services.clock.now(),
  })
}
