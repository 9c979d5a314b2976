import { isDeepStrictEqual } from 'node:util'
import type { Refusal } from '@hola/core/errors.ts'
import { refuse } from '@hola/core/errors.ts'
import type { SavedWithdrawal } from '@hola/core/stored/steps.ts'
import type { Tx } from '../../platform/db/public.ts'
import type { OrderKey, OrderRow, OrderSummary, PayoutAccount } from '../order/public.ts'
import { insertOrderEvent, moveOrder, openAccount, payoutAccountOf, sealAccount, summaryOf } from '../order/public.ts'
import type { Services } from '../services.ts'
import { lockInTime } from './give-up.ts'
import { listAttempts } from './store.ts'

/** An order and the account that it is to be paid to; done when that was asked for before. */
export type Correction = { readonly order: OrderRow; readonly account: PayoutAccount; readonly isDone: boolean }

/** The order of a person whose payout failed, locked, or why its account cannot be changed. */
export const lockToCorrect = async (
  tx: Tx,
  services: Services,
  key: OrderKey,
  info: SavedWithdrawal,
): Promise<Correction | Refusal> => {
  const order = await lockInTime(tx, services, key)
  if (order === undefined) return refuse('order_not_found')
  const account = payoutAccountOf(info, services.reference)
  if (order.state === 'payout_failed') return { order, account, isDone: false }
  // Whoever lost the first answer sends the same again: it is done, and nothing is paid twice.
  const wasCorrected = (await listAttempts(tx, key)).some(({ state }) => state === 'failed')
  const isSame = isDeepStrictEqual(openAccount(services.sealer, order, order.sealedAccount), account)
  const isUnderWay = order.state === 'pending' || order.state === 'in_repayment'
  return wasCorrected && isSame && isUnderWay ? { order, account, isDone: true } : refuse('payout_not_failed')
}

/** Pays an order out again, to the account as it was corrected. */
export const resubmitOrder = async (
  tx: Tx,
  { clock, sealer, jobs }: Services,
  { order, account, isDone }: Correction,
): Promise<OrderSummary> => {
  const now = clock.now()
  if (isDone) return summaryOf(order, now)
  const { userId, orderId } = order
  const sealedAccount = sealAccount(sealer, order, account)
  await moveOrder(tx, order, { from: 'payout_failed', to: 'pending', at: now, sealedAccount })
  await insertOrderEvent(tx, { userId, orderId, kind: 'resubmitted', at: now, amount: null })
  await jobs.enqueue(tx, 'payout', { user_id: userId, order_id: orderId })
  return summaryOf({ ...order, state: 'pending', stateSince: now }, now)
}
